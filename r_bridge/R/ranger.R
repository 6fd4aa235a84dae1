#| title: Random forest of probability trees
#| package: ranger
#| version: 1
#| preprocessing: impute-native-none
#| data: frame

fit <- function(x, y, config, seed) {
  fixed <- list(
    x = quote(x), y = quote(y), probability = TRUE, num.threads = 1L, verbose = FALSE
  )
  do.call(ranger::ranger, c(fixed, config))
}

prob <- function(model, x) {
  predict(model, data = x, num.threads = 1L, verbose = FALSE)$predictions
}

#| title: Weighted k nearest neighbours
#| package: kknn
#| version: 2
#| preprocessing: impute-native-none
#| data: frame
#| traits: seedless unordered

# All the work is in prediction: kknn has no model but its training rows.
fit <- function(x, y, config, seed) {
  k <- if (is.null(config$k)) 7L else config$k
  if (k + 1L >= nrow(x)) {
    refuse("too_few_rows", "kknn needs more than k + 1 training rows; here ", nrow(x))
  }
  x$.y <- y
  list(train = x, config = config)
}

# Votes without weights are often tied; the package then breaks ties by the neighbours' ranks.
prob <- function(model, x) {
  fixed <- list(formula = quote(.y ~ .), train = quote(model$train), test = quote(x))
  found <- do.call(kknn::kknn, c(fixed, model$config))
  structure(
    matrix(found$prob, nrow(x), dimnames = list(NULL, levels(model$train$.y))),
    labels = as.character(found$fitted.values)
  )
}

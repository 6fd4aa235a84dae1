#| title: Random forest of Breiman and Cutler
#| package: randomForest
#| version: 1
#| preprocessing: impute-native-none
#| data: frame

fit <- function(x, y, config, seed) {
  most <- max(vapply(x, nlevels, 0L))
  if (most > 53L) {
    refuse("too_many_levels", "randomForest takes at most 53 levels per column, not ", most)
  }
  do.call(randomForest::randomForest, c(list(x = quote(x), y = quote(y)), config))
}

prob <- function(model, x) {
  unclass(predict(model, x, type = "prob"))
}

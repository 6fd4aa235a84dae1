#| title: Random forest of Breiman and Cutler
#| package: randomForest
#| version: 1
#| preprocessing: impute-native-none
#| data: frame

# A tree that is nothing but its root is grown again, for ever: where no column varies, and
# where one leaf is allowed.
fit <- function(x, y, config, seed) {
  varies <- vapply(x, function(column) any(column != column[1L]), NA)
  if (!any(varies)) refuse("all_constant", "every column is constant")
  if (!is.null(config$maxnodes) && config$maxnodes < 2L) stop("maxnodes must be 2 or more")
  most <- max(vapply(x, nlevels, 0L))
  if (most > 53L) {
    refuse("too_many_levels", "randomForest takes at most 53 levels per column, not ", most)
  }
  do.call(randomForest::randomForest, c(list(x = quote(x), y = quote(y)), config))
}

prob <- function(model, x) {
  unclass(predict(model, x, type = "prob"))
}

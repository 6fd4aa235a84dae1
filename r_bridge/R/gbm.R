#| title: Gradient boosting of Friedman, two classes (more on request)
#| package: gbm
#| version: 1
#| preprocessing: impute-native-none
#| data: frame

# A factor response would give an empty model and no error, so the classes are coded 0 and 1. Rows have
# no weights, which the check for too few rows would not count.
fit <- function(x, y, config, seed) {
  distribution <- if (is.null(config$distribution)) "bernoulli" else config$distribution
  if (!distribution %in% c("bernoulli", "multinomial")) {
    stop("distribution must be bernoulli or multinomial, not ", distribution)
  }
  if (nlevels(y) > 2L && distribution == "bernoulli") {
    refuse("multiclass", "gbm is used for two classes only; its multinomial fit is broken")
  }
  if (max(vapply(x, nlevels, 1L)) > 1024L) {
    refuse("too_many_levels", "gbm takes up to 1024 levels in a column")
  }
  bag <- if (is.null(config$bag.fraction)) 0.5 else config$bag.fraction
  least <- if (is.null(config$n.minobsinnode)) 10L else config$n.minobsinnode
  if (nrow(x) * bag <= 2 * least + 1) {
    refuse(
      "too_few_rows", "gbm needs n * bag.fraction > 2 * n.minobsinnode + 1; here ",
      nrow(x) * bag, " and ", 2 * least + 1
    )
  }
  x$.y <- if (distribution == "bernoulli") as.numeric(y == levels(y)[2L]) else y
  fixed <- list(
    formula = quote(.y ~ .), data = quote(x), distribution = distribution,
    keep.data = FALSE, n.cores = 1L, verbose = FALSE
  )
  rest <- config[names(config) != "distribution"]
  list(boosted = do.call(gbm::gbm, c(fixed, rest)), classes = levels(y))
}

prob <- function(model, x) {
  boosted <- model$boosted
  found <- predict(boosted, x, n.trees = boosted$n.trees, type = "response")
  # Two classes have one column, the probability of the second.
  if (boosted$distribution$name == "bernoulli") found <- c(1 - found, found)
  matrix(found, nrow(x), dimnames = list(NULL, model$classes))
}

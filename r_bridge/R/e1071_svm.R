#| title: Support vector machine, probabilities by Platt's method
#| package: e1071
#| version: 1
#| preprocessing: impute-onehot-none
#| data: matrix

# A constant column would make the package scale no column at all, so it alone is left unscaled.
# `by_class` puts the rows in the order of their classes first: what a kernel that is not positive
# definite converges to depends on that order.
fit <- function(x, y, config, seed) {
  if (is.null(config$scale)) {
    config$scale <- apply(x, 2L, function(column) any(column != column[1L]))
  }
  if (isTRUE(config$by_class)) {
    rows <- order(y)
    x <- x[rows, , drop = FALSE]
    y <- y[rows]
  }
  fixed <- list(x = quote(x), y = quote(y), probability = TRUE, fitted = FALSE)
  do.call(e1071::svm, c(fixed, config[names(config) != "by_class"]))
}

# The package's labels come from the decision values and can differ from the largest probability.
prob <- function(model, x) {
  found <- attr(predict(model, x, probability = TRUE), "probabilities")
  structure(found, labels = as.character(predict(model, x)))
}

# Decision values have a column per pair of classes, named "a/b"; positive says a.
decision <- function(model, x) {
  attr(predict(model, x, decision.values = TRUE), "decision.values")
}

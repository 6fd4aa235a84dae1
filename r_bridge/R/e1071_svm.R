#| title: Support vector machine, probabilities by Platt's method
#| package: e1071
#| version: 1
#| preprocessing: impute-onehot-none
#| data: matrix

# A constant column would make the package scale no column at all, so it alone is left unscaled.
fit <- function(x, y, config, seed) {
  scale <- apply(x, 2L, function(column) any(column != column[1L]))
  fixed <- list(
    x = quote(x), y = quote(y), scale = scale, probability = TRUE, fitted = FALSE
  )
  do.call(e1071::svm, c(fixed, config))
}

# The package's labels come from the decision values and can differ from the largest probability.
prob <- function(model, x) {
  found <- attr(predict(model, x, probability = TRUE), "probabilities")
  structure(found, labels = as.character(predict(model, x)))
}

#| title: Linear discriminant analysis
#| package: MASS
#| version: 1
#| preprocessing: impute-onehot-standard
#| data: matrix
#| traits: seedless unordered

# A column that is constant tells nothing, but the package fails on it. It also fails where a column
# hardly varies within classes, by a threshold that expects standardised columns.
fit <- function(x, y, config, seed) {
  varies <- apply(x, 2L, function(column) any(column != column[1L]))
  if (!any(varies)) refuse("all_constant", "every column is constant")
  fixed <- list(x = quote(x[, varies, drop = FALSE]), grouping = quote(y))
  rule <- refuse_on(
    "constant within groups", "constant_within_classes", "a column is constant within every class",
    do.call(MASS::lda, c(fixed, config))
  )
  list(rule = rule, varies = varies)
}

prob <- function(model, x) {
  predict(model$rule, x[, model$varies, drop = FALSE])$posterior
}

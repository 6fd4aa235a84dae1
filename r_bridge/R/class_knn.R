#| title: K nearest neighbours
#| package: class
#| version: 1
#| preprocessing: impute-onehot-standard
#| data: matrix
#| traits: seedless unordered

# All the work is in prediction: the package has no model but its training rows.
fit <- function(x, y, config, seed) {
  k <- if (is.null(config$k)) 1L else config$k
  if (k > nrow(x)) refuse("too_few_rows", k, " neighbours of ", nrow(x), " training rows")
  list(x = x, y = y, k = k)
}

# The package tells the share of votes of the winner alone. A vote on every class against the rest
# tells all shares; the labels are those of the vote on all classes, which breaks ties at random.
prob <- function(model, x) {
  share <- function(class) {
    vote <- class::knn(model$x, x, factor(model$y == class), model$k, prob = TRUE)
    won <- attr(vote, "prob")
    ifelse(vote == "TRUE", won, 1 - won)
  }
  classes <- levels(model$y)
  found <- vapply(classes, share, numeric(nrow(x)))
  labels <- class::knn(model$x, x, model$y, model$k)
  structure(
    matrix(found, nrow(x), dimnames = list(NULL, classes)),
    labels = as.character(labels)
  )
}

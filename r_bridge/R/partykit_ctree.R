#| title: Conditional inference tree
#| package: partykit
#| version: 1
#| preprocessing: impute-native-none
#| data: frame

fit <- function(x, y, config, seed) {
  x$.y <- y
  control <- do.call(partykit::ctree_control, config)
  list(tree = partykit::ctree(.y ~ ., data = x, control = control), classes = levels(y))
}

prob <- function(model, x) {
  found <- predict(model$tree, x, type = "prob")
  matrix(found, nrow(x), dimnames = list(NULL, model$classes))
}

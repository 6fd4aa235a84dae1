#| title: Conditional inference tree
#| package: partykit
#| version: 1
#| preprocessing: impute-native-none
#| data: frame
#| traits: seedless

fit <- function(x, y, config, seed) {
  x$.y <- y
  control <- do.call(partykit::ctree_control, config)
  tree <- refuse_on(
    "unordered splits in >= 31 levels", "too_many_levels",
    "partykit cannot split a column of 31 levels or more",
    partykit::ctree(.y ~ ., data = x, control = control)
  )
  list(tree = tree, classes = levels(y))
}

prob <- function(model, x) {
  found <- predict(model$tree, x, type = "prob")
  matrix(found, nrow(x), dimnames = list(NULL, model$classes))
}

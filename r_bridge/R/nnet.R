#| title: Neural network with one hidden layer
#| package: nnet
#| version: 1
#| preprocessing: impute-onehot-standard
#| data: matrix

# The package's limit of 1,000 weights guards against slow fits; ours is the time limit.
fit <- function(x, y, config, seed) {
  if (is.null(config$size)) stop("the configuration has no size, the units of the hidden layer")
  rows <- data.frame(x, .y = y)
  fixed <- list(formula = quote(.y ~ .), data = quote(rows), MaxNWts = 1e6, trace = FALSE)
  list(network = do.call(nnet::nnet, c(fixed, config)), classes = levels(y))
}

# For two classes the network has one output, the probability of the second.
prob <- function(model, x) {
  found <- predict(model$network, data.frame(x), type = "raw")
  if (length(model$classes) == 2L) found <- c(1 - found, found)
  matrix(found, nrow(x), dimnames = list(NULL, model$classes))
}

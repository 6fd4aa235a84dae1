#| title: Support vector machine with more kernels
#| package: kernlab
#| version: 1
#| preprocessing: impute-onehot-none
#| data: matrix

# Arguments of kernels stand in the configuration beside those of ksvm(). A constant column would
# make the package scale no column at all, so it alone is left unscaled.
fit <- function(x, y, config, seed) {
  scaled <- apply(x, 2L, function(column) any(column != column[1L]))
  if (!any(scaled)) refuse("all_constant", "every column is constant")
  if (min(table(y)) < 2L) refuse("rare_class", "kernlab needs two training rows of every class")
  of_kernel <- names(config) %in% c("sigma", "degree", "scale", "offset")
  kernel <- if (is.null(config$kernel)) "rbfdot" else config$kernel
  estimated <- kernel %in% c("rbfdot", "laplacedot") && is.null(config$sigma)
  fixed <- list(
    x = quote(x), y = quote(y), type = "C-svc", scaled = scaled, prob.model = TRUE,
    kpar = if (estimated) "automatic" else config[of_kernel]
  )
  model <- do.call(kernlab::ksvm, c(fixed, config[!of_kernel]))
  # Where its line search gives up, the package keeps something else in place of the sigmoid, and
  # fails at prediction with words that tell nobody anything.
  if (!all(vapply(kernlab::prob.model(model), is.list, TRUE))) {
    stop("kernlab gave up its search for the sigmoid that makes probabilities of decision values")
  }
  model
}

# Of the package's ways to join the probabilities of pairs of classes, "minpair", the default, gives
# negative ones at times. Labels come from the decision values and can differ from the most probable.
prob <- function(model, x) {
  found <- kernlab::predict(model, x, type = "probabilities", coupler = "pkpd")
  structure(found, labels = as.character(kernlab::predict(model, x)))
}

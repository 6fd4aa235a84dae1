#| title: Logistic regression with elastic net penalty
#| package: glmnet
#| version: 1
#| preprocessing: impute-onehot-none
#| data: matrix
#| traits: seedless unordered

# `s` is the penalty that predictions are read off the path at, between two of glmnet's own, or, with
# `ends_at_s`, at the end of a path that leads down to it; the rest are glmnet's arguments.
fit <- function(x, y, config, seed) {
  if (is.null(config$s)) stop("the configuration has no s, the penalty to predict at")
  # The package would take the nearest value that makes sense to it.
  if (config$s <= 0) stop("s, the penalty to predict at, must be above 0, not ", config$s)
  alpha <- if (is.null(config$alpha)) 1 else config$alpha
  if (alpha < 0 || alpha > 1) stop("alpha must be from 0 to 1, not ", alpha)
  if (ncol(x) < 2L) refuse("one_column", "glmnet needs two columns or more")
  if (all(x == rep(x[1L, ], each = nrow(x)))) refuse("all_constant", "every column is constant")
  rare <- min(table(y))
  if (rare < 2L) refuse("rare_class", "glmnet needs two training rows or more of every class")
  family <- if (nlevels(y) == 2L) "binomial" else "multinomial"
  fixed <- list(x = quote(x), y = quote(y), family = family)
  if (isTRUE(config$ends_at_s)) fixed$lambda <- config$s * 10^seq(3, 0, length.out = 100L)
  path <- do.call(glmnet::glmnet, c(fixed, config[!names(config) %in% c("s", "ends_at_s")]))
  # glmnet gives what it has of a path that it cannot follow to its end.
  if (isTRUE(config$ends_at_s) && min(path$lambda) > config$s) {
    stop("glmnet found no minimum at the penalty s within maxit steps")
  }
  list(path = path, s = config$s)
}

prob <- function(model, x) {
  found <- predict(model$path, x, s = model$s, type = "response")
  classes <- model$path$classnames
  # For two classes glmnet gives the probability of the second one alone.
  if (length(classes) == 2L) found <- c(1 - found, found)
  found <- matrix(found, nrow(x), dimnames = list(NULL, classes))
  # For more it divides by a sum of exp(), which is infinite for a row far beyond the training rows.
  far <- which(!is.finite(rowSums(found)))
  if (length(far) > 0L) {
    link <- predict(model$path, x[far, , drop = FALSE], s = model$s, type = "link")
    link <- matrix(link, length(far))
    likely <- exp(link - apply(link, 1L, max))
    found[far, ] <- likely / rowSums(likely)
  }
  found
}

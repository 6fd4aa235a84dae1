# What stands between Python and the functions of a learner's R file.

# Say that the learner by its nature cannot take this data or configuration.
refuse <- function(code, ...) {
  stop(structure(
    class = c("not_applicable", "error", "condition"),
    list(message = paste0(...), call = NULL, code = code)
  ))
}

message_of <- function(condition) paste(conditionMessage(condition), collapse = " ")

# Value of `expr`, in which an error whose message matches `pattern` is such a refusal.
refuse_on <- function(pattern, code, reason, expr) {
  tryCatch(expr, error = function(e) {
    if (grepl(pattern, message_of(e))) refuse(code, reason)
    stop(e)
  })
}

# Value of f(...), or why there is none, with the warnings met on the way. Texts are
# conditionMessage(), never the printed condition, which would deparse the data.
guarded <- function(f, seed, ...) {
  reason <- code <- ""
  warnings <- character()
  count <- 0L
  keep <- 100L
  value <- tryCatch(
    withCallingHandlers(
      {
        # A package may have changed the kind of generator.
        set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
        f(...)
      },
      warning = function(w) {
        count <<- count + 1L
        if (count <= keep) warnings <<- c(warnings, message_of(w))
        tryInvokeRestart("muffleWarning")
      }
    ),
    not_applicable = function(e) {
      code <<- e$code
      reason <<- message_of(e)
    },
    error = function(e) {
      code <<- "error"
      reason <<- message_of(e)
    }
  )
  list(value, code, reason, warnings, count)
}

# What prob(model, x) gives: the numbers by column, the class of every column, and the labels.
answered <- function(prob, model, x) {
  p <- prob(model, x)
  classes <- colnames(p)
  if (!is.matrix(p) || !is.numeric(p) || is.null(classes) || anyNA(classes) ||
    anyDuplicated(classes)) {
    stop("no matrix of numbers with a column for every class", call. = FALSE)
  }
  list(as.double(p), classes, attr(p, "labels"))
}

# What decision(model, x) gives: the numbers by column, and the pair of classes of every column.
decided <- function(decision, model, x) {
  d <- decision(model, x)
  pairs <- colnames(d)
  if (!is.matrix(d) || !is.numeric(d) || is.null(pairs) || anyDuplicated(pairs)) {
    stop("no matrix of numbers with a column for every pair of classes", call. = FALSE)
  }
  list(as.double(d), pairs)
}

# Set-up of the embedded R, and what is recorded about it.

set_up <- function(uniform, normal, sample) {
  RNGkind(uniform, normal, sample)
  # Sorting and messages must not depend on the machine's language.
  Sys.setlocale("LC_COLLATE", "C")
  if (!l10n_info()[["UTF-8"]]) Sys.setlocale("LC_CTYPE", "C.UTF-8")
  Sys.setenv(LANGUAGE = "en")
  options(keep.source = FALSE, mc.cores = 1L)

  # R's own quit() ends the whole process at once, with exit code 0.
  refused <- function(...) stop("R code called quit()", call. = FALSE)
  for (name in c("quit", "q")) {
    unlockBinding(name, baseenv())
    assign(name, refused, envir = baseenv())
    lockBinding(name, baseenv())
  }

  # OpenBLAS takes its buffer at the first call, and spins for ever if a memory limit set
  # before then refuses it.
  x <- matrix(as.numeric(1:4096), 64L)
  crossprod(x, x %*% x[, 1L])
  invisible()
}

describe <- function() {
  loaded <- sort(loadedNamespaces())
  versions <- vapply(loaded, function(name) as.character(getNamespaceVersion(name)), "")
  names(versions) <- paste("R package", loaded)
  about <- c(
    "R" = as.character(getRversion()),
    "R BLAS" = unname(extSoftVersion()["BLAS"]),
    "R LAPACK" = La_library(),
    "R RNG" = paste(RNGkind(), collapse = "/")
  )
  c(about, versions)
}

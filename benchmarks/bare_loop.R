# Fit and predict with an adapter of r_bridge/R in a plain loop; the least that any system needs.
# Prints wall seconds, processor seconds, seconds of fits and predictions, evaluations.
#
# Usage: Rscript bare_loop.R FOLDER ADAPTER.R    (written by overhead.py)

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
source(arguments[2])
x <- read.csv(file.path(folder, "x.csv"), header = FALSE)
y <- factor(scan(file.path(folder, "y.csv"), quiet = TRUE))
rows <- function(kind) {
  lapply(0:19, function(i) scan(file.path(folder, paste0(kind, i, ".csv")), quiet = TRUE))
}
train <- rows("train")
test <- rows("test")
configs <- eval(parse(file.path(folder, "configs.R")))
now <- function() as.numeric(Sys.time())

run <- function(config, i) {
  data <- x[train[[i]], ]
  labels <- y[train[[i]]]
  rest <- x[test[[i]], ]
  start <- now()
  prob(fit(data, labels, config, 1L), rest)
  now() - start
}
invisible(run(configs[[1]], 1)) # packages are loaded before the clock starts
start <- now()
used <- function() sum(proc.time()[1:2])
before <- used()
fits <- 0
for (config in configs) {
  for (i in seq_along(train)) fits <- fits + run(config, i)
}
cat(now() - start, used() - before, fits, length(train) * length(configs), "\n")

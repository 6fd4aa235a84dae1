# Resample rpart with R's mlr on prepared splits; prints wall seconds, processor
# seconds, fit seconds, evaluations.
#
# Usage: Rscript mlr_resample.R FOLDER    (written by overhead.py)

suppressPackageStartupMessages(library(mlr))
configureMlr(show.info = FALSE, show.learner.output = FALSE)
folder <- commandArgs(trailingOnly = TRUE)[1]
data <- read.csv(file.path(folder, "x.csv"), header = FALSE)
data$target <- factor(scan(file.path(folder, "y.csv"), quiet = TRUE))
task <- makeClassifTask(data = data, target = "target")
rows <- function(kind) {
  lapply(0:19, function(i) scan(file.path(folder, paste0(kind, i, ".csv")), quiet = TRUE))
}
splits <- makeResampleInstance(makeResampleDesc("Subsample", iters = 20), task)
splits$train.inds <- rows("train")
splits$test.inds <- rows("test")
configs <- eval(parse(file.path(folder, "configs.R")))
wanted <- list(acc, auc, timetrain, timepredict)

before <- proc.time()
fits <- 0
for (config in configs) {
  learner <- makeLearner("classif.rpart", predict.type = "prob", par.vals = config)
  found <- resample(learner, task, splits, measures = wanted)$measures.test
  fits <- fits + sum(found$timetrain) + sum(found$timepredict)
}
took <- proc.time() - before
cat(took[["elapsed"]], sum(took[1:2]), fits, 20 * length(configs), "\n")

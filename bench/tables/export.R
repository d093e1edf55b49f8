#!/usr/bin/Rscript
# Write the tables of list.tsv that come from R packages as FOLDER/SOURCE.csv, one file each.
#
#	bench/tables/export.R bench/tables/list.tsv FOLDER
#
# Names of columns become lower-case words, factors become text, and a factor of numbers
# becomes numbers, as an import into a database would make of them.

argument <- commandArgs(trailingOnly = TRUE)
sources <- unique(read.delim(argument[1], colClasses = "character")$source)

frame <- function(package, name) {
	items <- data(package = package)$results[, "Item"]
	item <- items[sub(" .*", "", items) == name]
	loaded <- new.env()
	# "name (file)": several tables may be in one file
	data(list = sub("^.*\\((.*)\\)$", "\\1", item), package = package, envir = loaded)
	as.data.frame(loaded[[name]])
}

imported <- function(column) {
	if (is.numeric(column))
		as.vector(column)
	else if (is.factor(column) || is.character(column))
		type.convert(as.character(column), as.is = TRUE)
	else if (inherits(column, "yearqtr"))
		as.numeric(column)
	else if (inherits(column, "POSIXt"))
		format(column, "%Y-%m-%d %H:%M:%S")
	else
		column
}

for (source in grep("^(made|data|sklearn)::", sources, invert = TRUE, value = TRUE)) {
	part <- strsplit(source, "::")[[1]]
	table <- suppressWarnings(frame(part[1], part[2]))
	names(table) <- make.unique(tolower(gsub("[^A-Za-z0-9]+", "_", names(table))), sep = "_")
	write.csv(as.data.frame(lapply(table, imported)), file.path(argument[2], paste0(source, ".csv")), na = "", row.names = FALSE)
}

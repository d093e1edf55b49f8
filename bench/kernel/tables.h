/*
 * tables.h
 *		Tables of numbers in text, below a folder of data, as QualityData.
 */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include "quality.h"

#include <unistd.h>

/* A table of numbers, in text: rows with a "?" are left out. */
static inline void
read_table(QualityData *data, const char *folder, const char *name, const char *separators,
		   int header, uint32 d, uint32 most)
{
	char		command[4096];
	static char line[100000];
	FILE	   *pipe;

	snprintf(command, sizeof(command), "gzip -dcf '%s/%s'", folder, name);
	pipe = popen(command, "r");
	data->d = d;
	data->rows = 0;
	data->columns = true;
	data->x = malloc(sizeof(double) * d * most);
	data->y = malloc(sizeof(double) * most);
	while (pipe != NULL && data->rows < most && fgets(line, sizeof(line), pipe) != NULL)
	{
		char	   *word = strtok(line, separators);

		if (header-- > 0)
			continue;
		for (uint32 i = 0; i <= d && word != NULL; i++, word = strtok(NULL, separators))
		{
			if (word[0] == '?')
				break;
			if (i < d)
				data->x[(size_t) data->rows * d + i] = atof(word);
			else
				data->y[data->rows++] = atof(word);
		}
	}
	pclose(pipe);
}

static inline bool
is_there(const char *folder, const char *name)
{
	char		path[4096];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (access(path, R_OK) == 0)
		return true;
	fprintf(stderr, "no %s\n", path);
	return false;
}

#endif							/* BENCH_TABLES_H */

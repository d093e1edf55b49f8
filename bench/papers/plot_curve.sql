-- The same for gnuplot: a block for each learner, with its name above.
SELECT coalesce(CASE WHEN line = 1 THEN chr(10) || chr(10) || '"' || name || '"' || chr(10) END, '')
	|| concat_ws(' ', rows, reads, error, low, high)
FROM (SELECT name, rows, avg(reads) AS reads, avg(mse / nullif(zero, 0)) AS error, min(mse / nullif(zero, 0)) AS low, max(mse / nullif(zero, 0)) AS high,
		row_number() OVER (PARTITION BY name ORDER BY rows) AS line, last_value(avg(mse / nullif(zero, 0))) OVER (PARTITION BY name ORDER BY rows RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS last
	FROM curves GROUP BY name, rows) c
ORDER BY last, name, rows;

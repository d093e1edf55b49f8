-- The results of bench/columns, as the table of docs/results.md and as CSV.

CREATE VIEW errors AS
SELECT name, looks, what, count(*) AS splits, avg(r2) AS r2, stddev_samp(r2) / sqrt(count(*)) AS se, avg(forecast) AS forecast FROM results GROUP BY 1, 2, 3;

-- Of each number of looks lines, all that columns say, and pairs with their standard error.
\echo '| table | rows | columns | 1 look | 3 | 5 | all | splines, full rows | trees, full rows |'
\echo '|---|---|---|---|---|---|---|---|---|'
SELECT '| ' || concat_ws(' | ', replace(name, '_', ' '), to_char(rows, 'FM9,999'), columns,
	string_agg(replace(format('%s → %s → %s ± %s', round(lines::numeric, 2), round(alone::numeric, 2), round(r2::numeric, 2), round(se::numeric, 2)), '0.', '.'), ' | ' ORDER BY looks) FILTER (WHERE what = 'pairs'),
	max(said) FILTER (WHERE what = 'splines'), max(said) FILTER (WHERE what = 'trees')) || ' |'
FROM (SELECT *, max(r2) FILTER (WHERE what = 'lines') OVER (PARTITION BY name, looks) AS lines, max(r2) FILTER (WHERE what = 'all') OVER (PARTITION BY name, looks) AS alone,
		replace(format('%s ± %s', round(r2::numeric, 2), round(se::numeric, 2)), '0.', '.') AS said FROM errors) e JOIN tables USING (name)
GROUP BY name, columns, rows, tables.real ORDER BY tables.real DESC, name;

\echo
\copy (SELECT name, coalesce(looks::text, 'full rows') AS looks, what, splits, round(r2::numeric, 4) AS r2, round(se::numeric, 4) AS se, round(forecast::numeric, 4) AS forecast FROM errors JOIN tables USING (name) ORDER BY tables.real DESC, name, errors.looks, what) TO STDOUT (FORMAT csv, HEADER)

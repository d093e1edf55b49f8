-- A table of the learning curves of an experiment.
\pset null ''
\echo Squared error on test rows / that of predicting 0, after so many rows;
\echo mean of the repeats, and the standard deviation of one at the end
CREATE TEMP VIEW ends AS
SELECT name, round(stddev_samp(mse / nullif(zero, 0))::numeric, 3) AS sd, round(avg(reads::float8 / c.rows)::numeric, 1) AS looks,
	round(100 * avg(wrong)::numeric, 1) AS wrong, avg(mse / nullif(zero, 0)) AS last
FROM curves c WHERE rows = (SELECT max(rows) FROM curves) GROUP BY name;
SELECT dense_rank() OVER (ORDER BY e.last) || ' ' || name AS learner, c.rows, round(avg(c.mse / nullif(c.zero, 0))::numeric, 3) AS error
FROM curves c JOIN ends e USING (name)
GROUP BY name, e.last, c.rows
ORDER BY e.last, c.rows
\crosstabview learner rows error rows
\echo
SELECT row_number() OVER (ORDER BY e.last) || ' ' || name AS learner, looks AS "looks a row", sd, wrong AS "% wrong",
	concat_ws(', ', 'radius ' || radius, 'step ' || step, 'lambda ' || lambda) AS "chosen by cross-validation"
FROM ends e LEFT JOIN (SELECT DISTINCT ON (name) * FROM tuned ORDER BY name, mse) b USING (name)
ORDER BY e.last;

-- The second half of 3v5.sql, simulated.sql and covertype.sql, which make
--		train (place, id, x, y), test (id, x, y)
--		candidates (name, radius, step, lambda, learner): the grid
--		designs (name, learner): of moment learners, which choose their penalty
--		points: the numbers of rows to stop at
-- With :tune true every candidate is cross-validated on the training rows of
-- this repeat; otherwise the best of each name is run on growing parts of them.

\if :tune
SELECT :'experiment', name, radius, step, lambda, avg(mse) AS mse, stddev_samp(mse) / sqrt(count(*)) AS se
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM train ORDER BY place',
		(SELECT array_agg(learner) FROM candidates), folds => :folds, seed => :repeat)
	JOIN candidates USING (learner)
WHERE mse < 1e100				-- others diverged, or all but
GROUP BY name, radius, step, lambda
HAVING count(*) = :folds
ORDER BY name, mse;
\else
CREATE TEMP TABLE learners AS
SELECT name, learner
FROM (SELECT DISTINCT ON (name) name, radius, step, lambda FROM tuned
	WHERE experiment = :'experiment' ORDER BY name, mse) best
	JOIN candidates c USING (name)
WHERE (c.radius, c.step, c.lambda) IS NOT DISTINCT FROM (best.radius, best.step, best.lambda)
UNION ALL
SELECT name, learner FROM designs;

SELECT :'experiment', :repeat, name, rows, reads, mse, error_rate, (SELECT avg(y::float8 ^ 2) FROM test)
FROM aer_learning_curve('SELECT x AS features, y AS target, id AS key FROM train ORDER BY place',
		'SELECT x AS features, y AS target FROM test',
		(SELECT array_agg(learner) FROM learners), (SELECT list FROM points))
	JOIN learners USING (learner)
ORDER BY name, rows;
\endif

-- Error against looks, MNIST "3 vs 5": the moment learner with its defaults, and
-- published learners with a budget (Cesa-Bianchi, Shalev-Shwartz and Shamir 2010; Hazan
-- and Koren 2012; Kukliansky and Shamir 2015), each with the radius and the step or
-- lambda that were best on a validation set of the first split, whose looks are not
-- counted.  Pixels are centred by their known means.  "Ridge, all pixels" has the link of
-- two-valued targets, as the moment learner has.  The error is that of predictions on test
-- images over the variance of the target.

SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
CREATE EXTENSION IF NOT EXISTS aer;

CREATE TEMP TABLE images AS
SELECT split, id, CASE label WHEN 3 THEN -1 ELSE 1 END AS y, pixels AS x,
	ceil(10.0 * row_number() OVER w / count(*) OVER (PARTITION BY split))::int AS tenth, row_number() OVER w AS place
FROM mnist, generate_series(1, 3) split WHERE label IN (3, 5)
WINDOW w AS (PARTITION BY split ORDER BY hashint8extended(id, split));

CREATE TEMP TABLE known AS
SELECT array_agg(mean ORDER BY attribute) AS center, array_agg(sd ^ 2 ORDER BY attribute) AS moments
FROM aer_attributes((SELECT aer_moments(x, y, aer_design(folds => 1)) FROM images WHERE split = 1 AND tenth < 10));

CREATE TEMP TABLE candidates AS
SELECT name, budget, learner
FROM known, unnest(ARRAY[2, 5, 10, 20, 57, 196]) budget,
	LATERAL (
		SELECT 'AERR, 2012' AS name, aer_ridge(budget => budget, radius => radius, step => step,
			intercept => true, center => center, scale => 2550) AS learner
		FROM unnest(ARRAY[5, 10, 20]) radius, unnest(ARRAY[0.0003, 0.001, 0.003, 0.01, 0.03, 0.1]) step
		UNION ALL
		SELECT 'DDAERR, 2015', aer_ridge(budget => budget, radius => radius, step => step,
			sampling => 'moments', second_moments => moments, inner_draws => budget / 2, intercept => true, center => center, scale => 2550)
		FROM unnest(ARRAY[5, 10, 20]) radius, unnest(ARRAY[0.0003, 0.001, 0.003, 0.01, 0.03, 0.1]) step
		UNION ALL
		SELECT 'AELR, 2012', aer_lasso(budget => budget, radius => radius, step => step,
			intercept => true, center => center, scale => 255)
		FROM unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.0003, 0.001, 0.003, 0.01, 0.03]) step
		UNION ALL
		SELECT 'AER, 2010', aer_pegasos(budget => budget, radius => radius, lambda => lambda,
			intercept => true, center => center, scale => 255)
		FROM unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.1, 0.3, 1, 3, 10, 30]) lambda) c;

CREATE TEMP TABLE best AS
SELECT DISTINCT ON (name, budget) name, budget, learner
FROM aer_learning_curve('SELECT x AS features, y AS target FROM images WHERE split = 1 AND tenth < 9 ORDER BY place',
		'SELECT x AS features, y AS target FROM images WHERE split = 1 AND tenth = 9',
		(SELECT array_agg(learner) FROM candidates), '{9300}')
	JOIN candidates USING (learner)
ORDER BY name, budget, mse;
INSERT INTO best
SELECT 'aer, nothing tuned', looks, aer_design(budget => looks) FROM unnest(ARRAY[1, 2, 5, 10, 20, 57, 196, 784]) looks;

CREATE TEMP TABLE errors (name text, looks int, split int, mse float8);
SELECT format($$INSERT INTO errors SELECT name, budget, %1$s, mse
	FROM aer_learning_curve('SELECT x AS features, y AS target FROM images WHERE split = %1$s AND tenth < 10 ORDER BY place',
			'SELECT x AS features, y AS target FROM images WHERE split = %1$s AND tenth = 10',
			(SELECT array_agg(learner) FROM best), '{10400}')
		JOIN best USING (learner)$$, split)
FROM generate_series(1, 3) split \gexec
INSERT INTO errors
SELECT 'ridge, all pixels', looks, split, mse
FROM unnest(ARRAY[1, 784]) looks,
	(SELECT split, avg((aer_predict(model, x) - y) ^ 2) AS mse
	FROM (SELECT split, aer_fit_ridge(aer_moments(x, y ORDER BY place)) AS model FROM images WHERE tenth < 10 GROUP BY split) m
		JOIN images USING (split)
	WHERE tenth = 10 GROUP BY split) s;

COPY (
	SELECT name, looks, round(avg(mse / variance)::numeric, 4), round(min(mse / variance)::numeric, 4), round(max(mse / variance)::numeric, 4)
	FROM errors JOIN (SELECT split, var_pop(y) AS variance FROM images WHERE tenth = 10 GROUP BY split) v USING (split)
	GROUP BY name, looks ORDER BY name NOT LIKE 'aer%', name, looks)
TO STDOUT;

-- The Baseline of Cesa-Bianchi, Shalev-Shwartz and Shamir (2010) on a pair of
-- digits, 4 pixels of each image.  A fit takes a second, so its radius is chosen
-- by cross-validation with 3 folds, not 10.
--
-- Variables: first, second, split

\ir pairs_split.sql

CREATE TEMP TABLE baseline AS
SELECT learner, avg(mse) AS mse
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM train ORDER BY place',
	(SELECT array_agg(aer_baseline(budget => 4, radius => radius, intercept => true,
			center => (SELECT center FROM known), scale => 255, seed => :split))
		FROM unnest(ARRAY[2, 4, 8]) radius), folds => 3, seed => :split)
GROUP BY learner ORDER BY mse LIMIT 1;
CREATE TEMP TABLE model AS
SELECT aer_train(x, y, (SELECT learner FROM baseline)) AS model
FROM (SELECT * FROM train ORDER BY place) t;

SELECT :first, :second, :split, 'Baseline', (e).mse, (e).error_rate, reads::float8 / rows AS looks, learner ->> 'radius', NULL
FROM model, LATERAL (SELECT rows, reads, learner FROM aer_summary(model)) s,
	LATERAL (SELECT aer_evaluate(model, x, y) AS e FROM test) e;

-- One pair of digits, one split, 4 pixels of each image: the test errors of
-- AER, of the moment learner, and with :exact of ridge and lasso from all pixels.
--
-- As in Cesa-Bianchi, Shalev-Shwartz and Shamir (2010), section 4: the first
-- digit is -1, the second +1; one image of ten tests; AER's parameters are
-- chosen on the others by 10-fold cross-validation.  Pixels are centred, which
-- the paper does not mention (see docs/results.md).
--
-- Variables: first, second, split, exact (true, false)

\ir pairs_split.sql

-- AER's grid.
CREATE TEMP TABLE aer AS
SELECT learner, avg(mse) AS mse
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM train ORDER BY place',
	(SELECT array_agg(aer_pegasos(budget => 4, radius => radius, lambda => lambda, intercept => true,
			center => (SELECT center FROM known), scale => 255, seed => :split))
		FROM unnest(ARRAY[3, 4, 5, 6, 7, 8, 10, 12]) radius
			CROSS JOIN unnest(ARRAY[4, 6, 8, 10, 12, 16, 20]) lambda), folds => 10, seed => :split)
GROUP BY learner ORDER BY mse LIMIT 1;

CREATE TEMP TABLE models (method text, model aer_model);
INSERT INTO models
SELECT 'AER', aer_train(x, y, (SELECT learner FROM aer)) FROM (SELECT * FROM train ORDER BY place) t;
INSERT INTO models
SELECT 'moments, nothing known', aer_fit_ridge(aer_moments(x, y, aer_design(budget => 4, seed => :split)))
FROM (SELECT * FROM train ORDER BY place) t;
INSERT INTO models
SELECT 'moments, spread known', aer_fit_ridge(aer_moments(x, y,
	(SELECT aer_design(budget => 4, spread => spread, seed => :split) FROM known), id))
FROM train;
\if :exact
CREATE TEMP TABLE moments AS SELECT aer_moments(x, y) AS m FROM train;
INSERT INTO models SELECT 'ridge, all pixels', aer_fit_ridge(m) FROM moments;
INSERT INTO models SELECT 'lasso, all pixels', aer_fit_lasso(m) FROM moments;
\endif

SELECT :first, :second, :split, method, (e).mse, (e).error_rate, reads::float8 / rows AS looks,
	learner ->> 'radius' AS radius, learner ->> 'lambda' AS lambda
FROM models, LATERAL (SELECT rows, reads, learner FROM aer_summary(model)) s,
	LATERAL (SELECT aer_evaluate(model, x, y) AS e FROM test) e;

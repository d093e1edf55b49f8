-- The forecast of aer_fit_repeats against the error that is met: random splits
-- of the headlines (bench/repeats loads them) and of simulated judgments.
--
-- Of the training objects two judgments of each attribute are known; they
-- choose the repeats for a budget and give the predictor, and with it the
-- forecast.  Met: its squared error on the other objects, each judged anew as
-- the repeats say (ten judgments, of which some are drawn; beyond ten, all).
-- "projected" is what the training moments say of themselves: the variance of
-- the target less the objective of the search.  Where few objects test, the
-- mean of forecast / met lies above the ratio of the means, as 1 / met is
-- large where met happens to be small.

\set QUIET on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SELECT setseed(0.4) \g /dev/null

-- simulated: five latent values, ten attributes that show them with more or
-- less noise, 500 objects of which 100 train
CREATE TEMP TABLE judgment AS
SELECT 'headlines' AS data, 80 AS train, headline AS object, valence AS y, attribute, score AS v
FROM crowd JOIN truth USING (headline) WHERE attribute <> 'valence'
UNION ALL
SELECT 'simulated', 100, o, y, 'a' || a, z + (1 + a % 3) * 3.46 * (random() - 0.5)
FROM (SELECT o, a, y, l[a % 5 + 1] + (a / 5) * (random() - 0.5) AS z
	  FROM (SELECT o, l, l[1] / 3 + l[2] * 2 / 3 + l[3] + l[4] * 4 / 3 + l[5] * 5 / 3 + 3.46 * (random() - 0.5) AS y
			FROM (SELECT o, array_agg(3.46 * (random() - 0.5)) AS l FROM generate_series(1, 500) o, generate_series(1, 5) GROUP BY o) s) s,
		generate_series(0, 9) a) s, generate_series(1, 10) k;

CREATE TEMP TABLE names AS
SELECT data, array_agg(DISTINCT attribute ORDER BY attribute) AS names FROM judgment GROUP BY data;

CREATE TEMP TABLE split AS
SELECT data, split, object, row_number() OVER (PARTITION BY data, split ORDER BY random()) > train AS test
FROM (SELECT DISTINCT data, train, object FROM judgment) s, generate_series(1, :splits) split;
CREATE TEMP TABLE judged AS
SELECT data, split, object, y, test, attribute, v,
	row_number() OVER (PARTITION BY data, split, object, attribute ORDER BY random()) AS k
FROM judgment JOIN split USING (data, object);
ANALYZE judged;

CREATE TEMP TABLE fitted AS
SELECT data, split, budget, r.repeats, projected, aer_fit_repeats(moments, r.repeats) AS model
FROM (SELECT data, split, var_pop(y) AS variance, aer_judgment_moments(j, y, names ORDER BY object) AS moments
	  FROM (SELECT data, split, object, y, aer_judgments(attribute, v) AS j
			FROM judged WHERE NOT test AND k <= 2 GROUP BY data, split, object, y) s
		JOIN names USING (data) GROUP BY data, split) m
	CROSS JOIN unnest('{1,2,4,10,30}'::float8[]) budget,
	LATERAL (SELECT array_agg(repeats ORDER BY attribute) AS repeats FROM aer_repeats(moments, budget)) r,
	LATERAL (SELECT variance - max(objective) AS projected FROM aer_repeat_path(moments, budget)) p;

CREATE TEMP TABLE result AS
SELECT f.data, f.split, f.budget, projected, expected_mse, expected_se, met
FROM fitted f CROSS JOIN aer_summary(model)
	JOIN (SELECT data, split, budget, avg((aer_predict(model, j) - y) ^ 2) AS met
		  FROM (SELECT o.data, o.split, budget, object, y, aer_judgments(attribute, v) AS j
				FROM fitted f JOIN names n ON n.data = f.data, unnest(n.names, f.repeats) t (name, r), judged o
				WHERE o.test AND o.data = f.data AND o.split = f.split AND o.attribute = t.name AND k <= r
				GROUP BY o.data, o.split, budget, object, y) s JOIN fitted USING (data, split, budget)
		  GROUP BY 1, 2, 3) m USING (data, split, budget);

\echo
\echo 'Forecast of aer_fit_repeats and what is met'
SELECT data, budget, count(*) AS splits, count(*) - count(expected_mse) AS none,
	round(avg(projected)::numeric, 2) AS projected, round(avg(expected_mse)::numeric, 2) AS forecast, round(avg(met)::numeric, 2) AS met,
	round((avg(projected) / avg(met))::numeric, 2) AS "projected : met", round((avg(expected_mse) / avg(met))::numeric, 2) AS "forecast : met",
	round(avg(expected_mse / met)::numeric, 2) AS "mean of forecast / met",
	round((stddev(expected_mse / met) / sqrt(count(*)))::numeric, 2) AS "its error",
	round((avg(met) * avg(1 / met))::numeric, 2) AS "of a constant"
FROM result GROUP BY data, budget ORDER BY data, budget;

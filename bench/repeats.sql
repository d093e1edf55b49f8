-- Feature multi-selection on real judgments: the experts' valence of a headline
-- from what paid workers said of other emotions in it (Snow et al. 2008).
--
-- 100 headlines, six attributes, ten judgments of each.  Of 80 headlines two
-- judgments of each attribute, drawn at random, are known (k = 2, as in Sabato
-- & Kalai 2013); they choose the repeats for a budget.  Up to ten judgments
-- are then collected as the repeats say, and least squares on their means gives
-- the predictor, which is tried on the other 20, from as many judgments drawn
-- anew.  "projected" is the predictor from the two judgments alone.
--
-- Tables crowd (headline, attribute, worker, score) and truth (headline,
-- valence) are loaded by bench/repeats.

\set QUIET on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SELECT setseed(0.3) \g /dev/null

CREATE TEMP TABLE names AS
SELECT array_agg(DISTINCT attribute ORDER BY attribute) AS names FROM crowd WHERE attribute <> 'valence';

-- every split, with its judgments in random order
CREATE TEMP TABLE judged AS
SELECT split, headline, valence, place > 80 AS test, attribute, score,
	row_number() OVER (PARTITION BY split, headline, attribute ORDER BY random()) AS k
FROM (SELECT split, headline, valence, row_number() OVER (PARTITION BY split ORDER BY random()) AS place
	  FROM truth, generate_series(1, :splits) split) s
	JOIN crowd USING (headline)
WHERE attribute <> 'valence';
ANALYZE judged;

CREATE TEMP TABLE chosen AS
SELECT split, method, budget, moments,
	ARRAY(SELECT repeats FROM aer_repeats(moments, budget, method) ORDER BY attribute) AS repeats
FROM (SELECT split, aer_judgment_moments(j, valence, (SELECT names FROM names)) AS moments
	  FROM (SELECT split, headline, valence, aer_judgments(attribute, score) AS j
			FROM judged WHERE NOT test AND k <= 2 GROUP BY split, headline, valence) s
	  GROUP BY split) m,
	unnest('{full,scoring,averages,copies}'::text[]) method,
	unnest('{2,4,6,10,16,24}'::float8[]) budget;

-- means of the judgments that the repeats ask for, 0 where there are none
CREATE TEMP TABLE means AS
SELECT split, method, budget, headline, valence, test, array_agg(mean ORDER BY attribute) AS x
FROM (SELECT c.split, method, budget, headline, valence, test, j.attribute, coalesce(avg(score) FILTER (WHERE k <= r), 0) AS mean
	  FROM chosen c, unnest((SELECT names FROM names), repeats) t (attribute, r), judged j
	  WHERE j.split = c.split AND j.attribute = t.attribute
	  GROUP BY 1, 2, 3, 4, 5, 6, j.attribute) s
GROUP BY 1, 2, 3, 4, 5, 6;

CREATE TEMP TABLE models AS
SELECT split, method, budget, aer_fit_ols(aer_moments(x, valence)) AS model,
	(SELECT aer_trim(aer_fit_repeats(moments, repeats)) FROM chosen c WHERE (c.split, c.method, c.budget) = (m.split, m.method, m.budget)) AS projected
FROM means m WHERE NOT test GROUP BY split, method, budget;

CREATE TEMP TABLE results AS
SELECT method, budget, split, avg((aer_predict(model, x) - valence) ^ 2) AS mse,
	avg((weight0 + (SELECT sum(w * v) FROM unnest(projected::float8[], x) t (w, v)) - valence) ^ 2) AS projected
FROM models JOIN means USING (split, method, budget),
	LATERAL (SELECT weight AS weight0 FROM aer_weights(projected) WHERE attribute = 0) i
WHERE test GROUP BY 1, 2, 3;

\echo
\echo 'Emotion headlines: test squared error of the experts'' valence'
SELECT round(var_pop(valence)) AS "variance of the valence" FROM truth;
SELECT budget,
	round(avg(mse) FILTER (WHERE method = 'full')) AS "full",
	round(avg(mse) FILTER (WHERE method = 'scoring')) AS scoring,
	round(avg(mse) FILTER (WHERE method = 'averages')) AS averages,
	round(avg(mse) FILTER (WHERE method = 'copies')) AS copies,
	round(avg(projected) FILTER (WHERE method = 'full')) AS "full, projected",
	round(stddev(mse) FILTER (WHERE method = 'full') / sqrt(count(DISTINCT split))) AS "standard error"
FROM results GROUP BY budget ORDER BY budget;

\echo 'Mean repeats at budget 10'
SELECT method, attribute, round(avg(r), 1) AS repeats
FROM chosen, unnest((SELECT names FROM names), repeats) t (attribute, r)
WHERE budget = 10 GROUP BY 1, 2 ORDER BY 1, 2
\crosstabview method attribute repeats

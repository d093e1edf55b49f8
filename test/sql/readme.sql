-- The examples of README.md and docs/: scripts/docs puts each example's input
-- and output, as they stand in expected/readme.out, where its first line
-- stands in a page.
CREATE EXTENSION aer;
\pset null ''

-- 10,000 records: 20 attributes x, and y, which depends on three of them
SET seed = 0.5;
CREATE TABLE samples AS
SELECT id, x, 3 * x[1] - 2 * x[2] + x[3] + 2 * random() - 1 AS y
FROM generate_series(1, 10000) id,
	LATERAL (SELECT ARRAY(SELECT 2 * random() - 1 FROM generate_series(1, 20) WHERE id > 0) AS x) s;

-- learn from the first 9,000, looking at 4 attributes of each
CREATE TABLE models AS
SELECT 'four' AS name,
	aer_train(x, y, aer_lasso(budget => 4, radius => 8, step => 0.003) ORDER BY id) AS model
FROM samples WHERE id <= 9000;

-- what it found
SELECT attribute, round(weight::numeric, 2) AS weight
FROM models, aer_weights(model)
ORDER BY abs(weight) DESC LIMIT 4;

-- what it looked at
SELECT rows, attributes, draws, reads FROM models, aer_summary(model);

-- how far off it is on the 1,000 that it has not seen
SELECT (e).rows, round((e).mse::numeric, 2) AS mse, round((e).r2::numeric, 2) AS r2
FROM (SELECT aer_evaluate(model, x, y) AS e FROM models, samples WHERE id > 9000) t;

-- predictions are numbers in a query
SELECT id, round(aer_predict(model, x)::numeric, 1) AS predicted, round(y::numeric, 1) AS y
FROM models, samples WHERE id > 9000
ORDER BY predicted DESC LIMIT 3;

-- a table with named columns, and the range that each can have
CREATE TABLE patients AS
SELECT id, 20 + (70 * random())::int AS age, random() < 0.3 AS smoker,
	round((90 + 110 * random())::numeric) AS systolic,
	(60 + 160 * random())::real AS glucose,
	(15 + 30 * random())::real AS body_mass,
	(ARRAY['north', 'south'])[1 + (id % 2)] AS ward, 0::real AS days
FROM generate_series(1, 6000) id;
UPDATE patients SET days = 5 + 0.05 * (age - 55) + 0.04 * (systolic - 145)
	+ 2 * smoker::int + 2 * (random() - 0.5);
CREATE TABLE tests (name text, price int, low real, high real);
INSERT INTO tests VALUES ('age', 0, 20, 90), ('smoker', 0, 0, 1), ('systolic', 5, 90, 200),
	('glucose', 8, 60, 220), ('body_mass', 2, 15, 45);

-- train on whole rows, look at 3 columns of each
SELECT aer_train(p, 'days',
	aer_ridge(budget => 3, radius => 6, step => 0.01, intercept => true, exclude => '{id}',
		center => '{"age": 55, "smoker": 0.5, "systolic": 145, "glucose": 140, "body_mass": 30}',
		scale => '{"age": 35, "smoker": 0.5, "systolic": 55, "glucose": 80, "body_mass": 15}')
	ORDER BY id) AS model
FROM patients p \gset

-- weights come back in days per year, per mmHg, ...
SELECT attribute, name, round(weight::numeric, 3) AS weight FROM aer_weights(:'model');

-- center and scale from a table: the constructor stands inside a scalar subquery
SELECT aer_train(p, 'days',
	(SELECT aer_ridge(budget => 3, radius => 6, step => 0.01, intercept => true, exclude => '{id,ward}',
			center => jsonb_object_agg(name, (low + high) / 2),
			scale => jsonb_object_agg(name, (high - low) / 2)) FROM tests)
	ORDER BY id)::float8[] = (:'model'::aer_model)::float8[] AS "same weights"
FROM patients p;

-- several learners in one scan: look for a radius and a step
WITH learners AS (
	SELECT array_agg(aer_lasso(budget => 4, radius => radius, step => step)) AS list
	FROM unnest(ARRAY[4, 8, 16]) radius, unnest(ARRAY[0.001, 0.003, 0.01]) step),
trained AS (
	SELECT aer_train_many(x, y, (SELECT list FROM learners) ORDER BY id) AS models
	FROM samples WHERE id <= 8000)
SELECT (learner ->> 'radius')::float8 AS radius, (learner ->> 'step')::float8 AS step,
	round((aer_evaluate(model, x, y)).mse::numeric, 2) AS mse
FROM trained, unnest(models) model, aer_summary(model), samples
WHERE id BETWEEN 8001 AND 9000
GROUP BY learner ORDER BY mse LIMIT 4;

-- the same question by cross-validation, which uses every row
SELECT learner ->> 'learner' AS learner, (learner ->> 'radius')::float8 AS radius,
	round(avg(mse)::numeric, 2) AS mse, sum(rows) AS scored, sum(reads) AS reads
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM samples WHERE id <= 5000',
	ARRAY[aer_lasso(budget => 4, radius => 8, step => 0.003),
		aer_ridge(budget => 4, radius => 4, step => 0.003)], folds => 5)
GROUP BY learner ORDER BY mse;

-- a grid of every combination, and a design, cross-validated in two scans
CREATE TABLE trial AS
SELECT learner, avg(mse) AS mse, stddev(mse) / sqrt(count(*)) AS se, sum(reads) AS reads
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM samples WHERE id <= 9000',
	(SELECT array_agg(aer_lasso(budget => budget, radius => radius, step => 0.005, seed => budget))
		FROM unnest(ARRAY[2, 4, 8]) budget CROSS JOIN unnest(ARRAY[4, 8, 16]) radius)
	|| aer_design(budget => 4), folds => 10)
GROUP BY learner;
SELECT learner ->> 'learner' AS learner, (learner ->> 'budget')::int AS budget, (learner ->> 'radius')::float8 AS radius,
	round(mse::numeric, 2) AS mse, round(se::numeric, 3) AS se, reads
FROM trial ORDER BY trial.mse LIMIT 6;

-- the one-standard-error rule: of those as good as the best, the one that reads least
SELECT learner ->> 'learner' AS learner, (learner ->> 'budget')::int AS budget, (learner ->> 'radius')::float8 AS radius,
	round(mse::numeric, 2) AS mse, reads
FROM trial
WHERE mse <= (SELECT mse + se FROM trial ORDER BY mse LIMIT 1)
ORDER BY reads, trial.mse LIMIT 1;

-- how the error falls with the rows
SELECT rows, reads, round(mse::numeric, 2) AS mse
FROM aer_learning_curve(
	'SELECT x AS features, y AS target FROM samples WHERE id <= 9000 ORDER BY id',
	'SELECT x AS features, y AS target FROM samples WHERE id > 9000',
	ARRAY[aer_lasso(budget => 4, radius => 8, step => 0.003)], '{1000,3000,9000}')
ORDER BY rows;

-- other learners with a budget
SELECT learner ->> 'learner' AS learner, learner ->> 'sampling' AS sampling,
	s.rows, s.reads, round((aer_evaluate(model, x, y)).mse::numeric, 2) AS mse
FROM (SELECT aer_train_many(x, y, ARRAY[
			aer_lasso(budget => 4, radius => 8, step => 0.003, sampling => 'two-phase', warmup_rows => 900),
			aer_pegasos(budget => 4, radius => 8, lambda => 0.5),
			aer_svr(budget => 4, radius => 4, step => 0.01, insensitivity => 0.5, biased => true)]
		ORDER BY id) AS models
	FROM samples WHERE id <= 9000) trained,
	unnest(models) model, aer_summary(model) s, samples
WHERE id > 9000
GROUP BY learner, s.rows, s.reads ORDER BY mse;

-- learners that learn from mistakes read everything
SELECT learner ->> 'learner' AS learner, s.rows, s.reads, s.mistakes,
	round((aer_evaluate(model, x, y > 0)).sign_error::numeric, 2) AS sign_error
FROM (SELECT aer_train_many(x, y > 0,
		ARRAY[aer_perceptron(averaged => true), aer_winnow(balanced => true)] ORDER BY id) AS models
	FROM samples WHERE id <= 9000) trained,
	unnest(models) model, aer_summary(model) s, samples
WHERE id > 9000
GROUP BY learner, s.rows, s.reads, s.mistakes ORDER BY learner ->> 'learner';

-- one model per group
CREATE TABLE ward_models AS
SELECT ward, aer_train(p, 'days',
	(SELECT aer_ridge(budget => 3, radius => 6, step => 0.01, intercept => true,
			include => array_agg(name),
			center => jsonb_object_agg(name, (low + high) / 2),
			scale => jsonb_object_agg(name, (high - low) / 2)) FROM tests)
	ORDER BY id) AS model
FROM patients p WHERE id <= 5000
GROUP BY ward;
SELECT ward, rows, draws, reads FROM ward_models, aer_summary(model) ORDER BY ward;

-- score each row with the model of its group
SELECT ward, p.id, round(aer_predict(model, p)::numeric, 1) AS predicted, round(days::numeric, 1) AS days
FROM patients p JOIN ward_models USING (ward) WHERE p.id > 5000
ORDER BY predicted DESC LIMIT 3;

-- the mean of models of parts, for scoring
SELECT round((aer_evaluate(mean, p, 'days')).mse::numeric, 2) AS mse
FROM (SELECT aer_average(model) AS mean FROM ward_models) m, patients p WHERE p.id > 5000;

-- go on with tomorrow's rows: to the bit as if they had been there today
CREATE TABLE yesterday AS
SELECT aer_train(x, y, aer_lasso(budget => 4, radius => 8, step => 0.003) ORDER BY id) AS model
FROM samples WHERE id <= 4000;
SELECT (SELECT aer_continue(x, y, (SELECT model FROM yesterday) ORDER BY id)
		FROM samples WHERE id BETWEEN 4001 AND 9000)::text
	= model::text AS "same model"
FROM models WHERE name = 'four';

-- what will be asked of the next row
SELECT aer_next(model) FROM models;

-- a model without what is needed to go on is smaller
SELECT pg_column_size(aer_trim(model)) < 0.8 * pg_column_size(model) AS smaller,
	(aer_summary(aer_trim(model))).continuable
FROM models;

-- a model is JSON text; its numbers read back exactly
SELECT model::text::aer_model::text = model::text AS "reads back",
	model::jsonb -> 'rows' AS rows, array_length(model::float8[], 1) AS weights
FROM models;
SELECT jsonb_object_keys(model::jsonb) AS key FROM models ORDER BY key;

-- binary, by COPY
\set file `mktemp -u`
COPY (SELECT name, model FROM models) TO :'file' (FORMAT binary);
CREATE TABLE copied (name text, model aer_model);
COPY copied FROM :'file' (FORMAT binary);
SELECT c.model::text = m.model::text AS "same model" FROM copied c JOIN models m USING (name);

-- rows with NULL features or target are skipped and counted
SELECT rows, skipped
FROM (SELECT aer_train(x, CASE WHEN id % 10 > 0 THEN y END, aer_lasso(budget => 4, radius => 8) ORDER BY id) AS model
	FROM samples) t, aer_summary(model);

-- NULL at an attribute that the plan asks for is an error; elsewhere nothing is seen of it
SELECT aer_train(array_replace(x, x[7], NULL), y, aer_lasso(budget => 4, radius => 8) ORDER BY id) IS NOT NULL AS trained
FROM samples WHERE id <= 3;
SELECT aer_train(array_replace(x, x[7], NULL), y, aer_lasso(budget => 4, radius => 8) ORDER BY id)
FROM samples;

-- missing values: fill them in with the center, and let the model know which were missing
SELECT aer_train(ARRAY[coalesce(x[1], 0), (x[1] IS NULL)::int, x[2], x[3]], y,
	aer_ridge(budget => 2, radius => 4, step => 0.01) ORDER BY id) IS NOT NULL AS trained
FROM (SELECT id, array_replace(x, x[1], CASE WHEN id % 5 > 0 THEN x[1] END) AS x, y FROM samples) s;

-- an estimate of the error that looks at 4 attributes of each row
SELECT (e).rows, (e).reads, round((e).mse::numeric, 1) AS mse, round((e).mse_se::numeric, 1) AS mse_se
FROM (SELECT aer_evaluate(model, x, y, 4) AS e FROM models, samples WHERE id > 9000) t;

-- the error itself, its standard error, and what reading every attribute costs
SELECT (e).rows, (e).reads, round((e).mse::numeric, 2) AS mse, round((e).mse_se::numeric, 2) AS mse_se
FROM (SELECT aer_evaluate(model, x, y) AS e FROM models, samples WHERE id > 9000) t;

-- a boolean target counts as -1 and +1: the sign of a prediction is the class
SELECT round((e).sign_error::numeric, 2) AS sign_error
FROM (SELECT aer_evaluate(model, x, y > 0) AS e
	FROM (SELECT aer_train(x, y > 0, aer_lasso(budget => 4, radius => 3, step => 0.003) ORDER BY id) AS model
		FROM samples WHERE id <= 9000) m, samples WHERE id > 9000) t;

-- train on the columns of a row that is made for it
SELECT round((aer_evaluate(model, t, 'y')).r2::numeric, 2) AS r2
FROM (SELECT aer_train(t, 'y', aer_ridge(step => 0.01)) AS model
	FROM (SELECT x[1] AS first, x[2] AS second, y FROM samples ORDER BY id) t) m,
	(SELECT x[1] AS first, x[2] AS second, y FROM samples) t;

-- moments of 4 attributes of each row; the key decides which
CREATE TABLE days AS
SELECT id % 3 AS day, aer_moments(x, y, aer_design(budget => 4), id) AS moments
FROM samples WHERE id <= 9000 GROUP BY day;

-- moments of parts add up; folds judge the fit, without further reads
CREATE TABLE fitted AS
SELECT aer_fit_ridge(aer_moments(moments)) AS model FROM days;
SELECT s.rows, s.reads, round(s.expected_mse::numeric, 2) AS expected_mse,
	(SELECT round((aer_evaluate(model, x, y)).mse::numeric, 2) FROM samples WHERE id > 9000) AS mse
FROM fitted, aer_summary(model) s;

-- probabilities of a class
SELECT id, round(aer_probability(model, x)::numeric, 2) AS probability, y > 2 AS high
FROM samples, (SELECT aer_fit_ridge(aer_moments(x, y > 2, aer_design(budget => 4), id)) AS model
	FROM samples WHERE id <= 9000 OFFSET 0) m
WHERE id > 9995 ORDER BY id;

-- what is looked at in a record, before looking
SELECT key, aer_plan(aer_design(budget => 4), 20, key) FROM generate_series(1, 3) key;

-- what is known of each attribute
SELECT attribute, reads, round(mean::numeric, 1) AS mean, round(deviation::numeric, 1) AS deviation,
	round(correlation::numeric, 1) AS correlation
FROM (SELECT aer_moments(moments) AS moments FROM days) m, aer_attributes(moments)
ORDER BY abs(correlation) DESC LIMIT 3;

-- the choice of the penalty, shown
SELECT round(lambda::numeric, 3) AS lambda, round(cv_mse::numeric, 2) AS cv_mse, nonzero, chosen
FROM (SELECT aer_moments(moments) AS moments FROM days) m, aer_lasso_path(moments, '{0.01,0.03,0.1,0.3}');

-- everything read: ordinary least squares
SELECT attribute, round(weight::numeric, 2) AS weight
FROM (SELECT aer_fit_ols(aer_moments(x, y)) AS model FROM samples) m, aer_weights(model)
WHERE attribute BETWEEN 1 AND 4;

-- essays with a grade, and four attributes of each, judged twice
CREATE TABLE essays AS
SELECT essay, clarity, style, grammar, humour, 3 * clarity + style + grammar AS grade
FROM (SELECT essay, random() AS clarity, random() AS style, random() AS grammar, random() AS humour
	FROM generate_series(1, 2000) essay) e;
CREATE TABLE judgments AS
SELECT essay, attribute, (to_jsonb(e) ->> attribute)::float8 + noise * (random() - 0.5) AS value
FROM essays e, generate_series(1, 2) judge,
	(VALUES ('clarity', 3), ('style', 2), ('grammar', 0.2), ('humour', 1)) a (attribute, noise);

-- what can be known from the judgments, as one value
CREATE TABLE judged AS
SELECT aer_judgment_moments(j, grade, '{clarity,style,grammar,humour}'::text[] ORDER BY essay) AS moments
FROM (SELECT essay, aer_judgments(attribute, value) AS j FROM judgments GROUP BY essay) q
	JOIN essays USING (essay);

-- how best to spend 8 judgments on an essay
SELECT attribute, name, repeats FROM judged, aer_repeats(moments, 8);

-- the predictor for the means of so many judgments
SELECT w.name, round(w.weight::numeric, 2) AS weight, round(s.expected_mse::numeric, 2) AS expected_mse
FROM (SELECT aer_fit_repeats(moments,
			(SELECT array_agg(repeats ORDER BY attribute) FROM aer_repeats(moments, 8))) AS model
		FROM judged) f,
	aer_weights(model) w, aer_summary(model) s
ORDER BY w.attribute;

-- the search step by step: what the last judgments are worth
SELECT step, name, repeats, cost, round(objective::numeric, 3) AS objective
FROM judged, aer_repeat_path(moments, 8) ORDER BY step;

-- options of the learners
\pset tuples_only on
\pset format unaligned
SELECT format('| `%s` | %s | %s | %s | %s |', option, string_agg(learner, ', ' ORDER BY n), range, "default", replace(meaning, '|', '\|'))
FROM (SELECT option, learner, range, replace("default", '|', '\|') AS "default", meaning, n, min(n) OVER (PARTITION BY option) AS first
	FROM aer_options() WITH ORDINALITY o(learner, option, type, range, "default", meaning, n) WHERE learner <> 'design') s
GROUP BY first, option, range, "default", meaning ORDER BY first, min(n);
-- options of designs
SELECT format('| `%s` | %s | %s | %s |', option, range, "default", meaning) FROM aer_options() WHERE learner = 'design';
\pset format aligned
\pset tuples_only off
-- options are checked at once
SELECT aer_ridge(budget => 1);
SELECT aer_ridge(budget => 5, radius => -1);
SELECT aer_train(x, y, aer_ridge(budget => 50)) FROM samples;
SELECT aer_train(x, y, '{"learner": "ridge", "bugdet": 5}') FROM samples;

-- a learner is a jsonb value
SELECT aer_ridge(budget => 5, radius => 2.5, scale => ARRAY[1, 2]);
SELECT aer_lasso(budget => NULL, seed => 7);

-- the shopping list: which judgments are still to be collected, essay by essay
CREATE TABLE bought AS SELECT r.* FROM judged, aer_repeats(moments, 8) r WHERE repeats > 0;
CREATE TABLE wanted AS
SELECT e.essay, name AS attribute, repeats - count(value) AS missing
FROM essays e CROSS JOIN bought
	LEFT JOIN judgments j ON j.essay = e.essay AND j.attribute = name
WHERE e.essay <= 500 GROUP BY e.essay, name, repeats;
SELECT * FROM wanted WHERE missing > 0 AND essay <= 3 ORDER BY essay, attribute;

-- collect them, and learn from the means of all
INSERT INTO judgments
SELECT essay, attribute, clarity + 3 * (random() - 0.5)
FROM (SELECT essay, attribute, clarity FROM wanted JOIN essays USING (essay), generate_series(1, missing)
		WHERE attribute = 'clarity' ORDER BY essay) w;
CREATE TABLE graders AS
SELECT aer_fit_ols(aer_moments(means, 'grade')) AS model
FROM (SELECT grade, avg(value) FILTER (WHERE attribute = 'clarity') AS clarity,
			avg(value) FILTER (WHERE attribute = 'grammar') AS grammar
		FROM judgments JOIN essays USING (essay) WHERE essay <= 500 GROUP BY essay, grade) means;

-- score essays by their judgments
SELECT essay, round(aer_predict(model, j)::numeric, 1) AS predicted, round(grade::numeric, 1) AS grade
FROM graders, essays JOIN (SELECT essay, aer_judgments(attribute, value) AS j
	FROM judgments GROUP BY essay) s USING (essay)
WHERE essay <= 500 ORDER BY predicted DESC LIMIT 3;

--
-- aer_evaluate of a table, aer_confusion, aer_roc
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set SHOW_CONTEXT never
\set VERBOSITY terse

CREATE TABLE ward AS
	SELECT i AS id, sin(i * 12.9898) AS a, cos(i * 78.233) AS b, sin(i * 12.9898) + sin(i * 45.164) > 0.2 AS sick, (sin(i * 12.9898) + sin(i * 45.164) > 0.2)::int * 3 AS days,
		CASE WHEN sin(i * 12.9898) + sin(i * 45.164) > 0.5 THEN 'high' WHEN cos(i * 78.233) > 0.3 THEN 'middle' ELSE 'low' END AS stage
	FROM generate_series(1, 500) i;
CREATE TABLE models AS SELECT aer_fit_ridge(aer_moments(w, 'sick', aer_design(include => '{a,b}'), id)) AS sick, aer_fit_ridge(aer_moments(w, 'days', aer_design(include => '{a,b}'), id)) AS days,
	aer_fit_ridge(aer_moments(w, 'stage', aer_design(include => '{a,b}'), id)) AS stage, aer_fit_ridge(aer_moments(w, 'stage=high', aer_design(include => '{a,b}'), id)) AS high,
	aer_fit_ridge(aer_moments(ARRAY[a, b], stage, aer_design(), id)) AS stage_of_arrays, aer_fit_ridge(aer_moments(ARRAY[a, b], a + b, aer_design(), id)) AS number FROM ward w;

-- aer_evaluate of a table equals the aggregate: schemas and quotes in names, views, 'column=value'.
CREATE SCHEMA "other ward";
CREATE VIEW "other ward"."View" AS SELECT * FROM ward WHERE id <= 100;
SELECT e = (SELECT aer_evaluate(m.sick, w, 'sick') FROM ward w) AS same, (e).rows, aer_evaluate(high, 'ward', 'stage=high') = (SELECT aer_evaluate(m.high, w, 'stage=high') FROM ward w) AS of_a_value,
	(aer_evaluate(stage, '"other ward"."View"', 'stage')).rows AS of_view, aer_evaluate(sick, NULL, 'sick') IS NULL AS of_null
FROM (SELECT *, aer_evaluate(sick, 'ward', 'sick') AS e FROM models OFFSET 0) m;
SELECT aer_evaluate(sick, 'nowhere', 'sick') FROM models;
\set VERBOSITY default
SELECT aer_evaluate(sick, 'SELECT * FROM ward WHERE id > 100', 'sick') FROM models;
\set VERBOSITY terse
SELECT aer_evaluate(sick, 'ward', 'nothing') FROM models;
SELECT aer_evaluate(stage_of_arrays, 'ward', 'stage') FROM models;
SET ROLE pg_read_all_settings;
SELECT aer_evaluate('{"weights":[1],"intercept":0,"columns":[{"name":"a","kind":"number"}],"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model, 'public.ward', 'sick');
RESET ROLE;

-- Which class was taken for which: as aer_class has it.
CREATE FUNCTION cells(aer_confusion_cell[]) RETURNS text LANGUAGE sql AS $$ SELECT string_agg(format('%s for %s %s', predicted, actual, rows), ', ' ORDER BY actual COLLATE "C", predicted COLLATE "C") FROM unnest($1) $$;
SELECT (SELECT aer_confusion(m.stage, w, 'stage') FROM ward w) = (SELECT array_agg((c.stage, c.class, c.n)::aer_confusion_cell ORDER BY c.stage COLLATE "C", c.class COLLATE "C") FROM (
	SELECT w.stage, aer_class(m.stage, w) AS class, count(*) AS n FROM ward w GROUP BY 1, 2) c) AS same FROM models m;
SELECT cells(aer_confusion(m.stage, w, 'stage')) AS rows FROM ward w, models m;
-- aer_confusion of a table, and of a column of arrays.
CREATE VIEW arrays AS SELECT ARRAY[a, b] AS x, stage FROM ward;
SELECT cells(array_agg((c.actual, c.predicted, c.rows)::aer_confusion_cell)) = (SELECT cells(aer_confusion(m.stage, w, 'stage')) FROM ward w, models m) AS same FROM models m, aer_confusion(m.stage, 'ward', 'stage') c;
SELECT cells(array_agg((c.actual, c.predicted, c.rows)::aer_confusion_cell)) = (SELECT cells(aer_confusion(m.stage_of_arrays, x, a.stage)) FROM arrays a, models m) AS same FROM models m, aer_confusion(m.stage_of_arrays, 'arrays', 'stage', 'x') c;
SELECT actual, predicted, rows FROM models m, aer_confusion(m.sick, '"other ward"."View"', 'sick') c;
SELECT count(*) AS of_null FROM models m, aer_confusion(m.sick, NULL, 'sick') c;
-- The error rate of any two values is that of aer_confusion.
SELECT count(*) AS kinds, bool_and(share = wrong) AS same FROM models m, unnest(ARRAY['sick', 'days', 'stage', 'stage=high'], ARRAY[m.sick, m.days, m.stage, m.high]) u (target, model),
	LATERAL (SELECT (aer_evaluate(model, 'ward', target)).error_rate AS share) e, LATERAL (SELECT (sum(rows) FILTER (WHERE actual <> predicted) / sum(rows))::float8 AS wrong FROM aer_confusion(model, 'ward', target)) c;
SELECT cells(aer_confusion(m.stage_of_arrays, ARRAY[a, b], w.stage)) AS arrays FROM ward w, models m;
SELECT cells(aer_confusion(m.sick, w, 'sick')) AS rows, cells(aer_confusion(m.sick, to_jsonb(w), w.sick)) AS jsonb, cells(aer_confusion(m.days, w, 'days')) AS numbers FROM ward w, models m;
-- A class that the model has not seen, and NULL.
SELECT cells(aer_confusion(m.stage_of_arrays, CASE WHEN id > 10 THEN ARRAY[a, b] END, CASE WHEN id % 100 = 0 THEN 'new' WHEN id % 2 = 0 THEN w.stage END)) AS unseen FROM ward w, models m;
SELECT aer_confusion(m.stage, w, 'stage') IS NULL AS none FROM ward w, models m WHERE id < 0;
SELECT aer_confusion(number, ARRAY[a, b], a + b) FROM ward, models GROUP BY number::text;
SELECT aer_confusion(m.stage_of_arrays, ARRAY[a, b], id) FROM ward w, models m;

-- The curve: its steps follow the definition, and the area under it is that of aer_evaluate.
CREATE TABLE told AS SELECT id, round(aer_probability(m.sick, w)::numeric, 2)::float8 AS p, w.sick AS y FROM ward w, models m;
SELECT count(*) AS points, bool_and(r.rows = (SELECT count(*) FROM told WHERE p >= threshold)) AS rows,
	bool_and(abs(true_positive_rate - (SELECT (count(*) FILTER (WHERE p >= threshold))::float8 / count(*) FROM told WHERE y)) < 1e-12) AS true_positive_rate,
	bool_and(abs(false_positive_rate - (SELECT (count(*) FILTER (WHERE p >= threshold))::float8 / count(*) FROM told WHERE NOT y)) < 1e-12) AS false_positive_rate,
	bool_and(abs("precision" - (SELECT avg(y::int) FROM told WHERE p >= threshold)::float8) < 1e-12) AS "precision", count(*) = (SELECT count(DISTINCT p) FROM told) AS "all"
FROM (SELECT aer_roc(p, y) AS c FROM told) s, unnest(c) r;
SELECT abs(sum((false_positive_rate - before) * (true_positive_rate + above) / 2) - (SELECT (aer_evaluate(m.sick, 'ward', 'sick')).auc FROM models m)) < 1e-12 AS area
FROM (SELECT r.*, lag(true_positive_rate, 1, 0::float8) OVER w AS above, lag(false_positive_rate, 1, 0::float8) OVER w AS before
	FROM (SELECT aer_roc(aer_score(m.sick, w), w.sick) AS c FROM ward w, models m) s, unnest(c) WITH ORDINALITY r (threshold, rows, true_positive_rate, false_positive_rate, p, place) WINDOW w AS (ORDER BY place)) s;
-- More than a thousand values give a thousand points; rows of one kind; no rows.
SELECT count(*), max(gap) AS gap, max(rows) FROM (SELECT rows, rows - lag(rows, 1, 0::bigint) OVER (ORDER BY rows) AS gap FROM (SELECT aer_roc(sin(i), i % 3 = 0) AS c FROM generate_series(1, 5000) i) s, unnest(c)) t;
SELECT r.* FROM (SELECT aer_roc(p, true) AS c FROM (VALUES (1), (1), (0.5), ('-Infinity'), (NULL::float8)) v (p)) s, unnest(c) r;
SELECT aer_roc(NULL::float8, y) IS NULL FROM told;
SELECT aer_roc('NaN', y) FROM told;
-- In parallel they are the same.
CREATE FUNCTION in_parts(query text) RETURNS text LANGUAGE plpgsql SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0
	SET min_parallel_table_scan_size = 0 SET max_parallel_workers_per_gather = 3 AS $$
DECLARE
	result text;
BEGIN
	EXECUTE query INTO result;
	RETURN result;
END $$;
ALTER TABLE told SET (parallel_workers = 3);
ALTER TABLE ward SET (parallel_workers = 3);
SELECT in_parts('SELECT aer_roc(p, y) FROM told') = (SELECT aer_roc(p, y)::text FROM told) AS roc,
	in_parts('SELECT aer_confusion((SELECT stage_of_arrays FROM models), ARRAY[a, b], stage) FROM ward') = (SELECT aer_confusion(m.stage_of_arrays, ARRAY[a, b], w.stage)::text FROM ward w, models m) AS confusion;
-- States that somebody made up.
CREATE AGGREGATE made_up(bytea) (SFUNC = _aer_confusion_combine, STYPE = bytea, FINALFUNC = _aer_confusion_final);
CREATE AGGREGATE made_up(float8[]) (SFUNC = _aer_roc_combine, STYPE = float8[], FINALFUNC = _aer_roc_final);
SELECT made_up('\x00'::bytea);
SELECT made_up(decode(repeat('61', 40), 'hex'));
SELECT made_up('{1,2,3}'::float8[]);
SELECT made_up('{}'::float8[]);

-- A column that is called as rows are there, and whose values are names of tables.
CREATE TABLE called_s AS SELECT 'secret'::text AS s, i % 5 AS a, i % 5 > 2 AS y FROM generate_series(1, 50) i;
CREATE TABLE secret AS SELECT 1 AS a, true AS y;
SELECT (aer_evaluate(m, 'called_s', 'y')).rows, (SELECT sum(c.rows) FROM aer_confusion(m, 'called_s', 'y') c) AS cells FROM (SELECT aer_train(c, 'y', aer_design(include => '{a}')) FROM called_s c) t (m);

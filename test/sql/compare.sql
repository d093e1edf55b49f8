-- aer_cross_validate, aer_learning_curve, aer_evaluate with a budget, and the
-- reading of long arrays by slices.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set SHOW_CONTEXT never
CREATE TABLE points AS
SELECT id, x, x[3] - 0.5 * x[7] + 0.2 * sin(id) AS y
FROM (SELECT id, array_agg(sin(id * 12.9898 + a * 78.233)::float8 ORDER BY a) AS x
	FROM generate_series(1, 600) id, generate_series(1, 12) a GROUP BY id) p ORDER BY id;
CREATE TABLE records AS SELECT id, x[1] AS a, x[3] AS b, x[7] AS c, y FROM points;

--
-- aer_evaluate with a budget: unbiased, and within it
--
CREATE TABLE model AS SELECT aer_train(x, y, aer_ridge(intercept => true) ORDER BY id) AS m FROM points;
-- four standard errors: fails once in 16,000 seeds; there is one seed
SELECT b AS budget, (e).rows, abs((e).mse - (f).mse) < 4 * (e).mse_se AS near,
	(e).reads <= b * (e).rows AS within, (e).mae IS NULL AND (e).error_rate IS NULL AS no_mae
FROM (SELECT b, aer_evaluate(m, x, y, b ORDER BY id) AS e, aer_evaluate(m, x, y) AS f
	  FROM points, model, unnest(ARRAY[2, 3, 6, 11]) b GROUP BY b) z ORDER BY b;
-- with as many attributes as have a weight it is the plain evaluation
SELECT aer_evaluate(m, x, y, 12 ORDER BY id) = aer_evaluate(m, x, y ORDER BY id) AS same FROM points, model;
SELECT aer_evaluate(m, x, y, NULL ORDER BY id) = aer_evaluate(m, x, y ORDER BY id) AS same FROM points, model;
SELECT aer_evaluate(m, x, y, 1) FROM points, model;
-- attributes that are not drawn are not looked at: NULLs there cannot matter
SELECT (aer_evaluate('{"weights":[1,0],"intercept":0,"learner":{},"rows":1,"draws":2,"reads":2,"skipped":0,"format":2}', ARRAY[2, NULL]::float8[], 5)).mse;

--
-- aer_cross_validate against folds made by hand
--
CREATE TABLE folds AS
SELECT * FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM points ORDER BY id',
	ARRAY[aer_ridge(step => 0.1), aer_lasso(budget => 4)], 5, 42);
SELECT learner ->> 'learner' AS learner, count(*) AS folds, sum(rows) AS rows,
	bool_and(reads <= 4 * (600 - rows) OR learner ->> 'budget' IS NULL) AS within, bool_and(mse > 0 AND mse_se > 0) AS positive
FROM folds GROUP BY 1 ORDER BY 1;
-- folds are the same for every learner
SELECT count(DISTINCT rows) AS different FROM folds GROUP BY fold HAVING count(DISTINCT rows) > 1;
-- the folds are those of aer_fold(): the same by training and evaluating by hand
CREATE TABLE two AS SELECT p.*, aer_fold(aer_design(folds => 2, seed => ~42), id) AS fold FROM points p WHERE id <= 40;
SELECT count(*) AS folds, bool_and(f.rows = e.rows) AS rows, bool_and(abs(f.mse - (e.e).mse) < 1e-12) AS mse, bool_and(abs(f.mse_se - (e.e).mse_se) < 1e-12) AS mse_se
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM two ORDER BY id', ARRAY[aer_ridge(step => 0.1)], 2, 42) f,
	LATERAL (SELECT count(*) AS rows, aer_evaluate((SELECT aer_train(x, y, aer_ridge(step => 0.1) ORDER BY id) FROM two WHERE fold <> f.fold), x, y) AS e
			 FROM two WHERE fold = f.fold) e;
-- a learner that diverges in a fold is reported, the others finish
SELECT learner ->> 'step' AS step, count(*) AS folds, count(mse) AS errors, count(rows) AS scored, bool_and(problem LIKE 'the learner diverged at row %') AS diverged
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM points', ARRAY[aer_ridge(step => 1e6), aer_ridge(step => 0.1)], 3) GROUP BY 1 ORDER BY 1;
-- whole rows
SELECT count(*) AS folds, sum(rows) AS rows FROM aer_cross_validate('SELECT r AS features, ''y''::text AS target, id AS key FROM records r', ARRAY[aer_ridge(exclude => '{id}')], 4);
-- rows without features or target are left out, with a notice
SET client_min_messages = notice;
SELECT sum(rows) AS rows FROM aer_cross_validate('SELECT x AS features, nullif(y, y * (id % 3)) AS target FROM points', ARRAY[aer_ridge()], 4);
SELECT sum(rows) AS rows FROM aer_cross_validate('SELECT r AS features, ''y'' AS target FROM (SELECT id, a, b, nullif(y, y * (id % 3)) AS y FROM records UNION ALL SELECT NULL, NULL, NULL, NULL) r', ARRAY[aer_design(exclude => '{id}'), aer_ridge(include => '{a}', missing => 'skip')], 4);
SET client_min_messages = warning;
-- semicolons and comments at the end, quotes, a table called as the statement calls its parts, a type and a column called as others
SELECT count(*) FROM aer_cross_validate('SELECT x AS features, y AS target FROM points; ;
', ARRAY[aer_ridge()], 2);
SELECT count(*) FROM aer_cross_validate('SELECT x AS features, y AS target FROM points -- "all" of '' them %s', ARRAY[aer_ridge()], 2);
CREATE TABLE m AS SELECT id AS n, x AS model, y AS part FROM points;
SELECT count(*) FROM aer_cross_validate('SELECT model AS features, part AS target, n AS key FROM m', ARRAY[aer_ridge()], 2);
SELECT count(mse) FROM aer_learning_curve('SELECT model AS features, part AS target FROM m', 'SELECT model AS features, part AS target FROM m', ARRAY[aer_ridge()], '{50,60}');
DROP TABLE m;
-- whole rows of a table and of a subquery, with and without a NULL among them, are the same
SELECT count(*) AS folds, bool_and(a.rows = b.rows AND a.mse = b.mse) AS same
FROM aer_cross_validate('SELECT r AS features, ''y'' AS target, id AS key FROM records r ORDER BY id', ARRAY[aer_ridge(exclude => '{id}'), aer_design(2, exclude => '{id}')], 3) a
	JOIN aer_cross_validate('SELECT r AS features, ''y'' AS target, id AS key FROM (SELECT * FROM records ORDER BY id) r', ARRAY[aer_ridge(exclude => '{id}'), aer_design(2, exclude => '{id}')], 3) b USING (learner, fold);
-- a query is read once to be counted, and once for all learners
CREATE SEQUENCE reads;
SELECT count(*) FROM aer_compare('SELECT x AS features, y + 0 * nextval(''reads'') AS target FROM points', ARRAY[aer_ridge(), aer_design(2)], 3);
SELECT nextval('reads') - 1 AS reads;
DROP SEQUENCE reads;
-- one query alone, which returns rows
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points; DROP TABLE points', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points) s; DROP TABLE points; SELECT 1 FROM (SELECT 1', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points WHERE id < $1', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('DROP TABLE points', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('INSERT INTO points VALUES (0, NULL, NULL) RETURNING x AS features, y AS target', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT nonsense', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features FROM points', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT 1 AS features, 1 AS target', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, ''1''::json AS target FROM points', ARRAY[aer_ridge()]);
-- a row whose key is NULL is dealt into a fold by its position; a design cannot look by it
SELECT DISTINCT learner ->> 'learner' AS learner, problem FROM aer_cross_validate('SELECT x AS features, y AS target, NULL::int AS key FROM points', ARRAY[aer_ridge(), aer_design(2)]) ORDER BY 1;
SELECT aer_cross_validate('SELECT x AS features, y AS target, ''k''::text AS key FROM points', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points WHERE false', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points LIMIT 9', ARRAY[aer_ridge()]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points', '{}');
SELECT DISTINCT learner ->> 'learner' AS learner, problem FROM aer_cross_validate('SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge(), NULL, '{"learner": "ridge", "zeal": 1}']) ORDER BY 1, 2;
SELECT DISTINCT problem FROM aer_cross_validate('SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge(budget => 99)]);
SELECT aer_cross_validate('SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge()], 1);
SELECT aer_cross_validate('SELECT x AS features, 0.0 / 0 + y AS target FROM points', ARRAY[aer_ridge()]);
SELECT DISTINCT problem FROM aer_cross_validate('SELECT x AS features, ''NaN''::float8 AS target FROM points', ARRAY[aer_ridge()]);

--
-- aer_compare: aer_cross_validate with the folds put together, the best first
--
CREATE TABLE listed AS
SELECT ARRAY[aer_ridge(step => 0.1), aer_lasso(budget => 4), aer_design(budget => 3), aer_ridge(step => 1e6)] AS list;
CREATE TABLE standings AS
SELECT s.*, list FROM listed, LATERAL aer_compare('SELECT x AS features, y AS target, id AS key FROM points', list, 5, 42)
	WITH ORDINALITY s (learner, looks, mse, mse_se, r2, error_rate, auc, rows, problem, place);
SELECT place, learner ->> 'learner' AS learner, mse < 'Infinity' AS finite, rows, left(problem, 20) AS problem FROM standings ORDER BY place;
SELECT bool_and(mse >= before) AS best_first FROM (SELECT mse, lag(mse) OVER (ORDER BY place) AS before FROM standings) z;
-- sums over the folds; a fold's squares from its mse and mse_se
SELECT bool_and(s.rows = f.rows) AS rows, bool_and(abs(s.looks - f.looks) < 1e-12) AS looks, bool_and(abs(s.mse - f.mse) < 1e-12) AS mse,
	bool_and(abs(s.mse_se - sqrt((f.squares - f.rows * f.mse ^ 2) / (f.rows - 1) / f.rows)) < 1e-12) AS mse_se,
	bool_and(abs(s.r2 - (1 - s.mse / variance)) < 1e-12) AS r2
FROM standings s JOIN (
	SELECT learner, sum(rows) AS rows, sum(mse * rows) / sum(rows) AS mse, sum(reads) / (600.0 * 4) AS looks,
		sum((rows - 1) * rows * mse_se ^ 2 + rows * mse ^ 2) AS squares
	FROM listed, LATERAL aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM points', list[:3], 5, 42)
	GROUP BY 1) f USING (learner), (SELECT var_pop(y) AS variance FROM points) v;
SELECT abs(error_rate - (SELECT sum(error_rate * rows) / sum(rows) FROM aer_cross_validate('SELECT x AS features, y > 0 AS target FROM points', ARRAY[aer_ridge(step => 0.1)]))) < 1e-12 AS wrong,
	rows, problem
FROM aer_compare('SELECT x AS features, y > 0 AS target FROM points', ARRAY[aer_ridge(step => 0.1)]);
-- equals stay in the order in which they are listed; nothing to learn from in a fold: unknown, last
SELECT (learner ->> 'seed')::int AS seed, mse IS NULL AS unknown, looks, problem FROM aer_compare('SELECT ARRAY[1, 0]::float8[] AS features, 1 AS target, 7 AS key FROM generate_series(1, 2)',
	ARRAY[aer_ridge(seed => 2), aer_ridge(seed => 1)], 2);
-- a NULL where a model that predicts from all alone has a weight: its row says so, and the others go on
CREATE TABLE holes AS
SELECT id, CASE WHEN id % 50 = 0 THEN x[:1] || NULL::float8 || x[3:] ELSE x END AS x, y FROM points;
SELECT learner ->> 'learner' AS learner, learner -> 'include' IS NOT NULL AS one, mse IS NULL AND mse_se IS NULL AND r2 IS NULL AND looks IS NULL AND auc IS NULL AS nothing, rows, problem
FROM aer_compare('SELECT h AS features, ''y'' AS target, id AS key FROM (SELECT id, x[1] AS a, x[2] AS b, x[3] AS c, y FROM holes ORDER BY id) h',
	ARRAY[aer_ridge(exclude => '{id}'), aer_ridge(exclude => '{id}', missing => 'skip'), aer_design(exclude => '{id}'), aer_design(2, exclude => '{id}'), aer_ridge(include => '{c}'), aer_ridge(include => '{no}')], 5);
-- the same words as a prediction of the model, and an evaluation of it
CREATE TABLE skipping AS SELECT aer_train(h, 'y', aer_ridge(exclude => '{id}', missing => 'skip')) AS m FROM (SELECT id, x[1] AS a, x[2] AS b, x[3] AS c, y FROM holes ORDER BY id) h;
SELECT aer_predict(m, h) FROM skipping, (SELECT x[1] AS a, x[2] AS b, x[3] AS c FROM holes WHERE id = 50) h;
SELECT aer_evaluate(m, h, 'y') FROM skipping, (SELECT x[1] AS a, x[2] AS b, x[3] AS c, y FROM holes WHERE id = 50) h;
DROP TABLE skipping;
-- one fold that fails is that fold's
SELECT fold, rows, problem IS NOT NULL AS failed FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM holes WHERE id = 50 OR id % 50 > 30', ARRAY[aer_design(missing => 'available')], 4) ORDER BY 1;
SELECT rows, reads, mse, problem FROM aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM holes WHERE id = 50 OR id = 7', ARRAY[aer_ridge(step => 0.1)], '{100}');
-- models of named attributes leave no row out
SELECT (learner -> 'include') ->> 0 AS attribute, rows, problem
FROM aer_compare('SELECT h AS features, ''y''::text AS target, id AS key FROM (SELECT id, CASE WHEN id <> 17 THEN x[3] END AS a, CASE WHEN id <> 18 THEN x[7] END AS b, y FROM points) h',
	ARRAY[aer_design(include => '{a}', missing => 'available'), aer_design(include => '{b}', missing => 'available')]) ORDER BY 1;
SELECT aer_compare('SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge()], 1);
SELECT problem FROM aer_compare('SELECT x || ''NaN''::float8 AS features, y AS target FROM points', ARRAY[aer_ridge(budget => 2)]);
-- errors that are not the fault of a learner end the call
SET statement_timeout = 50;
SELECT aer_compare('SELECT x AS features, y AS target FROM points, generate_series(1, 1000)', ARRAY[aer_ridge(), aer_design()]);
RESET statement_timeout;
DROP TABLE listed, standings, holes;

--
-- aer_learning_curve: each point is aer_train on the first rows
--
SELECT count(*) AS points, bool_and(abs(c.mse - (e.e).mse) < 1e-12 AND c.reads = (s.s).reads) AS same
FROM aer_learning_curve('SELECT x AS features, y AS target FROM points WHERE id <= 500 ORDER BY id',
						'SELECT x AS features, y AS target FROM points WHERE id > 500',
						ARRAY[aer_ridge(step => 0.1), aer_lasso(budget => 4)], ARRAY[500, 10, 100, 10, 9999]) c,
	LATERAL (SELECT aer_train(x, y, c.learner ORDER BY id) AS m FROM points WHERE id <= c.rows) t,
	LATERAL (SELECT aer_summary(m) AS s) s,
	LATERAL (SELECT aer_evaluate(m, x, y) AS e FROM points WHERE id > 500) e;
SELECT DISTINCT rows FROM aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points',
	ARRAY[aer_ridge()], ARRAY[10, 9999]) ORDER BY 1;
SELECT rows, mse, left(problem, 20) AS problem FROM aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points',
	ARRAY[aer_ridge(step => 1e6)], ARRAY[200]);
SELECT aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge()], '{0,-1,10,NULL,600}');
SELECT aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points', ARRAY[aer_ridge()], '{}');
SELECT aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x AS features, y AS target FROM points WHERE false', ARRAY[aer_ridge()], '{5}');
SELECT rows, reads, mse, problem FROM aer_learning_curve('SELECT x AS features, y AS target FROM points', 'SELECT x[:3] AS features, y AS target FROM points', ARRAY[aer_ridge()], '{5}');

--
-- A design among the learners: its moments, fitted by aer_fit_ridge
--
CREATE TABLE designs AS
SELECT ARRAY[aer_design(budget => 4), aer_design(), aer_design(budget => 4, sampling => 'learned'), aer_lasso(budget => 4)] AS list;
-- the learned one does not use the key, which is there for the others
SELECT count(*) AS points, bool_and(abs(c.mse - (e.e).mse) < 1e-9) AS mse, bool_and(c.reads = (s.s).reads) AS reads
FROM designs,
	LATERAL aer_learning_curve('SELECT x AS features, y AS target, id AS key FROM points WHERE id <= 500 ORDER BY id',
						'SELECT x AS features, y AS target FROM points WHERE id > 500', list[:3], ARRAY[100, 500]) c,
	LATERAL (SELECT aer_fit_ridge(coalesce(aer_moments(x, y, c.learner, id ORDER BY id) FILTER (WHERE c.learner ->> 'sampling' IS NULL),
										   aer_moments(x, y, c.learner ORDER BY id) FILTER (WHERE c.learner ->> 'sampling' = 'learned'))) AS m
			 FROM points WHERE id <= c.rows) t,
	LATERAL (SELECT aer_summary(m) AS s) s,
	LATERAL (SELECT aer_evaluate(m, x, y) AS e FROM points WHERE id > 500) e;
SELECT c.learner ->> 'learner' AS learner, count(*) AS folds, sum(rows) AS rows,
	bool_and(reads = coalesce((c.learner ->> 'budget')::int, 12) * (600 - rows)) FILTER (WHERE c.learner ->> 'learner' = 'design') AS reads, bool_and(mse < 1) AS learned
FROM designs, LATERAL aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM points', list, 5, 42) c
GROUP BY 1 ORDER BY 1;
SELECT count(*) AS folds, bool_and(f.rows = e.rows) AS rows, bool_and(abs(f.mse - (e.e).mse) < 1e-9) AS mse
FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM two', ARRAY[aer_design(budget => 3)], 2, 42) f,
	LATERAL (SELECT count(*) AS rows, aer_evaluate((SELECT aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3), id)) FROM two WHERE fold <> f.fold), x, y) AS e
			 FROM two WHERE fold = f.fold) e;
-- whole rows, skipped rows, a row of another length
SELECT sum(rows) AS rows FROM aer_cross_validate('SELECT r AS features, ''y''::text AS target FROM records r', ARRAY[aer_design(budget => 2, exclude => '{id}')], 4);
SELECT DISTINCT problem FROM aer_cross_validate('SELECT x[:2 + id / 300] AS features, y AS target FROM points ORDER BY id', ARRAY[aer_design()], 4);
SELECT DISTINCT problem FROM aer_cross_validate('SELECT r AS features, ''y''::text AS target FROM records r', ARRAY[aer_design(exclude => '{a,b,c,id}')], 4);

--
-- Slices of long arrays stored out of line: the same bits
--
CREATE TABLE wide (id int, x float4[], y float8);
ALTER TABLE wide ALTER x SET STORAGE external;
INSERT INTO wide SELECT id, (SELECT array_agg(sin(id * 3.7 + a)::float4 ORDER BY a) FROM generate_series(1, 40000) a), sin(id)
FROM generate_series(1, 30) id;
SELECT (SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)::text FROM wide)
	= (SELECT aer_train(x || '{}'::float4[], y, aer_ridge(budget => 3) ORDER BY id)::text FROM wide) AS same;
-- rows of another length, or with NULLs, among them
INSERT INTO wide SELECT 31, x[:39999] || NULL::float4, y FROM wide WHERE id = 1;
SELECT (SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)::text FROM wide)
	= (SELECT aer_train(x || '{}'::float4[], y, aer_ridge(budget => 3) ORDER BY id)::text FROM wide) AS same;
INSERT INTO wide SELECT 32, x[:39998], y FROM wide WHERE id = 1;
SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)::text FROM wide;

DROP TABLE points, records, model, folds, two, designs, wide;

-- Budgets for a table: the designs of aer_suggest, and the primary key.
CREATE TABLE priced AS SELECT i AS id, i % 13 AS a, i * 7 % 11 AS b, 'w' || i * 5 % 3 AS w, i % 13 > 6 AND i * 5 % 3 = 0 OR i * 7 % 11 > 8 AS good FROM generate_series(1, 200) i;
ALTER TABLE priced ADD PRIMARY KEY (id);
CREATE TABLE found AS SELECT c.*, row_number() OVER () AS place FROM aer_compare('priced', 'good') c;
SELECT budget, looks, rows, problem FROM found ORDER BY budget;
SELECT bool_and(better) AS best_first FROM (SELECT mse >= lag(mse, 1, 0::float8) OVER (ORDER BY place) AS better FROM found) f;
-- The numbers equal those of models trained and measured by hand, to the bit: two values, three classes, a number.
CREATE FUNCTION by_hand(target text, budget float8) RETURNS aer_model LANGUAGE sql AS $$
	WITH design AS MATERIALIZED (SELECT aer_suggest('priced', target, budget) AS design),
	collected AS (SELECT aer_moments(r, target, design, p.id) AS m FROM design, priced p, LATERAL (SELECT p.a, p.b, p.w, p.good) r),
	models AS MATERIALIZED (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS fold_models FROM collected)
	SELECT aer_measure(model, fold_models, r, target, p.id) FROM models, priced p, LATERAL (SELECT p.a, p.b, p.w, p.good) r
$$;
SELECT target, count(*) AS budgets, bool_and(looks = s.reads::float8 / s.rows AND c.mse = s.measured_mse AND c.mse_se = s.measured_mse_se AND c.r2 IS NOT DISTINCT FROM (m::jsonb #>> '{measured,r2}')::float8
	AND c.error_rate IS NOT DISTINCT FROM s.measured_error_rate AND c.auc IS NOT DISTINCT FROM s.measured_auc AND c.log_loss IS NOT DISTINCT FROM s.measured_log_loss AND c.rows = s.measured_rows) AS same,
	count(c.error_rate) AS wrong, count(c.auc) AS auc, count(c.log_loss) AS log_loss
FROM (VALUES ('good'), ('w'), ('a'), ('w=w1')) t (target), LATERAL aer_compare('priced', target, '{1,2,NULL}'::float8[]) c, LATERAL by_hand(target, c.budget) m, LATERAL aer_summary(m) s GROUP BY target ORDER BY target;
SELECT budget, looks FROM aer_compare('priced', 'w=w1', '{1,9,NULL,2}'::float8[], '{b}') ORDER BY budget;
SELECT c.budget, c.looks FROM aer_compare('priced', 'w=w1', '{1}'::float8[], ARRAY['b']) c, aer_compare('priced', 'w=w1', 1, ARRAY['b']) d WHERE c = d;
SELECT budget, looks FROM aer_compare('priced', 'w=w1', ARRAY[1, 9, NULL, 2], '{b}') ORDER BY budget;
-- Budgets are an array or one number, by place and by name; a literal says its type, for folds could stand in its place.
DO $$
DECLARE
	call text;
	budgets float8[];
BEGIN
	FOREACH call IN ARRAY '{"1","NULL::int","ARRAY[1,NULL]","''{1,NULL}''::float8[], ARRAY[''b'']","ARRAY[1,NULL], ''{b}''","1, ARRAY[''b'']","1, ''{b}''","1, NULL","1, ''{b}'', NULL",
		"ARRAY[1,NULL], exclude => ''{b}''","1, exclude => ''{b}''","exclude => ''{b}'', budget => 1","budget => 1","budget => ARRAY[1,NULL]","''{}''::float8[]","''{1,NULL}''"}'::text[] LOOP
		BEGIN
			EXECUTE format('SELECT array_agg(budget ORDER BY budget) FROM aer_compare(''priced'', ''good'', %s)', call) INTO budgets;
			RAISE INFO '%: %', call, budgets;
		EXCEPTION WHEN data_exception OR ambiguous_function THEN
			RAISE INFO '%: %', call, SQLERRM;
		END;
	END LOOP;
END $$;
CREATE VIEW unkeyed AS SELECT a, b, w, good FROM priced;
SELECT budget, looks, rows, problem FROM aer_compare('unkeyed', 'good') ORDER BY budget;
-- Without a key: of a table the same within noise, each time the same; of a view with random() nothing, and it says so; nor of few rows.
CREATE TABLE plain AS SELECT a, b, w, good FROM priced;
CREATE VIEW lucky AS SELECT *, random() AS luck FROM plain;
SELECT p.budget, abs(p.mse - f.mse) < 3 * sqrt(p.mse_se ^ 2 + f.mse_se ^ 2) AS near, p.rows, p = q AS again FROM aer_compare('plain', 'good', '{2,NULL}'::float8[]) p JOIN found f ON f.budget IS NOT DISTINCT FROM p.budget JOIN aer_compare('plain', 'good', '{2,NULL}'::float8[]) q ON q.budget IS NOT DISTINCT FROM p.budget ORDER BY 1;
SELECT budget, looks, mse, rows, problem FROM aer_compare('lucky', 'good', '{1,NULL}'::float8[]) ORDER BY budget;
CREATE VIEW few AS SELECT * FROM plain WHERE a < 1;
SELECT budget, mse, rows, problem FROM aer_compare('few', 'good', '{1,NULL}'::float8[]) ORDER BY budget;
-- The table is read twice, for however many budgets.
CREATE SEQUENCE seen;
CREATE FUNCTION counted(float8) RETURNS float8 LANGUAGE sql VOLATILE AS $$ SELECT $1 + 0 * nextval('public.seen') $$;
CREATE VIEW counting AS SELECT counted(a) AS a, b, w, a + b + id / 100.0 AS y FROM priced;
CREATE FUNCTION scans(budgets float8[]) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	before bigint := nextval('public.seen');
	suggested bigint;
BEGIN
	PERFORM aer_suggest('counting', 'y');
	suggested := nextval('public.seen') - before;
	PERFORM aer_compare('counting', 'y', budgets);
	RETURN (nextval('public.seen') - before - 2 * suggested) / 200;
END $$;
SELECT scans('{NULL}') AS one, scans('{1,2,NULL}') AS three;
-- A cancelled call leaves nothing; nor does one in a SAVEPOINT.
BEGIN;
SAVEPOINT before;
SELECT count(*) FROM aer_compare('priced', 'good');
ROLLBACK TO before;
SELECT count(*) FROM aer_compare('priced', 'good');
COMMIT;
CREATE TABLE slow AS SELECT i AS id, sin(i) AS a, sin(i * 2) AS b, sin(i * 3) AS c, sin(i * 5) AS d, sin(i * 7) > 0 AS good FROM generate_series(1, 30000) i;
SET statement_timeout = 100;
SELECT aer_compare('slow', 'good');
RESET statement_timeout;
SELECT aer_compare('priced', 'godo');
SELECT aer_compare('priced', 'good', '{}'::float8[]);
SELECT aer_compare('nobody', 'good');
-- A name is no query.
SELECT aer_compare('priced', ARRAY[aer_design(1)]);
SELECT aer_compare('SELECT priced', ARRAY[aer_design(1)]);
SELECT aer_compare('', ARRAY[aer_design(1)]);

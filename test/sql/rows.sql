--
-- Features as whole rows
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA hospital;
SET search_path = hospital, public;
CREATE TABLE patients (id bigint, age smallint, "Blood Pressure" real, "ch""ol" numeric(6,2), gone text,
	smoker boolean, name text, "größe" float8, seen interval, weight int, outcome float8);
INSERT INTO patients SELECT i, i % 80, 100 + i % 50, (i * 7) % 300 / 100.0, 'x', i % 3 = 0, 'n' || i,
	1.5 + (i % 40) / 100.0, '2 days', 50 + i % 60, (i * 13) % 17
	FROM generate_series(1, 60) i;
ALTER TABLE patients DROP COLUMN gone;
\set learner 'aer_ridge(exclude => \'{id}\', scale => 200, seed => 5)'
\set budgeted 'aer_lasso(budget => 3, radius => 20, exclude => \'{id}\', scale => 200)'

-- The same as the array of the same columns, apart from the names.
SET client_min_messages = error;	-- all in one unit: worse than the mean
SELECT jsonb_path_query_array(s.m::jsonb, '$.columns.name') AS names, jsonb_path_query_array(s.m::jsonb, '$.columns.kind') AS types,
	s.m::float8[] = a.m::float8[] AS same, sb.m::float8[] = ab.m::float8[] AS same_under_budget
FROM (SELECT aer_train(p, 'outcome', :learner ORDER BY id) AS m FROM patients p) s,
	(SELECT aer_train(p, 'outcome', :budgeted ORDER BY id) AS m FROM patients p) sb,
	(SELECT aer_train(ARRAY[age, "Blood Pressure", "ch""ol", smoker::int, "größe", weight], outcome,
			aer_ridge(scale => 200, seed => 5) ORDER BY id) AS m FROM patients) a,
	(SELECT aer_train(ARRAY[age, "Blood Pressure", "ch""ol", smoker::int, "größe", weight], outcome,
			aer_lasso(budget => 3, radius => 20, scale => 200) ORDER BY id) AS m FROM patients) ab;

RESET client_min_messages;
CREATE TABLE saved AS SELECT aer_train(p, 'outcome', :learner ORDER BY id) AS m FROM patients p;
SELECT attribute, name FROM saved, aer_weights(m) ORDER BY attribute;

-- Predicting finds columns by name, in rows of other types and orders.
SELECT count(*) AS rows,
	bool_and(aer_predict(m, p) = aer_predict(m, ARRAY[p.age, p."Blood Pressure", p."ch""ol", p.smoker::int, p."größe", p.weight])) AS as_array,
	bool_and(aer_predict(m, p) = aer_predict(m, q)) AS any_order,
	bool_and(aer_predict(m, p) = aer_predict(m, n)) AS no_target
FROM saved, patients p
	JOIN LATERAL (SELECT p.weight::numeric, 1 AS extra, p."größe", p.age::int8, p.smoker, p."ch""ol", p."Blood Pressure"::float8) q ON true
	JOIN LATERAL (SELECT p.age, p."Blood Pressure", p."ch""ol", p.smoker, p."größe", p.weight) n ON true;
SELECT (e).rows, abs((e).mse - by_hand) < 1e-9 AS mse
FROM (SELECT aer_evaluate(m, p, 'outcome' ORDER BY id) AS e,
		avg((aer_predict(m, p) - outcome) ^ 2) AS by_hand FROM saved, patients p) s;

-- include, exclude; other types named once.
SELECT jsonb_path_query_array(aer_train(p, 'outcome', aer_ridge(include => '{weight,age}', scale => 200))::jsonb, '$.columns.name') AS names FROM patients p;
SELECT jsonb_path_query_array(aer_train(p, 'outcome', aer_ridge(include => '{weight,age}', exclude => '{age}', scale => 200))::jsonb, '$.columns.name') AS names FROM patients p;
SELECT aer_train(p, 'outcome', aer_ridge(include => '{weight,name}')) FROM patients p;
SELECT aer_train(p, 'outcome', aer_ridge(include => '{weight,height}')) FROM patients p;
SELECT aer_train(p, 'outcome', aer_ridge(exclude => '{gone}')) FROM patients p;
SELECT aer_train(p, 'outcome', aer_ridge(include => '{outcome,age}')) FROM patients p;
SELECT aer_train(p, 'outcom', aer_ridge()) FROM patients p;
SELECT aer_train(p, 'name', aer_ridge()) FROM patients p;
SELECT aer_train(p, NULL, aer_ridge()) FROM patients p;
SELECT aer_train(p, 'outcome', aer_ridge(budget => 8)) FROM patients p;
SELECT aer_train(r, 'outcome', aer_ridge()) FROM (SELECT outcome, name FROM patients) r;
SELECT aer_train(r, 'outcome', aer_ridge()) FROM (SELECT outcome FROM patients) r;
SELECT jsonb_path_query_array(aer_train(r, 'f2', aer_ridge())::jsonb, '$.columns.name') AS names FROM (SELECT ROW(1, 2) AS r) s;
SELECT aer_train(ROW(), 'x', aer_ridge());

-- Bad values are named.
SELECT aer_train(p, 'outcome', aer_ridge(scale => 200) ORDER BY id) FROM (SELECT id, age, CASE WHEN id = 4 THEN 'NaN'::real ELSE "Blood Pressure" END AS "Blood Pressure", outcome FROM patients) p;
SELECT aer_train(p, 'outcome', aer_ridge(scale => 200) ORDER BY id) FROM (SELECT id, age, CASE WHEN id <> 4 THEN smoker END AS smoker, outcome FROM patients) p;
SELECT aer_train(p, 'outcome', aer_ridge(scale => 200) ORDER BY id) FROM (SELECT id, age, CASE WHEN id = 4 THEN 'NaN' ELSE outcome END AS outcome FROM patients) p;

-- NULL rows: of a LEFT JOIN, NULL targets.
SELECT rows, skipped
FROM aer_summary((SELECT aer_train(p, 'outcome', aer_ridge(exclude => '{id,name,seen}', scale => 200) ORDER BY i)
				  FROM generate_series(-2, 60) i LEFT JOIN patients p ON id = i));
SET client_min_messages = error;
SELECT rows, skipped
FROM aer_summary((SELECT aer_train(r, 'y', aer_ridge(scale => 200) ORDER BY id)
				  FROM (SELECT id, age, CASE WHEN id > 5 THEN outcome END AS y FROM patients) r));
RESET client_min_messages;
SELECT count(*), count(aer_predict(m, p)) FROM saved, generate_series(-2, 60) i LEFT JOIN patients p ON id = i;
SELECT (e).rows, (e).skipped
FROM (SELECT aer_evaluate(m, p, 'outcome') AS e FROM saved, generate_series(-2, 60) i LEFT JOIN patients p ON id = i) s;
SELECT aer_predict(m, p) FROM saved, (SELECT age, "Blood Pressure", "ch""ol", NULL::bool AS smoker, "größe", weight FROM patients LIMIT 1) p;

-- Row types that vary from row to row, within one call.
CREATE TABLE old_patients (outcome int, smoker boolean, weight numeric, age int, "größe" real, "ch""ol" float8, "Blood Pressure" int);
INSERT INTO old_patients SELECT outcome, smoker, weight, age, 1.5, "ch""ol", "Blood Pressure" FROM patients;
CREATE FUNCTION pg_temp.any_row(i int) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
	r record;
BEGIN
	IF i % 2 = 0 THEN
		SELECT * INTO r FROM patients WHERE id = i;
	ELSE
		SELECT * INTO r FROM old_patients WHERE age = i;
	END IF;
	RETURN r;
END $$;
SELECT rows, skipped, attributes
FROM aer_summary((SELECT aer_continue(pg_temp.any_row(i), 'outcome', m ORDER BY i) FROM saved, generate_series(1, 20) i));
SELECT count(aer_predict(m, pg_temp.any_row(i))) FROM saved, generate_series(1, 20) i;
-- A boolean attribute stays one, and no column may be missing.
SELECT aer_predict(m, r) FROM saved, (SELECT age, "Blood Pressure", "ch""ol", 1 AS smoker, "größe", weight FROM patients) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age, "Blood Pressure", "ch""ol", smoker, weight FROM patients) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age, "Blood Pressure", "ch""ol", smoker, "größe", name AS weight FROM patients) r;
SELECT aer_continue(r, 'outcome', m) FROM saved, (SELECT age, "Blood Pressure", "ch""ol", smoker, "größe", weight FROM patients) r;

-- Arrays and rows do not mix unawares.
SELECT aer_continue(p, 'outcome', (SELECT aer_train(ARRAY[age, weight], outcome, aer_ridge(scale => 200)) FROM patients)) FROM patients p;
SELECT aer_predict((SELECT aer_train(ARRAY[age, weight], outcome, aer_ridge(scale => 200)) FROM patients), p) FROM patients p LIMIT 1;

-- A table that changes between two uses, in one session.
PREPARE score AS SELECT count(aer_predict(m, p)) FROM saved, patients p;
EXECUTE score;
ALTER TABLE patients ADD COLUMN later float8 DEFAULT 3, DROP COLUMN name;
EXECUTE score;
SELECT jsonb_path_query_array(aer_train(p, 'outcome', aer_ridge(exclude => '{id,seen}', scale => 200))::jsonb, '$.columns.name') AS names FROM patients p;
ALTER TABLE patients RENAME COLUMN weight TO mass;
EXECUTE score;
ALTER TABLE patients RENAME COLUMN mass TO weight;
ALTER TABLE patients ALTER COLUMN weight TYPE numeric;
EXECUTE score;

-- Tuples from before a column was added, which the trigger sees as they are.
CREATE TABLE seen_by_trigger (p float8, later float8);
CREATE FUNCTION note_old() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO seen_by_trigger SELECT aer_predict(m, OLD), OLD.later FROM learned_later;
	RETURN NEW;
END $$;
CREATE TRIGGER note_old BEFORE UPDATE ON old_patients FOR EACH ROW EXECUTE FUNCTION note_old();
ALTER TABLE old_patients ADD COLUMN later float8 DEFAULT 3;
CREATE TABLE learned_later AS
	SELECT aer_train(r, 'outcome', aer_ridge(include => '{later}', units => 'common')) AS m FROM (SELECT 3 AS later, 5 AS outcome FROM generate_series(1, 3)) r;
UPDATE old_patients SET age = age WHERE age = 7;
SELECT count(*) AS rows, bool_and(p = 3 * (m::float8[])[1] AND p <> 0 AND later = 3) AS as_stored FROM seen_by_trigger, learned_later;

-- Columns of fixed width only, whose places are known beforehand: with all
-- alignments, among columns that are no numbers; with NULLs where they are not
-- asked for, columns dropped, columns added.
CREATE TABLE fixed (c "char", b1 boolean, f8 float8, b2 boolean, i2 int2, u uuid, b3 boolean, f4 float4,
	n name, i8 int8, d oid, dropped int, i4 int4, b4 boolean, y float4);
INSERT INTO fixed SELECT 'x', i % 2 = 0, i * 1.5, i % 3 = 0, i % 7 - 3, md5(i::text)::uuid, i % 5 = 0, i / 4.0,
	'n' || i, 5 - i, NULL, i, i * i, i % 7 = 0, i % 11 FROM generate_series(1, 40) i;
UPDATE fixed SET d = 2020 WHERE i4 % 3 <> 0;
SET client_min_messages = warning;
CREATE TABLE plain AS TABLE fixed;
ALTER TABLE plain DROP COLUMN dropped;
CREATE TABLE copied AS TABLE plain;
ALTER TABLE copied ADD COLUMN later int2 DEFAULT 5;
INSERT INTO copied SELECT c, b1, f8, b2, i2, NULL, b3, f4, n, i8 - 100, d, i4, b4, y, 7 FROM copied WHERE i4 < 5;
INSERT INTO plain SELECT c, b1, f8, b2, i2, NULL, b3, f4, n, i8 - 100, d, i4, b4, y FROM plain WHERE i4 < 5;
CREATE FUNCTION pg_temp.known(aer_moments) RETURNS text LANGUAGE sql AS
	'SELECT string_agg(format(''%s %s %s %s'', reads, mean, sd, correlation), '';'' ORDER BY attribute) FROM aer_attributes($1)';
\set learn 'aer_train(f, \'y\', aer_lasso(budget => 3, exclude => \'{later}\', scale => 100, seed => 3) ORDER BY i8) AS model'
\set know 'aer_moments(f, \'y\', aer_design(budget => 4, include => \'{b1,f8,b2,i2,b3,f4,i8,i4,b4}\'), i8 ORDER BY i8) AS moments'
SELECT jsonb_path_query_array(c.model::jsonb, '$.columns.name') AS attributes, c.model::float8[] = a.model::float8[] AS same_model, pg_temp.known(c.moments) = pg_temp.known(a.moments) AS same_moments,
	d.model::float8[] = a.model::float8[] AS if_dropped, pg_temp.known(d.moments) = pg_temp.known(a.moments) AS same_moments
FROM (SELECT :learn, :know FROM copied f) c,
	(SELECT :learn, :know FROM (SELECT *, 0 AS later FROM plain) f) d,
	(SELECT aer_train(x, y, aer_lasso(budget => 3, scale => 100, seed => 3) ORDER BY i8) AS model, aer_moments(x, y, aer_design(budget => 4), i8 ORDER BY i8) AS moments
	 FROM copied, LATERAL (SELECT ARRAY[b1::int, f8, b2::int, i2, b3::int, f4, i8, i4, b4::int] AS x) x) a;
SELECT p.model::float8[] = c.model::float8[] AS same
FROM (SELECT aer_train(f, 'y', aer_ridge(scale => 100) ORDER BY i8) AS model FROM plain f) p,
	(SELECT aer_train(f, 'y', aer_ridge(scale => 100, exclude => '{later}') ORDER BY i8) AS model FROM copied f) c;
-- NULL at an attribute that is read is an error, which names it, in any kind of tuple.
UPDATE copied SET i2 = NULL WHERE i8 = 3;
SELECT aer_train(f, 'y', aer_ridge(scale => 100) ORDER BY i8 DESC) FROM copied f;
RESET client_min_messages;

-- In PL/pgSQL the model is a variable, not a constant.
DO $$
DECLARE
	r record;
	model aer_model;
	score float8;
BEGIN
	FOR r IN SELECT i, format('{"weights":[%s],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', i)::aer_model AS m
			 FROM generate_series(1, 3) i LOOP
		model := r.m;
		score := aer_predict(model, ARRAY[1.0]);
		IF score <> r.i THEN
			RAISE 'model % scores %', r.i, score;
		END IF;
	END LOOP;
END $$;
SET client_min_messages = warning;
DROP SCHEMA hospital CASCADE;

RESET client_min_messages;
-- Columns that are left out are reported once for a statement: over groups, learners, folds,
-- partitions and workers.
CREATE TABLE measured (id int, part int, a float8, note text, y float8) PARTITION BY LIST (part);
CREATE TABLE measured_1 PARTITION OF measured FOR VALUES IN (1);
CREATE TABLE measured_2 PARTITION OF measured FOR VALUES IN (2);
INSERT INTO measured SELECT i, 1 + i % 2, i % 7, 'x', i % 3 FROM generate_series(1, 100) i;
ANALYZE measured;
SELECT part, aer_train(m, 'y', aer_ridge()) IS NOT NULL AS trained FROM measured m GROUP BY part ORDER BY part;
SELECT part, aer_moments(m, 'y') IS NOT NULL AS moments, aer_moments(m, 'y', aer_design(budget => 1)) IS NOT NULL AS designed FROM measured m GROUP BY part ORDER BY part;
SELECT count(*) FROM aer_cross_validate('SELECT m AS features, ''y''::text AS target FROM measured m', ARRAY[aer_ridge(), aer_design()], 3);
SET enable_partitionwise_aggregate = on;
SELECT part, aer_train(m, 'y', aer_ridge()) IS NOT NULL AS trained FROM measured m GROUP BY part ORDER BY part;
SELECT part, aer_moments(m, 'y') IS NOT NULL AS moments FROM measured m GROUP BY part ORDER BY part;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 1;
-- workers only
SET parallel_leader_participation = off;
SELECT aer_moments(m, 'y') IS NOT NULL AS moments FROM measured m;
SELECT part, aer_moments(m, 'y') IS NOT NULL AS moments FROM measured m GROUP BY part ORDER BY part;
RESET parallel_leader_participation;
RESET max_parallel_workers_per_gather;
RESET min_parallel_table_scan_size;
RESET parallel_tuple_cost;
RESET parallel_setup_cost;
RESET enable_partitionwise_aggregate;
DROP TABLE measured;

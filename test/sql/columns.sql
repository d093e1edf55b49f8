--
-- Columns with categories, with knots, and with NULL as a category
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA wards;
SET search_path = wards, public;
CREATE TYPE mood AS ENUM ('low', 'fair', 'high');
ALTER TYPE mood ADD VALUE 'even' BEFORE 'high';
CREATE DOMAIN code AS varchar(9) CHECK (VALUE <> 'none');
CREATE TABLE patients (id int, age int, region text, code code, grade char(4), mood mood, smoker boolean, day date, dose float8,
	"a=b" text, """q" text, outcome float8);
INSERT INTO patients SELECT i, 20 + i * 37 % 61, (ARRAY['north', 'south', 'west', 'o=e', ''])[1 + i * 7 % 11 % 5],
	(ARRAY['c1', 'c2', 'c3'])[1 + i * 5 % 7 % 3], (ARRAY['a', 'b  ', 'cc'])[1 + i % 13 % 3],
	(ARRAY['low', 'even', 'high'])[1 + i * 3 % 17 % 3]::mood, i % 3 = 0, date '2023-12-25' + i % 40, CASE WHEN i % 6 > 0 THEN 1e7 + i * 31 % 59 END,
	(ARRAY['x', 'c'])[1 + i % 19 % 2], (ARRAY['y', '=z', 'größer'])[1 + i % 23 % 3], 0
	FROM generate_series(1, 400) i;
UPDATE patients SET outcome = age / 10.0 + CASE region WHEN 'south' THEN 2 WHEN 'o=e' THEN -1 ELSE 0 END
	+ (mood = 'high')::int + (grade = 'cc')::int * 3 - ("a=b" = 'c')::int + id * 29 % 31 / 31.0;

-- The list is checked where a design or a learner is made.
SELECT aer_design(columns => '{"region": ["south", "north", null], "age": [30, 45.5, 6e1], "day": ["2024-01-01"]}');
SELECT aer_ridge(budget => 2, columns => '{"region": ["north"], "a": [null, 2]}')->'columns' AS columns;
SELECT aer_design(columns => '{}') = aer_design() AS none;
SELECT aer_design(columns => '["north", "south"]');
SELECT aer_design(columns => '3');
SELECT aer_design(columns => '{"region": "north"}');
SELECT aer_design(columns => '{"region": {"north": 1, "south": 2}}');
SELECT aer_design(columns => '{"region": []}');
SELECT aer_design(columns => '{"region": [null]}');
SELECT aer_design(columns => '{"region": ["north", null, null]}');
SELECT aer_design(columns => '{"region": ["north", 1]}');
SELECT aer_design(columns => '{"region": [1, "north"]}');
SELECT aer_design(columns => '{"smoker": [true, false]}');
SELECT aer_design(columns => '{"region": ["north", ["south"]]}');
SELECT aer_design(columns => '{"region": ["north", "south", "north"]}');
SELECT aer_design(columns => jsonb_build_object('region', (SELECT jsonb_agg(i::text) FROM generate_series(1, 101) i)));
SELECT aer_lasso(columns => '{"region": ["north", "north"]}');
SELECT aer_design(columns => '{"age": [30, 45, 45]}');
SELECT aer_design(columns => '{"age": [30, 20]}');
SELECT aer_design(columns => '{"age": [1, 2, 3, 4, 5, 6, 7, 8, 9]}');
SELECT aer_design(columns => '{"age": [1e400]}');
SELECT aer_design(columns => jsonb_build_object('age', ARRAY['NaN'::float8, 3]));
SELECT length(aer_design(columns => jsonb_build_object('region', (SELECT jsonb_agg(i::text) FROM generate_series(1, 100) i), 'age', '[1,2,3,4,5,6,7,8,null]'::jsonb))::text) > 0 AS most;

-- Columns of rows that do not suit the option: each error names the column and says what to do.
CREATE FUNCTION pg_temp.refused(columns jsonb) RETURNS TABLE (message text, detail text, hint text, state text, context text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM aer_moments(p.*, 'outcome', aer_design(columns => $1)) FROM patients p;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, state = RETURNED_SQLSTATE, context = PG_EXCEPTION_CONTEXT;
	context := substring(context FROM 'knot [^\n]*');
	RETURN NEXT;
END $$;
\x on
SELECT r.* FROM (VALUES ('{"town": ["a", "b"]}'::jsonb), ('{"age": ["1", "2"]}'), ('{"age": ["NaN"]}'), ('{"region": [1, 2]}'), ('{"smoker": [0.5]}'), ('{"smoker": ["yes", "no"]}'), ('{"mood": [1]}'),
	('{"day": [8766]}'), ('{"day": ["new year"]}'), ('{"day": ["01/02/2024"]}'), ('{"day": ["2024-02-31"]}'), ('{"day": ["2024-01-02", "2024-01-01"]}'), ('{"day": ["2024-01-02", "2024-01-02"]}'),
	('{"day": ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-06", "2024-01-07", "2024-01-08", "2024-01-09"]}'), ('{"when": [3]}')) v (c), pg_temp.refused(c) r;
\x off
SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}')) FROM patients p;
SELECT aer_moments(p.*, 'outcome', aer_design(columns => '{"day": ["yesterday"]}')) FROM patients p;
SELECT aer_moments(ARRAY[age], outcome, aer_design(columns => '{"age": [1, 2]}')) FROM patients;
SELECT aer_train(ARRAY[age], outcome, aer_lasso(columns => '{"age": [1, 2]}')) FROM patients;
-- names never clash
SELECT aer_moments(r.*, 'outcome', aer_design(columns => '{"region": ["north", "south"]}'))
FROM (SELECT region, 1 AS "region=south", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(columns => '{"age": [30]}')) FROM (SELECT age, 1 AS "age>30", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(columns => '{"age": [30, null]}')) FROM (SELECT age, 1 AS "age is null", outcome FROM patients) r;
SELECT aer_train(r.*, 'outcome', aer_ridge(columns => '{"age": [30, null]}')) FROM (SELECT age, 1 AS "age is null", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(columns => '{"region": ["north", "south"]}', include => '{"age","region=south"}')) IS NOT NULL AS not_both
FROM (SELECT age, region, 1 AS "region=south", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(columns => '{"region": ["north", "south"]}'))
FROM (SELECT region, mood AS region, outcome FROM patients) r;

-- The same rows by hand: all words, how far numbers are above their knots, and where nothing is written.
CREATE TABLE known (c jsonb);
INSERT INTO known VALUES ('{"region": ["north", "south", "west", "o=e", ""], "age": [33, 47.5, 70], "dose": [10000020, 10000040, null], "mood": ["low", "even", "high"], "grade": ["a", "b", "cc"],
	"smoker": ["true", "false"], "day": ["2024-01-01", "2024-01-10"], "a=b": ["x", "c"], "\"q": ["y", "=z", "größer", null]}');
CREATE TABLE by_hand AS SELECT id, greatest(age, 0) AS a0, greatest(age - 33, 0) a1, greatest(age - 47.5, 0)::float8 a2, greatest(age - 70, 0) a3,
	(region = 'north')::int r1, (region = 'south')::int r2, (region = 'west')::int r3, (region = 'o=e')::int r4, (region = '')::int r5,
	(grade = 'a')::int g1, (grade = 'b')::int g2, (grade = 'cc')::int g3, (mood = 'low')::int m1, (mood = 'even')::int m2, (mood = 'high')::int m3, smoker::int s1, (NOT smoker)::int s2,
	day AS d0, greatest(day - date '2024-01-01', 0) d1, greatest(day - date '2024-01-10', 0) d2,
	coalesce(dose, 10000020) x0, greatest(coalesce(dose, 10000020) - 10000020, 0) x1, greatest(coalesce(dose, 10000020) - 10000040, 0) x2, (dose IS NULL)::int x3,
	("a=b" = 'x')::int ab1, ("a=b" = 'c')::int ab2, ("""q" = 'y')::int q1, ("""q" = '=z')::int q2, ("""q" = 'größer')::int q3, ("""q" IS NULL)::int q4, outcome
	FROM patients;
CREATE VIEW designs AS SELECT c, aer_design(exclude => '{id,code}', columns => c) AS everything, aer_design(exclude => '{id,code}', budget => 3, columns => c) AS three FROM known;

SELECT attribute, name FROM aer_weights((SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT everything FROM designs))) FROM patients p)) ORDER BY attribute;
-- to the bit where both read everything, streaming learners under a budget too; sums begin at the middle knots
SET client_min_messages = error;	-- in one unit for all, worse than the mean
\set middle '''{"a0": 47.5, "d0": 8766, "x0": 10000020}'''
SELECT (SELECT array_agg(ARRAY[reads, mean, sd, correlation] ORDER BY attribute) FROM aer_attributes(a.m)) = (SELECT array_agg(ARRAY[reads, mean, sd, correlation] ORDER BY attribute) FROM aer_attributes(b.m)) AS moments,
	e.m::float8[] = f.m::float8[] AS online, g.m::float8[] = h.m::float8[] AS lasso
FROM (SELECT aer_moments(p.*, 'outcome', (SELECT everything FROM designs) ORDER BY id) AS m FROM patients p) a,
	(SELECT aer_moments(p.*, 'outcome', aer_design(exclude => '{id}', center => :middle) ORDER BY id) AS m FROM by_hand p) b,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id,code}', scale => 50, columns => c) FROM known) ORDER BY id) AS m FROM patients p) e,
	(SELECT aer_train(p.*, 'outcome', aer_ridge(exclude => '{id}', scale => 50) ORDER BY id) AS m FROM by_hand p) f,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_lasso(budget => 4, exclude => '{id,code}', scale => 50, columns => c) FROM known) ORDER BY id) AS m FROM patients p) g,
	(SELECT aer_train(p.*, 'outcome', aer_lasso(budget => 4, exclude => '{id}', scale => 50) ORDER BY id) AS m FROM by_hand p) h;
-- a given center counts for the columns that it names
SELECT (aer_attributes(a.m)).mean IS NOT DISTINCT FROM (aer_attributes(b.m)).mean AS declared
FROM (SELECT aer_moments(p.*, 'outcome', (SELECT aer_design(include => '{age,dose}', columns => c, center => '{"age": 12}') FROM known) ORDER BY id) AS m FROM patients p) a,
	(SELECT aer_moments(p.*, 'outcome', aer_design(include => '{a0,a1,a2,a3,x0,x1,x2,x3}', center => '{"a0": 12, "x0": 10000020}') ORDER BY id) AS m FROM by_hand p) b;
-- far from 0 the sums lose nothing: knots of a column, and of the column less 1e7
SELECT max(abs(a.correlation - b.correlation)) < 1e-9 AS offset FROM
	aer_attributes((SELECT aer_moments(p.*, 'outcome', (SELECT aer_design(include => '{dose}', columns => '{"dose": [10000020, 10000040, null]}') FROM known) ORDER BY id) FROM patients p)) a
	JOIN aer_attributes((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{dose}', columns => '{"dose": [20, 40, null]}') ORDER BY id) FROM (SELECT id, dose - 1e7 AS dose, outcome FROM patients) p)) b USING (attribute);
RESET client_min_messages;

-- A column is one look: the plan names columns, and no more of a row is looked at.
\set all '''{age,region,grade,mood,smoker,day,dose,a=b,"\\"q"}''::text[]'
SELECT aer_plan(three, :all, 7) FROM designs;
SELECT array_length(aer_plan(three, '{id}'::text[] || :all || '{code}', id), 1) AS looks, count(*) FROM designs, patients GROUP BY 1;
SELECT aer_plan(three, '{age,region}'::text[], 7) FROM designs;
SELECT aer_plan(three, 8, 7) FROM designs;
CREATE FUNCTION pg_temp.hidden(p patients, seen text[]) RETURNS patients LANGUAGE sql AS $$
	SELECT jsonb_populate_record(NULL::patients, (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(p))
		WHERE key = ANY (seen || '{id,outcome}'::text[]))) $$;
-- values outside the plan do not count as the category NULL
CREATE VIEW no_holes AS SELECT c, aer_design(exclude => '{id,code}', budget => 3, columns => c) AS three FROM (SELECT c - 'dose' || '{"dose": [10000020, 10000040]}' AS c FROM known) k;
SELECT a.m = b.m AS same, (s).reads <= 3 * (s).rows AS budget, (s).attributes
FROM (SELECT aer_moments(p.*, 'outcome', (SELECT three FROM no_holes), id ORDER BY id) AS m FROM patients p) a,
	(SELECT aer_moments(pg_temp.hidden(p, aer_plan((SELECT three FROM no_holes), :all, id)), 'outcome', (SELECT three FROM no_holes), id ORDER BY id) AS m FROM patients p) b,
	LATERAL (SELECT aer_summary(aer_fit_ridge(b.m)) AS s) s;
-- streaming learners read no more than their budget either, and count columns: as many as they name before each row
SELECT reads <= 4 * rows AS budget FROM known, aer_summary((SELECT aer_train(p.*, 'outcome', (SELECT aer_lasso(budget => 4, exclude => '{id,code}', columns => c) FROM known)) FROM patients p));
CREATE FUNCTION pg_temp.followed(learner jsonb) RETURNS TABLE (reads bigint, named bigint, draws bigint) LANGUAGE plpgsql AS $$
DECLARE
	m aer_model := aer_start(learner, '{age,region,dose}');
	p record;
BEGIN
	named := 0;
	FOR p IN SELECT age, region, coalesce(dose, 0) AS dose, outcome FROM patients ORDER BY id LIMIT 60 LOOP
		named := named + (SELECT count(*) FROM aer_next(m));
		m := (SELECT aer_continue(p, 'outcome', m));
	END LOOP;
	SELECT s.reads, s.draws INTO reads, draws FROM aer_summary(m) s;
	RETURN NEXT;
END $$;
SELECT f.reads = f.named AS counted, f.reads < f.draws AS fewer, f.draws FROM pg_temp.followed(aer_ridge(budget => 6, scale => 50, columns => '{"age": [30, 40, 50, 60], "region": ["north", "south", "west"], "dose": [2, null]}')) f;
SELECT reads = 3 * rows AS all_columns FROM aer_summary((SELECT aer_train(p, 'outcome', aer_perceptron(columns => '{"age": [30, 40], "region": ["north", "south"], "dose": [3, null]}')) FROM (SELECT age, region, dose, outcome > 5 AS outcome FROM patients) p));
-- drawing by spread and learned sampling: a column counts by the root of its variances, named by itself or by its attributes
SELECT count(*) FILTER (WHERE 'region' = ANY (plan)) > count(*) FILTER (WHERE 'age' = ANY (plan)) AS region_first
FROM generate_series(1, 200) i, aer_plan(aer_design(budget => 1, spread => '{"age": 1, "region=b": 1, "region=c": 1, "region=d": 1}', columns => '{"region": ["a", "b", "c", "d"]}'), '{age,region}'::text[], i) plan;
SELECT bool_and(aer_plan(aer_design(budget => 2, spread => one::jsonb, columns => '{"a=b": ["x", "y"], "age": [3, null], "day": ["2024-01-01"]}'), '{age,a=b,day,z}'::text[], i) =
	aer_plan(aer_design(budget => 2, spread => other::jsonb, columns => '{"a=b": ["x", "y"], "age": [3, null], "day": ["2024-01-01"]}'), '{age,a=b,day,z}'::text[], i)) AS same
FROM generate_series(1, 100) i, (VALUES ('{"age": 13, "a=b": 5, "day": 17, "z": 1}', '{"age": 3, "age>3": 4, "age is null": 12, "\"a=b\"=x": 3, "\"a=b\"=y": 4, "day": 8, "day>2024-01-01": 15, "z": 1}')) v (one, other);
SELECT aer_plan(aer_design(budget => 1, spread => '{"age": 1, "regio=b": 1}'), '{age,region}'::text[], 1);
SELECT reads = 2 * rows AS learned FROM aer_summary((SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT aer_design(budget => 2, sampling => 'learned', exclude => '{id,code}', columns => c || '{"dose": [3, null]}') FROM known) ORDER BY id)) FROM patients p));

-- Points in time do not depend on the time zone of the session; knots without a zone are in UTC.
CREATE TABLE times AS SELECT i AS id, timestamp '2024-01-01' + i * interval '7 hours' AS plain, timestamptz '2024-01-01 00:00+00' + i * interval '7 hours' AS zoned, i % 5 AS y FROM generate_series(1, 50) i;
\set of_times 'aer_design(include => ''{plain,zoned}'', columns => ''{"plain": ["2024-01-05 12:00"], "zoned": ["2024-01-05T12:00", "2024-01-07", "2024-01-08 06:00+02"]}'')'
SELECT name, mean FROM aer_attributes((SELECT aer_moments(t.*, 'y', :of_times) FROM times t)) WHERE name LIKE '%>%';
SELECT avg(greatest(extract(epoch FROM plain - timestamp '2024-01-05 12:00') / 86400, 0))::float8 AS plain, avg(greatest(extract(epoch FROM zoned - timestamptz '2024-01-05 12:00+00') / 86400, 0))::float8 AS noon,
	avg(greatest(extract(epoch FROM zoned - timestamptz '2024-01-07 00:00+00') / 86400, 0))::float8 AS midnight, avg(greatest(extract(epoch FROM zoned - timestamptz '2024-01-08 04:00+00') / 86400, 0))::float8 AS east FROM times;
CREATE TABLE timed AS SELECT aer_fit_ridge(aer_moments(t.*, 'y', :of_times)) AS m FROM times t;
CREATE TABLE told AS SELECT id, aer_predict(m, t.*) AS p FROM timed, times t;
SET timezone = 'Asia/Tokyo';
SET datestyle = 'German';
SELECT bool_and(aer_predict(m, t.*) = told.p) AS anywhere FROM timed, times t JOIN told USING (id);
RESET timezone;
RESET datestyle;

-- Models find column and value in any row.
CREATE TABLE saved AS SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT everything FROM designs) ORDER BY id)) AS m,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id,code}', scale => 50, columns => c) FROM known) ORDER BY id) FROM patients p) AS s FROM patients p;
SELECT bool_and(aer_predict(m, p) = aer_predict(m, q)) AS any_order, bool_and(aer_predict(m, p) = aer_predict(m::text::aer_model, p)) AS text,
	bool_and(abs(aer_score(m, p) - by_hand) < 1e-6) AS by_hand
FROM saved, patients p, LATERAL (SELECT p."a=b"::varchar, p."""q", p.mood::text, p.dose::numeric, p.grade::varchar AS grade, p.day::timestamp, p.region::varchar(5), p.smoker, p.age::float8) q,
	LATERAL (SELECT sum(w.weight * v.value) AS by_hand FROM aer_weights(m) w JOIN (SELECT '(intercept)' AS name, 1::float8 AS value
		UNION ALL SELECT name, x FROM by_hand h, unnest('{age,age>33,age>47.5,age>70,region=north,region=south,region=west,region=o=e,region=,grade=a,grade=b,grade=cc,mood=low,mood=even,mood=high,smoker=true,smoker=false,day,day>2024-01-01,day>2024-01-10,dose,dose>10000020,dose>10000040,dose is null,"\"a=b\"=x","\"a=b\"=c","\"\"\"q\"=y","\"\"\"q\"==z","\"\"\"q\"=größer","\"\"\"q\" is null"}'::text[],
			ARRAY[a0, a1, a2, a3, r1, r2, r3, r4, r5, g1, g2, g3, m1, m2, m3, s1, s2, d0 - date '2000-01-01', d1, d2, x0, x1, x2, x3, ab1, ab2, q1, q2, q3, q4]::float8[]) u (name, x) WHERE h.id = p.id) v USING (name)) h;
SELECT count(*) FROM saved, aer_weights(m);
SELECT (e).reads / (e).rows AS looks FROM (SELECT aer_evaluate(m, p, 'outcome') AS e FROM saved, patients p) e;
SELECT (e).reads <= 4 * (e).rows AS drawn FROM (SELECT aer_evaluate(m, p, 'outcome', 4) AS e FROM saved, patients p) e;
-- an unknown category is no other one: the look found nothing, as at a NULL that is no category
\set patient '(SELECT age, region, grade, mood::text, smoker, day, dose, "a=b", """q" FROM patients WHERE id = 1) p'
SELECT aer_predict(s, u) FROM saved, :patient, LATERAL (SELECT p.age, 'nowhere' AS region, p.grade, p.mood, p.smoker, p.day, p.dose, p."a=b", p."""q") u;
SELECT aer_predict(s, n) FROM saved, :patient, LATERAL (SELECT p.age, NULL::text AS region, p.grade, p.mood, p.smoker, p.day, p.dose, p."a=b", p."""q") n;
SELECT aer_score(s, q) FROM saved, :patient, LATERAL (SELECT p.age, p.region, p.grade, 'glum' AS mood, p.smoker, p.day, p.dose, p."a=b", p."""q") q;
SELECT aer_evaluate(s, d, 'outcome') FROM saved, :patient, LATERAL (SELECT 1 AS outcome, p.age, p.region, p.grade, p.mood, p.smoker, NULL::date AS day, p.dose, p."a=b", p."""q") d;
SELECT aer_predict(s, t) IS NOT NULL AS told_apart FROM saved, :patient, LATERAL (SELECT p.age, p.region, p.grade, p.mood, p.smoker, p.day, NULL::float8 AS dose, p."a=b", NULL::text AS """q") t;
SELECT aer_predict(m, r) FROM saved, (SELECT age, 7 AS region, grade, mood, smoker, day, dose, "a=b", """q" FROM patients LIMIT 1) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age::text, region, grade, mood, smoker, day, dose, "a=b", """q" FROM patients LIMIT 1) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age, region, grade, mood, smoker, 3 AS day, dose, "a=b", """q" FROM patients LIMIT 1) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age, grade, mood, smoker, day, dose, "a=b", """q" FROM patients LIMIT 1) r;
SELECT (SELECT aer_continue(p.*, 'outcome', t ORDER BY id) FROM patients p WHERE id > 200) = s AS continued
FROM saved, (SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id,code}', scale => 50, columns => c) FROM known) ORDER BY id) AS t FROM patients p WHERE id <= 200) t;
SELECT aer_train(r.*, 'outcome', aer_lasso(columns => '{"region": ["north", "south"]}')) FROM (SELECT NULL::text AS region, 1 AS outcome) r;

-- Unknown categories are counted, missing values are not looks, and a NULL that is a category is not missing.
\set few 'aer_design(missing => ''available'', include => ''{age,region,mood,dose}'', columns => ''{"region": ["north", "south", "east"], "mood": ["low", "sad", null], "dose": [10000010, null]}'')'
SELECT name, reads, missing, unknown FROM aer_attributes((SELECT aer_moments(p.*, 'outcome', :few) FROM (SELECT age, CASE WHEN id % 2 = 0 THEN region END AS region, CASE WHEN id % 4 > 0 THEN mood END AS mood, dose, outcome FROM patients) p));
SELECT count(*) FILTER (WHERE id % 2 = 0) AS regions, count(*) FILTER (WHERE id % 2 = 0 AND region NOT IN ('north', 'south')) AS unknown, count(*) FILTER (WHERE id % 4 > 0 AND mood <> 'low') AS moods, count(dose) FROM patients;
-- as sums, as rows, merged, stored, from one or more scans
\set parts 'aer_design(budget => 2, include => ''{age,region,mood,dose}'', columns => ''{"region": ["north", "south", "east"], "mood": ["low", "sad"], "age": [25, 40], "dose": [10000030, null]}'')'
CREATE TABLE parts AS SELECT id / 7 AS part, aer_moments(p.*, 'outcome', :parts, id ORDER BY id) AS m FROM patients p GROUP BY 1;
SELECT array_agg(a.unknown ORDER BY a.attribute) = array_agg(w.unknown ORDER BY a.attribute) AS merged,
	array_agg(a.reads ORDER BY a.attribute) = array_agg(w.reads ORDER BY a.attribute) AS reads, sum(w.unknown) > 0 AS counted
FROM (SELECT (aer_attributes(m)).* FROM (SELECT aer_moments(m) AS m FROM parts) s) a
	JOIN (SELECT (aer_attributes(m::text::aer_moments)).* FROM (SELECT aer_moments(p.*, 'outcome', :parts, id ORDER BY id) AS m FROM patients p) s) w USING (attribute);
SELECT aer_moments(m) FROM (VALUES ((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', columns => '{"region": ["north", "south"]}')) FROM patients p)),
	((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', columns => '{"region": ["north", "west"]}')) FROM patients p))) v (m);
SELECT aer_moments(m) FROM (VALUES ((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', columns => '{"age": [30], "region": ["north"]}')) FROM patients p)),
	((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', columns => '{"age": [31], "region": ["north"]}')) FROM patients p))) v (m);

-- In jsonb it is the same; keys are attributes where they are included.
CREATE TABLE notes AS SELECT id, jsonb_build_object('age', age, 'region', region, 'mood', mood, 'a=b', "a=b", 'text', id, 'smoker', smoker, 'dose', dose) AS f, outcome FROM patients;
CREATE VIEW in_rows AS SELECT id, "a=b", age, dose, mood::text, region, smoker, outcome FROM patients;
\set noted '''{"region": ["north", "south", "west", "o=e", ""], "age": [33, 47.5, 70], "dose": [10000020, 10000040, null], "mood": ["low", "even", "high"], "smoker": ["true", "false"], "a=b": ["x", "c"]}'''
\set keys '''{age,region,mood,smoker,dose,a=b}'''
SET client_min_messages = error;
SELECT a.m::float8[] = b.m::float8[] AS ridge, c.m::float8[] = d.m::float8[] AS lasso, e.m::float8[] = g.m::float8[] AS everything, aer_predict(e.m, f) = aer_predict(g.m, r.*) AS prediction, (s).reads = 2 * (s).rows AS budget
FROM (SELECT aer_fit_ridge(aer_moments(f, outcome, aer_design(budget => 2, include => :keys, columns => :noted), id ORDER BY id)) AS m FROM notes) a,
	(SELECT aer_fit_ridge(aer_moments(r.*, 'outcome', aer_design(budget => 2, include => :keys, columns => :noted), id ORDER BY id)) AS m FROM in_rows r) b,
	(SELECT aer_train(f, outcome, aer_lasso(budget => 3, scale => 50, include => :keys, columns => :noted) ORDER BY id) AS m FROM notes) c,
	(SELECT aer_train(r.*, 'outcome', aer_lasso(budget => 3, scale => 50, include => :keys, columns => :noted) ORDER BY id) AS m FROM in_rows r) d,
	(SELECT aer_fit_ridge(aer_moments(f, outcome, aer_design(include => :keys, columns => :noted) ORDER BY id)) AS m FROM notes) e,
	(SELECT aer_fit_ridge(aer_moments(r.*, 'outcome', aer_design(include => :keys, columns => :noted) ORDER BY id)) AS m FROM in_rows r) g,
	LATERAL (SELECT aer_summary(a.m) AS s) s, notes n JOIN in_rows r USING (id) WHERE id = 17;
-- few keys of many are searched for, many are found in one pass: the same
SELECT bool_and((SELECT sum(weight) FROM aer_weights(m)) IS NOT NULL) AS wide, count(DISTINCT m::float8[]) AS ways FROM (
	SELECT aer_fit_ridge(aer_moments(f || more, outcome, aer_design(include => :keys, columns => :noted) ORDER BY id)) AS m FROM notes,
		(SELECT k, coalesce((SELECT jsonb_object_agg('other' || i, i) FROM generate_series(1, k) i), '{}') AS more FROM (VALUES (0), (3), (600)) v (k)) w GROUP BY k) v;
RESET client_min_messages;
SELECT name, reads, missing, unknown FROM aer_attributes((SELECT aer_moments(f - CASE WHEN id % 2 = 0 THEN '' ELSE 'region' END, outcome, :few) FROM notes));
-- an absent key was not looked at, null is none: where that is told apart, where it is not
SELECT name, reads, missing, round(mean::numeric, 3) AS mean FROM aer_attributes((SELECT aer_moments(f, 1, aer_design(include => '{a,b,w}', columns => '{"a": [1, 2, null], "b": [5], "w": ["x", null]}'))
	FROM (VALUES ('{"a": 3, "b": 7, "w": "x"}'::jsonb), ('{"a": null, "b": null, "w": null}'), ('{}'), ('{"a": 0, "b": 1, "w": "y"}')) v (f)));
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}', columns => '{"age": ["north", "south"]}') ORDER BY id) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}', columns => '{"region": [1, 2]}') ORDER BY id) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}', columns => '{"region": ["north", "south"], "mood": ["low", "sad"]}')) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}')) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{region=south,region}', columns => '{"region": ["north", "south"]}')) FROM notes;
SELECT aer_predict(m, '{"plain": 1, "zoned": 2}'::jsonb) FROM timed;
-- Points in time are text in jsonb, and their knots make them such: the sums of the columns, and the predictions; text
-- without a time zone is of UTC whatever the session's.
CREATE TABLE calendar AS SELECT i AS id, date '2024-01-01' + i * 7 % 60 AS day, timestamp '2024-01-01' + i * 31 % 97 * interval '7 h' AS plain,
	CASE WHEN i % 5 > 0 THEN timestamptz '2024-01-01 12:00Z' + i * 13 % 71 * interval '11 h' END AS zoned, (i * 7 % 60 - 30) ^ 2 / 100 + i % 3 AS y FROM generate_series(1, 200) i;
CREATE TABLE events AS SELECT id, y, CASE WHEN id = 1 THEN jsonb_set(e, '{day}', '"2024-01-08T00:00+00"') ELSE e END AS e FROM (SELECT id, y, to_jsonb(c) - 'y' - 'id' AS e FROM calendar c) t;
SET timezone = 'Asia/Tokyo';
CREATE TABLE calendar_designs AS SELECT aer_design(2, include => '{day,plain,zoned}', columns => '{"day": ["2024-01-20", "2024-02-10"], "plain": ["2024-01-15 12:00"], "zoned": ["2024-01-10T09:00+09", "2024-01-20", null]}') AS d;
SELECT moments = (SELECT aer_moments(c.*, 'y', d, id) FROM calendar c) AS same, aer_fit_ridge(moments) = (SELECT aer_fit_ridge(aer_moments(c.*, 'y', d, id)) FROM calendar c) AS model,
	(SELECT max(abs(aer_predict(aer_fit_ridge(moments), c.*) - aer_predict(aer_fit_ridge(moments), e))) FROM calendar c JOIN events USING (id)) AS apart
FROM calendar_designs, LATERAL (SELECT aer_moments(e, y, d, id) AS moments FROM events) m;
RESET timezone;
SELECT (aer_summary(aer_train(e, y, aer_ridge(2, include => '{day,plain}', columns => '{"day": ["2024-01-20"], "plain": ["2024-01-15"]}') ORDER BY id))).attributes FROM events;
SELECT aer_moments('{"day": "soon"}'::jsonb, 1, d) FROM calendar_designs;
SELECT aer_moments('{"day": "2024-02-31"}'::jsonb, 1, aer_design(include => '{day}', columns => '{"day": ["2024-01-20"]}'));
SELECT aer_moments('{"day": 20240101}'::jsonb, 1, aer_design(include => '{day}', columns => '{"day": ["2024-01-20"]}'));
SELECT aer_moments('{"day": "2024-01-01"}'::jsonb, 1, aer_design(include => '{day}', columns => '{"day": ["2024-01-20", "2024-01-10"]}'));

-- A column of a model that somebody has written: its values go with its kind.
\set of_text '{"weights":[1,2,3],"intercept":0,"columns":[{"name":"age","kind":"number","knots":[30],"null":true}],"learner":{},"rows":1,"draws":1,"reads":1,"skipped":0,"format":2}'
SELECT aer_predict(:'of_text', a) FROM (VALUES (20), (32), (NULL)) a (age);
SELECT aer_predict(replace(:'of_text', '"number","knots":[30]', '"time","knots":[8766]')::aer_model, a) FROM (VALUES (date '2000-01-02'), ('2024-01-02'), (NULL)) a (age);
CREATE FUNCTION pg_temp.refusal(model text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	RETURN model::aer_model IS NULL;
EXCEPTION WHEN invalid_text_representation THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN detail;
END $$;
SELECT new, pg_temp.refusal(replace(:'of_text', old, new))
FROM (VALUES ('[30]', '["x"]'), ('[30]', '30'), ('[30]', '[]'), ('[30]', '[30,30]'), ('[30]', '[1e999]'), ('[30]', '[1,2,3,4,5,6,7,8,9]'),
	('number', 'boolean'), ('number', 'categories'), ('number', 'word'), ('"knots"', '"categories"'), ('"kind":"number",', ''), ('"kind":"number"', '"kind":5'),
	('true', '1'), ('true', 'false'), ('true', 'true,"open":true'), ('true', 'true,"center":1'), ('true', 'true,"level":1'), ('"name":"age",', ''), ('"age"', '""'), ('"age"', '7'),
	('[1,2,3]', '[1,2]'), (',"knots":[30]', ''), (',"knots":[30],"null":true', ''), ('[{', '{'), ('[{"name"', '["age",{"name"'), ('true}', 'true},{"name":"age"}')) v (old, new);
\set knots 8
SELECT replace(replace(:'of_text', '[1,2,3]', format('[0%s,0]', repeat(',1', :knots))), '30', (SELECT string_agg(k::text, ',') FROM generate_series(1, :knots) k))::aer_model IS NOT NULL AS valid;
-- numbers that are not finite are errors, above a knot too; NULL is not above it
SELECT age, aer_predict(replace(:'of_text', '[1,2,3]', '[0,2,0]')::aer_model, a) FROM (VALUES ('20'::float8), (32), (NULL)) a (age);
SELECT aer_predict(replace(:'of_text', '[1,2,3]', '[0,2,0]')::aer_model, a) FROM (VALUES ('NaN'::float8)) a (age);
SELECT aer_predict(replace(:'of_text', '[1,2,3]', '[0,2,0]')::aer_model, a) FROM (VALUES ('-Infinity'::float8)) a (age);
-- categories may be written like those of a number
SELECT aer_predict(replace(:'of_text', '"number","knots":[30]', '"categories","categories":["a","b"]')::aer_model, a) FROM (VALUES ('a'), ('b'), (NULL)) a (age);
SELECT pg_temp.refusal(replace(:'of_text', '"number","knots":[30]', '"categories","categories":["a","a"]'));

-- a number with two knots or more is held to three times as far from them as they are from each other, unless it is open; with one it is not
\set fenced '{"weights":[1,0,10],"intercept":0,"columns":[{"name":"age","kind":"number","knots":[30,40]}],"learner":{},"rows":1,"draws":1,"reads":1,"skipped":0,"format":2}'
SELECT age, aer_predict(:'fenced', a) AS held, aer_predict(replace(:'fenced', '40]', '40],"open":true')::aer_model, a) AS open, aer_predict(replace(replace(:'fenced', '30,', ''), ',10]', ']')::aer_model, a) AS of_one
	FROM (VALUES (-1::float8), (0), (70), (71), (1e300)) a (age);
SELECT aer_predict(:'fenced', a) FROM (VALUES ('NaN'::float8)) a (age);
SELECT aer_predict(:'fenced', a) FROM (VALUES ('Infinity'::float8)) a (age);
SELECT aer_predict(:'fenced', '{"age": 1000}'::jsonb) = aer_predict(:'fenced', '{"age": 70}'::jsonb) AS of_jsonb;
SELECT replace(:'of_text', 'true', 'true,"open":true')::aer_model IS NOT NULL AS of_one_knot;
SELECT pg_temp.refusal(replace(replace(:'of_text', '[1,2,3]', '[1]'), '"knots":[30],"null":true', '"open":true'));

-- an enum of more labels than are kept in mind, and its text
DO $$ BEGIN
	EXECUTE (SELECT format('CREATE TYPE many AS ENUM (%s)', string_agg(format('%L', 'label ' || k), ', ' ORDER BY k)) FROM generate_series(1, 150) k);
END $$;
CREATE TEMP TABLE labelled AS SELECT k AS id, ('label ' || 1 + k % 150)::many AS label, k % 7 AS y FROM generate_series(1, 600) k;
WITH m AS (SELECT aer_moments(l, 'y', d, l.id) AS of_labels, aer_moments(t, 'y', d, l.id) AS of_text
	FROM labelled l, LATERAL (SELECT l.id, l.label::text AS label, l.y) t, aer_design(exclude => '{id}', columns => '{"label": ["label 3", "label 149"]}') d)
SELECT of_labels::text = of_text::text AS as_text, round((SELECT sum(mean) * 150 FROM aer_attributes(of_labels))::numeric, 9) AS of_two FROM m;
SET client_min_messages = warning;
DROP SCHEMA wards CASCADE;

--
-- Weights: sums of weighted rows, models of effective rows, and what is refused
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1023) / 512.0::float8 - 1';
CREATE TABLE claims AS
SELECT i AS id, 40 + 15 * pg_temp.noise(i, 1) AS age, pg_temp.noise(i, 2) < 0.3 AS smoker,
	CASE WHEN i % 5 > 0 THEN 3 + pg_temp.noise(i, 3) END AS crp,
	(ARRAY['none', 'mild', 'severe'])[1 + i % 3] AS pain, pg_temp.noise(i, 7) > 0.5 AS tall,
	1 + i % 3 AS w, 1.0 AS one, 7.3 * (1 + i % 3) AS large,
	20 + pg_temp.noise(i, 1) * 7 + 3 * (i % 3) + pg_temp.noise(i, 4) AS days,
	pg_temp.noise(i, 5) + pg_temp.noise(i, 1) > 0.4 AS ill,
	(ARRAY['a', 'b', 'c'])[1 + (pg_temp.noise(i, 1) + pg_temp.noise(i, 6) > -0.4)::int + (pg_temp.noise(i, 2) > 0.1)::int] AS ward
FROM generate_series(1, 600) i;
-- each row as often as its weight says
CREATE TABLE repeated AS SELECT c.* FROM claims c, generate_series(1, c.w) copy;

CREATE FUNCTION near(a float8, b float8) RETURNS boolean LANGUAGE sql IMMUTABLE
	AS 'SELECT a = b OR abs(a - b) <= 1e-12 * greatest(abs(a), abs(b), 1)';
-- Returns how many sums of two moments there are, and how many differ.
CREATE FUNCTION differing_sums(one aer_moments, other aer_moments, OUT sums bigint, OUT differ bigint)
	LANGUAGE sql AS $$
	SELECT count(*), count(*) FILTER (WHERE NOT coalesce(near(a.n, b.n) AND near(a.product, b.product)
		AND near(a.first_sum, b.first_sum) AND near(a.second_sum, b.second_sum), false))
	FROM aer_sums(one) a FULL JOIN aer_sums(other) b USING (fold, first, second) $$;

-- designs without their weights; "%w" is the column of weights
CREATE TABLE asked (name text, target text, design jsonb);
INSERT INTO asked VALUES
	('complete', 'days', aer_design(include => '{age,smoker,tall}', columns => '{"age": [35, 45]}')),
	('missing', 'days', aer_design(include => '{age,crp,pain}', columns => '{"pain": ["mild", "none"]}', missing => 'available')),
	('budget', 'ill', aer_design(budget => 2, include => '{age,smoker,crp,pain}', columns => '{"pain": ["mild", "none"]}', missing => 'available')),
	('classes', 'ward', aer_design(include => '{age,smoker}')),
	('classes with a budget', 'ward', aer_design(budget => 2, include => '{age,smoker,crp}', missing => 'available')),
	('interaction', 'days', aer_design(include => '{age,smoker}', interactions => '[["age", "smoker"]]'));
CREATE FUNCTION moments_of(source regclass, target text, design jsonb, weight text, condition text DEFAULT 'true')
	RETURNS aer_moments LANGUAGE plpgsql AS $$
DECLARE
	moments aer_moments;
BEGIN
	EXECUTE format('SELECT aer_moments(c.*, %L::text, $1, id) FROM %s c WHERE %s', target, source, condition) INTO moments
		USING CASE WHEN weight IS NULL THEN design ELSE design || jsonb_build_object('weight', weight) END;
	RETURN moments;
END $$;

-- whole weights give the sums of repeated rows
SELECT name, s.* FROM asked, LATERAL differing_sums(
	moments_of('claims', target, design, 'w'), moments_of('repeated', target, design, NULL)) s ORDER BY name;
-- a few rows, which are kept as rows
SELECT name, s.* FROM asked, LATERAL differing_sums(moments_of('claims', target, design, 'w', 'id < 9'),
	moments_of('repeated', target, design, NULL, 'id < 9')) s ORDER BY name;
-- weights of 1 give the model without weights, bit by bit; other units of the weights the same to 1e-12
CREATE TABLE fitted AS
SELECT name, weight, aer_fit_ridge(moments_of('claims', target, design, weight)) AS model
FROM asked, unnest(ARRAY[NULL, 'one', 'w', 'large']) weight;
SELECT name, (a.model::jsonb - 'learner') = (b.model::jsonb - 'learner') AS same
FROM fitted a JOIN fitted b USING (name) WHERE a.weight IS NULL AND b.weight = 'one' ORDER BY name;
SELECT a.design, count(*) AS weights, count(*) FILTER (WHERE NOT near(a.weight, b.weight) OR NOT near(a.se, b.se)) AS differ
FROM (SELECT fitted.name AS design, w.* FROM fitted, aer_weights(model) w WHERE fitted.weight = 'w') a
	JOIN (SELECT fitted.name AS design, w.* FROM fitted, aer_weights(model) w WHERE fitted.weight = 'large') b
		ON (a.design, a.attribute) = (b.design, b.attribute) AND a.class IS NOT DISTINCT FROM b.class
GROUP BY a.design ORDER BY a.design;
-- the models of repeated rows differ only because these look like more rows than they are
SELECT name, rows, round(reads::numeric) AS reads FROM fitted, aer_summary(model) WHERE weight = 'w' ORDER BY name;
-- weights matter
SELECT a.design, bool_or(NOT near(a.weight, b.weight)) AS differ
FROM (SELECT fitted.name AS design, w.* FROM fitted, aer_weights(model) w WHERE fitted.weight = 'w') a
	JOIN (SELECT fitted.name AS design, w.* FROM fitted, aer_weights(model) w WHERE fitted.weight IS NULL) b
		ON (a.design, a.attribute) = (b.design, b.attribute) AND a.class IS NOT DISTINCT FROM b.class
GROUP BY a.design ORDER BY a.design;
-- least squares and the lasso take weights, too: those of plain SQL
SELECT name, round(weight::numeric, 9) AS weight, round(b::numeric, 9) AS expected
FROM aer_weights(aer_fit_ols(moments_of('claims', 'days', aer_design(include => '{age}'), 'w'))),
	(SELECT (sum(w * age * days) - sum(w * age) * sum(w * days) / sum(w)) / (sum(w * age * age) - sum(w * age) ^ 2 / sum(w)) AS b FROM claims) s
WHERE name = 'age';
SELECT count(*) FILTER (WHERE NOT near(a.weight, b.weight)) AS differ
FROM aer_weights(aer_fit_lasso(moments_of('claims', 'days', aer_design(include => '{age,smoker}'), 'w'))) a
	JOIN aer_weights(aer_fit_lasso(moments_of('claims', 'days', aer_design(include => '{age,smoker}'), 'large'))) b USING (attribute);

-- jsonb documents
SELECT s.* FROM (SELECT aer_moments(to_jsonb(c), 'days', aer_design(include => '{age,crp}', missing => 'available', weight => 'w'), id) AS m FROM claims c) d,
	LATERAL differing_sums(m, moments_of('repeated', 'days', aer_design(include => '{age,crp}', missing => 'available'), NULL)) s;

-- parts add up, stored and as parallel workers send them
CREATE TABLE parts AS
SELECT name, part, moments_of('claims', target, design, 'large', 'id % 4 = ' || part) AS m FROM asked, generate_series(0, 3) part;
SELECT name, s.*, bool_and(p.stored) AS stored
FROM (SELECT name, aer_moments(m) AS m, bool_and(m::text::aer_moments = m) AS stored FROM parts GROUP BY name) p
	JOIN asked USING (name), LATERAL differing_sums(p.m, moments_of('claims', target, design, 'large')) s
GROUP BY name, s.sums, s.differ ORDER BY name;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT s.* FROM (SELECT aer_moments(c.*, 'days', aer_design(include => '{age,crp}', missing => 'available', weight => 'large'), id) AS m FROM claims c) d,
	LATERAL differing_sums(m, moments_of('claims', 'days', aer_design(include => '{age,crp}', missing => 'available'), 'large')) s;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
-- money is spent on rows, whatever they count
SELECT aer_spent(moments_of('claims', 'ill', design, 'w')) = aer_spent(moments_of('claims', 'ill', design, NULL)) AS same
FROM asked WHERE name = 'budget';
SELECT a = b AS same FROM asked, LATERAL (
	SELECT array_agg((a.reads, a.missing, a.unknown) ORDER BY attribute) AS a FROM aer_attributes(moments_of('claims', target, design, 'w')) a) a, LATERAL (
	SELECT array_agg((a.reads, a.missing, a.unknown) ORDER BY attribute) AS b FROM aer_attributes(moments_of('claims', target, design, NULL)) a) b
ORDER BY name;

-- rows of weight 0 or NULL are left out
CREATE TABLE left_out AS SELECT id, age, smoker, days, CASE id % 4 WHEN 0 THEN 0 WHEN 1 THEN 2.5 WHEN 3 THEN 1 END AS w FROM claims;
SELECT differ, sums FROM differing_sums(moments_of('left_out', 'days', aer_design(include => '{age,smoker}'), 'w'),
	moments_of('left_out', 'days', aer_design(include => '{age,smoker}'), 'w', 'w > 0'));
SELECT rows, skipped FROM aer_summary(aer_fit_ridge(moments_of('left_out', 'days', aer_design(include => '{age,smoker}'), 'w')));
-- other weights are errors
ALTER TABLE claims ADD bad float8 DEFAULT 1;
UPDATE claims SET bad = -1 WHERE id = 3;
SELECT aer_moments(c.*, 'days', aer_design(include => '{age}', weight => 'bad'), id) FROM (SELECT * FROM claims ORDER BY id) c;
UPDATE claims SET bad = 'NaN' WHERE id = 3;
SELECT aer_moments(c.*, 'days', aer_design(include => '{age}', weight => 'bad'), id) FROM (SELECT * FROM claims ORDER BY id) c;
UPDATE claims SET bad = 'Infinity' WHERE id = 3;
SELECT aer_moments(c.*, 'days', aer_design(include => '{age}', weight => 'bad'), id) FROM (SELECT * FROM claims ORDER BY id) c;
UPDATE claims SET bad = 1e-200;
SELECT aer_fit_ridge(moments_of('claims', 'days', aer_design(include => '{age}'), 'bad'));
-- moments whose sums are infinite could not be read
UPDATE claims SET bad = 1e200;
SELECT aer_moments(c.*, 'days', aer_design(include => '{age}', weight => 'bad'), id) FROM claims c;
-- weighted sums are neither taken back nor followed, nor added to sums without weights
SELECT moments_of('claims', 'days', aer_design(include => '{age}'), 'w') - moments_of('claims', 'days', aer_design(include => '{age}'), 'w', 'id = 1');
SELECT moments_of('claims', 'days', aer_design(include => '{age}'), 'w') + moments_of('claims', 'days', aer_design(include => '{age}'), NULL);
ALTER TABLE claims ADD PRIMARY KEY (id);
SELECT aer_follow('claims', 'days', aer_design(include => '{age}', weight => 'w'));

-- aer_learn: measures, links and interactions are weighted; the unit of the weights is of no account,
-- up to 1e-9, as the links of classes are found by iteration
SET client_min_messages = warning;
CREATE TABLE learned AS
SELECT target, weight, aer_learn('claims', target, weight => weight, exclude => array_remove('{id,w,one,large,bad,tall,days,ill,ward}'::text[], target)) AS model
FROM unnest('{days,ill,ward}'::text[]) target, unnest(ARRAY[NULL, 'one', 'w', 'large']) weight;
RESET client_min_messages;
SELECT a.target, (SELECT count(*) FROM jsonb_each(a.model::jsonb - 'learner') x FULL JOIN jsonb_each(b.model::jsonb - 'learner') y USING (key)
	WHERE x.value IS DISTINCT FROM y.value) AS fields_that_differ
FROM learned a JOIN learned b USING (target) WHERE a.weight IS NULL AND b.weight = 'one' ORDER BY target;
SELECT a.target, a.measured_rows, abs(a.measured_mse - b.measured_mse) + abs(a.measured_mse_se - b.measured_mse_se) < 1e-9 AS same,
	round(a.measured_mse::numeric, 4) <> round(n.measured_mse::numeric, 4) AS matters
FROM (SELECT target, weight, m.* FROM learned, aer_summary(model) m) a JOIN (SELECT target, weight, m.* FROM learned, aer_summary(model) m) b USING (target)
	JOIN (SELECT target, weight, m.* FROM learned, aer_summary(model) m) n USING (target)
WHERE a.weight = 'w' AND b.weight = 'large' AND n.weight IS NULL ORDER BY target;
SELECT a.target, count(*) AS bins, 
	count(*) FILTER (WHERE abs(a.predicted - b.predicted) > 1e-9 OR NOT near(a.observed, b.observed) OR a.rows <> b.rows) AS differ
FROM (SELECT target, weight, row_number() OVER (PARTITION BY target, weight ORDER BY low) AS bin, c.* FROM learned, aer_calibration(model) c) a
	JOIN (SELECT target, weight, row_number() OVER (PARTITION BY target, weight ORDER BY low) AS bin, c.* FROM learned, aer_calibration(model) c) b USING (target, bin)
WHERE a.weight = 'w' AND b.weight = 'large' GROUP BY a.target ORDER BY a.target;

-- aer_suggest: quantiles, the order of categories and blocks of time are those of repeated rows, and no decision does
-- depend on the unit of the weights; the numbers are coarse, so that a quantile lies between equal values
CREATE TABLE coarse AS SELECT id, round(age) AS age, round(crp * 3) AS crp, smoker, 'kind ' || i AS kind, date '2020-01-01' + i AS day, i % 2 > 0 AS odd,
	CASE WHEN i % 2 > 0 AND smoker THEN 30 ELSE 0 END + days AS days, 1 + (i > 15)::int + (i > 20)::int AS w, 7.3 * (1 + (i > 15)::int + (i > 20)::int) AS large, 1 AS one
	FROM claims, LATERAL (SELECT (id * 7 + id / 40) % 25 AS i) i;
CREATE TABLE coarse_repeated AS SELECT c.* FROM coarse c, generate_series(1, c.w) copy;
SET client_min_messages = warning;
CREATE TABLE suggested AS
SELECT 'plain' AS weight, aer_suggest('coarse', 'days', exclude => '{w,large,one}', key => 'id') AS design
UNION ALL SELECT 'repeated', aer_suggest('coarse_repeated', 'days', exclude => '{w,large,one}', key => 'id')
UNION ALL SELECT weight, aer_suggest('coarse', 'days', weight => weight, exclude => array_remove('{w,large,one}'::text[], weight), key => 'id') - 'weight' FROM unnest('{one,w,large}'::text[]) weight;
RESET client_min_messages;
SELECT a.weight, b.weight, a.design = b.design AS same, a.design - 'interactions' = b.design - 'interactions' AS same_columns
FROM suggested a, suggested b WHERE (a.weight, b.weight) IN (('plain', 'one'), ('plain', 'w'), ('w', 'repeated'), ('w', 'large')) ORDER BY 1, 2;
-- more interactions are found in repeated rows, which look like more rows than they are
SELECT weight, design #> '{columns,age}' AS age, design #> '{columns,crp}' AS crp, design #> '{columns,day}' AS day, design #>> '{columns,kind,0}' AS first, design -> 'interactions' AS interactions
FROM suggested WHERE weight IN ('plain', 'w', 'repeated') ORDER BY weight;
SET client_min_messages = warning;
SELECT weight, aer_suggest('coarse', 'days', weight => weight, exclude => array_remove('{w,large,one}'::text[], weight), key => 'id', time_column => 'day') -> 'time_cuts' AS cuts FROM unnest(ARRAY[NULL, 'w', 'large']) weight;
SELECT aer_suggest('coarse_repeated', 'days', exclude => '{w,large,one}', key => 'id', time_column => 'day') -> 'time_cuts' AS cuts;
RESET client_min_messages;
CREATE VIEW weightless AS SELECT days, age, 0 AS none FROM claims;
\set SHOW_CONTEXT never
SELECT aer_suggest('weightless', 'days', weight => 'none');
DROP VIEW weightless;

-- A boolean counts as 1 or 0, in rows, documents, beside documents and beside arrays; a negative weight is an error.
-- The effects of towns are among what is learned.
CREATE TABLE kinds AS SELECT id, v.*, to_jsonb(v) AS document, to_jsonb(v) - '{counts,number}'::text[] AS apart, ARRAY[v.age, v.crp] AS x
	FROM claims, LATERAL (SELECT claims.age, coalesce(claims.crp, 0) AS crp, 'town' || id % 131 AS town, days + 9 * pg_temp.noise(id % 131, 8) AS days, id % 4 > 0 AS counts, (id % 4 > 0)::int AS number) v;
CREATE TABLE documents AS SELECT id, document FROM kinds;
SET client_min_messages = warning;
CREATE TABLE learned_kinds AS
SELECT kind, weight, aer_learn(CASE kind WHEN 'document' THEN 'documents' ELSE 'kinds' END, 'days', weight => weight, features => nullif(kind, 'row'),
	exclude => CASE kind WHEN 'row' THEN array_remove('{id,document,apart,x,counts,number}', weight) WHEN 'document' THEN array_remove('{counts,number}', weight) END) AS model
FROM unnest('{row,document,apart,x}'::text[]) kind, unnest('{counts,number}'::text[]) weight;
RESET client_min_messages;
SELECT a.kind, a.model::jsonb - 'learner' = b.model::jsonb - 'learner' AS same, s.rows, s.skipped, a.model::jsonb -> 'columns' @? '$[*].levels' AS levels
FROM learned_kinds a JOIN learned_kinds b USING (kind), aer_summary(a.model) s WHERE a.weight = 'counts' AND b.weight = 'number' ORDER BY kind;
SELECT a.kind, e.rows, e.skipped, aer_evaluate(a.model, source, 'days', nullif(kind, 'row'), weight => 'counts') = e AS same
FROM learned_kinds a, LATERAL (SELECT CASE kind WHEN 'document' THEN 'documents' ELSE 'kinds' END AS source) s,
	aer_evaluate(a.model, source, 'days', nullif(kind, 'row'), weight => 'number') e WHERE a.weight = 'counts' ORDER BY kind;
UPDATE kinds SET number = -1 WHERE id = 600;
UPDATE documents SET document = document || '{"number": -1}' WHERE id = 600;
SELECT aer_suggest('kinds', 'days', weight => 'number', interactions => false, exclude => '{document,apart,x,counts}');
SELECT aer_suggest('documents', 'days', weight => 'number', interactions => false, features => 'document', exclude => '{counts}');
SELECT aer_suggest('kinds', 'days', weight => 'number', interactions => false, features => 'apart');
SELECT aer_learn('kinds', 'days', weight => 'number', features => 'x');
SELECT e.mse FROM learned_kinds, aer_evaluate(model, 'documents', 'days', 'document', weight => 'number') e WHERE kind = 'document';
UPDATE documents SET document = document || '{"number": "1"}' WHERE id = 600;
SELECT e.mse FROM learned_kinds, aer_evaluate(model, 'documents', 'days', 'document', weight => 'number') e WHERE kind = 'document';
SELECT aer_suggest('documents', 'days', weight => 'number', interactions => false, features => 'document', exclude => '{counts}');
SELECT aer_suggest('kinds', 'days', weight => 'town', interactions => false, exclude => '{document,apart,x,counts}');
DROP TABLE claims, repeated, asked, fitted, parts, left_out, learned, kinds, documents, learned_kinds, coarse, coarse_repeated, suggested;
DROP FUNCTION moments_of, differing_sums, near;

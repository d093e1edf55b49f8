--
-- All attributes in one column: arrays, embeddings, and documents, which are jsonb
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA one_column;
SET search_path = one_column, public;

-- A type like pgvector's: no array, and cast to real[].
CREATE TYPE embedding;
CREATE FUNCTION embedding_in(cstring) RETURNS embedding AS 'textin' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION embedding_out(embedding) RETURNS cstring AS 'textout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE embedding (INPUT = embedding_in, OUTPUT = embedding_out, STORAGE = external);
CREATE FUNCTION embedding_to_float4(embedding, integer, boolean) RETURNS real[] LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT translate(format('%s', $1), '[]', '{}')::real[] $$;
CREATE FUNCTION float4_to_embedding(real[], integer, boolean) RETURNS embedding LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT translate($1::text, '{}', '[]')::embedding $$;
CREATE CAST (embedding AS real[]) WITH FUNCTION embedding_to_float4(embedding, integer, boolean) AS IMPLICIT;
CREATE CAST (real[] AS embedding) WITH FUNCTION float4_to_embedding(real[], integer, boolean) AS ASSIGNMENT;
CREATE DOMAIN checked AS embedding CHECK (VALUE IS NOT NULL);
CREATE TYPE mood AS ENUM ('bad', 'good', 'so so');

CREATE FUNCTION noise(key bigint, draw int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (hashint8extended(key, draw) & 127)::int $$;
CREATE TABLE docs AS SELECT id, n::smallint[] AS small, n::int[] AS whole, n::bigint[] AS big, n::real[] AS short, n::float8[] AS long, n::numeric[] AS exact, n::int[]::boolean[] AS yes,
	n::real[]::embedding AS vector, n::real[]::embedding::checked AS domain, n[1] + n[2] * 2 + noise(id, 5) / 16.0 AS y, n[1] + noise(id, 6) % 3 > 3 AS label,
	(ARRAY['a', 'b', 'c'])[1 + (n[1] + n[3]) % 3] AS kind, (ARRAY['bad', 'good', 'so so'])[1 + (n[1] + n[2]) % 3]::mood AS mood, date '2024-01-01' + n[1] * 10 + n[4] AS day
FROM generate_series(1, 300) id, LATERAL (SELECT ARRAY[noise(id, 1) % 5, noise(id, 2) % 3, noise(id, 3) % 7, noise(id, 4) % 2] AS n) n;
ALTER TABLE docs ADD PRIMARY KEY (id);

-- Columns of every type, targets of every kind: the model equals that of aer_train on these columns.
CREATE FUNCTION same(features text, target text, given text, budget int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE answer boolean;
BEGIN
	EXECUTE format('SELECT aer_learn(''docs'', %L, %L, features => %L, measure => false) = aer_train(%s, %s, aer_design(%L), id) FROM docs', target, budget, features, CASE features WHEN 'domain' THEN 'domain::real[]' ELSE features END, given, budget) INTO answer;
	RETURN answer;
END $$;
SELECT features, bool_and(same(features, target, given, budget)) AS as_trained, count(*) AS calls
FROM unnest('{small,whole,big,short,long,exact,yes,vector,domain}'::text[]) features,
	(VALUES ('y', 'y'), ('label', 'label'), ('kind', 'kind'), ('mood', 'mood'), ('kind=b', 'kind = ''b'''), ('day', 'day')) t (target, given), unnest('{NULL,2}'::int[]) budget
WHERE features <> 'vector' OR target NOT IN ('mood', 'day')	-- which are no types that an aggregate is declared for
GROUP BY 1 ORDER BY 1;
-- An array without names, in a design that says so.
SELECT aer_suggest('docs', 'y', 2, features => 'vector') = aer_design(2) AS design, aer_suggest('docs', 'kind=b', prices => '{"cost": {"1": 1, "2": 2, "3": 2, "4": 2}}', features => 'whole') = aer_design(prices => '{"cost": {"1": 1, "2": 2, "3": 2, "4": 2}}') AS priced;
-- Measured as columns are: with fold models, on rows that each has not learned from.
SELECT aer_learn('docs', 'label', features => 'vector') = aer_measure(fit, folds, vector, label, id) AS as_measured
FROM docs, (SELECT aer_fit_ridge(m) AS fit, aer_fold_models(m) AS folds FROM (SELECT aer_moments(vector, label, aer_design(), id) AS m FROM docs) m) f GROUP BY fit, folds;
SELECT (s).measured_rows, (s).attributes FROM (SELECT aer_summary(aer_learn('docs', 'kind', features => 'vector')) AS s) s;
-- By another key, of a view without one, and of rows that lack features or target.
CREATE VIEW seen AS SELECT id + 1000 AS other, nullif(vector::text, '[0,0,0,0]')::embedding AS vector, CASE WHEN id % 10 > 0 THEN y END AS y FROM docs;
SELECT aer_learn('seen', 'y', 2, features => 'vector', key => 'other') = aer_train(vector, y, aer_design(2), other) AS by_key, aer_learn('seen', 'y', features => 'vector', measure => false) = aer_train(vector, y, aer_design()) AS as_they_come,
	(aer_summary(aer_learn('seen', 'y', features => 'vector'))).measured_rows AS measured FROM seen;
-- Budgets are compared like models that are trained and measured by hand, to the bit; a budget above the number of columns is everything.
CREATE FUNCTION by_hand(target text, budget float8) RETURNS aer_model LANGUAGE plpgsql AS $$
DECLARE answer aer_model;
BEGIN
	EXECUTE format('SELECT aer_measure(fit, folds, short, %1$I, id) FROM docs, (SELECT aer_fit_ridge(m) AS fit, aer_fold_models(m) AS folds FROM (SELECT aer_moments(short, %1$I, aer_design(%2$L), id) AS m FROM docs) m OFFSET 0) f', target, budget) INTO answer;
	RETURN answer;
END $$;
SELECT features, target, count(*) AS budgets, bool_and(c.problem IS NULL AND c.looks = coalesce(c.budget, 4) AND (c.mse, c.mse_se, c.rows) = (s.measured_mse, s.measured_mse_se, s.measured_rows)
	AND (c.error_rate, c.auc, c.log_loss) IS NOT DISTINCT FROM (s.measured_error_rate, s.measured_auc, s.measured_log_loss)) AS same
FROM unnest('{vector,domain}'::text[]) features, unnest('{y,label,kind}'::text[]) target, LATERAL aer_compare('docs', target, '{1,3,NULL,4,7}'::float8[], features => features) c,
	LATERAL by_hand(target, c.budget) m, aer_summary(m) s GROUP BY 1, 2 ORDER BY 1, 2;
SELECT budget, looks, rows, problem FROM aer_compare('seen', 'y', 2, features => 'vector');
-- Chosen from: as from the sums that are made by hand.
SELECT features, target, count(*) > 5 AS some, bool_and(c IS NOT DISTINCT FROM h) AS same FROM unnest('{vector,whole}'::text[]) features, unnest('{y,label,kind}'::text[]) target, (VALUES (NULL::float8, NULL::jsonb, NULL::text[]), (4, '{"1": 2, "2": 1.5, "3": 1, "4": 0}', '{3}')) v (budget, prices, known),
	LATERAL (SELECT aer_moments(short, y, aer_design(prices => prices), id) AS y, aer_moments(short, label, aer_design(prices => prices), id) AS label, aer_moments(short, kind, aer_design(prices => prices), id) AS kind FROM docs) m,
	LATERAL (SELECT c, h FROM aer_choose('docs', target, budget, prices, known => known, features => features) c FULL JOIN aer_choose(CASE target WHEN 'y' THEN m.y WHEN 'label' THEN m.label ELSE m.kind END, budget, known => known) h USING (step)) j GROUP BY 1, 2 ORDER BY 1, 2;

-- The column is scored like the array to which it is cast.
CREATE TABLE models AS SELECT aer_train(short, y) AS y, aer_train(short, label) AS label, aer_train(short, kind) AS kind, aer_fit_ridge(aer_moments(short, label), partial => true) AS partial FROM docs;
SELECT count(*) AS rows, count(*) FILTER (WHERE numbers AND classes AND sets) AS same
FROM (SELECT aer_predict(m.y, vector) = aer_predict(m.y, short) AND aer_predict(m.y, domain) = aer_predict(m.y, short) AND aer_score(m.label, vector) = aer_score(m.label, short)
		AND aer_probability(m.label, vector) = aer_probability(m.label, short) AS numbers, aer_probability(m.kind, vector, 'b') = aer_probability(m.kind, short, 'b') AND aer_class(m.kind, vector) = aer_class(m.kind, short) AS classes,
		NOT EXISTS ((SELECT 1, p::text FROM aer_probabilities(m.kind, vector) p UNION ALL SELECT 2, f::text FROM aer_forecast(partial, vector) f UNION ALL SELECT 3, e::text FROM aer_explain(m.y, vector) e UNION ALL SELECT 4, a::text FROM aer_ask(partial, vector) a)
			EXCEPT ALL (SELECT 1, p::text FROM aer_probabilities(m.kind, short) p UNION ALL SELECT 2, f::text FROM aer_forecast(partial, short) f UNION ALL SELECT 3, e::text FROM aer_explain(m.y, short) e UNION ALL SELECT 4, a::text FROM aer_ask(partial, short) a)) AS sets
	FROM docs, models m WHERE id <= 50) s;
SELECT aer_evaluate(m.y, vector, d.y)::text = aer_evaluate(m.y, short, d.y)::text AS evaluated, (aer_evaluate(m.y, vector, d.y, 2)).reads <= 600 AS with_budget, aer_confusion(m.kind, vector, d.kind) = aer_confusion(m.kind, short, d.kind) AS confused FROM docs d, models m;
-- Streams.
SELECT aer_continue(vector, d.y, m ORDER BY id) = aer_continue(short, d.y, m ORDER BY id) AS continued, aer_train(vector, d.y, aer_ridge(budget => 3) ORDER BY id) = aer_train(short, d.y, aer_ridge(budget => 3) ORDER BY id) AS ridge,
	aer_train(vector, d.y, aer_design(2) ORDER BY id) = aer_train(short, d.y, aer_design(2) ORDER BY id) AS design
FROM docs d, (SELECT aer_train(vector, y, aer_ridge(budget => 3) ORDER BY id) AS m FROM docs) m;
-- Functions of a table take such a column, too, and queries take the array to which it is cast.
SELECT (aer_evaluate(m.y, 'docs', 'y', 'vector'))::text = (SELECT aer_evaluate(m.y, vector, y)::text FROM docs) AS of_numbers, (aer_evaluate(m.kind, 'docs', 'kind', features => 'short'))::text = (SELECT aer_evaluate(m.kind, vector, kind)::text FROM docs) AS of_words FROM models m;
SELECT aer_evaluate(m.y, 'docs', NULL, 'vector') IS NULL AS no_target, aer_evaluate(NULL, 'docs', 'y', 'vector') IS NULL AS no_model FROM models m;
SELECT count(*) AS budgets FROM aer_compare('SELECT vector::real[] AS features, y AS target, id AS key FROM docs', ARRAY[aer_design(), aer_design(2)]);
SELECT * FROM aer_compare('SELECT vector AS features, y AS target FROM docs', ARRAY[aer_design()]);
SELECT name, aer_predict(m.y, long) = ALL (ARRAY[aer_predict(m.y, small), aer_predict(m.y, whole), aer_predict(m.y, big), aer_predict(m.y, short), aer_predict(m.y, exact), aer_predict(m.y, vector)]) AS of_all_types,
	aer_predict(m.y, ARRAY[1, 2, 3, 1]) = aer_predict(m.y, '{1,2,3,1}'::real[]) AS literal, aer_predict(m.y, NULL::embedding) IS NULL AS of_null FROM docs, models m, (VALUES ('one')) v (name) WHERE id = 7;

-- The real ones, where pgvector is: learned from, summed, scored and evaluated as the array is.
DO $$
DECLARE same boolean;
BEGIN
	IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN
		CREATE SCHEMA pgvector;
		CREATE EXTENSION vector SCHEMA pgvector;
		CREATE TABLE pgvector.docs AS SELECT id, y, label, short::pgvector.vector(4) AS v, short::pgvector.halfvec(4) AS h FROM docs;
		ALTER TABLE pgvector.docs ADD PRIMARY KEY (id);
		SELECT bool_and(aer_learn('pgvector.docs', target, budget, features => real_one) = aer_learn('docs', target, budget, features => 'short')
				AND aer_evaluate(CASE target WHEN 'y' THEN m.y ELSE m.label END, 'pgvector.docs', target, real_one)::text
					= aer_evaluate(CASE target WHEN 'y' THEN m.y ELSE m.label END, 'docs', target, 'short')::text) INTO same
		FROM models m, unnest('{v,h}'::text[]) real_one, unnest('{y,label}'::text[]) target, unnest('{NULL,2}'::int[]) budget;
		IF same IS NOT TRUE THEN
			RAISE EXCEPTION 'a type of pgvector is not learned from as the array is';
		END IF;
		SELECT aer_moments(r.v, r.y, aer_design(2), r.id) = aer_moments(d.short, d.y, aer_design(2), d.id) AND aer_moments(r.h::real[], r.y, aer_design(2), r.id) = aer_moments(d.short, d.y, aer_design(2), d.id)
			AND bool_and(aer_predict(m.y, r.v) = aer_predict(m.y, d.short) AND aer_predict(m.y, r.h::real[]) = aer_predict(m.y, d.short)) INTO same
		FROM pgvector.docs r JOIN docs d USING (id), models m;
		IF same IS NOT TRUE THEN
			RAISE EXCEPTION 'a type of pgvector is not summed or scored as the array is';
		END IF;
		DROP SCHEMA pgvector CASCADE;
	END IF;
END $$;

-- Documents of rows: design and model are those of the table, to the digit. (By name, as keys are: they stand in this order.)
CREATE TABLE patients AS SELECT id, 20 + noise(id, 1) / 2 AS age, nullif(noise(id, 5), 127) / 5 AS crp, 60 + noise(id, 6) * 0.5 AS glucose, CASE WHEN noise(id, 9) % 4 > 0 THEN noise(id, 9) % 2 = 0 END AS married,
	(ARRAY['none', 'mild', 'severe'])[1 + noise(id, 3) % 3] AS pain, noise(id, 2) < 40 AS smoker, 90 + noise(id, 4) AS systolic,
	2 + noise(id, 1) / 40 + 3 * (noise(id, 2) < 40)::int * (1 + noise(id, 3) % 3) + greatest(noise(id, 4) - 64, 0) / 12 + noise(id, 5) / 25 AS days, noise(id, 4) + noise(id, 7) > 150 AS back,
	(ARRAY['bad', 'good', 'so so', NULL])[1 + (noise(id, 1) / 40 + noise(id, 7) / 100) % 4]::mood AS ward
FROM generate_series(1, 600) id;
ALTER TABLE patients ADD PRIMARY KEY (id);
CREATE TABLE documents AS SELECT id, days, back, ward, ward::text AS word, to_jsonb(p) - '{id,days,back,ward}'::text[] AS doc, to_jsonb(p) - 'id' AS whole,
	jsonb_build_object('id', jsonb_build_object('days', days, 'ward', ward), 'life', jsonb_build_object('age', age, 'smoker', smoker, 'married', married), 'vitals', jsonb_build_object('lab', jsonb_build_object('crp', crp, 'glucose', glucose), 'systolic', systolic), 'pain', pain) AS deep
FROM patients p;
ALTER TABLE documents ADD PRIMARY KEY (id);
CREATE TABLE flat AS SELECT id, age AS "life.age", married AS "life.married", smoker AS "life.smoker", pain, crp AS "vitals.lab.crp", glucose AS "vitals.lab.glucose", systolic AS "vitals.systolic", days, back, ward FROM patients;
ALTER TABLE flat ADD PRIMARY KEY (id);
CREATE FUNCTION alike(a aer_model, b aer_model) RETURNS boolean LANGUAGE sql AS $$
	SELECT (SELECT array_agg(w) FROM aer_weights(a) w) = (SELECT array_agg(w) FROM aer_weights(b) w) AND s.expected_mse = t.expected_mse AND s.measured_mse IS NOT DISTINCT FROM t.measured_mse AND s.rows = t.rows
	FROM aer_summary(a) s, aer_summary(b) t $$;
SELECT target, other, looks, aer_suggest('documents', target, looks, features => 'doc') = aer_suggest('patients', target, looks, exclude => other) AS design,
	alike(aer_learn('documents', target, looks, features => 'doc'), aer_learn('patients', target, looks, exclude => other)) AS model,
	aer_suggest('documents', target, looks, exclude => other, features => 'whole') = aer_suggest('patients', target, looks, exclude => other) AS whole_design,
	alike(aer_learn('documents', target, looks, exclude => other, features => 'whole'), aer_learn('patients', target, looks, exclude => other)) AS whole_model
FROM (VALUES ('days', '{back,ward}'::text[]), ('back', '{days,ward}'), ('ward', '{days,back}'), ('ward=good', '{days,back}')) t (target, other), unnest('{NULL,3}'::int[]) looks ORDER BY 1, 3;
SELECT aer_suggest('patients', 'days', exclude => '{back,ward}') -> 'interactions' IS NOT NULL AS has_pairs;
-- Words of a column beside the document, and what an own column is called.
SELECT alike(aer_learn('documents', 'word', features => 'doc'), aer_learn('patients', 'ward', exclude => '{days,back}')) AS words;
-- Keys of objects in objects.
SELECT target, aer_suggest('documents', target, exclude => '{id}', features => 'deep') = aer_suggest('flat', target, exclude => '{days,back,ward}'::text[]) AS design
FROM unnest('{back}'::text[]) target;
SELECT looks, aer_suggest('documents', 'days', looks, exclude => '{id}', features => 'deep') = aer_suggest('flat', 'days', looks, exclude => '{back,ward}') AS design,
	alike(aer_learn('documents', 'days', looks, exclude => '{id}', features => 'deep'), aer_learn('flat', 'days', looks, exclude => '{back,ward}')) AS model FROM unnest('{NULL,3}'::int[]) looks;
-- The target in the document: as a column of that name.
CREATE TABLE only_documents AS SELECT id, whole, deep FROM documents;
ALTER TABLE only_documents ADD PRIMARY KEY (id);
SELECT target, aer_suggest('only_documents', target, exclude => other, features => 'whole') = aer_suggest('patients', target, exclude => other) AS design,
	alike(aer_learn('only_documents', target, exclude => other, features => 'whole'), aer_learn('patients', target, exclude => other)) AS model
FROM (VALUES ('days', '{back,ward}'::text[]), ('back', '{days,ward}'), ('ward', '{days,back}'), ('ward=good', '{days,back}')) t (target, other);
SELECT alike(aer_learn('only_documents', 'id.days', exclude => '{id.ward}', features => 'deep'), aer_learn('flat', 'days', exclude => '{back,ward}')) AS nested_target;
SELECT count(*) AS rows, count(*) FILTER (WHERE aer_predict(m, deep) = aer_predict(f, flat)) AS same FROM documents d JOIN flat USING (id),
	(SELECT aer_learn('documents', 'days', exclude => '{id}', features => 'deep') AS m, aer_learn('flat', 'days', exclude => '{back,ward}') AS f OFFSET 0) m;

-- Points in time: strings as ISO 8601 has them, with and without a zone. Those that do not all exist are left out: a design
-- has points in time as knots, and no words that look so.
SET TimeZone = 'Asia/Tokyo';
SET DateStyle = 'German';
CREATE TABLE times AS SELECT id, day, clock, noise(id, 1) + (day - date '2024-01-01') / 3.0 + extract(hour FROM clock) AS y
FROM (SELECT id, date '2024-01-01' + noise(id, 2) AS day, timestamp '2024-03-01 00:00' + noise(id, 3) * interval '37 minutes' AS clock FROM generate_series(1, 300) id) t;
ALTER TABLE times ADD PRIMARY KEY (id);
CREATE TABLE timely AS SELECT id, y, jsonb_build_object('day', day, 'clock', clock) AS local, jsonb_build_object('day', day, 'clock', CASE id % 3 WHEN 0 THEN to_char(clock, 'YYYY-MM-DD HH24:MI') WHEN 1 THEN to_char(clock, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ELSE to_char(clock + '2 h', 'YYYY-MM-DD"T"HH24:MI:SS+02:00') END) AS zones,
	jsonb_build_object('few', date '2024-02-01' + id % 3, 'none', CASE WHEN id = 9 THEN '2023-02-29' ELSE to_char(day, 'YYYY-MM-"01"') END, 'half', CASE WHEN id % 2 = 0 THEN day END, 'some', CASE WHEN id % 2 = 0 THEN '2024-01-01' ELSE 'never' END) AS odd FROM times;
ALTER TABLE timely ADD PRIMARY KEY (id);
CREATE TABLE sorted_times AS SELECT id, clock, day, y FROM times;
ALTER TABLE sorted_times ADD PRIMARY KEY (id);
SELECT doc, aer_suggest('timely', 'y', features => doc) = aer_suggest('sorted_times', 'y') AS design, alike(aer_learn('timely', 'y', features => doc), aer_learn('sorted_times', 'y')) AS model FROM unnest('{local,zones}'::text[]) doc;
SET client_min_messages = notice;
SELECT aer_suggest('timely', 'y', features => 'odd', interactions => false) AS odd;
SELECT (aer_summary(aer_learn('timely', 'y', features => 'odd'))).rows;
SET client_min_messages = warning;
SELECT key, kinds FROM (SELECT _aer_keys(jsonb_build_object(t, t)) AS k FROM unnest('{2024-02-29,2023-02-29,2024-13-01,2024-1-1,0000-01-01,2024-01-01T24:00,2024-01-01 23:59:59.5+14:00,2024-01-01T00:00Z,2024-01-01T1:00,2024-01-01T00:00z,2024-01-01T00:00+2,infinity,2024-01-01x,2024-01-01T00:00:00.5.5}'::text[]) t) k, jsonb_each(k) e (key, kinds) ORDER BY key COLLATE "C";
RESET TimeZone;
RESET DateStyle;

-- Evaluated as they were learned from.
SELECT target, aer_evaluate(aer_learn('documents', target, features => 'doc'), 'documents', target, 'doc')::text = aer_evaluate(aer_learn('patients', target, exclude => other), 'patients', target)::text AS same
FROM (VALUES ('days', '{back,ward}'::text[]), ('back', '{days,ward}'), ('ward', '{days,back}'), ('ward=good', '{days,back}')) t (target, other);
SELECT aer_evaluate(aer_learn('only_documents', 'days', exclude => '{back,ward}', features => 'whole'), 'only_documents', 'days', 'whole')::text = aer_evaluate(aer_learn('patients', 'days', exclude => '{back,ward}'), 'patients', 'days')::text AS target_inside;
-- Compared and chosen from as columns are, to the bit: under budgets with pairs and without, at prices.
SELECT target, count(*) AS rows, count(*) FILTER (WHERE d = c) AS same FROM (VALUES ('days', '{back,ward}'::text[]), ('ward', '{days,back}')) t (target, other),
	LATERAL (SELECT * FROM (SELECT d::text AS d, row_number() OVER () AS place FROM aer_compare('documents', target, '{2,4,NULL}'::float8[], features => 'doc') d) d
		FULL JOIN (SELECT c::text AS c, row_number() OVER () AS place FROM aer_compare('patients', target, '{2,4,NULL}'::float8[], other) c) c USING (place)) j GROUP BY 1 ORDER BY 1;
SELECT target, looks, count(*) > 2 AS some, count(*) FILTER (WHERE d IS DISTINCT FROM c) AS wrong FROM (VALUES ('days', '{back,ward}'::text[]), ('ward', '{days,back}')) t (target, other), unnest('{3,NULL}'::float8[]) looks,
	LATERAL (SELECT d, c FROM aer_choose('documents', target, looks, known => '{pain}', features => 'doc') d FULL JOIN aer_choose('patients', target, looks, exclude => other, known => '{pain}') c USING (step)) j GROUP BY 1, 2 ORDER BY 1, 2;
SELECT string_agg(name || ' ' || cost, ', ' ORDER BY step) AS chosen FROM aer_choose('only_documents', 'days', 3, '{"age": 1, "crp": 1, "glucose": 1, "married": 1, "pain": 2, "smoker": 1, "systolic": 1.5}', '{back,ward}', features => 'whole') WHERE chosen;

-- What is left out of documents, and said. null is told apart where two documents have it; what is not there is not looked at.
RESET client_min_messages;
CREATE TABLE odd AS SELECT i, i % 10 + noise(i, 1) / 128.0 AS y, jsonb_build_object('n', noise(i, 2) % 9, 'list', '[1]'::jsonb, 'of_two', CASE i % 2 WHEN 0 THEN '"x"'::jsonb ELSE '1' END, 'same', 1, 'nothing', NULL, 'y', 1, 'text', 'free ' || i, 'box', '{}'::jsonb,
	'some', CASE WHEN i % 9 > 0 THEN i % 10 END, 'in', jsonb_build_object('list', '[]'::jsonb, 'flag', i % 10 > 4), 'sometimes', CASE WHEN i % 3 > 0 THEN to_jsonb(i) ELSE '{"a": 1}' END, 'counts', i) - CASE WHEN i % 5 = 0 THEN 'n' ELSE '' END AS j FROM generate_series(1, 200) i;
SELECT aer_suggest('odd', 'y', interactions => false, features => 'j');
SELECT aer_suggest('odd', 'y', exclude => '{in,list,counts,sometimes}', curves => false, null_categories => false, features => 'j');

-- Keys called anything, in a view, whose rows have no key.
CREATE VIEW strange AS SELECT i % 10 AS y, jsonb_build_object('it''s %s "q"', i % 10 + noise(i, 3) / 16.0, '50%I', noise(i, 1) % 7, E'\n\\ü', noise(i, 2) % 9, repeat('long', 100), CASE noise(i, 4) % 2 WHEN 0 THEN 'yes' ELSE 'no' END, 'a.b', noise(i, 5), 'a', jsonb_build_object('c.d', noise(i, 6), 'b', 0)) AS "the ""document""" FROM generate_series(1, 200) i;
SELECT left(name, 20) AS name, importance > 0 AS used FROM aer_importance(aer_learn('strange', 'y', exclude => '{a.c}', features => 'the "document"')) i WHERE column2 IS NULL ORDER BY i.name COLLATE "C";
-- Keys that are data.
CREATE TABLE by_date AS SELECT i AS y, jsonb_build_object('sums', jsonb_build_object('of', (SELECT jsonb_object_agg(i * 20 + k, k) FROM generate_series(1, 20) k)), 'n', i % 7) AS j FROM generate_series(1, 100) i;
SELECT aer_suggest('by_date', 'y', features => 'j');
SELECT aer_suggest('by_date', 'y', exclude => '{sums.of}', features => 'j');
-- no object has most of them
UPDATE by_date SET j = jsonb_build_object('a', j - 'sums') || (j #> '{sums,of}');
SELECT aer_suggest('by_date', 'y', features => 'j');

-- Few rows, none, and a target that is constant.
SELECT aer_suggest('odd', 'same', features => 'j') - 'columns' - 'include';
SELECT aer_suggest('odd', 'in.flag=true', exclude => '{some}', features => 'j') -> 'include' AS "include";
CREATE TABLE nobody (y float8, j jsonb, x float8[], v embedding);
SELECT aer_suggest('nobody', 'y', features => 'j');
SELECT aer_suggest('nobody', 'q', features => 'j');
SELECT aer_learn('nobody', 'y', features => 'x');
INSERT INTO nobody VALUES (1), (2), (3);
SELECT aer_learn('nobody', 'y', features => 'x');
SELECT aer_learn('nobody', 'y', 1, features => 'v');

-- Errors say what to do instead.
SELECT * FROM aer_compare('odd', 'y', features => 'jj');
SELECT * FROM aer_choose('odd', 'y', features => 'i');
SELECT aer_suggest('odd', 'y', features => 'jj');
SELECT aer_suggest('odd', 'y', features => 'i');
SELECT aer_suggest('odd', 'q', features => 'j');
SELECT aer_suggest('odd', 'of_two', features => 'j');
SELECT aer_suggest('odd', 'in', features => 'j');
SELECT aer_suggest('odd', 'list', features => 'j');
SELECT aer_suggest('odd', '"n"', features => 'j');
SELECT aer_suggest('odd', 'j', features => 'j');
SELECT aer_suggest('odd', 'in.flag=maybe', features => 'j');
SELECT aer_suggest('odd', 'y', exclude => '{in,im}', features => 'j');
SELECT aer_learn('docs', 'day', features => 'doc') FROM (SELECT 1) one;
CREATE TABLE bad (id int PRIMARY KEY, y float8, day date, js json, words text[], uneven float8[], holes float8[], deep float8[], j jsonb, infinite float8[], made mood[]);
INSERT INTO bad SELECT i, i, date '2024-01-01' + i, '{}', '{a}', CASE WHEN i = 7 THEN '{1}' ELSE ARRAY[1, i] END, ARRAY[i, CASE WHEN i <> 7 THEN i % 3 END], ARRAY[[i, 1], [2, 3]], CASE WHEN i = 7 THEN '[1]' ELSE '{"a": 1}'::jsonb END, ARRAY[i, CASE WHEN i = 7 THEN 'inf' ELSE i::float8 END], '{good}' FROM generate_series(1, 20) i;
SELECT aer_learn('bad', 'y', features => 'js');
SELECT aer_learn('bad', 'y', features => 'words');
SELECT aer_learn('bad', 'y', features => 'made');
SELECT aer_learn('bad', 'y', features => 'uneven');
SELECT aer_learn('bad', 'y', features => 'infinite');
SELECT aer_learn('bad', 'y', features => 'deep');
SELECT aer_learn('bad', 'y', features => 'j');
SELECT aer_learn('bad', 'day', features => 'j');
SELECT aer_learn('bad', 'y', exclude => '{id}', features => 'uneven');
-- A NULL in an array is a hole, as everywhere.
SELECT (aer_summary(aer_learn('bad', 'y', features => 'holes'))).rows AS rows_with_holes;
-- A composite or an enum can be cast by anybody who made it: nothing is run for it.
CREATE TYPE pair AS (a real, b real);
CREATE FUNCTION spy(pair) RETURNS real[] LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'somebody else''s function was run'; END $$;
CREATE CAST (pair AS real[]) WITH FUNCTION spy(pair) AS IMPLICIT;
CREATE TABLE traps AS SELECT i AS y, ROW(i, 1)::pair AS trap FROM generate_series(1, 20) i;
SELECT aer_learn('traps', 'y', features => 'trap');

-- Tables all of whose attributes stand in one column: the errors show the call.
CREATE TABLE embedded AS SELECT id, y, vector FROM docs;
ALTER TABLE embedded ADD PRIMARY KEY (id);
SELECT aer_learn('embedded', 'y', 3);
SELECT aer_suggest('embedded', 'y');
SELECT aer_train(e, 'y') FROM embedded e;
SELECT aer_train(e, 'y') FROM (SELECT y, vector FROM docs) e;
CREATE TABLE noted AS SELECT id, days, doc FROM documents;
ALTER TABLE noted ADD PRIMARY KEY (id);
SELECT aer_learn('noted', 'days');
SELECT aer_moments(n, 'days') FROM noted n;

-- An embedding is followed: the sums are those of its rows as they are, and other lengths a problem.
SELECT aer_follow('embedded', 'y', aer_design(2), features => 'vector');
INSERT INTO embedded SELECT id + 1000, y + 1, short::embedding FROM docs WHERE id <= 50;
UPDATE embedded SET vector = '{1,0,2.5,1}'::real[] WHERE id % 20 = 3;
DELETE FROM embedded WHERE id % 7 = 0;
SELECT count(*) AS sums, count(*) FILTER (WHERE abs(f.product - m.product) <= 1e-9 * abs(m.product) AND f.n = m.n) AS same
FROM aer_sums(aer_followed('embedded_log')) f JOIN (SELECT aer_moments(vector, y, aer_design(2), id) AS moments FROM embedded) e ON true, aer_sums(moments) m WHERE (f.fold, f.first, f.second) = (m.fold, m.first, m.second);
SELECT sound FROM aer_check('embedded_log', true);
INSERT INTO embedded VALUES (-1, 1, '[1,2]');
SELECT problem FROM embedded_log WHERE problem IS NOT NULL;

SET client_min_messages = warning;
-- Keys of objects in documents: what is not filled in, what a prediction is made of, and a target that is followed.
CREATE TABLE nested (id int PRIMARY KEY, doc jsonb);
INSERT INTO nested SELECT i, format('{"a": {"b": %s, "c": {"d": %s}}, "y": {"of": %s}}', noise(i, 1), noise(i, 2), 2 * noise(i, 1) + noise(i, 2))::jsonb FROM generate_series(1, 200) i;
SELECT e.name, e.value FROM nested, aer_explain(aer_learn('nested', 'y.of', features => 'doc'), doc) e WHERE id = 7 ORDER BY 1;
SELECT doc #> '{a,b}' AS b, doc #> '{a,c,d}' AS d FROM nested WHERE id = 7;
INSERT INTO nested VALUES (-1, '{"a": {"b": 1}}'), (-2, '{"a": {"b": null, "c": {"d": 2}}}'), (-3, '{"a": {"c": 4}, "a.b": 3}'), (-4, '{}'), (-5, NULL);
SELECT w.key, array_agg(w.name ORDER BY w.name) AS not_filled FROM aer_worklist(aer_design(include => '{a.b,a.c.d}'), 'nested', features => 'doc') w GROUP BY 1 ORDER BY 1;
-- a NULL that is a category counts as filled in
SELECT w.key, array_agg(w.name ORDER BY w.name) AS not_filled FROM aer_worklist(aer_design(include => '{a.b,a.c.d}', columns => '{"a.b": [1, null]}'), 'nested', features => 'doc') w GROUP BY 1 ORDER BY 1;
SELECT aer_follow('nested', 'y.of', aer_design(include => '{a.b,a.c.d}'), features => 'doc');
UPDATE nested SET doc = jsonb_set(doc, '{y,of}', 'null') WHERE id = 9;
INSERT INTO nested VALUES (-6, '{"y": {"of": 3}}');
SELECT count(*) AS sums, count(*) FILTER (WHERE abs(f.product - m.product) <= 1e-9 * m.product AND f.n = m.n) AS same
FROM aer_sums(aer_followed('nested_log')) f, (SELECT aer_moments(doc, 'y.of', aer_design(include => '{a.b,a.c.d}'), id) AS moments FROM nested) n, aer_sums(moments) m WHERE (f.fold, f.first, f.second) = (m.fold, m.first, m.second);
INSERT INTO nested VALUES (-7, '{"y": {"of": true}}');
SELECT problem FROM nested_log WHERE problem IS NOT NULL;
DROP SCHEMA one_column CASCADE;

--
-- aer_start: a model that has seen nothing; aer_next, by name
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- of what the mean would predict better
\set SHOW_CONTEXT never

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE points AS
	SELECT i, x, 2 * x[1] - x[2] + 0.5 * x[4] + 0.1 * pg_temp.noise(i, 9) + 0.3 AS y, x[1] > 0 AS label,
		ARRAY(SELECT (v > 0)::int FROM unnest(x) v)::float8[] AS bits
	FROM (SELECT i, ARRAY(SELECT pg_temp.noise(i, j) / (1 + j / 3) FROM generate_series(1, 8) j ORDER BY j) AS x
		  FROM generate_series(1, 120) i) s;
UPDATE points SET x = NULL WHERE i IN (1, 2, 60);

-- Arrays: as aer_train, to the bit, of every learner; so through text and binary.
CREATE TEMP TABLE learners AS
	SELECT n, learner FROM unnest(ARRAY[
		aer_ridge(), aer_ridge(budget => 4), aer_ridge(budget => 4, units => 'standardized', warmup_rows => 50),
		aer_ridge(budget => 4, radius => 3, step => 0.02, second_moments => ARRAY[1, 1, 0.3, 0.3, 0.3, 0.1, 0, 0.1]),
		aer_ridge(budget => 6, radius => 3, inner_draws => 3, sampling => 'two-phase', rows => 600,
			warmup_rows => 40, warmup_center => true, smooth_moments => true, intercept => true),
		aer_lasso(), aer_lasso(budget => 4, units => 'standardized'), aer_lasso(budget => 4, radius => 3, warmup_rows => 30, intercept => true, center => 0.1, scale => 2),
		aer_svr(budget => 5, radius => 3, step => 0.01, insensitivity => 0.1), aer_svr(budget => 5, radius => 3, step => 0.01, max_draws => 3),
		aer_svr(budget => 6, radius => 3, step => 0.05, biased => true, smoothing => 0.2, intercept => true), aer_svr(radius => 3, step => 0.1, smoothing => 0.2),
		aer_svr(budget => 5, units => 'standardized', warmup_rows => 20),
		aer_pegasos(budget => 4, radius => 3, lambda => 1), aer_pegasos(radius => 3, intercept => true),
		aer_baseline(budget => 5, radius => 3, intercept => true), aer_baseline(radius => 3)]) WITH ORDINALITY l(learner, n);
CREATE TEMP TABLE started AS SELECT n, learner, aer_start(learner, 8) AS model FROM learners;
SELECT count(*) AS learners, count(*) FILTER (WHERE whole.m::text <> same.m::text) AS different, count(*) FILTER (WHERE whole.m::text <> text.m::text) AS text_differs,
	count(*) FILTER (WHERE _aer_model_send(model) <> _aer_model_send(model::text::aer_model)) AS binary_differs, count(*) FILTER (WHERE model <> aer_start(learner, 8::bigint)) AS unequal
FROM started, LATERAL (SELECT aer_train(x, y, learner ORDER BY i) AS m FROM points) whole, LATERAL (SELECT aer_continue(x, y, model ORDER BY i) AS m FROM points) same,
	LATERAL (SELECT aer_continue(x, y, model::text::aer_model ORDER BY i) AS m FROM points) text;
SELECT l, whole.m::text = same.m::text AS same, same.m <> other.m AS otherwise
FROM unnest(ARRAY[aer_perceptron(), aer_perceptron(averaged => true, intercept => true), aer_winnow(), aer_winnow(balanced => true)]) l,
	LATERAL (SELECT aer_train(x, label, l ORDER BY i) AS m FROM points) whole, LATERAL (SELECT aer_continue(x, label, aer_start(l, 8) ORDER BY i) AS m FROM points) same,
	LATERAL (SELECT aer_continue(x, 2 * label::int - 1, aer_start(l, 8) ORDER BY i) AS m FROM points) other;
-- labels of bits: -1 and 1 where they are boolean
SELECT whole.m::text = same.m::text AS booleans, numbers.m::text = those.m::text AS numbers
FROM (SELECT aer_train(bits, label, aer_majority(rate => 0.5) ORDER BY i) AS m FROM points) whole, (SELECT aer_continue(bits, label, aer_start(aer_majority(rate => 0.5), 8) ORDER BY i) AS m FROM points) same,
	(SELECT aer_train(bits, label::int, aer_majority(rate => 0.5) ORDER BY i) AS m FROM points) numbers, (SELECT aer_continue(bits, label::int, aer_start(aer_majority(rate => 0.5), 8) ORDER BY i) AS m FROM points) those;

-- Asked from the first row on, nothing else is ever looked at.
DO $$
DECLARE
	l record;
	r record;
	m aer_model;
	wanted int[];
BEGIN
	FOR l IN SELECT * FROM started LOOP
		m := l.model;
		FOR r IN SELECT * FROM points WHERE x IS NOT NULL ORDER BY i LOOP
			wanted := ARRAY(SELECT attribute FROM aer_next(m));
			SELECT aer_continue(ARRAY(SELECT CASE WHEN j = ANY (wanted) THEN r.x[j] WHEN j % 2 = 0 THEN 'NaN' ELSE 1e300 END
				FROM generate_series(1, 8) j ORDER BY j), r.y, m) INTO m;
		END LOOP;
		IF m::text <> (SELECT aer_train(x, y, l.learner ORDER BY i) FROM points WHERE x IS NOT NULL)::text THEN
			RAISE 'learner % looked elsewhere: %', l.n, l.learner;
		END IF;
	END LOOP;
END $$;

-- Rows and jsonb: names, booleans, dates, words; targets of both types.
CREATE TEMP TABLE people AS SELECT i AS id, x[1] AS a, x[2] > 0 AS b, (10 * x[3])::numeric(5,2) AS c, date '2020-01-01' + i AS d,
	(ARRAY['north', 'south', 'west'])[1 + i % 3] AS region, y, label FROM points WHERE x IS NOT NULL;
CREATE TEMP TABLE documents AS SELECT id, to_jsonb(p) - 'd' AS features, y, label FROM people p;
CREATE TEMP TABLE named AS SELECT * FROM (VALUES
	(1, 'people', 'y', '{a,b,c,d}'::text[], aer_ridge(3, exclude => '{id,label,region}', warmup_rows => 30)),
	(2, 'people', 'label', '{a,b,c,d}', aer_lasso(3, exclude => '{id,y,region}', warmup_rows => 30)),
	(3, 'people', 'y', '{a,b,c,d}', aer_lasso(3, exclude => '{id,label,region}', units => 'common', scale => '{"d": 1000}'::jsonb)),
	(4, 'people', 'y', '{id,a,b,c,d,region,label}', aer_ridge(4, include => '{a,b,region}', warmup_rows => 30, columns => '{"region": ["north", "south", "west"]}')),
	(5, 'people', 'y', '{a,b,c,region}', aer_ridge(include => '{a,b,c,region}', columns => '{"region": ["north", "south", "west"]}')),
	(6, 'documents', 'y', '{a,b,c,region}', aer_ridge(4, include => '{a,b,c,region}', warmup_rows => 30, columns => '{"region": ["north", "south", "west"]}')),
	(7, 'documents', 'label', '{a,c}', aer_lasso(2, include => '{a,c}', warmup_rows => 30))) v (n, source, target, names, learner);
CREATE FUNCTION pg_temp.both(source text, target text, learner jsonb, model aer_model, out whole aer_model, out same aer_model) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT aer_train(%1$s, %2$L, $1 ORDER BY id), aer_continue(%1$s, %2$L, $2 ORDER BY id) FROM %3$s t',
		CASE source WHEN 'people' THEN 't.*' ELSE 'features' END, target, source) INTO whole, same USING learner, model;
END $$;
SELECT n, whole::text = same::text AS same, jsonb_path_query_array(model::jsonb, '$.columns.kind') AS before, jsonb_path_query_array(same::jsonb, '$.columns.kind') AS after, same::jsonb -> 'target' AS target
FROM named, aer_start(learner, names) model, pg_temp.both(source, target, learner, model) ORDER BY n;
-- half of them, then the rest; what it asks for, by column
SELECT n, bool_and(whole::text = rest::text) AS same FROM named, LATERAL pg_temp.both(source, target, learner, aer_start(learner, names)), LATERAL (
	SELECT aer_continue(p.*, 'y', (SELECT aer_continue(p.*, 'y', aer_start(learner, names) ORDER BY id) FROM people p WHERE id <= 20) ORDER BY id) AS rest FROM people p WHERE id > 20) r
WHERE source = 'people' AND target = 'y' GROUP BY n ORDER BY n;
SELECT n, array_agg(attribute ORDER BY attribute) AS attributes, array_agg(a.name ORDER BY attribute) AS names, bool_and(w.name = a.name OR w.name LIKE a.name || '=%') AS together
FROM named, aer_start(learner, names) model, aer_next(model) a JOIN LATERAL aer_weights(model) w USING (attribute) GROUP BY n ORDER BY n;
-- names in another order: numbers go by them
SELECT (SELECT bool_and(name = ('{d,c,b,a}'::text[])[attribute]) FROM aer_next(m.m)) AS so, (SELECT string_agg(name, ' ' ORDER BY attribute) FROM aer_weights(n.m)) AS names
FROM aer_start(aer_ridge(2), '{d,c,b,a}') m, LATERAL (SELECT aer_continue(p, 'y', m.m ORDER BY id) AS m FROM people p) n;
-- every row is left out: still nothing is seen, and the count goes on
SELECT rows, skipped, continuable, ARRAY(SELECT aer_next(m)) = ARRAY(SELECT aer_next(aer_start(aer_ridge(2, missing => 'skip'), 3))) AS same_plan
FROM (SELECT aer_continue(v, y, aer_start(aer_ridge(2, missing => 'skip'), 3)) AS m FROM (VALUES (NULL::float8[], 1), (ARRAY[1, 2, 3], NULL), (ARRAY[NULL, NULL, NULL]::float8[], 1)) t(v, y)) s, aer_summary(m);
SELECT (SELECT aer_continue(x, y, (SELECT aer_continue(x, y, aer_start(aer_ridge(3), 8) ORDER BY i) FROM points WHERE i < 3) ORDER BY i) FROM points WHERE i >= 3)::text
	= (SELECT aer_train(x, y, aer_ridge(3) ORDER BY i) FROM points)::text AS same;

-- Its summary, weights and report; predictions are an error.
SELECT rows, skipped, draws, reads, continuable, expected_mse, target_min, target_max, progressive_mse FROM aer_summary(aer_start(aer_ridge(2), '{a,b,c}'));
SELECT * FROM aer_weights(aer_start(aer_lasso(2), '{a,b}'::varchar[]));
SELECT * FROM aer_report(aer_start(aer_lasso(2), '{a,b}'));
SELECT aer_start(aer_ridge(2), ' 3 ')::float8[] AS weights, aer_start(aer_ridge(2), 3::smallint)::jsonb -> 'rows' AS rows;
\set VERBOSITY terse
SELECT aer_predict(aer_start(aer_ridge(2), 3), ARRAY[1, 2, 3]);
\set VERBOSITY default
SELECT aer_predict(aer_start(aer_ridge(2), '{a,c}'), p) FROM people p;
\set VERBOSITY terse
SELECT aer_predict(aer_start(aer_ridge(2), '{a,c}'), features) FROM documents;
SELECT aer_score(aer_start(aer_ridge(2), 8), x) FROM points;
SELECT aer_probability(aer_start(aer_perceptron(), 8), x) FROM points;
SELECT aer_evaluate(aer_start(aer_ridge(2), 8), x, y) FROM points;
SELECT aer_trim(aer_start(aer_ridge(2), 8));
\set VERBOSITY default
-- a model that was written by hand is one all the same
SELECT aer_predict('{"weights":[1,2],"intercept":0.5,"learner":{},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}', ARRAY[1, 1]);

-- Errors
SELECT aer_start(aer_design(5), 8);
SELECT aer_start('{"learner": "rigde"}', 8);
SELECT aer_start(aer_ridge(), NULL::int) IS NULL AS none;
SELECT aer_start(aer_ridge(), 0);
SELECT aer_start(aer_ridge(), -1);
SELECT aer_start(aer_ridge(), 1000000000000);
SELECT aer_start(aer_ridge(), 2.5);
SELECT aer_start(aer_ridge(), ARRAY[1, 2]);
SELECT aer_start(aer_ridge(), 'eight');
SELECT aer_start(aer_ridge(), '{}');
SELECT aer_start(aer_ridge(), '{a,NULL}');
SELECT aer_start(aer_ridge(), '{a,a}');
SELECT aer_start(aer_ridge(), '{a,""}');
SELECT aer_start(aer_ridge(budget => 3), '{a,b}');
SELECT aer_start(aer_ridge(include => '{a,agee}'), '{a,age}');
SELECT aer_start(aer_ridge(include => '{a}'), 8);
SELECT aer_start(aer_ridge(center => ARRAY[1, 2]), 3);
SELECT aer_start(aer_ridge(columns => '{"a": ["x", "y"]}'), '{a,"a=y"}');
SELECT aer_continue(x, y, aer_start(aer_ridge(), 7)) FROM points;
SELECT aer_continue(p, 'y', aer_start(aer_ridge(), 7)) FROM people p;
SELECT aer_continue(p, 'y', aer_start(aer_ridge(), '{a,region}')) FROM people p;
SELECT aer_continue(p, 'y', aer_start(aer_ridge(), '{a,z}')) FROM people p;
SELECT aer_continue(r, 'y', aer_start(aer_ridge(), '{a,b}')) FROM (SELECT p FROM (SELECT 0.5 AS a, true AS b, 1 AS y) p UNION ALL SELECT q FROM (SELECT 1.5 AS a, 1 AS b, 2 AS y) q) s(r);
SELECT aer_continue(p, 'y', aer_start(aer_ridge(), '{a,y}')) FROM people p;
SELECT attribute, name FROM aer_next(aer_start(aer_ridge(2), 8));
SELECT aer_next(aer_train(x, y, aer_design())) FROM points;

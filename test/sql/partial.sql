--
-- Models that predict from the known columns
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Two factors behind six attributes, one of which is constant.
CREATE TEMP TABLE visits AS
	SELECT i, f + e[1] / 2 AS a, f - g + e[2] / 2 AS b, (g + e[3]) * 10 AS c, 7 AS d, e[4] AS "E ""x""", f > e[5] AS g,
		CASE WHEN f + e[1] > 0.5 THEN 'high' WHEN g > 0 THEN 'mid' ELSE 'low' END AS kind,
		3 * f - g + e[6] AS y, f - g / 2 + e[6] / 2 > 0 AS label
	FROM (SELECT i, sin(i * 1.7) + cos(i * 0.37) AS f, sin(i * 0.91) - cos(i * 2.3) AS g,
			ARRAY[sin(i * 3.1), cos(i * 5.3), sin(i * 7.7), cos(i * 11.9), sin(i * 13.3), cos(i * 17.1)] AS e
		FROM generate_series(1, 600) i) s;
CREATE TEMP VIEW arrays AS SELECT i, ARRAY[a, b, c, d, "E ""x""", g::int]::float8[] AS x, y, label FROM visits;
CREATE TEMP VIEW people AS SELECT a, b, c, d, "E ""x""", g, kind, i FROM visits;
CREATE TEMP TABLE fits (name text, moments aer_moments, partial aer_model);
INSERT INTO fits (name, moments)
	SELECT 'number', aer_moments(x, y, aer_design(budget => 3), i) FROM arrays
	UNION ALL SELECT 'label', aer_moments(x, label, aer_design(budget => 3), i) FROM arrays
	UNION ALL SELECT 'standardized', aer_moments(x, y, aer_design(budget => 3, units => 'standardized'), i) FROM arrays
	UNION ALL SELECT 'few', aer_moments(x, label, aer_design(budget => 3), i) FROM arrays WHERE i <= 8
	UNION ALL SELECT 'complete', aer_moments(x, y) FROM arrays
	UNION ALL SELECT 'rows', aer_moments(v, 'label', aer_design(budget => 3, exclude => '{i,y}', columns => '{"kind": ["high", "low", "mid"]}'), i) FROM visits v;
UPDATE fits SET partial = aer_fit_ridge(moments, partial => true);

-- With everything known it is the ridge fit, to the bit; of named attributes by itself, of
-- arrays where it is asked for.
SELECT fits.name, bool_and(p.weight = r.weight) AS weights, aer_trim(partial) = plain AS trimmed,
	aer_fit_ridge(moments)::jsonb ? 'partial' AS by_itself
FROM fits, aer_fit_ridge(moments, partial => false) plain, aer_weights(partial) p JOIN LATERAL aer_weights(plain) r USING (attribute)
GROUP BY 1, 3, 4 ORDER BY 1;
SELECT name, bool_and(aer_predict(partial, x) = aer_predict(aer_fit_ridge(moments), x)) AS predicts
FROM fits, arrays WHERE name <> 'rows' AND i <= 50 GROUP BY 1 ORDER BY 1;
SELECT aer_fit_ridge(NULL, partial => true) IS NULL AS "null", (aer_fit_ridge(moments, 0.25, partial => true)::jsonb -> 'partial' ->> 'lambda')::float8 AS lambda
FROM fits WHERE name = 'number';

-- Any set, against the equations solved by elimination: with C = D (L L' + psi + c
-- lambda) D + b b' / v_y of the known ones, c = (s / d)^(1/3), the weights are
-- C^-1 b, and their length is that of all to the power sqrt(s / d).  Of a sampling design
-- ridge is the same, another way to the same sums, so what rounding leaves of matrices
-- with small condition.  Of complete moments C is their covariance, which the model keeps as
-- deviations and correlations of 26 bits, two in a number, and c is s / d.
CREATE FUNCTION pg_temp.eliminated(c float8[], s int) RETURNS float8[] LANGUAGE plpgsql AS $$
DECLARE
	f float8;
BEGIN
	FOR n IN 1 .. s LOOP
		FOR i IN 1 .. s LOOP
			IF i <> n THEN
				f := c[i][n] / c[n][n];
				FOR j IN n .. s + 1 LOOP
					c[i][j] := c[i][j] - f * c[n][j];
				END LOOP;
			END IF;
		END LOOP;
	END LOOP;
	RETURN ARRAY(SELECT c[i][s + 1] / c[i][i] FROM generate_series(1, s) i);
END $$;
CREATE FUNCTION pg_temp.kept_correlation(v float8[], d int, i int, j int) RETURNS float8 LANGUAGE sql AS $$
	SELECT ((v[3 * d + 1 + cell / 2]::int8 >> 26 * (cell % 2)) % (1 << 26) - 33554431) / 33554431.0
	FROM (SELECT (greatest(i, j) - 1) * (greatest(i, j) - 2) / 2 + least(i, j) - 1 AS cell) s $$;
CREATE FUNCTION pg_temp.exact_score(m aer_model, x float8[]) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	p jsonb := m::jsonb -> 'partial';
	v float8[] := ARRAY(SELECT e::float8 FROM jsonb_array_elements_text(p -> 'numbers') WITH ORDINALITY f(e, n) ORDER BY n);
	d int := cardinality(x);
	live int[] := ARRAY(SELECT i FROM generate_series(1, d) i WHERE v[d + i] > 0);
	known int[] := ARRAY(SELECT i FROM unnest(live) i WHERE x[i] IS NOT NULL);
	s int := cardinality(known);
	share float8 := s::float8 / cardinality(live);
	c float8[] := array_fill(0::float8, ARRAY[greatest(s, 1), s + 1]);
	score float8 := 0;
BEGIN
	FOR i IN 1 .. s LOOP
		FOR j IN 1 .. s LOOP
			c[i][j] := v[2 * d + known[i]] * v[2 * d + known[j]] * CASE WHEN i = j THEN 1.000001 ELSE pg_temp.kept_correlation(v, d, known[i], known[j]) END
				+ CASE WHEN i = j THEN share * (p ->> 'lambda')::float8 ELSE 0 END;
		END LOOP;
		c[i][s + 1] := v[cardinality(v) - d + known[i]];
	END LOOP;
	FOR i IN 1 .. s LOOP
		score := score + (pg_temp.eliminated(c, s))[i] / v[d + known[i]] * (x[known[i]] - v[known[i]]);
	END LOOP;
	RETURN (p ->> 'y_mean')::float8 + (p ->> 'length')::float8 ^ sqrt(share) * score;
END $$;
CREATE FUNCTION pg_temp.plain_score(m aer_model, x float8[]) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	p jsonb := m::jsonb -> 'partial';
	v float8[] := ARRAY(SELECT e::float8 FROM jsonb_array_elements_text(p -> 'numbers') WITH ORDINALITY f(e, n) ORDER BY n);
	d int := cardinality(x);
	k int := cardinality(v) / d - 4;
	live int[] := ARRAY(SELECT i FROM generate_series(1, d) i WHERE v[d + i] > 0);
	known int[] := ARRAY(SELECT i FROM unnest(live) i WHERE x[i] IS NOT NULL);
	s int := cardinality(known);
	share float8 := coalesce(s::float8 / cardinality(live), 0);
	c float8[] := array_fill(0::float8, ARRAY[greatest(s, 1), s + 1]);
	score float8 := 0;
BEGIN
	IF p ->> 'rank' = '66' THEN
		RETURN pg_temp.exact_score(m, x);
	END IF;
	FOR i IN 1 .. s LOOP
		FOR j IN 1 .. s LOOP
			c[i][j] := v[d + known[i]] * v[d + known[j]] * (
				(SELECT coalesce(sum(v[4 * d + (known[i] - 1) * k + l] * v[4 * d + (known[j] - 1) * k + l]), 0) FROM generate_series(1, k) l)
				+ CASE WHEN i = j THEN v[3 * d + known[i]] + share ^ (1 / 3.0) * (p ->> 'lambda')::float8 ELSE 0 END
				+ v[2 * d + known[i]] * v[2 * d + known[j]] / (p ->> 'y_variance')::float8);
		END LOOP;
		c[i][s + 1] := v[d + known[i]] * v[2 * d + known[i]];
	END LOOP;
	FOR i IN 1 .. s LOOP
		score := score + (pg_temp.eliminated(c, s))[i] * (x[known[i]] - v[known[i]]);
	END LOOP;
	RETURN (p ->> 'y_mean')::float8 + (p ->> 'length')::float8 ^ sqrt(share) * score;
END $$;
CREATE TEMP VIEW sets AS
	SELECT i, k, ARRAY(SELECT CASE WHEN k & (1 << n::int - 1) > 0 THEN e END FROM unnest(x) WITH ORDINALITY u(e, n) ORDER BY n) AS x, y, label
	FROM arrays, generate_series(0, 63) k;
SELECT name, count(*), max(abs(aer_score(partial, x) - pg_temp.plain_score(partial, x))) < 1e-9 AS scores,
	bool_and(aer_predict(partial, x) IS NOT NULL) AS never_null
FROM fits, sets WHERE name <> 'rows' AND i <= 2 AND (name <> 'complete' OR k & 55 <> 55) GROUP BY 1 ORDER BY 1;

-- The plain model of a set predicts what the partial one does where the set is
-- known, through the same link.
SELECT name, max(abs(aer_predict(plain, coalesce_all) - aer_predict(partial, x))) < 1e-12 AS predicts,
	max(abs(aer_score(plain, coalesce_all) - aer_score(partial, x))) < 1e-12 AS scores,
	bool_and(aer_probability(plain, coalesce_all) - aer_probability(partial, x) < 1e-12) AS probabilities
FROM fits, (SELECT i, k, s.x, t.x AS coalesce_all FROM sets s JOIN arrays t USING (i)) s,
	aer_restrict(partial, ARRAY(SELECT n FROM generate_series(1, 6) n WHERE k & (1 << n - 1) > 0)) plain
WHERE name IN ('label', 'few') AND i <= 2 GROUP BY 1 ORDER BY 1;
SELECT name, expected_mse IS NULL AS no_forecast, (SELECT array_agg(attribute) FROM aer_weights(plain) WHERE weight <> 0 AND attribute > 0) AS weights, plain::jsonb ? 'partial' AS partial
FROM fits, aer_restrict(partial, ARRAY[2, 4, 5]) plain, aer_summary(plain) WHERE name IN ('number', 'label') ORDER BY 1;
SELECT (SELECT array_agg(name ORDER BY attribute) FROM aer_weights(plain) WHERE weight <> 0 AND attribute > 0) AS weights
FROM fits, aer_restrict(partial, ARRAY['kind', 'E "x"']) plain WHERE name = 'rows';
-- rows that have nothing else
SELECT aer_predict(aer_restrict(partial, ARRAY['kind']), n) = aer_predict(aer_restrict(partial, ARRAY['kind']), p) AS narrow,
	(SELECT count(*) FROM aer_weights(aer_restrict(partial, ARRAY['kind']))) AS weights
FROM fits, LATERAL (SELECT * FROM people LIMIT 1) p, LATERAL (SELECT p.kind) n WHERE name = 'rows';
SELECT aer_restrict(partial, ARRAY['kind=low']) = aer_restrict(partial, ARRAY['kind', 'kind']) AS a_value_is_its_column,
	aer_restrict(partial, ARRAY[1]) = aer_restrict(partial, ARRAY['a']) AS numbers,
	aer_predict(aer_restrict(partial, '{}'::text[]), p) = aer_predict(partial, jsonb '{}') AS nothing
FROM fits, people p WHERE name = 'rows' AND i = 1;

-- Whole rows and jsonb: what is NULL or not there is not known; a NULL column of
-- words means that its values are not.
SELECT bool_and(aer_predict(partial, p) = aer_predict(partial, to_jsonb(p))) AS alike,
	bool_and(aer_predict(partial, p) = aer_predict(partial, jsonb_strip_nulls(to_jsonb(p)))) AS stripped,
	count(aer_predict(partial, p)) AS predicted, count(DISTINCT f.known) AS known,
	max(abs(f.prediction - aer_predict(partial, p)) + abs(f.probability - aer_probability(partial, p))) < 1e-12 AS forecast
FROM fits, (SELECT CASE WHEN i % 2 = 0 THEN a END AS a, CASE WHEN i % 3 = 0 THEN b END AS b, c, d, "E ""x""",
		CASE WHEN i % 5 = 0 THEN g END AS g, CASE WHEN i % 7 < 3 THEN kind END AS kind, i FROM visits) p,
	aer_forecast(partial, p) f
WHERE name = 'rows' AND i <= 210;
SELECT abs(aer_predict(partial, jsonb '{"a": 0.5, "kind": null}') - aer_predict(aer_restrict(partial, '{a}'::text[]), p)) < 1e-12 AS without_kind,
	aer_predict(partial, jsonb '{"a": 0.5, "kind": "mid"}') <> aer_predict(partial, jsonb '{"a": 0.5}') AS it_counts
FROM fits, (SELECT 0.5::float8 AS a, NULL::float8 AS b, NULL::float8 AS c, 0 AS d, NULL::float8 AS "E ""x""", NULL::bool AS g, NULL AS kind) p WHERE name = 'rows';

-- In an array, a categorical column is known if all of its values are.
SELECT aer_predict(partial, ARRAY[0.5, NULL, NULL, NULL, NULL, NULL, 1, 0, 0]) = aer_predict(partial, jsonb '{"a": 0.5, "kind": "high"}') AS all,
	aer_predict(partial, ARRAY[0.5, NULL, NULL, NULL, NULL, NULL, 1, NULL, 0]) = aer_predict(partial, jsonb '{"a": 0.5}') AS some
FROM fits WHERE name = 'rows';

-- Forecasts: what is known makes deviations smaller, and nothing known leaves the
-- target's own.
SELECT name, prediction BETWEEN target_min AND target_max AS "in", abs(sd / (SELECT stddev_pop(CASE name WHEN 'number' THEN y ELSE 2 * label::int - 1 END) FROM arrays) - 1) < 0.01 AS own_deviation,
	known, probability IS NULL AS no_probability, abs(probability - (SELECT avg(label::int) FROM arrays)) < 0.01 AS mean
FROM fits, aer_forecast(partial, array_fill(NULL::float8, ARRAY[6])), aer_summary(partial) WHERE name IN ('number', 'label') ORDER BY 1;
SELECT bool_and(sd < 0.75 * of_none) AS smaller FROM (
	SELECT k, sd, first_value(sd) OVER (ORDER BY k) AS of_none FROM fits, sets, aer_forecast(partial, x)
	WHERE name = 'number' AND i = 1 AND k IN (0, 1, 3, 7, 63)) s WHERE k > 0;
-- Two deviations cover most targets, sets that change from row to row included.
SELECT avg((abs(y - prediction) < 2 * sd)::int) BETWEEN 0.9 AND 1 AS covered
FROM fits, (SELECT * FROM sets WHERE k = i * 37 % 64) s, aer_forecast(partial, x) WHERE name = 'number';
-- Probabilities from known columns are better than those from none.
SELECT avg((label::int - aer_probability(partial, x)) ^ 2) < 0.9 * avg((label::int - aer_probability(partial, array_fill(NULL::float8, ARRAY[6]))) ^ 2) AS better
FROM fits, (SELECT * FROM sets WHERE k = i * 37 % 64) s WHERE name = 'label';

-- Evaluation: a partial model takes rows as they are, and looks are counted.
CREATE TEMP VIEW holes AS SELECT i, k, x, y, label FROM sets WHERE k = i * 37 % 64;
SELECT e.rows, e.skipped, e.reads = (SELECT count(*) FROM holes, unnest(x) WITH ORDINALITY u(e, n) WHERE e IS NOT NULL AND n <> 4) AS reads, e.mse < 0.9 * (SELECT var_pop(y) FROM holes) AS good
FROM (SELECT (aer_evaluate(partial, x, y)).* FROM fits, holes WHERE name = 'number' GROUP BY partial) e;
SELECT aer_evaluate(aer_fit_ridge(moments), x, y) FROM fits, holes WHERE name = 'number';
-- Under a budget it is that of all.
SELECT aer_evaluate(partial, x, y, 2) = aer_evaluate(aer_trim(partial), x, y, 2) AS under_a_budget FROM fits, arrays WHERE name = 'number' GROUP BY partial;
SELECT aer_evaluate(partial, x, y, 2) FROM fits, holes WHERE name = 'number';

-- NaN and infinity are errors where they are read.
SELECT aer_predict(partial, '{NaN,NULL,NULL,NULL,NULL,NULL}'::float8[]) FROM fits WHERE name = 'number';
SELECT answer.* FROM fits, aer_ask(partial, '{NaN,NULL,NULL,NULL,NULL,NULL}'::float8[]) AS answer
WHERE fits.name = 'number';
SELECT aer_score(partial, '{Infinity,NULL,NULL,NULL,NULL,NULL}'::float8[]) FROM fits WHERE name = 'number';
SELECT aer_score(partial, '{NULL,1,1,NaN,NULL,NULL}'::float8[]) < 'NaN' AS constants_are_not_read FROM fits WHERE name = 'number';
SELECT aer_evaluate(partial, '{NaN,NULL,NULL,NULL,NULL,NULL}'::float8[], 1) FROM fits WHERE name = 'number';

-- A value like any model: text, jsonb, trimmed.
SELECT name, partial::text::aer_model = partial AS text, partial::jsonb::text::aer_model::jsonb = partial::jsonb AS jsonb, aer_trim(partial)::jsonb ? 'partial' AS trimmed
FROM fits ORDER BY 1;

-- Calls that are errors.
SELECT aer_restrict(aer_fit_ridge(moments), ARRAY[1]) FROM fits WHERE name = 'number';
SELECT * FROM fits, aer_forecast(aer_fit_ridge(moments), ARRAY[1, 2, 3, 4, 5, 6]) WHERE name = 'number';
SELECT aer_restrict(partial, ARRAY[7]) FROM fits WHERE name = 'number';
SELECT aer_restrict(partial, ARRAY[1, NULL]) FROM fits WHERE name = 'number';
SELECT aer_restrict(partial, ARRAY['a']) FROM fits WHERE name = 'number';
SELECT aer_restrict(partial, ARRAY['kinds']) FROM fits WHERE name = 'rows';
SELECT aer_restrict(partial, '{a}') = aer_restrict(partial, ARRAY['a']) AS as_a_literal FROM fits WHERE name = 'rows';
SELECT aer_restrict(partial, 'a'::text) FROM fits WHERE name = 'rows';
SELECT aer_restrict(partial, NULL) IS NULL AS "null" FROM fits WHERE name = 'rows';
SELECT aer_predict(partial, ARRAY[1, 2]) FROM fits WHERE name = 'number';
SELECT aer_fit_ridge(moments, -1, partial => true) FROM fits WHERE name = 'number';
SELECT aer_fit_ridge(aer_moments(NULL::float8[], 1.0), partial => true);
SELECT aer_fit_ridge(moments, radius => 1, partial => true) FROM fits WHERE name = 'number';
SELECT aer_fit_ridge(moments, curves => false) FROM fits WHERE name = 'number';
-- A link is that of all.
SELECT aer_calibrate(partial, aer_score(partial, x), label)::jsonb ? 'partial' AS partial FROM fits, arrays WHERE name = 'label';
SELECT aer_continue(x, y, partial) FROM fits, arrays WHERE name = 'number';

-- Text that is no model: one check for all of it.
CREATE FUNCTION pg_temp.refused(t text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	PERFORM t::aer_model;
	RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN SQLSTATE || ' ' || SQLERRM || ': ' || detail;
END $$;
SELECT what, pg_temp.refused(jsonb_set(partial::jsonb, path, value)::text) FROM fits, (VALUES
	(1, 'variance', '{partial,y_variance}'::text[], '-1'::jsonb), (2, 'penalty', '{partial,lambda}', '-1'), (3, 'mean', '{partial,y_mean}', '1.1'),
	(4, 'a number more', '{partial,numbers,-1}', '[1]'), (5, 'no factor', '{partial,numbers}', '[]'), (6, 'metric', '{partial,numbers,6}', '-1'),
	(7, 'text', '{partial,lambda}', '"1"'), (8, 'a key', '{partial,other}', '1'), (9, 'state', '{state}', '{"factor": 1}')) v(n, what, path, value)
WHERE name = 'label' ORDER BY n;
-- One that is valid by itself, and too large to be solved.
SELECT aer_predict(jsonb_set(partial::jsonb, '{partial,numbers,6}', '1e-310')::text::aer_model, '{1,NULL,NULL,NULL,NULL,NULL}'::float8[]) FROM fits WHERE name = 'label';
-- Coordinates are of the looks that there are.
SELECT pg_temp.refused(jsonb_set(partial::jsonb, ARRAY['partial', 'numbers', n::text], v::text::jsonb)::text) FROM fits, (VALUES (9, 0.5), (10, 2), (15, 1), (9, 0)) c(n, v) WHERE name = 'rows' ORDER BY n, v;
SELECT pg_temp.refused((partial::jsonb #- '{partial,lambda}')::text) FROM fits WHERE name = 'label';
-- Any number of a model may be changed: then there is an error when it is read, or when it cannot
-- be solved; otherwise the answers are finite.
CREATE FUNCTION pg_temp.answers(model jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	x float8[] := ARRAY[0.5, -0.25, 3, 7, 0.1, 1];
	m aer_model;
	answer float8[];
BEGIN
	m := model::text;
	answer := ARRAY[aer_predict(m, x)];
	IF model ? 'partial' THEN
		answer := answer || ARRAY(SELECT unnest(ARRAY[f.prediction, f.sd, coalesce(f.probability, 0)]) FROM generate_series(0, 6) k,
			aer_forecast(m, ARRAY(SELECT CASE WHEN n <= k THEN v END FROM unnest(x) WITH ORDINALITY u(v, n))) f);
	END IF;
	BEGIN
		answer := answer || aer_probability(m, x);
	EXCEPTION WHEN invalid_parameter_value THEN
		NULL;				-- its target does not take two values
	END;
	RETURN CASE WHEN 'NaN' = ANY (answer) OR 'Infinity' = ANY (answer) OR '-Infinity' = ANY (answer) THEN answer::text END;
EXCEPTION WHEN invalid_text_representation OR numeric_value_out_of_range OR feature_not_supported THEN
	RETURN NULL;
END $$;
CREATE FUNCTION pg_temp.numbers(path text[], value jsonb) RETURNS SETOF text[] LANGUAGE sql AS $$
	SELECT path WHERE jsonb_typeof(value) = 'number'
	UNION ALL SELECT p FROM jsonb_each(CASE jsonb_typeof(value) WHEN 'object' THEN value END) e, pg_temp.numbers(path || e.key, e.value) p
	UNION ALL SELECT p FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value END) WITH ORDINALITY e(v, n), pg_temp.numbers(path || (n - 1)::text, e.v) p $$;
SELECT name, path, number::float8, pg_temp.answers(jsonb_set(model, path, to_jsonb(number)))
FROM (SELECT name, partial::jsonb AS model FROM fits UNION ALL SELECT name || ', all', aer_fit_ridge(moments)::jsonb FROM fits) f,
	pg_temp.numbers('{}', model - 'learner') path, unnest('{0,-1,1e-308,1e-160,1e160,1.7e308,-1.7e308}'::numeric[]) number
WHERE name !~ 'rows' AND pg_temp.answers(jsonb_set(model, path, to_jsonb(number))) IS NOT NULL;

-- Three classes: one predictor for each, solved for the same set.
CREATE TEMP TABLE of_kinds AS SELECT 'rows' AS name, aer_fit_ridge(aer_moments(v.*, 'kind', design, i)) AS m FROM visits v, aer_design(budget => 3, include => '{a,b,c,"E \"x\""}') design GROUP BY design
	UNION ALL SELECT 'arrays', aer_fit_ridge(aer_moments(ARRAY[a, b, c, "E ""x"""], kind, design, i), partial => true) FROM visits, aer_design(budget => 3) design GROUP BY design;
SELECT name, m::text::aer_model = m AS text, m::jsonb::text::aer_model::jsonb = m::jsonb AS jsonb, aer_trim(m)::jsonb ? 'partial' AS trimmed,
	jsonb_array_length(m::jsonb -> 'weights') AS outputs, jsonb_array_length(m::jsonb #> '{partial,rank}') AS heads FROM of_kinds;
-- what is known of a row is all that a restricted model has; with all it is the model itself
CREATE FUNCTION pg_temp.all_of(m aer_model, x float8[]) RETURNS float8[] LANGUAGE sql AS $$
	SELECT array_agg(probability ORDER BY class) FROM aer_probabilities(m, x) $$;
SELECT set, max(abs(p - q)) < 1e-12 AS same, bool_or(r::jsonb ? 'partial') AS partial, bool_and((s).expected_mse IS NULL) AS no_forecast
FROM of_kinds, (VALUES ('{}'::int[]), ('{3}'), ('{1,3}'), ('{1,2,3,4}')) v(set), LATERAL aer_restrict(m, set) r, LATERAL aer_summary(r) s, visits,
	LATERAL unnest(pg_temp.all_of(r, ARRAY[a, b, c, "E ""x"""]), pg_temp.all_of(m, ARRAY[CASE WHEN 1 = ANY (set) THEN a END, CASE WHEN 2 = ANY (set) THEN b END,
		CASE WHEN 3 = ANY (set) THEN c END, CASE WHEN 4 = ANY (set) THEN "E ""x""" END])) u(p, q)
WHERE name = 'arrays' AND i <= 20 GROUP BY set ORDER BY cardinality(set);
SELECT max(abs(aer_probability(r, v, kind) - aer_probability(m, to_jsonb(v) - '{b,"E \"x\""}'::text[], kind))) < 1e-12 AS same,
	(SELECT array_agg(DISTINCT name) FROM aer_weights(r)) AS names, avg((aer_class(r, v) = kind)::int) > 0.6 AS good
FROM of_kinds, LATERAL aer_restrict(m, '{c,a}'::text[]) r, visits v WHERE name = 'rows' GROUP BY r;
SELECT aer_class(aer_restrict(m, '{}'::text[]), v) AS "without any", count(*) FROM of_kinds, visits v WHERE name = 'rows' GROUP BY 1;
-- without any the shares of the classes, from the sums and in the rows
SELECT name, max(abs(probability - share)) < 1e-9 AS shares, count(*)
FROM of_kinds, LATERAL (SELECT kind, count(*)::float8 / sum(count(*)) OVER () FROM visits GROUP BY kind) s(kind, share),
	LATERAL (SELECT * FROM aer_probabilities(m, ARRAY[NULL, NULL, NULL, NULL]::float8[]) WHERE name = 'arrays'
		UNION ALL SELECT * FROM aer_probabilities(m, jsonb '{}') WHERE name = 'rows') p(class, probability)
WHERE class = kind GROUP BY 1 ORDER BY 1;
SELECT prediction IS NULL AS none, sd < 0.8 AS less, attributes FROM of_kinds, generate_series(0, 3) n, aer_forecast(m, (ARRAY[0.5, 1, -1, 0])[1 : n] || array_fill(NULL::float8, ARRAY[4 - n])) WHERE name = 'arrays';
-- text of classes that is no model
SELECT what, pg_temp.refused(jsonb_set(m::jsonb, path, value)::text) FROM of_kinds, (VALUES
	(1, 'no share', '{probabilities,shares,0}'::text[], '0'::jsonb), (2, 'share', '{probabilities,shares,2}', '1.5'), (3, 'shares', '{probabilities,shares}', '[0.5,0.5]'),
	(4, 'constants', '{probabilities,constants}', '1'), (5, 'directions', '{probabilities,directions,1}', '[1,2]'), (6, 'a direction', '{probabilities,directions,1}', '1'),
	(7, 'one class less', '{classes}', '["high","low"]'), (8, 'two alike', '{classes,0}', '"low"'), (9, 'weights', '{weights}', '[1,2,3,4]'), (10, 'intercept', '{intercept}', '1'),
	(11, 'rank', '{partial,rank,1}', '7'), (12, 'half a rank', '{partial,rank,1}', '0.5'), (13, 'means', '{partial,y_mean}', '[1,2]'), (14, 'spread', '{partial,spread,2}', '0'),
	(15, 'state', '{state}', '{"factor": 1}'), (16, 'no directions', '{probabilities}', '{"shares":[0.3,0.3,0.4],"constants":[1,2,3]}'),
	(17, 'against the rest alone', '{probabilities}', '{"shares":[0.3,0.3,0.4]}')) v(n, what, path, value)
WHERE name = 'arrays' ORDER BY n;
CREATE FUNCTION pg_temp.answers_of_classes(model jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	m aer_model;
	answer float8[];
BEGIN
	m := model::text;
	answer := ARRAY(SELECT probability FROM generate_series(0, 4) k, aer_probabilities(m, (ARRAY[0.5, -0.25, 3, 7])[1 : k] || array_fill(NULL::float8, ARRAY[4 - k])));
	RETURN CASE WHEN 'NaN' = ANY (answer) OR 'Infinity' = ANY (answer) OR '-Infinity' = ANY (answer) THEN answer::text END;
EXCEPTION WHEN invalid_text_representation OR numeric_value_out_of_range OR feature_not_supported THEN
	RETURN NULL;
END $$;
SELECT path, number::float8, pg_temp.answers_of_classes(jsonb_set(model, path, to_jsonb(number)))
FROM (SELECT m::jsonb AS model FROM of_kinds WHERE name = 'arrays') f, pg_temp.numbers('{}', model - 'learner') path, unnest('{0,-1,1e-308,1e160,-1.7e308}'::numeric[]) number
WHERE pg_temp.answers_of_classes(jsonb_set(model, path, to_jsonb(number))) IS NOT NULL;

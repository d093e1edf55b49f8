--
-- Training continues where it stopped, to the bit, whatever lies in between
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- of targets that nothing explains, the mean would be better

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE v AS
	SELECT i, ARRAY(SELECT pg_temp.noise(i, j) FROM generate_series(1, 50) j ORDER BY j) AS x,
		pg_temp.noise(i, 0) AS y
	FROM generate_series(1, 1000) i;
-- Skipped rows before, at and after the splits.
UPDATE v SET x = NULL WHERE i IN (1, 2, 499, 500, 501, 1000);
CREATE TEMP TABLE learners(l) AS VALUES
	(aer_ridge()), (aer_lasso()), (aer_ridge(budget => 5)), (aer_lasso(budget => 5)),
	(aer_ridge(budget => 7, inner_draws => 3, intercept => true, radius => 0.5, center => 0.1, scale => 2, rows => 1000)),
	(aer_lasso(budget => 4, intercept => true, radius => 3, step => 0.3, seed => -1)),
	(aer_ridge(budget => 50, step => 0.5));
CREATE TEMP TABLE whole AS SELECT l, aer_train(x, y, l ORDER BY i) AS m FROM v, learners GROUP BY l;

-- Learners settle every 50 rows at the latest: the splits fall within and on
-- the edges of that.
CREATE TEMP TABLE parts(l, at, m) AS
	SELECT l, at, aer_train(x, y, l ORDER BY i)
	FROM learners, (VALUES (3), (49), (50), (51), (52), (77), (500), (600), (999), (1000)) s(at) JOIN v ON i <= at
	GROUP BY l, at;
SELECT count(*) AS splits, count(*) FILTER (WHERE whole.m::text <> same.m::text) AS different
FROM parts JOIN whole USING (l),
	LATERAL (SELECT coalesce(aer_continue(x, y, parts.m ORDER BY i), parts.m) AS m FROM v WHERE i > at) same;
-- Through text, and binary with it.
SELECT count(*) AS splits,
	count(*) FILTER (WHERE whole.m::text <> t.m::text) AS text_differs,
	count(*) FILTER (WHERE parts.m::text <> parts.m::text::aer_model::text) AS round_trip_differs,
	count(*) FILTER (WHERE _aer_model_send(parts.m) <> _aer_model_send(parts.m::text::aer_model)) AS binary_differs
FROM parts JOIN whole USING (l),
	LATERAL (SELECT parts.m::text::aer_model AS m OFFSET 0) again,
	LATERAL (SELECT aer_continue(x, y, again.m ORDER BY i) AS m FROM v WHERE i > at) t
WHERE at < 1000;
-- One row at a time.
DO $$
DECLARE
	model aer_model;
	w record;
	r record;
BEGIN
	FOR w IN SELECT * FROM whole LOOP
		model := NULL;
		FOR r IN SELECT * FROM v WHERE i > 2 AND i <= 160 ORDER BY i LOOP
			IF model IS NULL THEN
				SELECT aer_train(r.x, r.y, w.l) INTO model;
			ELSE
				SELECT aer_continue(r.x, r.y, model) INTO model;
			END IF;
		END LOOP;
		IF model::text <> (SELECT aer_train(x, y, w.l ORDER BY i) FROM v WHERE i > 2 AND i <= 160)::text THEN
			RAISE 'row by row differs: %', w.l;
		END IF;
	END LOOP;
END $$;
-- Whole rows are continued like arrays.
CREATE TEMP TABLE r AS SELECT i, x[1] AS a, x[2] AS b, x[3] > 0 AS c, y FROM v;
SELECT l, whole.m::text = rest.m::text AS same
FROM (VALUES (aer_ridge(budget => 2, exclude => '{i}')), (aer_lasso(include => '{a,c}', intercept => true))) o(l),
	LATERAL (SELECT aer_train(r, 'y', l ORDER BY i) AS m FROM r WHERE i <> ALL ('{1,2,499,500,501,1000}')) whole,
	LATERAL (SELECT aer_train(r, 'y', l ORDER BY i) AS m FROM r WHERE i <> ALL ('{1,2,499,500,501,1000}') AND i < 333) part,
	LATERAL (SELECT aer_continue(q, 'y', part.m ORDER BY i) AS m FROM (SELECT c, y, i, b, a FROM r) q WHERE i <> ALL ('{1,2,499,500,501,1000}') AND i >= 333) rest;

-- Counts add up.
SELECT rows, skipped, draws, reads <= draws AS fewer FROM whole, aer_summary(m) WHERE l = aer_ridge(budget => 5);

-- Numbers at the edges come back, and -0 as 0: the smallest, the largest, 17 digits.
SELECT replace(t, '-0,', '0,') = t::aer_model::text AS same, t::aer_model::float8[]::text AS weights
FROM (SELECT '{"weights":[-0,5e-324,2.2250738585072014e-308,1.7976931348623157e+308,0.30000000000000004,-1.2345678901234568e-05],"intercept":-0,"learner":{},"rows":1,"draws":2,"reads":2,"skipped":9223372036854775807,"expected_mse":1e-320,"expected_se":0.1,"format":2}'::text) s(t);

--
-- Stored values of every format stay readable, and can be continued.  Format 2
-- (format 1, of before the first release, is refused):
-- a ridge of arrays and a lasso of rows, both after rows 1 to 60 of these.
--
CREATE TEMP TABLE example AS
	SELECT i, (i % 7) / 8.0::float8 AS a, (i % 5) / 8.0::float8 - 0.25 AS b, i % 2 = 0 AS c,
		(i % 3) / 4.0::float8 AS d, (i % 7) / 4.0 - (i % 3) / 4.0 AS y
	FROM generate_series(1, 90) i;
CREATE TEMP TABLE format_2 (arrays text, of_rows text);
INSERT INTO format_2 VALUES (
$${"weights":[0.180081745764374,0.05238153849519598,-0.3684861752571555],"intercept":0.5787731115668099,"target":"number","learner":{"seed": 7, "budget": 2, "radius": 4, "learner": "ridge", "intercept": true},"rows":60,"draws":117,"reads":98,"skipped":0,"state":{"generator_0":6922219089238819607,"generator_1":15312533956213849562,"unsettled":0,"factor":1,"factor_sum":0,"settled_factor":1,"offset":0,"intercept":0.1428758115118744,"intercept_sum":5.226386694008596,"target_mean":0.4916666666666666,"target_max":1.5,"vectors":[[0.31747620180767994,0.06952351439123637,-0.5481330138713578],[10.804904745862439,3.1428923097117587,-22.10917051542933]]},"format":2}$$,
$${"weights":[0.08021909552307736,-0.04425118774545022,0.09625903399584282],"intercept":-0.03305673544336749,"columns":[{"name":"a","kind":"number"},{"name":"b","kind":"number"},{"name":"c","kind":"boolean"}],"target":"number","learner":{"seed": 7, "budget": 3, "center": 0.25, "radius": 4, "exclude": ["i", "d"], "learner": "lasso"},"rows":60,"draws":177,"reads":122,"skipped":0,"state":{"generator_0":7437525485730600987,"generator_1":1734100093483731394,"unsettled":0,"factor":1.4691244227420683,"factor_sum":0,"settled_factor":1.4691244227420683,"offset":0.10064560285250689,"intercept":0,"intercept_sum":0,"target_mean":0.4916666666666666,"target_max":1.5,"vectors":[[0.10064560285250689,-0.05713713764850089,0.09271981375091164],[4.813145731384642,-2.655071264727013,5.775542039750569]]},"format":2}$$);
SELECT arrays = arrays::aer_model::text AS arrays, of_rows = of_rows::aer_model::text AS of_rows FROM format_2;
-- Another machine may round otherwise: 1e-12, for numbers of about 1.
SELECT count(*) AS numbers, count(*) FILTER (WHERE abs(u.weight - v.weight) > 1e-12) AS different
FROM (SELECT aer_continue(ARRAY[a, b, d], y, arrays::aer_model ORDER BY i) AS m FROM format_2, example WHERE i > 60) s,
	(SELECT aer_train(ARRAY[a, b, d], y, aer_ridge(budget => 2, intercept => true, radius => 4, seed => 7) ORDER BY i) AS m FROM example) t,
	aer_weights(s.m) u JOIN aer_weights(t.m) v USING (attribute);
SELECT count(*) AS numbers, count(*) FILTER (WHERE abs(u.weight - v.weight) > 1e-12) AS different
FROM (SELECT aer_continue(e, 'y', of_rows::aer_model ORDER BY i) AS m FROM format_2, example e WHERE i > 60) s,
	(SELECT aer_train(e, 'y', aer_lasso(budget => 3, exclude => '{i,d}', radius => 4, center => 0.25, seed => 7) ORDER BY i) AS m FROM example e) t,
	aer_weights(s.m) u JOIN aer_weights(t.m) v USING (attribute, name);

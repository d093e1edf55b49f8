--
-- Training, scoring, evaluation and the relations, against references in SQL.
-- Only what is wrong is printed.
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE points AS
	SELECT i, x, 2 * x[1] - x[2] + 0.5 * x[4] + 0.1 * pg_temp.noise(i, 9) + 0.3 AS y
	FROM (SELECT i, ARRAY(SELECT pg_temp.noise(i, j) FROM generate_series(1, 4) j ORDER BY j) AS x
		  FROM generate_series(1, 200) i) s;

-- Largest difference, relative to the largest size.
CREATE FUNCTION pg_temp.apart(a float8[], b float8[]) RETURNS float8 LANGUAGE sql
	AS 'SELECT max(abs(u - v)) / greatest(max(abs(u)), 1e-300) FROM unnest(a, b) AS p(u, v)';
CREATE FUNCTION pg_temp.all_weights(m aer_model) RETURNS float8[] LANGUAGE sql
	AS 'SELECT array_agg(weight ORDER BY attribute) FROM aer_weights(m)';

-- Online ridge by the book: the mean of the weights before each row.  No step of
-- the formula takes a prediction beyond its target.  With an intercept the
-- targets enter less their mean so far.  Returns intercept and weights.
CREATE FUNCTION pg_temp.online_ridge(step float8, radius float8, intercept boolean,
									 center float8, scale float8)
RETURNS float8[] LANGUAGE plpgsql AS $$
DECLARE
	w float8[] := '{0,0,0,0}';
	total float8[] := '{0,0,0,0}';
	x float8[];
	b float8 := 0;
	b_total float8 := 0;
	y_total float8 := 0;
	squares float8;
	t int := 0;
	slope float8;
	eta float8;
	norm float8;
	r record;
BEGIN
	FOR r IN SELECT * FROM points ORDER BY i LOOP
		t := t + 1;
		slope := b - r.y;
		b_total := b_total + b;
		IF intercept THEN
			y_total := y_total + r.y;
			slope := slope + y_total / t;
		END IF;
		squares := intercept::int;
		FOR j IN 1..4 LOOP
			x[j] := (r.x[j] - center) / scale;
			total[j] := total[j] + w[j];
			slope := slope + w[j] * x[j];
			squares := squares + x[j] ^ 2;
		END LOOP;
		eta := coalesce(step, least(sqrt(0.5 / t), 1 / squares));
		norm := 0;
		FOR j IN 1..4 LOOP
			w[j] := w[j] - eta * slope * x[j];
			norm := norm + w[j] * w[j];
		END LOOP;
		IF sqrt(norm) > radius THEN
			FOR j IN 1..4 LOOP
				w[j] := w[j] * radius / sqrt(norm);
			END LOOP;
		END IF;
		IF intercept THEN
			b := b - eta * slope;
		END IF;
	END LOOP;
	b := (b_total + y_total) / t;
	FOR j IN 1..4 LOOP
		w[j] := total[j] / t / scale;
		b := b - w[j] * center;
	END LOOP;
	RETURN b || w;
END $$;

-- Two hundred rows of a few operations each: 1e-12 is 5,000 last bits.
SELECT step, radius, intercept, center, scale, ours, reference
FROM (SELECT *,
		pg_temp.online_ridge(step, radius, intercept, center, scale) AS reference,
		pg_temp.all_weights((SELECT aer_train(x, y, l ORDER BY i) FROM points,
			LATERAL (SELECT aer_ridge(step => step, radius => radius, intercept => intercept,
									  center => center, scale => scale) AS l) o)) AS ours
	  FROM (VALUES (0.1::float8, NULL::float8, false, 0::float8, 1::float8),
				   (NULL, NULL, false, 0, 1),
				   (NULL, 1.5, false, 0, 1),
				   (0.05, NULL, true, 0, 1),
				   (0.05, 1, true, 0.25, 0.5)) c(step, radius, intercept, center, scale)) s
WHERE pg_temp.apart(ours, reference) > 1e-12 OR ours IS NULL OR reference[2] = 0;

-- Online lasso: EG+- as printed, with z+ and z- themselves.
CREATE FUNCTION pg_temp.online_lasso(step float8, radius float8, intercept boolean)
RETURNS float8[] LANGUAGE plpgsql AS $$
DECLARE
	up float8[] := '{1,1,1,1}';
	down float8[] := '{1,1,1,1}';
	total float8[] := '{0,0,0,0}';
	w float8[];
	b float8 := 0;
	y_total float8 := 0;
	t int := 0;
	size float8;
	slope float8;
	g float8;
	eta float8;
	r record;
BEGIN
	FOR r IN SELECT * FROM points ORDER BY i LOOP
		t := t + 1;
		eta := coalesce(step, sqrt(ln(8) / 10 / greatest(t, ceil(ln(8)))) / (2 * radius));
		y_total := y_total + r.y;
		IF intercept THEN
			b := y_total / t;
		END IF;
		size := (SELECT sum(v) FROM unnest(up || down) v);
		slope := b - r.y;
		FOR j IN 1..4 LOOP
			w[j] := radius * (up[j] - down[j]) / size;
			total[j] := total[j] + w[j];
			slope := slope + w[j] * r.x[j];
		END LOOP;
		FOR j IN 1..4 LOOP
			g := greatest(least(slope * r.x[j], 1 / eta), -1 / eta);
			up[j] := up[j] * exp(-eta * g);
			down[j] := down[j] * exp(eta * g);
		END LOOP;
	END LOOP;
	FOR j IN 1..4 LOOP
		w[j] := total[j] / t;
	END LOOP;
	RETURN CASE WHEN intercept THEN y_total / t ELSE 0 END || w;
END $$;

-- Products of 200 exponentials against the exponential of a sum: 1e-10.
SELECT step, radius, intercept, ours, reference
FROM (SELECT *,
		pg_temp.online_lasso(step, radius, intercept) AS reference,
		pg_temp.all_weights((SELECT aer_train(x, y, l ORDER BY i) FROM points,
			LATERAL (SELECT aer_lasso(step => step, radius => radius, intercept => intercept) AS l) o)) AS ours
	  FROM (VALUES (0.05::float8, 4::float8, false), (NULL, 4, false), (0.8, 4, true)) c(step, radius, intercept)) s
WHERE pg_temp.apart(ours, reference) > 1e-10 OR ours IS NULL OR reference[2] = 0;

-- Under a budget the same line is found, more slowly.  Predicting the mean
-- has mean squared error var_pop(y); the model has 1/10 of it at most.
CREATE TEMP TABLE many AS
	SELECT i, x, 2 * x[1] - x[2] + 0.5 * x[4] + 0.3 AS y
	FROM (SELECT i, ARRAY(SELECT pg_temp.noise(i, j) FROM generate_series(1, 6) j ORDER BY j) AS x
		  FROM generate_series(1, 5000) i) s;
CREATE TEMP TABLE budgeted AS
	SELECT learner, aer_train(x, y, learner ORDER BY i) AS m
	FROM many, (VALUES (aer_ridge(budget => 3, radius => 4, step => 0.02, intercept => true)),
					   (aer_lasso(budget => 3, radius => 5, step => 0.01, intercept => true))) l(learner)
	GROUP BY learner;
SELECT learner->>'learner' AS kind,
	(SELECT (aer_evaluate(m, x, y)).mse < 0.1 * var_pop(y) FROM many) AS learned
FROM budgeted ORDER BY 1;

-- GROUP BY: whatever the learners of the other groups are, and whether groups
-- come one after the other or (hashed, in the order of the table) all at once, a
-- model is that of its rows alone.
CREATE TEMP TABLE grouped AS
	SELECT n, i % 7 AS g, l, i, x, y
	FROM points, LATERAL (VALUES (1, aer_ridge(budget => 3)),
								 (2, CASE WHEN i % 7 IN (2, 3, 5) THEN aer_lasso(budget => 2) ELSE aer_ridge(budget => 3) END),
								 (3, aer_ridge(budget => 3, seed => i % 7))) v(n, l)
	WHERE i <= 70 ORDER BY i;
CREATE TEMP TABLE alone AS
	SELECT n, g, (SELECT aer_train(x, y, k.l ORDER BY i)::text FROM grouped r WHERE (r.n, r.g) = (k.n, k.g)) AS m
	FROM (SELECT DISTINCT n, g, l FROM grouped) k;
SELECT n, g FROM alone JOIN (SELECT n, g, aer_train(x, y, l ORDER BY i)::text AS m FROM grouped GROUP BY n, g) s USING (n, g)
WHERE alone.m <> s.m;
SET enable_sort = off;
SELECT n, g FROM alone JOIN (SELECT n, g, aer_train(x, y, l)::text AS m FROM grouped GROUP BY n, g) h USING (n, g)
WHERE alone.m <> h.m;
RESET enable_sort;
SELECT n, count(*) AS groups, count(DISTINCT m::jsonb -> 'learner') AS learners FROM alone GROUP BY n ORDER BY n;

-- The ledger: each row costs the draws of its budget (the first one fewer: at
-- w = 0 no inner product is needed), and no more reads than draws.
SELECT b.learner->>'learner' AS kind, s.attributes, s.rows, s.skipped,
	s.draws, s.reads < s.draws AND s.reads >= s.rows AS fewer_reads, s.continuable,
	s.learner @> b.learner AS same_learner, expected_mse, expected_se
FROM budgeted b, aer_summary(m) s ORDER BY 1;
SELECT rows, draws, reads, skipped
FROM aer_summary((SELECT aer_train(x, y, aer_ridge()) FROM points));

-- Predictions are the inner product plus the intercept, in any of the forms
-- that features can have.
SELECT count(*) AS rows, bool_and(abs(aer_predict(m, x) - by_hand) < 1e-12) AS float8_right,
	bool_and(abs(aer_predict(m, x::real[]) - by_hand) < 1e-5) AS float4_right,
	bool_and(abs(aer_predict(m, x::numeric[]) - by_hand) < 1e-12) AS numeric_right
FROM (SELECT m, x, (SELECT sum(weight * coalesce(x[attribute], 1)) FROM aer_weights(m)) AS by_hand
	  FROM budgeted, many WHERE i <= 500) s;

-- Evaluation against SQL's own aggregates.
SELECT e.rows, e.skipped,
	abs(e.mse - s.mse) < 1e-12 AS mse, abs(e.mae - s.mae) < 1e-12 AS mae,
	abs(e.r2 - s.r2) < 1e-12 AS r2, e.error_rate, abs(e.mse_se - s.mse_se) < 1e-12 AS mse_se
FROM (SELECT aer_evaluate(m, x, y) AS e,
		avg((aer_predict(m, x) - y) ^ 2) AS mse, avg(abs(aer_predict(m, x) - y)) AS mae,
		1 - avg((aer_predict(m, x) - y) ^ 2) / var_pop(y) AS r2,
		stddev_samp((aer_predict(m, x) - y) ^ 2) / sqrt(count(*)) AS mse_se
	  FROM many, budgeted WHERE learner->>'learner' = 'ridge') s,
	LATERAL (SELECT (s.e).*) e;

-- Classes: boolean targets are -1 and +1.
SELECT e.rows, e.error_rate = s.wrong AS wrong, e.mse = mse_of_numbers AS same_as_numbers
FROM (SELECT aer_evaluate((m::jsonb - 'target')::text::aer_model, x, y > 0.5) AS e,
		(aer_evaluate(m, x, CASE WHEN y > 0.5 THEN 1 ELSE -1 END)).mse AS mse_of_numbers,
		avg(((aer_predict(m, x) > 0) IS DISTINCT FROM (y > 0.5))::int)::float8 AS wrong
	  FROM many, budgeted WHERE learner->>'learner' = 'ridge') s, LATERAL (SELECT (s.e).*) e;
SELECT replace(aer_train(x, y > 0.5, l ORDER BY i)::text, '"target":"boolean"', '"target":"number"') = aer_train(x, CASE WHEN y > 0.5 THEN 1 ELSE -1 END, l ORDER BY i)::text AS same
FROM points, (SELECT aer_ridge(budget => 2) AS l) o;

-- Undefined results are NULL: one row has no spread, a constant target no r2.
SELECT (e).rows, (e).mse = 4 AS mse, (e).mae, (e).r2, (e).error_rate, (e).mse_se, (e).skipped
FROM (SELECT aer_evaluate(aer_trim(m), '{0,0,0,0,0,0}'::int[], 2 + (SELECT weight FROM aer_weights(m) WHERE attribute = 0)) AS e
	  FROM budgeted WHERE learner->>'learner' = 'ridge') s;
SELECT aer_evaluate(m, x, y) IS NULL AS none FROM budgeted, many WHERE false;
SELECT aer_evaluate(m, NULL::float8[], 1) IS NULL AS only_skipped FROM budgeted;
SELECT (e).rows, (e).skipped
FROM (SELECT aer_evaluate(CASE WHEN i <> 2 THEN m END, CASE WHEN i <> 1 THEN x END, CASE WHEN i <> 3 THEN y END) AS e
	  FROM budgeted, many WHERE i <= 10 AND learner->>'learner' = 'lasso') s;

-- Weights: the intercept first, names on demand.
SELECT attribute, name FROM budgeted, aer_weights(m) WHERE learner->>'learner' = 'ridge' ORDER BY attribute;
SELECT attribute, name FROM budgeted, aer_weights(m, '{a,b,c,d,e,"Ünï \"f\""}') WHERE learner->>'learner' = 'ridge' ORDER BY attribute;
SELECT aer_weights(m, '{a,b}') FROM budgeted LIMIT 1;
SELECT aer_weights(m, '{a,b,c,d,e,NULL}') FROM budgeted LIMIT 1;
SELECT count(*) FROM aer_weights(NULL);
SELECT count(*) FROM aer_summary(NULL);

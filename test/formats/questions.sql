-- The questions that each value is asked, when it is made and when it is read again: scoring
-- with it, continuing it, and everything else that depends on all of its numbers.  The values
-- of older releases are asked the same questions (../t/017_upgrade.pl), so a question that a
-- release has asked keeps its meaning or gets another name.

-- Small numbers with few bits: no machine rounds them.
CREATE TEMP TABLE points AS
	SELECT i, ARRAY[(i % 7) / 8.0, (i % 5) / 8.0 - 0.25, i % 2, (i % 3) / 4.0]::float8[] AS x,
		ARRAY[i % 2, i / 2 % 2, i / 3 % 2, i / 5 % 2]::float8[] AS bits,
		((i % 7) / 4.0 - (i % 3) / 4.0 + (i % 11) / 16.0)::float8 AS y, i % 7 > 2 AS label
	FROM generate_series(1, 100) i;
CREATE TEMP TABLE people AS
	SELECT i, x[1] AS a, x[2]::real AS "B ""b", x[3] = 1 AS "ü", x[4]::numeric AS d, y, label FROM points;
CREATE TEMP TABLE judged AS
	SELECT o, (o % 7 - 2 * (2 * o % 7) + 3 * (3 * o % 7)) / 4.0 AS y,
		aer_judgments(a, (a * o % 7 + a * k % 4) / 4.0 ORDER BY a, k) AS numbered,
		aer_judgments('ä' || a, (a * o % 7 + a * k % 4) / 4.0 ORDER BY a, k) AS named
	FROM generate_series(1, 24) o, generate_series(1, 3) a, generate_series(1, 3) k GROUP BY o;

-- Tolerances are relative to numbers of about 1.  What adds and multiplies in a
-- fixed order gives the same bits but for exp, log and sqrt of another C library;
-- what solves, another LAPACK, of matrices with condition numbers below 1e4.
CREATE FUNCTION pg_temp.ask(m aer_model) RETURNS TABLE (question text, tolerance float8, answer float8[]) LANGUAGE plpgsql AS $$
DECLARE
	learner text := m::jsonb -> 'learner' ->> 'learner';
	labels boolean := learner IN ('majority', 'winnow', 'perceptron');
	rows boolean := m::jsonb ? 'columns';
	unlearned boolean := (SELECT continuable AND s.rows = 0 FROM aer_summary(m) s);
	d int := (SELECT attributes FROM aer_summary(m));
	longer aer_model;
BEGIN
	RETURN QUERY SELECT 'weights', 1e-9::float8, array_agg(weight ORDER BY class COLLATE "C", attribute) FROM aer_weights(m);
	RETURN QUERY SELECT 'summary', 1e-9::float8, ARRAY[attributes, s.rows, skipped, draws, reads, expected_mse, expected_se, mistakes]
		FROM aer_summary(m) s;
	IF m::jsonb ? 'facts' THEN
		RETURN QUERY SELECT 'what is told', 1e-9::float8, (SELECT array_agg(importance ORDER BY name COLLATE "C") FROM aer_importance(m))
			|| (SELECT array_agg(se ORDER BY attribute) FROM aer_weights(m) WHERE attribute > 0)
			|| ARRAY[m::jsonb -> 'expected_error_rate', m::jsonb -> 'expected_auc']::text[]::float8[];
	END IF;
	IF m::jsonb ? 'measured' THEN
		RETURN QUERY SELECT 'what was measured', 1e-7::float8, ARRAY[measured_rows, measured_mse, measured_mse_se, measured_error_rate, measured_error_rate_se, measured_auc, measured_auc_se, measured_log_loss]
			|| (SELECT array_agg(v ORDER BY low, n) FROM aer_calibration(m) c, unnest(ARRAY[low, high, c.rows, predicted, observed]) WITH ORDINALITY u (v, n)) FROM aer_summary(m);
	END IF;
	IF unlearned THEN
		NULL;
	ELSIF m::jsonb ? 'classes' THEN
		RETURN QUERY SELECT 'probabilities', 1e-8::float8, array_agg(aer_probability(m, (x || x)[:d], class) ORDER BY i, class COLLATE "C")
			FROM points, jsonb_array_elements_text(m::jsonb -> 'classes') c (class) WHERE i <= 5;
		RETURN QUERY SELECT 'probabilities of sets', 1e-8::float8, array_agg(aer_probability(m, ARRAY(SELECT CASE WHEN (k >> n::int) % 2 = 0 THEN e END
				FROM unnest((x || x)[:d]) WITH ORDINALITY u(e, n) ORDER BY n), class) ORDER BY i, k, class COLLATE "C")
			FROM points, generate_series(0, 15) k, jsonb_array_elements_text(m::jsonb -> 'classes') c (class) WHERE m::jsonb ? 'partial' AND i <= 2 HAVING count(*) > 0;
		RETURN;
	ELSIF d = 4 AND rows THEN
		RETURN QUERY SELECT 'predictions', 1e-9::float8, array_agg(aer_predict(m, p) ORDER BY i) FROM people p WHERE i <= 5;
	ELSIF d = 4 THEN
		RETURN QUERY SELECT 'predictions', 1e-9::float8, array_agg(aer_predict(m, x) ORDER BY i) FROM points WHERE i <= 5;
	END IF;
	IF m::jsonb ? 'partial' AND d <= 8 THEN
		RETURN QUERY SELECT 'scores of sets', 1e-9::float8, array_agg(aer_score(m, ARRAY(SELECT CASE WHEN (k >> n::int) % 2 = 0 THEN e END
				FROM unnest((x || x)[:d]) WITH ORDINALITY u(e, n) ORDER BY n)) ORDER BY i, k) FROM points, generate_series(0, 15) k WHERE i <= 3;
		RETURN QUERY SELECT 'intervals', 1e-7::float8, array_agg(v ORDER BY i, n) FROM points,
			aer_forecast(m, (x || x)[:d], 0.8) f, unnest(ARRAY[low, high]) WITH ORDINALITY u(v, n) WHERE i <= 3 HAVING count(v) > 0;
		RETURN QUERY SELECT 'forecasts', 1e-9::float8, array_agg(v ORDER BY i, n) FROM points,
			aer_forecast(m, ARRAY[NULL::float8] || (x || x)[2:d]) f, unnest(ARRAY[f.prediction, sd, probability, known]) WITH ORDINALITY u(v, n) WHERE i <= 3;
	END IF;
	IF NOT (SELECT continuable FROM aer_summary(m)) THEN
		RETURN;
	END IF;
	RETURN QUERY SELECT 'next', 0::float8, ARRAY(SELECT attribute FROM aer_next(m))::float8[];
	IF rows AND m::jsonb ->> 'target' = 'boolean' THEN
		longer := aer_continue(p, 'label', m ORDER BY i) FROM people p WHERE i > 60;
	ELSIF rows THEN
		longer := aer_continue(p, 'y', m ORDER BY i) FROM people p WHERE i > 60;
	ELSIF labels THEN
		longer := aer_continue(CASE WHEN learner = 'majority' THEN bits ELSE x END, label, m ORDER BY i) FROM points WHERE i > 60;
	ELSE
		longer := aer_continue(x, y, m ORDER BY i) FROM points WHERE i > 60;
	END IF;
	RETURN QUERY SELECT 'continued', 1e-9::float8, array_agg(weight ORDER BY attribute) FROM aer_weights(longer);
	RETURN QUERY SELECT 'summary of continued', 1e-9::float8, ARRAY[s.rows, skipped, draws, reads, mistakes]::float8[] FROM aer_summary(longer) s;
END $$;

CREATE FUNCTION pg_temp.ask(j aer_judgments) RETURNS TABLE (question text, tolerance float8, answer float8[]) LANGUAGE sql AS $$
	SELECT 'entries', 0::float8, array_agg(v::float8 ORDER BY n, k)
	FROM jsonb_array_elements(j::text::jsonb -> 'judgments') WITH ORDINALITY e(entry, n),
		jsonb_array_elements_text(entry - 0) WITH ORDINALITY f(v, k)
$$;

CREATE FUNCTION pg_temp.ask(m aer_moments) RETURNS TABLE (question text, tolerance float8, answer float8[]) LANGUAGE plpgsql AS $$
DECLARE
	twice aer_moments := aer_moments(t) FROM unnest(ARRAY[m, m]) t;
BEGIN
	RETURN QUERY SELECT 'attributes', 1e-9::float8, array_agg(v ORDER BY attribute, k)
		FROM aer_attributes(m), unnest(ARRAY[reads, missing, mean, sd, correlation]) WITH ORDINALITY u(v, k);
	RETURN QUERY SELECT 'spent', 1e-9::float8, ARRAY[aer_spent(m), aer_spent(twice)];
	RETURN QUERY SELECT 'unknown', 0::float8, array_agg(unknown::float8 ORDER BY attribute) FROM aer_attributes(m);
	RETURN QUERY SELECT 'ridge', 1e-7::float8, array_agg(weight ORDER BY class COLLATE "C", attribute) FROM aer_weights(aer_fit_ridge(m, lambda => 0.1));
	IF NOT aer_fit_ridge(m)::jsonb ? 'probabilities' THEN
		RETURN QUERY SELECT 'lasso', 1e-7::float8, array_agg(weight ORDER BY attribute) FROM aer_weights(aer_fit_lasso(m, lambda => 0.01));
	END IF;
	RETURN QUERY SELECT 'rows, skipped and reads', 0::float8, ARRAY[s.rows, skipped, reads]::float8[] FROM aer_summary(aer_fit_ridge(m, lambda => 0.1)) s;
	RETURN QUERY SELECT 'ridge of twice as many', 1e-7::float8, array_agg(weight ORDER BY class COLLATE "C", attribute)
		FROM aer_weights(aer_fit_ridge(twice, lambda => 0.1));
END $$;

CREATE FUNCTION pg_temp.ask(m aer_judgment_moments) RETURNS TABLE (question text, tolerance float8, answer float8[]) LANGUAGE plpgsql AS $$
DECLARE
	twice aer_judgment_moments := aer_judgment_moments(t) FROM unnest(ARRAY[m, m]) t;
BEGIN
	RETURN QUERY SELECT 'repeats', 0::float8, array_agg(repeats ORDER BY attribute)::float8[] FROM aer_repeats(m, 7);
	RETURN QUERY SELECT 'objectives', 1e-7::float8, array_agg(objective ORDER BY step) FROM aer_repeat_path(m, 7);
	RETURN QUERY SELECT 'fit', 1e-7::float8, array_agg(weight ORDER BY attribute) FROM aer_weights(aer_fit_repeats(m, ARRAY[3, 2, 1]));
	RETURN QUERY SELECT 'fit of twice as many', 1e-7::float8, array_agg(weight ORDER BY attribute)
		FROM aer_weights(aer_fit_repeats(twice, ARRAY[3, 2, 1]));
END $$;

-- A question to a value whose type is known by name only.
CREATE FUNCTION pg_temp.ask(type text, value text) RETURNS TABLE (question text, tolerance float8, answer float8[]) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT * FROM pg_temp.ask($1::%I)', type) USING value;
END $$;

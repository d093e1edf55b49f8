--
-- Named attributes are fitted in coordinates: known answers
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- The rows of test/kernel/test_coordinates.c, by the same linear congruential generator, and
-- answers of another implementation, in Python (test/kernel/coordinate_answers.h).
CREATE FUNCTION pg_temp.draws(seed int, n int) RETURNS float8[] LANGUAGE plpgsql AS $$
DECLARE
	state numeric := seed;
	u float8[] := '{}';
BEGIN
	FOR i IN 1 .. n LOOP
		state := mod(state * 6364136223846793005 + 1442695040888963407, 18446744073709551616);
		u[i] := div(state, 1099511627776)::float8 / 16777216;
	END LOOP;
	RETURN u;
END $$;
CREATE FUNCTION pg_temp.target(v jsonb, u float8[], straight boolean) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN straight THEN c0 ELSE 1.5 * abs(c0 - 1.5) END
		+ coalesce(CASE WHEN straight THEN 0.3 * c1 ELSE 0.25 * (c1 - 2) ^ 2 END, 0.7)
		+ 0.3 * c2 + (ARRAY[0.8, -0.3, 0.1, 0, -0.6, 1.1])[strpos('abcdef', c3)]
		+ coalesce((ARRAY[0.5, 0, -0.4])[strpos('abc', c4)], -0.5) + 0.2 * c8 + 0.5 * c7 + 1.5 * (u[1] + u[2] - 1)
	FROM jsonb_to_record(v) r (c0 float8, c1 float8, c2 float8, c3 text, c4 text, c7 float8, c8 float8) $$;
-- One row after another takes 17 draws, and then of incomplete settings those for its looks.
CREATE FUNCTION pg_temp.records(seed int, n int) RETURNS TABLE (t int, v jsonb, noise float8[]) LANGUAGE sql AS $$
	SELECT t, jsonb_build_object('c0', c0, 'c1', CASE WHEN u[4] >= 0.15 THEN 4 * u[5] END, 'c2', c2, 'c3', substr('abcdef', 1 + floor(u[7] * u[7] * 6)::int, 1),
		'c4', CASE WHEN u[8] >= 0.2 THEN substr('abc', 1 + floor(u[9] * 3)::int, 1) END, 'c5', CASE WHEN u[10] >= 0.1 THEN c2 + u[11] END,
		'c6', CASE WHEN u[12] >= 0.3 THEN u[13] END, 'c7', (u[14] < 0.05)::int, 'c8', u[15]), u[16:17]
	FROM (SELECT pg_temp.draws(seed, 17 * n) AS drawn OFFSET 0) d, generate_series(0, n - 1) t, LATERAL (SELECT drawn[17 * t + 1 : 17 * t + 17]) s (u),
		LATERAL (SELECT u[1] + u[2] + u[3], 0.5 * (u[1] + u[2] + u[3]) + u[6]) c (c0, c2) $$;
CREATE TEMP TABLE settings AS
SELECT * FROM (VALUES
	(6, 'NULLs, all', '{1,4,6}'::int[], 300, 'bent', true, '{-0.34942167101562277,0.28125083515048899,0.25790960146298869,0.39887878656939413,0.42234900008060167,0.49606661284616188,-0.067723772584972336,-0.072154639847670204,-0.35618820041351928,-0.28499394551995161,0.77615494353058889,0.072724654275731368}'::float8[], 1.9646979623240899, 0.98343637441493692, 0.073184269405495703,
		'{-0.50647011091058847,0.63390161401514311,-0.090609217984381762,0.68878798637688132,0.35555682504168851,0,0,0,0,-0.20793267783338842,0.79801708686684514,0.087269002674614141}'::float8[], 1.9933082253993279),
	(12, 'two-valued, all', '{0,1,2,3,4,6,7,8}'::int[], 600, 'two', true, '{-2.2831894055214867,-0.83635672459055133,6.1316173210595544,-0.08078934319178932,-0.97793390372423139,0.49508720375848914,0.8630448750883275,0.82296237877728684,1.6564036579403345,0.76355392569915226,-0.46354739777703635,-2.0981532723896832,-1.6981833587018127,-1.5571005185449889,-2.4615279722014587,1.2196390651432374,0.063374874102820639,-0.70022915625050908,-0.58278478299555003,-0.088903428351402136,1.1436177466451762,0.21273009442309437,1.8910770669349317,0.62531626475636837,-0.16430314512626853,-0.17315628536461511,0}'::float8[], 7.3333509162524724, 3.6423196344096263, 0.33687483290027481,
		'{-2.8143274278762078,-0.14809136763239056,5.8744419100482048,-0.017609100541069379,0,0,0,0,0,0.96818730203895598,0,0,0,0,0,1.2076492849773697,-0.046554230503019267,-0.76988843095581183,-0.50844154817798681,0,0,0,1.8281977964075042,0,0,0,0}'::float8[], 6.0552700664803165),
	(13, 'holes, all asked for', '{0,1,2,3,4,5,6,7,8}'::int[], 500, 'bent', true, '{-0.92712559233437852,-0.72655064251055179,3.367343964162564,-0.080832048205150109,-0.91302821583461058,0.86275609647136908,0.16605062064205742,0.6988077763495143,0.62616562232133044,0.091094995676231999,0.42077495330529396,-0.61963822052149664,-0.42338266300639066,-0.42998112585851084,-0.85460919866704554,0.70195972808747509,0.036944389462748882,-0.34136673682067281,-0.41331523260772968,0.054280917872759259,-0.003392887819972535,0.052712997902645817,-0.04144957717610892,0.48257119448115154,0.01432596150907739,0.061318365047793526,0.064784186366848587,0}'::float8[], 3.2826227714013041, 0.47785395553968024, 0.056012314118286374,
		'{-1.0358838625421614,-0.60619422809326973,3.4424514043662739,0.027106273575518314,0,0,0,0,0,0.077117737602578992,0,0,0,0,0,0.78510110378317677,0.073965931569389673,-0.40713973300688783,-0.46691992219862405,0,0.16465249066244553,-0.3412578141640219,-0.046724350371908391,0,-0.035650208241141797,0.017408950597789633,0.018392934956752361,0}'::float8[], 2.7312661153978404),
	(15, 'straight lines, all', '{0,1,2,3,8}'::int[], 60, 'straight', false, '{0.68075577637321716,0,0,0,0.19853070849582322,0,0,0,-0.050542726569422783,0.73003064451020716,0.43764891483756158,-0.25917245501465552,0.12066058194339922,-0.12988393223195277,-0.39697698774715312,0.6003709308104227,0,0,0}'::float8[], 0.0066875177582297329, 0.64699177480580572, 0.18665669476026991,
		'{0.63371101453665324,0,0,0,0,0,0,0,0,0.88508702634346137,0,0,0,0,0,0.60779116525079968,0,0,0}'::float8[], 0.36461696038153479)
	) s (seed, name, columns, rows, target, curves, weights, intercept, mse, se, some_weights, some_intercept);
CREATE TEMP TABLE records AS
SELECT name, t, v, CASE s.target WHEN 'two' THEN CASE WHEN y > 1.9 THEN 7 ELSE 2 END ELSE y END AS y
FROM settings s, pg_temp.records(seed, rows), LATERAL (SELECT pg_temp.target(v, noise, s.target = 'straight')) y (y);
CREATE TEMP TABLE fits AS
SELECT name, design, moments, aer_fit_ridge(moments) AS model
FROM (SELECT s.name, design, (SELECT aer_moments(v, y, design ORDER BY t) FROM records r WHERE r.name = s.name) AS moments
	FROM settings s, LATERAL (SELECT ARRAY(SELECT 'c' || c FROM unnest(columns) c)) k (keys),
		LATERAL (SELECT aer_design(include => keys, columns => (SELECT jsonb_object_agg(key, value) FROM jsonb_each('{"c0": [1, 1.5, 2], "c1": [1, 2, 3, null],
			"c3": ["a", "b", "c", "d", "e"], "c4": ["a", "b", "c", null], "c6": [0.5, null], "c8": [0.2, 0.21, 5]}') WHERE key = ANY (keys)))) d (design)) s;
CREATE FUNCTION pg_temp.weights(model aer_model) RETURNS float8[] LANGUAGE sql AS
	$$ SELECT array_agg(weight ORDER BY attribute) FILTER (WHERE attribute > 0) FROM aer_weights(model) $$;
CREATE FUNCTION pg_temp.apart(a float8[], b float8[]) RETURNS float8 LANGUAGE sql AS
	$$ SELECT CASE WHEN cardinality(a) = cardinality(b) THEN max(abs(x - y)) / max(abs(y)) ELSE 'Infinity' END FROM unnest(a, b) u (x, y) $$;

-- Weights, forecasts, and whether numbers bend.
SELECT s.name, pg_temp.apart(pg_temp.weights(model), weights) < 1e-9 AS weights,
	abs((SELECT weight FROM aer_weights(model) WHERE attribute = 0) - intercept) < 1e-9 * greatest(abs(intercept), 1) AS intercept,
	abs(expected_mse / mse - 1) < 1e-9 AS forecast, abs(expected_se / se - 1) < 1e-9 AS error, m.curves = s.curves AS bends,
	least((model::jsonb #> '{fit,mse_of_lines}')::float8, (model::jsonb #> '{fit,mse_of_curves}')::float8) <= expected_mse AS both
FROM settings s JOIN fits USING (name), aer_summary(model) m ORDER BY seed;
-- By hand: that of the folds is one of both.
SELECT name, (aer_fit_ridge(moments, curves => m.curves)::jsonb - 'learner') #- '{fit,mse_of_lines}' #- '{fit,mse_of_curves}' = (model::jsonb - 'learner') #- '{fit,mse_of_lines}' #- '{fit,mse_of_curves}' AS chosen,
	pg_temp.apart(pg_temp.weights(aer_fit_ridge(moments, curves => NOT m.curves)), pg_temp.weights(model)) > 0.01 AS other
FROM fits, aer_summary(model) m ORDER BY 1;
-- Every second column known, of rows with missing values; complete ones are in partial.sql.
SELECT s.name, pg_temp.apart(some_weights, got) < 1e-9 AS weights
FROM settings s JOIN fits USING (name), LATERAL (SELECT aer_restrict(model, ARRAY(SELECT 'c' || c FROM unnest(columns) WITH ORDINALITY u (c, n) WHERE n % 2 = 1))) r (plain),
	LATERAL (SELECT array_agg(coalesce(p.weight, 0) ORDER BY a.attribute) FROM aer_weights(model) a LEFT JOIN aer_weights(plain) p USING (name) WHERE a.attribute > 0) g (got)
WHERE s.name = 'holes, all asked for' ORDER BY seed;

-- If all is known, the prediction is that of the weights, to the bit; otherwise that of aer_restrict() to the known columns.
SELECT f.name, bool_and(aer_predict(model, v) = aer_predict(aer_trim(model), v)) FILTER (WHERE v ->> 'c5' IS NOT NULL) AS all,
	max(abs(aer_predict(model, v - 'c4') - aer_predict(plain, v))) < 1e-12 AS less, count(aer_predict(model, v)) = count(*) AS never_null
FROM fits f JOIN records USING (name), aer_restrict(model, ARRAY['c0', 'c1', 'c2', 'c3', 'c5', 'c6', 'c7', 'c8']) plain
WHERE f.name = 'holes, all asked for' AND t % 10 = 0 AND v ->> 'c5' IS NOT NULL AND v ->> 'c3' <> 'f' GROUP BY 1;
-- A forecast is around the prediction, also where all is known.
SELECT f.name, bool_or(known = cardinality(columns)) AS all_known, max(abs(aer_predict(model, v) - prediction)) < 1e-12 AS prediction,
	max(abs(aer_probability(model, v) - probability)) FILTER (WHERE f.name ~ '^two') < 1e-12 AS probability
FROM fits f JOIN settings USING (name) JOIN records USING (name), aer_forecast(model, v) GROUP BY 1 ORDER BY 1;
-- An absent key was not looked at; JSON null is "none", where that is in the column's list.
SELECT aer_predict(model, v - 'c1') = aer_predict(model, v || '{"c1": null}') AS absent_is_none, aer_predict(model, v - 'c2') = aer_predict(model, v || '{"c2": null}') AS nothing_there,
	aer_predict(model, v - 'c3') = aer_predict(model, v || '{"c3": "who knows"}') AS unknown_word
FROM fits JOIN records USING (name) WHERE name = 'holes, all asked for' AND t = 0;
-- Rows are evaluated as they are.
SELECT name, rows, skipped, mse < 1.1 * (SELECT expected_mse FROM aer_summary(model)) AS good
FROM (SELECT name, model, (aer_evaluate(model, v, y)).* FROM fits JOIN records USING (name) GROUP BY name, model) e ORDER BY 1;

-- The lasso uses a column with all its attributes, or not at all, and its path counts columns.
SELECT f.name, bool_and((w <> 0) = (largest <> 0)) FILTER (WHERE NOT bent) AS together
FROM fits f, LATERAL (SELECT aer_fit_lasso(moments, 0.05)) l (lasso),
	LATERAL (SELECT weight, max(abs(weight)) OVER (PARTITION BY substr(name, 1, 2)), name !~ '=' FROM aer_weights(lasso) WHERE attribute > 0) u (w, largest, bent)
GROUP BY 1 ORDER BY 1;
SELECT f.name, max(nonzero) <= cardinality(columns) AS columns FROM fits f JOIN settings USING (name), aer_path(moments, 'lasso') GROUP BY 1, columns ORDER BY 1;

-- Units are of arrays.
SELECT aer_moments(v, y, aer_design(2, units => 'common', include => '{c0,c8}')) FROM records;

-- Columns are chosen, and with all of them the forecast is that of ridge under a sampling design.
SELECT f.name, array_agg(c.name ORDER BY step) FILTER (WHERE step BETWEEN 1 AND 3) AS first, max(step) <= cardinality(columns) AS columns, max(spent) = max(step) AS a_look_each
FROM fits f JOIN settings USING (name), aer_choose(moments) c GROUP BY 1, columns ORDER BY 1;
SELECT abs(c.expected_mse / mse - 1) < 1e-9 AS as_ridge
FROM settings s JOIN fits f USING (name), LATERAL (SELECT * FROM aer_choose(moments, known => ARRAY(SELECT 'c' || c FROM unnest(columns) c)) ORDER BY step DESC LIMIT 1) c WHERE f.name = 'holes, all asked for';
-- With three looks a row few pairs are seen, and their expected number depends on the attributes of each column.
SELECT f.name, abs(c.expected_mse / m.expected_mse - 1) < 1e-9 AS as_ridge
FROM (SELECT name, columns, aer_moments(v, y, aer_design(3, include => ARRAY(SELECT 'c' || c FROM unnest(columns) c), columns => design -> 'columns') ORDER BY t) AS moments
		FROM settings JOIN fits f USING (name) JOIN records USING (name) WHERE cardinality(columns) > 5 GROUP BY name, columns, design) f,
	aer_summary(aer_fit_ridge(moments)) m, LATERAL (SELECT * FROM aer_choose(moments, known => ARRAY(SELECT 'c' || c FROM unnest(f.columns) c)) ORDER BY step DESC LIMIT 1) c ORDER BY 1;
SELECT f.name, abs(e.expected_mse / s.mse - 1) < 1e-9 AS as_the_model FROM settings s JOIN fits f USING (name),
	LATERAL (SELECT expected_mse FROM aer_enough(moments) WHERE rows = s.rows * 4 / 5 LIMIT 1) e ORDER BY 1;
-- So is what to ask.
SELECT count(*) FILTER (WHERE q.name IN ('c2', 'c4', 'c5', 'c6', 'c7', 'c8')) AS looks, bool_or(q.name IN ('c0', 'c1', 'c3')) AS known_ones, max(stop) AS stop
FROM fits f, aer_ask(model, '{"c0": 1.2, "c3": "b", "c1": null}'::jsonb, budget => 3) q WHERE f.name ~ 'holes';

--
-- What to look at next, for one row
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TEMP TABLE visits AS
	SELECT i, f + e[1] / 2 AS a, f - g + e[2] / 2 AS b, (g + e[3]) * 10 AS c, 7 AS d, e[4] AS e, f > e[5] AS g,
		CASE WHEN f + e[1] > 0.5 THEN 'high' WHEN g > 0 THEN 'mid' ELSE 'low' END AS kind,
		3 * f - g + e[6] AS y, f - g / 2 + e[6] / 2 > 0 AS label
	FROM (SELECT i, sin(i * 1.7) + cos(i * 0.37) AS f, sin(i * 0.91) - cos(i * 2.3) AS g,
			ARRAY[sin(i * 3.1), cos(i * 5.3), sin(i * 7.7), cos(i * 11.9), sin(i * 13.3), cos(i * 17.1)] AS e
		FROM generate_series(1, 600) i) s;
CREATE TEMP TABLE patients AS SELECT i, a, b, c, d, e, g, kind FROM visits;
CREATE TEMP TABLE price AS SELECT jsonb '{"cost": {"a": 5, "b": 2, "c": 1.5, "d": 1, "e": 0, "g": 1, "kind": 3},
	"panels": {"blood": {"fee": 2.5, "attributes": ["b", "c"]}}}' AS prices;
CREATE TEMP TABLE fits (name text, model aer_model);
INSERT INTO fits
	SELECT 'number', aer_fit_ridge(aer_moments(v, 'y', aer_design(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}'), i), partial => true) FROM visits v
	UNION ALL SELECT 'label', aer_fit_ridge(aer_moments(v, 'label', aer_design(budget => 3, exclude => '{i,y}', columns => '{"kind": ["high", "low", "mid"]}'), i), partial => true) FROM visits v
	UNION ALL SELECT 'arrays', aer_fit_ridge(aer_moments(ARRAY[a, b, c, d, e, g::int], y, aer_design(budget => 3), i), partial => true) FROM visits
	UNION ALL SELECT 'money', aer_fit_ridge(aer_moments(v, 'y', aer_design(budget => 12, prices => prices, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}'), i), partial => true) FROM visits v, price GROUP BY prices;

-- Without prices a look costs 1.  The first one, and what it gains, by its
-- definition: the largest r^2 / (h v_y) with h = psi + lambda / 4 + |l|^2.
CREATE TEMP VIEW numbers AS
	SELECT ARRAY(SELECT e::float8 FROM jsonb_array_elements_text(p -> 'numbers') WITH ORDINALITY f(e, n) ORDER BY n) AS v,
		jsonb_array_length(p -> 'numbers') / 6 - 4 AS k, (p ->> 'lambda')::float8 AS lambda, (p ->> 'y_variance')::float8 AS vy
	FROM (SELECT model::jsonb -> 'partial' AS p FROM fits WHERE name = 'arrays') s;
SELECT a.attribute = first AS first, abs(gain - vy * delta / (1 + delta)) < 1e-9 * vy AS gain, bundle, cost, look
FROM fits f, LATERAL (SELECT * FROM aer_ask(model, array_fill(NULL::float8, ARRAY[6])) LIMIT 1) a(bundle, attribute, look, cost, gain, deviation, confidence, stop),
	(SELECT i AS first, v[12 + i] ^ 2 / (v[18 + i] + lambda / 4 + (SELECT sum(l ^ 2) FROM unnest(v[24 + (i - 1) * k + 1 : 24 + i * k]) l)) / vy AS delta, vy
		FROM numbers, generate_series(1, 6) i ORDER BY 2 DESC LIMIT 1) best
WHERE f.name = 'arrays';
-- A path: each look once, to the end, with falling gain and the constant column left out.
SELECT count(*) = count(DISTINCT attribute) + 1 AS once, array_agg(attribute ORDER BY attribute) AS attributes, max(cost) AS cost, sum(cost) AS spent, max(stop) AS stop,
	bool_and(confidence IS NULL) AS no_decision
FROM fits, aer_ask(model, array_fill(NULL::float8, ARRAY[6])) WHERE fits.name = 'arrays';
SELECT array_agg(a.name ORDER BY a.name) AS looks, max(stop) AS stop FROM fits, (SELECT NULL::float8 AS a, NULL::float8 AS b, NULL::float8 AS c, 7 AS d, 0.5 AS e, NULL::bool AS g, NULL AS kind) p,
	aer_ask(model, p) a WHERE fits.name = 'number';
SELECT array_agg(a.name ORDER BY a.name) AS looks, max(stop) AS stop FROM fits, aer_ask(model, jsonb '{"a": 1, "kind": "low", "b": null}') a WHERE fits.name = 'number';

-- Which look is best next does not depend on the values seen.
SELECT count(DISTINCT looks) AS paths, count(*) FROM (
	SELECT i, array_agg(ROW(bundle, attribute, cost, gain) ORDER BY n) AS looks
	FROM fits, patients, price, ROWS FROM (aer_ask(model, jsonb_build_object('a', a, 'g', g), prices, budget => 7)) WITH ORDINALITY q(bundle, attribute, name, cost, gain, deviation, confidence, stop, n)
	WHERE fits.name = 'label' AND i <= 20 GROUP BY i) s;

-- Prices and panels: the free look first, a fee with the first of a panel, looks
-- bought together in one bundle, within the budget.
SELECT array_agg(a.name ORDER BY n) FILTER (WHERE cost = 0) AS free, sum(cost) <= 12 AS within, max(stop) AS stop,
	sum(cost) = aer_cost(prices, array_agg(a.name) FILTER (WHERE a.name IS NOT NULL)) AS costs,
	bool_and(gain > 0 OR gain IS NULL OR cost = 0) AS gains
FROM fits, price, ROWS FROM (aer_ask(model, '{}'::jsonb, prices, 12)) WITH ORDINALITY a(bundle, attribute, name, cost, gain, deviation, confidence, stop, n)
WHERE fits.name = 'number' GROUP BY prices;
SELECT a.bundle, a.attribute, a.name, a.cost, a.stop
FROM fits, aer_ask(model, '{"e": 0, "g": true}'::jsonb, unavailable => '{a,kind}'::text[], prices =>
	'{"cost": {"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "g": 1, "kind": 1}, "panels": {"blood": {"fee": 50, "attributes": ["b", "c"]}}}') a WHERE fits.name = 'number';
-- Columns that are known or unavailable need no price: any price gives the same looks as none.
SELECT fits.name, known, count(*) AS looks, bool_and((SELECT array_agg(q ORDER BY q) FROM aer_ask(model, features, prices, 12, unavailable => missing) q)
		= (SELECT array_agg(q ORDER BY q) FROM aer_ask(model, features, prices #- '{cost,e}' #- '{cost,g}' #- '{cost,kind}', 12, unavailable => missing) q)) AS alike
FROM fits, (VALUES (3, '{"e": 0, "g": true, "kind": "low"}'::jsonb, '{}'::text[]), (2, '{"e": 1, "g": false}', '{kind}')) v (known, features, missing),
	CAST('{"cost": {"a": 1, "b": 2, "c": 3.5, "d": 1, "e": 2, "g": 1, "kind": 4}, "panels": {"blood": {"fee": 2, "attributes": ["b", "c"]}}}' AS jsonb) prices,
	LATERAL aer_ask(model, features, prices, 12, unavailable => missing) WHERE fits.name IN ('number', 'label', 'money') GROUP BY 1, 2 ORDER BY 1, 2;
SELECT array_agg(attribute ORDER BY n) FILTER (WHERE stop IS NULL) AS looks, sum(cost)
FROM fits, ROWS FROM (aer_ask(model, '{1,NULL,NULL,NULL,2,NULL}'::float8[], '{"2": 2, "3": 1, "6": 3}')) WITH ORDINALITY q(bundle, attribute, name, cost, gain, deviation, confidence, stop, n) WHERE fits.name = 'arrays';
-- The model has the prices of its design, or 1 for each attribute if the design has none.
SELECT (SELECT array_agg(q.* ORDER BY n) FROM ROWS FROM (aer_ask(model, '{}'::jsonb, budget => 9)) WITH ORDINALITY q(bundle, attribute, name, cost, gain, deviation, confidence, stop, n))
	= (SELECT array_agg(q.* ORDER BY n) FROM ROWS FROM (aer_ask(model, '{}'::jsonb, prices, 9)) WITH ORDINALITY q(bundle, attribute, name, cost, gain, deviation, confidence, stop, n)) AS of_the_design
FROM fits, price WHERE name = 'money';
-- A look that found nothing is not asked for again, and the fee of its panel counts as paid.
SELECT array_agg(a.name ORDER BY a.name) AS looks, max(cost) FILTER (WHERE a.name = 'b') AS b
FROM fits, price, aer_ask(model, '{}'::jsonb, prices, unavailable => '{c,kind}'::text[]) a WHERE fits.name = 'number';
SELECT array_agg(attribute ORDER BY attribute) AS attributes FROM fits, aer_ask(model, array_fill(NULL::float8, ARRAY[6]), unavailable => '{1,2}') a WHERE fits.name = 'arrays';
-- beside a record without a type, too
SELECT array_agg(a.name) AS names FROM fits, aer_ask(model, '{}', unavailable => '{a,kind}') a WHERE fits.name = 'number';

-- Why to stop.
SELECT what, count(a.attribute) AS looks, max(a.stop) AS stop, max(confidence) BETWEEN 0.5 AND 1 AS confidence FROM fits, price, (VALUES
	(1, 'no budget', '{}'::jsonb, 0.0, NULL::float8, NULL::float8), (2, 'cheap', '{}', NULL, NULL, 1e9), (3, 'worthless', '{}', NULL, NULL, 0),
	(4, 'sure of it', '{"a": 9, "b": 9}', NULL, 0.5, NULL), (5, 'far threshold', '{}', NULL, 1e-12, NULL), (6, 'doubt', '{"a": 0.1}', NULL, 0.5, NULL),
	(7, 'all known', '{"a": 0.1, "b": 1, "c": 1, "d": 7, "e": 0, "g": true, "kind": "low"}', NULL, 0.5, NULL)) v(n, what, features, budget, threshold, worth),
	aer_ask(model, features, prices, budget, threshold, 0.95, v.worth) a
WHERE fits.name = 'label' GROUP BY n, what ORDER BY n;
-- A prediction is the threshold where the target is no class.
SELECT (SELECT max(stop) FROM aer_ask(model, '{"a": 3}'::jsonb, threshold => -100)) AS far, (SELECT max(stop) FROM aer_ask(model, '{"a": 0}'::jsonb, threshold => 0)) AS near
FROM fits WHERE name = 'number';

-- Ask, fill in, ask again: it ends, within the budget, and decides as all would.
CREATE FUNCTION pg_temp.examine(m aer_model, patient jsonb, prices jsonb, money float8, OUT known jsonb, OUT spent float8, OUT asked int, OUT stop text) LANGUAGE plpgsql AS $$
DECLARE
	look record;
BEGIN
	known := '{}';
	spent := 0;
	asked := 0;
	LOOP
		SELECT * INTO look FROM aer_ask(m, known, prices, money - spent, threshold => 0.5) LIMIT 1;
		stop := look.stop;
		EXIT WHEN stop IS NOT NULL OR asked > 7;
		known := known || jsonb_build_object(look.name, patient -> look.name);
		spent := spent + look.cost;
		asked := asked + 1;
	END LOOP;
END $$;
SELECT count(*), bool_and(stop IS NOT NULL) AS ended, bool_and(spent <= 11) AS within, bool_and(spent = aer_cost(prices, ARRAY(SELECT jsonb_object_keys(known)))) AS as_known,
	avg(((aer_probability(model, known) > 0.5) = (aer_probability(model, p) > 0.5))::int) > 0.9 AS decided_alike, avg(spent) < 9 AS cheaper, count(DISTINCT stop) > 1 AS reasons
FROM fits, price, patients p, pg_temp.examine(model, to_jsonb(p), prices, 11) WHERE name = 'label' AND i <= 60;

-- Arguments that are errors.
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, budget => -1) WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, budget => 'NaN') WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, threshold => 1) WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, threshold => 'Infinity') WHERE fits.name = 'number';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, confidence => 0.3) WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, worth => -2) WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, unavailable => '{kinds}'::text[]) WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{}'::jsonb, '{"cost": {"a": 1}}') WHERE fits.name = 'label';
SELECT * FROM fits, aer_ask(model, '{"b": 1, "g": null}'::jsonb, '{"a": 1, "c": 1, "kind": 2}', unavailable => '{d}'::text[]) WHERE fits.name = 'label';
-- Moments of designs with different prices were merged: the prices must be given.
CREATE TEMP TABLE merged AS
	SELECT aer_fit_ridge(aer_moments(m), partial => true) AS model, min(prices::text)::jsonb AS prices
	FROM (SELECT aer_moments(ARRAY[a, b], y, aer_design(budget => 2, prices => p.prices), i) AS m, p.prices
		FROM visits, (VALUES (jsonb '{"cost": {"1": 1, "2": 2}}'), ('{"cost": {"1": 2, "2": 1}}')) p (prices) GROUP BY p.prices) s;
SELECT q.* FROM merged, aer_ask(model, '{NULL,NULL}'::float8[]) q;
SELECT max(cost) FROM merged, aer_ask(model, '{NULL,NULL}'::float8[], prices);
SELECT * FROM fits, aer_ask(aer_restrict(model, ARRAY[1]), '{}'::jsonb) WHERE fits.name = 'label';
SELECT count(*) FROM fits, aer_ask(model, NULL::jsonb) WHERE fits.name = 'label';

-- Models with odd numbers in them are refused, or answer; no crash, and no endless search.
CREATE FUNCTION pg_temp.odd_models(n int, OUT refused int, OUT failed int, OUT answered int) LANGUAGE plpgsql AS $$
DECLARE
	sound jsonb := model::jsonb FROM fits WHERE name = 'label';
	odd jsonb;
	m aer_model;
	field text[] := ARRAY['y_mean', 'y_variance', 'lambda', 'length', 'gap', 'spread', 'slope', 'offset'];
	value text[] := ARRAY['0', '-1', '1e300', '-1e300', '1e-300', '5e-324', '1e154', '0.5', '-0.9', '1'];
BEGIN
	refused := 0; failed := 0; answered := 0;
	FOR i IN 1 .. n LOOP
		odd := sound;
		FOR k IN 1 .. 1 + i % 3 LOOP
			odd := jsonb_set(odd, CASE WHEN (i + k) % 3 = 0 THEN ARRAY['partial', field[1 + (i * 7 + k * 5) % 8]]
				ELSE ARRAY['partial', 'numbers', ((i * 13 + k * 29) % jsonb_array_length(sound -> 'partial' -> 'numbers'))::text] END,
				value[1 + (i * 11 + k * 17) % 10]::jsonb);
		END LOOP;
		BEGIN
			m := odd::text::aer_model;
		EXCEPTION WHEN invalid_text_representation THEN
			refused := refused + 1;
			CONTINUE;
		END;
		BEGIN
			PERFORM aer_predict(m, '{"a": 1, "b": 1e10}'::jsonb), aer_probability(m, '{"c": 1}'::jsonb), aer_restrict(m, ARRAY[1 + i % 6]);
			PERFORM count(*) FROM aer_forecast(m, '{"kind": "low", "g": false}'::jsonb), price,
				aer_ask(m, '{"a": 1}'::jsonb, CASE WHEN i % 2 = 0 THEN prices END, 10, threshold => 0.3, worth => 10) a;
			answered := answered + 1;
		EXCEPTION WHEN numeric_value_out_of_range THEN
			failed := failed + 1;
		END;
	END LOOP;
END $$;
SELECT refused > 100 AS refused, failed > 0 AS failed, answered > 100 AS answered FROM pg_temp.odd_models(1000);

-- The deviation of a step is what aer_forecast says once that look and those before are known: of
-- complete moments, too, whose target is nearly determined.
CREATE TEMP TABLE told AS SELECT i, a, b, c, e, a - b / 2 + c / 20 + e + y / 100 AS y FROM visits;
CREATE TEMP TABLE tells AS SELECT aer_fit_ridge(aer_moments(t.*, 'y', aer_design(exclude => '{i}')), partial => true) AS model FROM told t;
SELECT count(*) AS looks, max(abs(expected_sd - sd)) < 1e-12 AS same, min(expected_sd) > 0.01 AS none_is_0, min(stop) AS stop
FROM tells, aer_ask(model, '{"e": 1}'::jsonb) WITH ORDINALITY q (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, n),
	LATERAL (SELECT '{"e": 1}' || coalesce(jsonb_object_agg(name, 2), '{}') AS known
		FROM aer_ask(model, '{"e": 1}'::jsonb) WITH ORDINALITY k (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, m) WHERE k.m <= q.n AND name IS NOT NULL) k,
	LATERAL (SELECT sd FROM aer_forecast(model, known)) f;

-- Three classes: looks are chosen for the scores of all classes together, and there is no decision.
CREATE TEMP TABLE of_kinds AS SELECT aer_fit_ridge(aer_moments(v.*, 'kind', aer_design(budget => 3, exclude => '{i,y,label}'), i)) AS model FROM visits v;
SELECT name, cost, round(gain::numeric, 3) AS gain, round(expected_sd::numeric, 3) AS deviation, confidence, stop FROM of_kinds, aer_ask(model, '{}'::jsonb);
SELECT count(*) AS looks, max(abs(expected_sd - sd)) < 1e-12 AS same
FROM of_kinds, aer_ask(model, '{"e": 1}'::jsonb) WITH ORDINALITY q (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, n),
	LATERAL (SELECT jsonb_object_agg(name, 0.5) || '{"e": 1, "g": true}' AS known FROM aer_ask(model, '{"e": 1}'::jsonb) WITH ORDINALITY p (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, m) WHERE m <= n AND name <> 'g') k,
	LATERAL aer_forecast(model, CASE WHEN EXISTS (SELECT FROM aer_ask(model, '{"e": 1}'::jsonb) WITH ORDINALITY p (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, m) WHERE m <= n AND name = 'g') THEN known ELSE known - 'g' END) f;
SELECT budget, worth, array_agg(name ORDER BY n) FILTER (WHERE name <> '') AS looks, max(stop) AS stop
FROM of_kinds, price, (VALUES (3.5, NULL), (0, NULL), (NULL, 30), (NULL, 1)) v (budget, worth),
	aer_ask(model, '{}'::jsonb, prices, budget, worth => worth) WITH ORDINALITY q (bundle, attribute, name, cost, gain, expected_sd, confidence, stop, n) GROUP BY 1, 2 ORDER BY 1, 2;
CREATE FUNCTION pg_temp.examine_kind(m aer_model, patient jsonb, money float8, OUT known jsonb) LANGUAGE plpgsql AS $$
DECLARE
	look record;
BEGIN
	known := '{}';
	FOR look IN SELECT * FROM aer_ask(m, known, budget => money) WHERE stop IS NULL LOOP
		known := known || jsonb_build_object(look.name, patient -> look.name);
	END LOOP;
END $$;
SELECT money, avg((aer_class(model, known) = kind)::int) > CASE money WHEN 0 THEN 0.3 WHEN 1 THEN 0.5 ELSE 0.6 END AS good FROM of_kinds, visits v, generate_series(0, 2) money, pg_temp.examine_kind(model, to_jsonb(v), money) known
	WHERE i <= 200 GROUP BY 1 ORDER BY 1;
SELECT name, stop FROM of_kinds, aer_ask(model, '{"a": 1, "b": 0}'::jsonb, unavailable => '{c,g}'::text[]);
SELECT * FROM of_kinds, aer_ask(model, '{}'::jsonb, threshold => 0.5);

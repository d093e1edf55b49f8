-- aer_choose: which attributes to look at when predicting, and what that costs
\set VERBOSITY terse
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- the target is mostly a and b; c is a copy of a with noise, d tells a little, the others nothing
CREATE TEMP TABLE visits AS
SELECT id, a, b, a + 0.7 * n[1] AS c, d, n[2] AS e, n[3] AS f,
	(ARRAY['north', 'south', 'west'])[1 + id % 3] AS region,
	2 * a + b + 0.4 * d + CASE id % 3 WHEN 1 THEN 0.9 ELSE 0 END + 0.5 * n[4] AS y
FROM (SELECT id, sin(id * 1.7) AS a, cos(id * 2.3) AS b, sin(id * 0.9 + 1) AS d,
	ARRAY(SELECT sin(id * k * 3.1 + k * k) FROM generate_series(1, 4) k) AS n
	FROM generate_series(1, 2000) id) u;
CREATE TEMP TABLE price AS
SELECT * FROM (VALUES ('a', 6, NULL, NULL), ('b', 2, NULL, NULL), ('c', 1, NULL, NULL), ('d', 1, 'lab', 3),
	('e', 1, 'lab', 3), ('f', 0, NULL, NULL)) p (attribute, cost, panel, fee);
CREATE TEMP TABLE study AS
SELECT p.prices, aer_design(budget => 3, include => '{a,b,c,d,e,f}') AS even_design,
	aer_design(budget => 9, prices => p.prices, include => '{a,b,c,d,e,f}') AS money_design
FROM (SELECT aer_prices(attribute, cost, panel, fee) AS prices FROM price) p;
CREATE TEMP TABLE learned AS
SELECT aer_moments(v.*, 'y', s.even_design, v.id) AS looks, aer_moments(v.*, 'y', s.money_design, v.id) AS money,
	aer_moments(v.*, 'y', '{"learner": "design", "include": ["a", "b", "c", "d", "e", "f"]}', v.id) AS everything
FROM visits v, study s GROUP BY s.prices;

-- one a look: the best first, each once, and step 0 is the mean
SELECT step, attribute, name, cost, spent, unseen, chosen FROM learned, aer_choose(looks, 2);
SELECT abs(c.expected_mse / var_pop(v.y) - 1) < 0.02 AS mean_is_the_variance
FROM learned, aer_choose(looks) c, visits v WHERE c.step = 0 GROUP BY c.expected_mse;
-- a step gains what the forecast falls by, and the last has the least; of what says nothing one is bought by chance, if any
SELECT bool_and(gain IS NOT DISTINCT FROM before - expected_mse) AS falls, count(gain) = max(step) AS each, (array_agg(expected_mse ORDER BY step DESC))[1] = min(expected_mse) AS least
FROM learned, LATERAL (SELECT *, lag(expected_mse) OVER (ORDER BY step) AS before FROM aer_choose(looks)) c;
SELECT step, name, round(gain::numeric, 12) AS gain FROM (SELECT aer_moments(v.*, 'y', even_design, id) AS m FROM (SELECT id, a, b, c, d, e, f, hashint8(id) / 2147483648.0 AS y FROM visits) v, study GROUP BY even_design) n, aer_choose(m);
SELECT string_agg(name, ', ' ORDER BY step) AS known FROM (SELECT aer_moments(v.*, 'y', even_design, id) AS m FROM (SELECT id, a, b, c, d, e, f, hashint8(id) / 2147483648.0 AS y FROM visits) v, study GROUP BY even_design) n, aer_choose(m, known => '{b,e}'::text[]);

-- the prices of the design are used, unless others are given
SELECT string_agg(name || ' ' || cost, ', ' ORDER BY step) FROM learned, aer_choose(money, 9) WHERE chosen;
SELECT count(*) AS different FROM learned, study s,
	LATERAL (SELECT * FROM aer_choose(money, 9) EXCEPT SELECT * FROM aer_choose(money, 9, s.prices)) d;
SELECT string_agg(name || ' ' || cost, ', ' ORDER BY step) FROM learned, study,
	aer_choose(looks, 3, prices) WHERE chosen;
-- every budget: nothing above it, the sum of a set is what the set costs, free ones first
SELECT budget, spent, cost
FROM learned, study, generate_series(0.5, 16, 1.5) budget,
	LATERAL (SELECT max(spent) AS spent, sum(cost) AS sum, aer_cost(prices, array_agg(name) FILTER (WHERE chosen)) AS cost,
			bool_and(chosen = (step > 0)) AS all_chosen, min(name) FILTER (WHERE step = 1) AS first
		FROM aer_choose(looks, budget, prices)) c
WHERE spent > budget OR abs(spent - cost) > 1e-9 OR abs(sum - cost) > 1e-9 OR NOT all_chosen OR first <> 'f';

-- known columns cost nothing, come first, and their panels need no fee
SELECT step, attribute, name, cost, spent FROM learned, study, aer_choose(looks, 1, prices, ARRAY['e', 'b']);

-- when everything is known, the forecast equals that of ridge on all columns
SELECT abs(c.expected_mse / of_ridge - 1) < 1e-6 AS same
FROM learned, LATERAL (SELECT expected_mse FROM aer_choose(looks, known => ARRAY['a', 'b', 'c', 'd', 'e', 'f'])
		ORDER BY step DESC LIMIT 1) c,
	LATERAL (SELECT expected_mse AS of_ridge FROM aer_summary(aer_fit_ridge(looks))) r;

-- forecasts tell the truth: a set of one, against least squares on it
SELECT name, abs(expected_mse - truth) < 2 * expected_se + 0.02 * truth AS close
FROM learned, aer_choose(everything, 1) c,
	(SELECT var_pop(y) * (1 - corr(y, a) ^ 2) AS truth FROM visits) t WHERE c.step = 1;

-- a column of words is one look, by the column's name
SELECT step, attribute, name, cost, spent
FROM (SELECT aer_moments(v.*, 'y', aer_design(budget => 3, include => '{region,d,e,f}',
	columns => '{"region": ["north", "south", "west"]}'), v.id) AS moments FROM visits v) m,
	aer_choose(moments, 1.5, '{"cost": {"region": 1.5, "d": 1, "e": 1, "f": 1}}');

-- arrays have numbers
SELECT step, attribute, name, cost
FROM (SELECT aer_moments(ARRAY[a, b, d, e], y, aer_design(budget => 2), id) AS moments FROM visits) m,
	aer_choose(moments, 3, '{"cost": {"1": 2.5, "2": 0.5, "3": 1, "4": 1}}', '{3}');

-- attributes that no record had together: a warning, and the column that says where
SELECT count(*) AS steps, max(unseen) > 0.2 AS unseen
FROM (SELECT aer_moments(aer_moments) FROM (
		SELECT aer_moments(ARRAY[a, c, b], y, aer_design(budget => 3, missing => 'available'), id) FROM
			(SELECT id, CASE WHEN id % 2 = 0 THEN a END AS a, CASE WHEN id % 2 = 1 THEN c END AS c, b, y FROM visits) v) m) u (m),
	aer_choose(m);

-- The same for the only member of a panel, which fits the budget beside d but never beside b; with b in the panel; and without a panel.
SELECT w, round(min(unseen)::numeric, 6) AS first_alone, max(unseen) > 0.02 AS unseen,
	(SELECT count(*) FROM aer_sums(m) WHERE ARRAY[first, second] @> '{a,b}') AS together
FROM (SELECT w, aer_moments(v.*, 'y', aer_design(15, price::jsonb, include => '{a,b,c,d}'), id) AS m
	FROM visits v, (VALUES ('a', '{"cost": {"a": 8, "b": 5, "c": 0, "d": 1}, "panels": {"p": {"fee": 6, "attributes": ["a"]}}}'),
		('b', '{"cost": {"a": 5, "b": 8, "c": 0, "d": 1}, "panels": {"p": {"fee": 6, "attributes": ["b"]}}}'),
		('none', '{"a": 14, "b": 5, "c": 0, "d": 1}')) p (w, price) GROUP BY w) s, aer_choose(m, known => '{a,b}')
WHERE step IN (1, 2) GROUP BY w, m::text, m ORDER BY w;

-- a target that is constant, or that nothing explains: the mean
SELECT c.* FROM (SELECT aer_moments(ARRAY[a, b], 7.0, aer_design(budget => 1), id) AS m FROM visits) u, aer_choose(m) c;
SELECT count(*) FROM aer_choose(NULL::aer_moments);

-- a budget of 0 buys free and known columns, and so does a budget below all prices
SELECT step, name, cost, spent FROM learned, aer_choose(looks, 0);
SELECT step, name, cost, spent FROM learned, aer_choose(looks, 0, '{"a": 6, "b": 0, "c": 1, "d": 0, "e": 1, "f": 2}', '{c}'::text[]);
SELECT count(*) AS different FROM learned, LATERAL (SELECT * FROM aer_choose(looks, 0, '{"a": 6, "b": 0, "c": 1, "d": 0, "e": 1, "f": 2}') EXCEPT SELECT * FROM aer_choose(looks, 0.999, '{"a": 6, "b": 0, "c": 1, "d": 0, "e": 1, "f": 2}')) d;

-- bad input
SELECT * FROM learned, aer_choose(looks, -1);
SELECT * FROM learned, aer_choose(looks, 'NaN');
SELECT * FROM learned, aer_choose(looks, 'infinity');
SELECT * FROM learned, aer_choose(looks, lambda => -1);
SELECT * FROM learned, aer_choose(looks, known => ARRAY['a', 'B1']);
SELECT * FROM learned, aer_choose(looks, known => ARRAY['A']);
SELECT c.* FROM (SELECT aer_moments(ARRAY[a, b], y, aer_design(1), id) AS m FROM visits) n, aer_choose(m, known => '{1,7}') c;
SELECT c.* FROM (SELECT aer_moments(ARRAY[a, b], y, aer_design(1), id) AS m FROM visits) n, aer_choose(m, known => '{0}') c;
SELECT count(DISTINCT names::text) AS as_a_literal FROM learned, LATERAL (SELECT array_agg(name ORDER BY step) FROM aer_choose(looks, known => '{a}') UNION ALL SELECT array_agg(name ORDER BY step) FROM aer_choose(looks, known => ARRAY['a'])) c (names);
SELECT * FROM learned, aer_choose(looks, known => ARRAY['a', NULL]);
SELECT * FROM learned, aer_choose(looks, prices => '{"cost": {"a": 1}}');
SELECT * FROM learned, aer_choose(looks, prices => '[]');
SELECT * FROM (SELECT aer_moments(ARRAY[a, b], y, aer_design(budget => 1), id) AS m FROM visits) u,
	aer_choose(m, known => ARRAY['a']);
SELECT c.* FROM (SELECT aer_moments(m) AS m FROM (
		SELECT aer_moments(ARRAY[a, b], y, aer_design(budget => 1, prices => ('{"cost": {"1": 1, "2": ' || price || '}}')::jsonb), id) AS m
		FROM visits, unnest(ARRAY[1, 2]) price GROUP BY price) s) u, aer_choose(m) c;

-- Three classes: one set for all, with one forecast, which equals that of the model if all columns are known.
CREATE TEMP TABLE of_classes AS
SELECT 'rows' AS how, aer_moments(k.*, 'kind', '{"learner": "design", "budget": 3, "include": ["a", "b", "c", "d", "e", "f"]}', id) AS m FROM (SELECT *, CASE WHEN y > 1.5 THEN 'high' WHEN y < -1 THEN 'low' ELSE 'middle' END AS kind FROM visits) k
UNION ALL SELECT 'arrays', aer_moments(ARRAY[a, b, c, d, e, f], CASE WHEN y > 1.5 THEN 'high' WHEN y < -1 THEN 'low' ELSE 'middle' END, aer_design(budget => 3), id) FROM visits
UNION ALL SELECT 'pairs', aer_moments(k.*, 'kind', '{"learner": "design", "budget": 3, "include": ["a", "b", "c", "d", "e", "f"], "interactions": [["a", "b"], ["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"], ["c", "d"]]}', id)
	FROM (SELECT *, CASE WHEN a * b > 0.2 THEN 'high' WHEN y < -1 THEN 'low' ELSE 'middle' END AS kind FROM visits) k
UNION ALL SELECT 'complete', aer_moments(ARRAY[a, b, c, d, e, f], CASE WHEN y > 1.5 THEN 'high' WHEN y < -1 THEN 'low' ELSE 'middle' END) FROM visits
UNION ALL SELECT 'bends', aer_moments(k.*, 'kind', '{"learner": "design", "budget": 3, "include": ["a", "b", "c", "region"], "columns": {"a": [-0.5, 0.5], "region": ["north", "south", "west"]}}', id)
	FROM (SELECT *, CASE WHEN abs(a) > 0.9 THEN 'high' WHEN region = 'north' THEN 'low' ELSE 'middle' END AS kind FROM visits) k;
SELECT how, array_agg(coalesce(name, attribute::text) ORDER BY step) FILTER (WHERE chosen) AS looks, bool_and(unseen < 0.2) AS seen FROM of_classes, aer_choose(m, 3) GROUP BY how ORDER BY how;
SELECT how, abs(max(c.expected_mse) FILTER (WHERE step = 0) / (SELECT 1 - sum(s::float8 ^ 2) FROM jsonb_array_elements_text(aer_fit_ridge(m)::jsonb #> '{probabilities,shares}') s) - 1) < 0.02 AS of_the_mean,
	abs(min(c.expected_mse) FILTER (WHERE step = 6) / max(s.expected_mse) - 1) < CASE how WHEN 'complete' THEN 0.05 ELSE 1e-9 END AS of_all, bool_and(c.expected_se > 0) AS error
FROM of_classes, aer_choose(m, known => CASE WHEN how IN ('rows', 'pairs') THEN '{a,b,c,d,e,f}' ELSE '{1,2,3,4,5,6}' END::text[]) c, aer_summary(aer_fit_ridge(m)) s WHERE how <> 'bends' GROUP BY how, m::text, m ORDER BY how;
WITH c AS MATERIALIZED (SELECT aer_restrict(aer_fit_ridge(m), (SELECT array_agg(name) FROM aer_choose(m, 2) WHERE chosen)) AS model, (SELECT min(expected_mse) FROM aer_choose(m, 2)) AS mse FROM of_classes WHERE how = 'rows'),
	v AS MATERIALIZED (SELECT a, b, c, d, e, f, CASE WHEN y > 1.5 THEN 'high' WHEN y < -1 THEN 'low' ELSE 'middle' END AS kind FROM visits)
SELECT abs((aer_evaluate(model, v, 'kind')).mse / max(mse) - 1) < 0.3 AS as_forecast FROM c, v;
SELECT string_agg(name || ' ' || cost, ', ' ORDER BY step) AS bought FROM of_classes, study, aer_choose(m, 5, prices) WHERE chosen AND how = 'rows';

-- A table gives the result of its moments under the suggested design; the caller's search_path finds its name.
CREATE TEMP TABLE wards AS SELECT id, round(a::numeric, 2) AS "A", b > 0 AS b, CASE WHEN id % 5 > 0 THEN c END AS c, region, y + (region = 'north')::int * 2 AS y FROM visits;
SET client_min_messages = warning;
SELECT count(*) > 2 AS some, count(*) FILTER (WHERE t IS DISTINCT FROM s) AS wrong
FROM aer_choose('wards', 'y', 5, '{"A": 1, "b": 2, "c": 3.5, "region": 0}', '{id}') t FULL JOIN (SELECT s.* FROM (SELECT aer_moments(w.*, 'y', (SELECT aer_suggest('wards', 'y', exclude => '{id}', prices => '{"A": 1, "b": 2, "c": 3.5, "region": 0}'))) AS m FROM wards w) m, aer_choose(m, 5) s) s USING (step);
SELECT array_agg(name ORDER BY step) AS known FROM aer_choose('wards', 'y', known => '{region,b}', exclude => '{id}') WHERE step BETWEEN 1 AND 2;
SELECT count(*) > 1 AS of_all FROM aer_choose('wards', 'y');
-- Without a type, by place and by name; NULL in the place of the budget may be the prices of the other form.
DO $$
DECLARE
	call text;
	looks text;
BEGIN
	FOREACH call IN ARRAY '{"2, ''{\"A\": 1, \"b\": 2, \"c\": 4, \"region\": 0, \"id\": 9}''","known => ''{region,b}''","3, known => ''{A}''","prices => ''{\"A\": 1, \"b\": 0, \"c\": 4, \"region\": 0}'', exclude => ''{id}''","budget => NULL, known => ''{A}'', exclude => ''{id}''","NULL"}'::text[] LOOP
		BEGIN
			EXECUTE format('SELECT string_agg(name, '', '' ORDER BY step) FROM aer_choose(''wards'', ''y'', %s)', call) INTO looks;
			RAISE INFO '%: %', call, looks;
		EXCEPTION WHEN ambiguous_function THEN
			RAISE INFO '%: %', call, SQLERRM;
		END;
	END LOOP;
END $$;
RESET client_min_messages;
SELECT * FROM aer_choose('ward', 'y', 3);
SELECT * FROM aer_choose('wards', 'z', 3);
SELECT * FROM aer_choose('wards', 'y', 3, '{"A": 1}');
SELECT * FROM aer_choose('wards', 'y', -1);

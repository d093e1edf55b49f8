-- Designs in money: plans as they will always be, budgets kept, what a design
-- says of prices that do not fit, and deep records.
\set VERBOSITY default
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Known answers: names of several scripts, by their bytes wherever they stand.
\set names '\'{"zebra","age","größe","Ångström","возраст","年齢","العمر","na\\"me","a b","Z"}\'::text[]'
\set moved '\'{"Z","a b","na\\"me","العمر","年齢","возраст","Ångström","größe","age","zebra"}\'::text[]'
SELECT key, aer_plan(aer_design(budget => 3), :names, key) AS plan FROM generate_series(1, 3) key ORDER BY key;
SELECT key, aer_plan(aer_design(budget => 3), :moved, key) AS plan FROM generate_series(1, 3) key ORDER BY key;
-- with the list written out another order is another design, which keeps its plans where columns are added
SELECT key, aer_plan(aer_design(budget => 3, include => '{年齢,age,Z,zebra,"a b"}'), :names, key) AS plan FROM generate_series(1, 3) key ORDER BY key;
SELECT key, aer_plan(aer_design(budget => 3, include => '{年齢,age,Z,zebra,"a b"}'), :moved || 'new'::text, key) AS plan FROM generate_series(1, 3) key ORDER BY key;
SELECT key, aer_plan(aer_design(budget => 3, include => '{"a b",zebra,Z,age,年齢}'), :names, key) AS plan FROM generate_series(1, 3) key ORDER BY key;

-- prices and panels
CREATE TEMP TABLE price AS
SELECT n, chr(96 + n) AS name, (ARRAY[0, 0.5, 1, 3, 5.17])[1 + n % 5] AS cost, CASE n % 4 WHEN 1 THEN 'p' WHEN 2 THEN 'q' END AS panel,
	CASE n % 4 WHEN 1 THEN 2.5 WHEN 2 THEN 0 END AS fee
FROM generate_series(1, 12) n;
CREATE TEMP TABLE money AS
SELECT aer_prices(n, cost, panel, fee) AS by_number, aer_prices(name, cost, panel, fee) AS by_name, array_agg(name) AS names FROM price;
SELECT key, aer_plan(aer_design(6.5, by_number), 12, key) AS numbers, aer_plan(aer_design(6.5, by_name), names, key) AS names,
	aer_plan(aer_design(6.5, by_number, seed => 7, spread => '{1,1,1,1,1,1,9,9,9,9,9,9}'::float8[]), 12, key) AS spread,
	aer_plan(aer_design(6.5, by_number, 20), 12, key) AS uneven, _aer_deep(aer_design(6.5, by_number, 20), key) AS deep
FROM money, generate_series(1, 8) key ORDER BY key;

-- budgets are kept, and nothing more would fit: 100 price lists, 10,000 keys
DO $$
DECLARE
	seed float8 := 0.7;
	prices jsonb;
	budget float8;
	d int;
	wrong text;
BEGIN
	PERFORM setseed(seed);
	FOR i IN 1 .. 100 LOOP
		d := 1 + floor(random() * 12);
		SELECT aer_prices(n, round((random() * 5)::numeric, 1 + n % 3), 'p' || n % 3, n % 3 * 1.25)
		FROM generate_series(1, d) n INTO prices;
		budget := round((0.001 + random() * d * 2)::numeric, 3);
		SELECT format('seed %s list %s key %s: %s for %s at %s', seed, i, key, p, prices, budget)
		FROM (SELECT key, aer_plan(design, d, key) AS p
			FROM generate_series(1, 100) key, (SELECT jsonb_build_object('learner', 'design', 'budget', budget, 'prices', prices)) s (design)) t
		WHERE aer_cost(prices, p) > budget + 1e-9
			OR EXISTS (SELECT FROM generate_series(1, d) n WHERE n <> ALL (p) AND aer_cost(prices, p || n) < budget - 1e-9)
			OR EXISTS (SELECT FROM generate_series(1, d) n WHERE n <> ALL (p) AND aer_cost(prices, ARRAY[n]) = 0)
		LIMIT 1 INTO wrong;
		IF wrong IS NOT NULL THEN
			RAISE WARNING '%', wrong;
		END IF;
	END LOOP;
END $$;

-- prices that are alike, without panels, are a number of looks
SELECT bool_and(aer_plan(aer_design(7.4, aer_prices), 9, key) = aer_plan(aer_design(3), 9, key)) AS same,
	bool_and(aer_plan(aer_design(6.6, aer_prices, 17.6), 9, key) = aer_plan(aer_design(3, deep_budget => 8), 9, key)) AS deep_same
FROM generate_series(1, 200) key, (SELECT aer_prices(n, 2.2) FROM generate_series(1, 9) n) p;

-- uneven budgets: the mean is kept, as many are deep as are to be (0.75 B / T), three quarters of the looks are theirs
SELECT abs(avg(deep::int) - 0.75 * 5 / 20) < 4 * sqrt(0.1875 * 0.8125 / 10000) AS share, avg(looks) BETWEEN 4.85 AND 5.15 AS mean,
	bool_and(looks = 20) FILTER (WHERE deep) AS deep_looks, bool_and(looks IN (1, 2)) FILTER (WHERE NOT deep) AS others
FROM (SELECT _aer_deep(design, key) AS deep, cardinality(aer_plan(design, 30, key)) AS looks
	FROM aer_design(5, deep_budget => 20) design, generate_series(1, 10000) key) t;
SELECT _aer_deep(aer_design(5), 1), _aer_deep(aer_design(), 1);

-- without prices a budget counts looks; NULL is everything
SELECT aer_design(2.5);
SELECT aer_design(3e9);
SELECT aer_design(0);
SELECT aer_design(-1);
SELECT aer_design('NaN');
SELECT aer_design(2, deep_budget => 2.5);
SELECT aer_design(4, deep_budget => 2);
SELECT aer_design(deep_budget => 2);
SELECT aer_design(2.0005, '{"cost": {"a": 1}}');
SELECT aer_design(-1, '{"cost": {"a": 1}}');
SELECT aer_design(2, '{"cost": {"a": 1}}', 2.0005);
SELECT aer_design(2, '{"cost": {"a": -1}}');
SELECT aer_design(2, '3');
SELECT aer_plan(aer_design(prices => '{"cost": {"a": 1, "b": 2}}'), '{a,b}'::text[], 1);
-- a budget that buys nothing
SELECT aer_plan(aer_design(0.5, '{"cost": {"a": 1, "b": 0, "c": 0.6}}'), '{a,b,c}'::text[], 1);
SELECT aer_plan(aer_design(2, '{"cost": {"a": 1, "b": 1}, "panels": {"p": {"fee": 3, "attributes": ["a", "b"]}}}'), '{a,b}'::text[], 1);
-- or that never buys some of it, a fee included, but what is left out anyway, and what a deep record may take
SELECT aer_design(2, '{"cost": {"a": 1, "b": 1, "c": 2.001, "d": 2}, "panels": {"p": {"fee": 1.001, "attributes": ["b"]}}}') IS NULL;
SELECT aer_design(2, '{"cost": {"a": 1, "b": 3, "c": 4}}', exclude => '{b}') IS NULL;
SELECT aer_design(2, '{"cost": {"a": 1, "b": 3, "c": 4}}', include => '{a,b}') IS NULL;
SELECT aer_design(2, '{"cost": {"1": 1, "2": 3, "3": 4}}', deep_budget => 3) IS NULL;
CREATE TEMP TABLE dear AS SELECT id, sin(id) AS a, cos(id) AS b, sin(3 * id) AS c, id % 7 + sin(id) AS y FROM generate_series(1, 50) id;
SELECT aer_suggest('dear', 'y', 2, '{id}', '{"cost": {"a": 1, "b": 2, "c": 4}}') IS NULL;
SELECT aer_learn('dear', 'y', 2, '{id,c}', '{"cost": {"a": 1, "b": 2, "c": 4}}') IS NULL;
DROP TABLE dear;

-- prices and data that do not fit
SELECT aer_plan(aer_design(2, '{"cost": {"a": 1}}'), ARRAY(SELECT 'x' || n FROM generate_series(1, 13) n), 1);
SELECT aer_plan(aer_design(2, '{"cost": {"a": 1, "b": 1, "c": 7}}'), '{a}'::text[], 1);
SELECT aer_plan(aer_design(2, '{"cost": {"01": 1, "2": 1}}'), 2, 1);
SELECT aer_plan(aer_design(2, '{"cost": {"1": 1, "two": 1}}'), 2, 1);
SELECT aer_plan(aer_design(2, '{"cost": {"1": 1}}'), 2, 1);
CREATE TEMP TABLE patients AS SELECT id, sin(id) AS a, cos(id) AS b, (ARRAY['x', 'y', 'z'])[1 + id % 3] AS c, id * 0.1 AS y FROM generate_series(1, 50) id;
SELECT aer_moments(p, 'y', aer_design(2, '{"cost": {"a": 1, "c": 2}}', exclude => '{id}', columns => '{"c": ["x", "y", "z"]}'), id) IS NULL FROM patients p;
-- a categorical column is one look; columns that cannot be attributes are reported once for a statement
SELECT sum(reads) AS reads FROM aer_attributes((SELECT aer_moments(p, 'y', aer_design(2, '{"cost": {"a": 1, "b": 1, "c": 2, "d": 3}}', exclude => '{id}', columns => '{"c": ["x", "y", "z"]}'), id) FROM patients p));
-- deep records need keys; streaming learners take no prices
SELECT aer_moments(p, 'y', aer_design(2, deep_budget => 3, exclude => '{id,c}')) IS NULL FROM patients p;
SELECT aer_train(p, 'y', '{"learner": "ridge", "budget": 2, "prices": {"cost": {"a": 1}}}') FROM patients p;
-- without a key, and learned: within the budget too
SELECT id, reads FROM (VALUES (1, 'learned'), (2, NULL)) v (id, sampling), LATERAL (SELECT sum(reads) FROM aer_attributes((SELECT aer_moments(ARRAY[a, b, a * b], y, jsonb_strip_nulls(jsonb_build_object('learner', 'design', 'budget', 4, 'sampling', sampling,
	'prices', '{"cost": {"1": 1, "2": 3, "3": 2.5}}'::jsonb)) ORDER BY patients.id) FROM patients))) s (reads) ORDER BY id;

-- The ledger: the money spent is the sum over records of the planned values that were found.
CREATE TABLE ledger_rows AS
SELECT id, sin(id) AS chol, CASE WHEN id % 5 > 0 THEN cos(id) END AS fbs, id % 7 AS age, (ARRAY['x', 'y', 'z'])[1 + id % 4] AS scan, cos(id * 2) AS thal, id * 0.1 AS y
FROM generate_series(1, 3000) id;
CREATE TEMP TABLE lab AS SELECT '{"cost": {"chol": 5.17, "fbs": 3.1, "age": 0, "scan": 4, "thal": 1}, "panels": {"blood": {"fee": 2.1, "attributes": ["chol", "fbs"]}, "heart": {"fee": 0.7, "attributes": ["scan", "thal", "age"]}}}'::jsonb AS list;
CREATE TEMP TABLE study AS SELECT list, aer_design(budget, list, 14, exclude => '{id}', columns => '{"scan": ["x", "y", "z"]}') AS design, budget FROM lab, (VALUES (6.5), (8)) b (budget);
CREATE TEMP TABLE bill AS
SELECT budget, sum(aer_cost(list, found)) AS truth, bool_and(aer_cost(list, plan) <= CASE WHEN _aer_deep(design, id) THEN 14 ELSE budget END) AS within
FROM study, ledger_rows r, aer_plan(design, '{chol,fbs,age,scan,thal}'::text[], id) plan,
	LATERAL (SELECT array_remove(array_remove(plan, CASE WHEN fbs IS NULL THEN 'fbs' END), CASE WHEN r.scan IS NULL THEN 'scan' END) AS found) f
GROUP BY budget;
CREATE TEMP TABLE days AS SELECT budget, id % 3 AS day, aer_moments(r, 'y', design, id) AS moments FROM study, ledger_rows r GROUP BY 1, 2;
SELECT budget, within, abs(aer_spent(m) - truth) < 1e-6 AS same, abs(parts - truth) < 1e-6 AS parts_add_up,
	abs((SELECT sum(spent) FROM aer_attributes(m)) + fees - truth) < 1e-6 AS with_fees,
	aer_spent(m::text::aer_moments) = aer_spent(m) AS stored, aer_spent(m, list) = aer_spent(m) AS given
FROM bill JOIN study USING (budget)
	JOIN (SELECT budget, aer_moments(moments) AS m, sum(aer_spent(moments)) AS parts FROM days GROUP BY budget) t USING (budget),
	LATERAL (SELECT sum(2.1 * ('chol' = ANY (p) OR ('fbs' = ANY (p) AND fbs IS NOT NULL))::int
		+ 0.7 * ('thal' = ANY (p) OR 'age' = ANY (p) OR ('scan' = ANY (p) AND scan IS NOT NULL))::int) AS fees
		FROM ledger_rows, aer_plan(design, '{chol,fbs,age,scan,thal}'::text[], id) p) f
ORDER BY budget;
SELECT attribute, name, cost, spent IS NULL AS no_spent, round((spent / nullif(reads, 0))::numeric, 3) AS per_read FROM aer_attributes((SELECT moments FROM days WHERE budget = 8 AND day = 1));
-- between the workers of a parallel plan
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SELECT abs(aer_spent(aer_moments(r, 'y', '{"learner": "design", "budget": 7, "exclude": ["id", "scan"], "prices": {"cost": {"chol": 5.17, "fbs": 3.1, "age": 0, "thal": 1}, "panels": {"blood": {"fee": 2.1, "attributes": ["chol", "fbs"]}}}}', id)) -
	(SELECT sum(aer_cost('{"cost": {"chol": 5.17, "fbs": 3.1, "age": 0, "thal": 1}, "panels": {"blood": {"fee": 2.1, "attributes": ["chol", "fbs"]}}}', array_remove(plan, CASE WHEN fbs IS NULL THEN 'fbs' END)))
	FROM ledger_rows, aer_plan('{"learner": "design", "budget": 7, "exclude": ["id", "scan"], "prices": {"cost": {"chol": 5.17, "fbs": 3.1, "age": 0, "thal": 1}, "panels": {"blood": {"fee": 2.1, "attributes": ["chol", "fbs"]}}}}', '{chol,fbs,age,thal}'::text[], id) plan)) < 1e-6 AS same FROM ledger_rows r;
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;
-- designs of the same prices keep them; of others, prices must be given, and panels be the same
SELECT abs(aer_spent(aer_moments(moments)) - (SELECT sum(truth) FROM bill)) < 1e-6 AS same FROM days;
CREATE TEMP TABLE mixed AS SELECT aer_moments(m) AS m FROM (SELECT moments FROM days UNION ALL
	SELECT aer_moments(r, 'y', jsonb_set(design, '{prices,cost,thal}', '2'), id) FROM study, ledger_rows r WHERE budget = 8) t (m);
SELECT aer_spent(m) FROM mixed;
SELECT aer_spent(m, list) > 0 AS given, (SELECT bool_and(cost IS NULL) FROM aer_attributes(m)) AS no_cost FROM mixed, lab;
SELECT aer_spent(m, '{"cost": {"chol": 1, "fbs": 1, "age": 1, "scan": 1, "thal": 1}}') = (SELECT sum(reads) FROM aer_attributes(m) WHERE name NOT IN ('scan=y', 'scan=z')) AS looks FROM mixed;
SELECT aer_spent(m, '{"cost": {"chol": 1, "fbs": 1, "age": 1, "scan": 1, "thal": 1}, "panels": {"p": {"fee": 1, "attributes": ["fbs", "scan"]}}}') FROM mixed;
SELECT aer_spent(m, '{"cost": {"chol": 1}}') FROM mixed;
-- without prices a look is 1; everything read is everything paid
-- A NULL costs a look if it is a category, or if it is filled in for interactions, as without a budget.
SELECT name, aer_spent(m) AS spent, (SELECT string_agg(format('%s %s+%s+%s', a.name, reads, missing, unknown), ', ' ORDER BY attribute) FROM aer_attributes(m) a WHERE cost IS NOT NULL) AS found
FROM (VALUES (1, 'a hole', '{}'::jsonb), (2, 'told apart', '{"columns": {"a": [3, null]}}'), (3, 'a pair', '{"interactions": [["a", "b"]]}'), (4, 'a pair under a budget', '{"interactions": [["a", "b"]], "budget": 5}')) v (place, name, options),
	LATERAL (SELECT aer_moments(r, 'y', aer_design(include => '{a,b}', prices => '{"cost": {"a": 3, "b": 1}}') || options, id) AS m FROM (SELECT i AS id, CASE WHEN i % 4 > 0 THEN i % 7 END AS a, i % 5 AS b, i % 3 AS y FROM generate_series(1, 40) i) r) m ORDER BY place;
SELECT aer_spent(aer_moments(ARRAY[chol, age], y)), aer_spent(NULL),
	aer_spent(aer_moments(ARRAY[chol, age], y), '{"cost": {"1": 2, "2": 0.5}, "panels": {"p": {"fee": 10, "attributes": ["1", "2"]}}}') AS all_visits FROM ledger_rows;
DROP TABLE ledger_rows;

-- Limits of a design, compared with the plans of 2,000 keys, in which every affordable pair occurs.
SELECT name, cost, panel, reachable, never_with FROM lab, aer_design_summary(aer_design(7.3, list), '{chol,fbs,age,scan,thal}'::text[]);
-- of the attributes that the design includes
SELECT (SELECT array_agg(s) FROM aer_design_summary(d) s) = (SELECT array_agg(s) FROM aer_design_summary(d, '{scan,chol,fbs}'::text[]) s) AS same
FROM lab, LATERAL (SELECT aer_design(7.3, list) || '{"include": ["scan", "chol", "fbs"]}') i (d);
SELECT * FROM aer_design_summary(aer_design(3));
SELECT count(*) FROM aer_design_summary(NULL::jsonb);
SELECT attribute, name, cost, panel, reachable, never_with, deep FROM aer_design_summary(aer_design(1, deep_budget => 2), 3);
SELECT attribute, name, reachable, never_with, deep FROM aer_design_summary(aer_design(2, '{"cost": {"a": 1, "c": 2, "z": 3}}', 2.5, columns => '{"a": ["x", "y", "z"]}'), '{a,c,z}'::text[]);
WITH d AS (SELECT aer_design(b, list) AS design FROM lab, generate_series(5.2, 12, 0.85) b),
	plans AS MATERIALIZED (SELECT design, plan FROM d, generate_series(1, 2000) key, aer_plan(design, '{chol,fbs,age,scan,thal}'::text[], key) plan)
SELECT count(*) AS pairs, count(*) FILTER (WHERE NOT possible) AS never, count(*) FILTER (WHERE possible <> seen) AS wrong
FROM d, unnest('{chol,fbs,age,scan,thal}'::text[]) x, unnest('{chol,fbs,age,scan,thal}'::text[]) y,
	LATERAL (SELECT coalesce(y <> ALL (never_with), false) AND (SELECT reachable FROM aer_design_summary(design, '{chol,fbs,age,scan,thal}'::text[]) o WHERE o.name = y) AS possible
		FROM aer_design_summary(design, '{chol,fbs,age,scan,thal}'::text[]) s WHERE s.name = x) p,
	LATERAL (SELECT bool_or(x = ANY (plan) AND y = ANY (plan)) AS seen FROM plans WHERE plans.design = d.design) q
WHERE x < y;

-- Prices: from a table to jsonb, what a set costs, and every error of a bad one.
\set VERBOSITY default
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
CREATE TEMP TABLE price (attribute text, cost numeric, panel text, fee numeric);
INSERT INTO price VALUES ('chol', 5.17, 'blood', 2.1), ('fbs', 3.1, 'blood', 2.1), ('age', 0, NULL, NULL),
	('thal', 1, 'scan', 101.9), ('na"me', 0.001, NULL, NULL), ('größe', 7, NULL, NULL);
CREATE TEMP TABLE heart AS SELECT aer_prices(attribute, cost, panel, fee) AS prices FROM price;
SELECT jsonb_pretty(prices) FROM heart;
SELECT aer_prices(attribute, cost) FROM price;
SELECT aer_prices(n, n * 0.5) FROM generate_series(1, 3) n;
SELECT aer_prices(n, 1, CASE WHEN n < 3 THEN 'p' END, 2) FROM generate_series(1, 2) n;
SELECT aer_prices('a'::text, 1) WHERE false;

-- fees once, each attribute once, however the set is written
SELECT aer_cost(prices, '{chol}'::text[]), aer_cost(prices, '{chol,fbs}'::text[]), aer_cost(prices, '{fbs,chol,fbs,age}'::text[]),
	aer_cost(prices, '{}'::text[]), aer_cost(prices, '{thal,"na\"me",größe}'::text[]) FROM heart;
SELECT aer_cost('{"cost": {"1": 1, "2": 2, "10": 4}}', '{10,1}'::int[]);
-- against sums in SQL over random sets
SELECT setseed(0.3);
SELECT count(*) AS sets, count(*) FILTER (WHERE abs(aer_cost(prices, set) - truth) > 1e-9) AS wrong
FROM heart, (SELECT r, array_agg(attribute) AS set,
		sum(cost) + coalesce((SELECT sum(fee) FROM (SELECT DISTINCT panel, fee FROM unnest(array_agg(attribute)) a JOIN price ON a = attribute WHERE panel IS NOT NULL) f), 0) AS truth
	FROM (SELECT r, p.* FROM generate_series(1, 200) r, price p WHERE random() < 0.5 + 0 * r) s GROUP BY r) t(r, set, truth);

-- errors
SELECT aer_cost(prices, '{cholesterol,choll}'::text[]) FROM heart;
SELECT aer_cost(prices, '{1}'::int[]) FROM heart;
SELECT aer_prices(NULL::text, 1);
SELECT aer_prices('a'::text, NULL);
SELECT aer_prices('a'::text, 1, 'p', NULL);
SELECT aer_prices('a'::text, 1, NULL, 3);
SELECT aer_prices(0, 1);
SELECT aer_prices('a'::text, -1);
SELECT aer_prices('a'::text, 'NaN');
SELECT aer_prices('a'::text, 'Infinity');
SELECT aer_prices('a'::text, 0.0005);
SELECT aer_prices('a'::text, 0.1::float8 + 0.2::float8);
SELECT aer_prices('a'::text, round((0.1::float8 + 0.2::float8)::numeric, 3));
SELECT aer_prices('a'::text, 1e-300);
SELECT aer_prices('a'::text, 1e300);
SELECT aer_prices('a'::text, 1, 'p', 0.1234);
SELECT aer_prices('a'::text, n) FROM generate_series(1, 2) n;
SELECT aer_prices('a' || n, 1, 'p', n) FROM generate_series(1, 2) n;
SELECT aer_prices(n, 1e12) FROM generate_series(1, 10000) n;
SELECT aer_cost('[]', '{a}'::text[]);
SELECT aer_cost('3', '{a}'::text[]);
SELECT aer_cost('{}', '{a}'::text[]);
-- a list of costs may be all that there is, of a column called "cost", too
SELECT aer_cost('{"a": 1.5, "cost": 2}', '{a,cost}'::text[]), aer_cost('{"cost": 3}', '{cost}'::text[]), aer_cost('{"2": 7}', '{2}'::int[]);
SELECT aer_cost('{"cost": {"a": 1.5}, "panels": null}', '{a}'::text[]);
SELECT aer_design_summary(aer_design(2, '{"a": 1.5, "b": 0}'), '{a,b}'::text[]);
SELECT aer_cost('{"a": 1, "cost": {"a": 1}}', '{a}'::text[]);
SELECT aer_cost('{"a": 1, "panels": 3}', '{a}'::text[]);
SELECT aer_cost('{"a": null}', '{a}'::text[]);
SELECT aer_cost('{"cost": {}}', '{a}'::text[]);
SELECT aer_cost('{"cost": 3}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": "1"}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1e400}}', '{a}'::text[]);
SELECT aer_cost('{"costs": {"a": 1}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": []}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": 3}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": -3, "attributes": ["a"]}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3, "attributes": []}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3, "attributes": [1]}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3, "attributes": ["b"]}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3, "attributes": ["a", "a"]}}}', '{a}'::text[]);
SELECT aer_cost('{"cost": {"a": 1}, "panels": {"p": {"fee": 3, "attributes": ["a"]}, "q": {"fee": 3, "attributes": ["a"]}}}', '{a}'::text[]);

-- a panel of 10,000 attributes
SELECT aer_cost(aer_prices(n, 1, 'all', 0.5), array_agg(n)) FROM generate_series(1, 10000) n;
SELECT cardinality(aer_plan(aer_design(100.5, aer_prices(n, 1, 'all', 0.5)), 10000, 1)) FROM generate_series(1, 10000) n;

-- mutated prices: an error of ours or the right answer, and never anything else
SET client_min_messages = warning;
DO $$
DECLARE
	seed float8 := 0.42;
	base text := '{"cost": {"a": 1.5, "b": 2, "ccc": 0}, "panels": {"p": {"fee": 3, "attributes": ["a", "ccc"]}}}';
	piece text[] := ARRAY['{', '}', '[', ']', '"', ',', ':', '-', '0', '9', 'e', '.', 'a', 'null', '"a"', '""', '1e300', '0.0005', 'true', '{}', '[]', '"cost": {"b": 1}', '"fee"'];
	text_ text;
	json jsonb;
	cost float8;
	right_ float8;
	errors int := 0;
	good int := 0;
	at int;
BEGIN
	PERFORM setseed(seed);
	FOR i IN 1 .. 10000 LOOP
		text_ := base;
		FOR j IN 1 .. 1 + floor(random() * 2)::int LOOP
			at := 1 + floor(random() * length(text_))::int;
			text_ := overlay(text_ PLACING piece[1 + floor(random() * cardinality(piece))::int]
				FROM at FOR floor(random() * 4)::int);
		END LOOP;
		BEGIN
			json := text_::jsonb;
		EXCEPTION WHEN OTHERS THEN
			CONTINUE;
		END;
		BEGIN
			cost := aer_cost(json, ARRAY['a', 'b']);
			right_ := (json -> 'cost' ->> 'a')::float8 + (json -> 'cost' ->> 'b')::float8 +
				coalesce((SELECT sum((value ->> 'fee')::float8) FROM jsonb_each(nullif(json -> 'panels', 'null'))
					WHERE value -> 'attributes' ?| ARRAY['a', 'b']), 0);
			IF right_ IS NULL OR abs(cost - right_) > 1e-9 * (1 + right_) THEN
				RAISE WARNING 'seed % round %: % costs %, not %', seed, i, text_, cost, right_;
			END IF;
			good := good + 1;
		EXCEPTION WHEN invalid_parameter_value THEN
			errors := errors + 1;
		WHEN OTHERS THEN
			RAISE WARNING 'seed % round %: % raises %', seed, i, text_, sqlerrm;
		END;
	END LOOP;
	IF errors < 500 OR good < 50 THEN
		RAISE WARNING 'too few: % errors, % good', errors, good;
	END IF;
END $$;

-- Which attributes of a row are looked at: for ever the same by design and key.

CREATE TEMP TABLE plans AS
SELECT design, attributes, names, key, CASE WHEN names IS NULL THEN aer_plan(design, attributes, key)::text ELSE aer_plan(design, names, key)::text END AS plan
FROM unnest(ARRAY[0, 1, 2, -7, 1099511627776, 9223372036854775807, -9223372036854775808]) key,
	(VALUES
		(aer_design(budget => 3), 10, NULL::text[]),
		(aer_design(budget => 3, seed => 7), 10, NULL),
		(aer_design(budget => 5, sampling => 'uniform', seed => -1), 784, NULL),
		(aer_design(budget => 22), 25, NULL),
		(aer_design(budget => 4, spread => ARRAY[0, 0.1, 1, 2, 3, 5, 8, 13, 21, 34]), 10, NULL),
		(aer_design(2.5, '{"cost": {"1": 1, "2": 0.5, "3": 2, "4": 1.125}, "panels": {"p": {"fee": 0.5, "attributes": ["2", "4"]}}}'), 4, NULL),
		(aer_design(1.5, '{"cost": {"a": 0, "b": 0.5, "c": 1, "kind": 1}, "panels": {"p": {"fee": 0.25, "attributes": ["b", "c"]}}}', include => '{a,b,c,kind}', columns => '{"kind": ["k0", "k1", "k2"]}'), NULL, ARRAY['a', 'B "b', 'b', 'c', 'kind']),
		(aer_design(budget => 2, include => '{a,b,c,d}'), NULL, '{a,b,c,d,e}'),
		(aer_design(budget => 2, exclude => '{e}'), NULL, '{a,b,c,d,e}')) d(design, attributes, names);

-- Models of every kind, of which test/sql/page.sql, test/t/073_page.pl and scripts/test-page make
-- pages.  Names and words try to get out of them.
CREATE TABLE customers AS
SELECT id, n[1] < 50 AS member, n[2] / 4 AS discount, date '2024-01-01' + (n[3] * 3)::int AS since, CASE WHEN id % 9 > 0 THEN 13 + n[5] / 256.0 END AS long,
	(ARRAY['n<b>or"th</b>', 's&uth', 'east''s', 'far-away-islands-of-the-ocean'])[1 + n[4] % 4] AS region, n[6] / 20.0 AS chance
FROM generate_series(1, 1500) id, LATERAL (SELECT array_agg(hashint8extended(id, k) & 127 ORDER BY k) AS n FROM generate_series(1, 6) k) c;
ALTER TABLE customers ADD PRIMARY KEY (id), ADD spent float8, ADD kind text, ADD buys boolean;
UPDATE customers SET spent = CASE WHEN member THEN 1.5 * discount ELSE 20 END + CASE WHEN long IS NULL THEN 15 ELSE 0 END + (coalesce(long, 13.25) - 13.25) * (since - date '2024-07-10') / 4.0 + abs(discount - 16) + (since - date '2024-07-10') / 20.0 + length(region) + chance;
UPDATE customers SET kind = CASE WHEN spent > 60 THEN 'much > "more"' WHEN spent > 45 THEN '<!-- middle' ELSE ']]>' END, buys = spent > 45 + chance;
ALTER TABLE customers DROP chance;
ALTER TABLE customers RENAME long TO """><script>alert('&')</script>";
CREATE TABLE models (place serial, which text, model aer_model);
INSERT INTO models (which, model)
SELECT 'number', aer_learn('customers', 'spent', exclude => '{kind,buys}')
UNION ALL SELECT 'budget', aer_learn('customers', 'spent', 3, '{kind,buys}')
UNION ALL SELECT 'boolean', aer_learn('customers', 'buys', exclude => '{kind,spent}')
UNION ALL SELECT 'classes', aer_learn('customers', 'kind', exclude => '{spent,buys}')
UNION ALL SELECT 'two words', aer_train(c.*, 'kind', aer_design(include => '{discount}'), id) FROM customers c WHERE kind <> ']]>'
UNION ALL SELECT 'one word', aer_train(c.*, 'kind', aer_design(include => '{discount}'), id) FROM customers c WHERE kind = ']]>'
UNION ALL SELECT 'arrays', aer_train(ARRAY[discount, id % 7, member::int], spent, aer_design(), id) FROM customers
UNION ALL SELECT 'one column', aer_train(ARRAY[discount], spent, aer_design()) FROM customers
UNION ALL SELECT 'no weights', aer_fit_ridge(aer_moments(ARRAY[discount, id % 7], 1, aer_design(), id)) FROM customers
UNION ALL SELECT 'many attributes', aer_train((SELECT array_agg(discount * k % 31) FROM generate_series(1, 30) k), spent, aer_design(), id) FROM customers
UNION ALL SELECT 'perceptron', aer_train(ARRAY[discount - 16, id % 7], buys, aer_perceptron() ORDER BY id) FROM customers
UNION ALL SELECT 'lasso', aer_train(c.*, 'spent', aer_lasso(2, radius => 8, step => 0.0001, include => '{discount,member,since}') ORDER BY id) FROM customers c
UNION ALL SELECT 'of nothing', '{"weights":[0,0,0],"intercept":2,"learner":{},"rows":2,"draws":0,"reads":0,"skipped":1,"format":2}'
UNION ALL SELECT 'of large numbers', '{"weights":[0.1,1e300],"intercept":2,"learner":{"learner":["<", 7]},"rows":2,"draws":0,"reads":0,"skipped":1,"facts":{"means":[1e308,0],"deviations":[1e307,1e100],"parts":[1e306,1e307]},"format":2}'
UNION ALL SELECT 'of small numbers', '{"weights":[5e-324,1e-320],"intercept":5e-324,"learner":{"learner":"small"},"rows":2,"draws":0,"reads":0,"skipped":1,"facts":{"means":[5e-324,0],"deviations":[5e-324,1e-310],"parts":[5e-324,1e-322]},"expected_mse":5e-324,"expected_se":5e-324,"target_min":0,"target_max":5e-324,"format":2}'
UNION ALL SELECT 'of small curves', '{"weights":[1e-200,-3e-310],"intercept":0,"learner":{"learner":"small"},"rows":2,"draws":0,"reads":0,"skipped":1,"facts":{"means":[0,1e-300],"deviations":[1e-120,1],"parts":[5e-324,1e-322]},"format":2}';
INSERT INTO models (which, model) SELECT 'restricted', aer_restrict(model, '{discount,region}'::text[]) FROM models WHERE which = 'budget'
UNION ALL SELECT 'trimmed', aer_trim(model) FROM models WHERE which = 'number';

--
-- What messages about followed tables name: rights, changes, dependants, records and keys
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE ROLE aer_follow_shop;
CREATE ROLE aer_follow_clerk;
CREATE SCHEMA hints;
SET search_path = hints, public;
SET quote_all_identifiers = off;

-- The owner of the table cannot name what is in its schema.
CREATE TABLE sold (id int PRIMARY KEY, x float8, y boolean);
INSERT INTO sold SELECT i, i % 7, i % 3 = 0 FROM generate_series(1, 30) i;
ALTER TABLE sold OWNER TO aer_follow_shop;
SELECT aer_follow('sold', 'y', aer_design(include => '{x}'));
GRANT USAGE ON SCHEMA hints TO aer_follow_shop;
SELECT aer_follow('sold', 'y', aer_design(include => '{x}'));
GRANT CREATE ON SCHEMA hints TO aer_follow_shop;
SELECT aer_follow('sold', 'y', aer_design(include => '{x}'));
INSERT INTO sold VALUES (31, 2, true);
REVOKE USAGE ON SCHEMA hints FROM aer_follow_shop;
INSERT INTO sold VALUES (32, 2, true);
SELECT aer_followed('sold_log');
SELECT aer_check('sold_log');
SELECT aer_unfollow('sold_log');
SELECT * FROM aer_logs() WHERE log = 'sold_log'::regclass;
GRANT USAGE ON SCHEMA hints TO aer_follow_shop;
SELECT * FROM aer_check('sold_log', deep => true);
-- nor the table, which went alone to another schema: statements are counted there
CREATE SCHEMA hints_other;
ALTER TABLE sold SET SCHEMA hints_other;
INSERT INTO hints_other.sold VALUES (32, 2, true);
SELECT rows FROM aer_summary(aer_fit_ridge(aer_followed('sold_log')));
SELECT aer_check('sold_log');
SELECT aer_refollow('sold_log');
SELECT aer_unfollow('sold_log', drop => true);
ALTER TABLE hints_other.sold SET SCHEMA hints;
DROP SCHEMA hints_other;

-- A column has another name: aer_check counts the problems as aer_logs does.
CREATE TABLE orders (id bigint, day date, items int, price numeric, late boolean, PRIMARY KEY (id, day))
	PARTITION BY RANGE (day);
CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE orders_2 PARTITION OF orders FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
INSERT INTO orders SELECT i, '2026-01-01'::date + i, i % 5, i % 7, i % 3 = 0 FROM generate_series(1, 50) i;
SELECT aer_follow('orders', 'late', aer_design(include => '{items,price}'), 'id');
ALTER TABLE orders RENAME items TO pieces;
INSERT INTO orders VALUES (51, '2026-02-03', 1, 2, true);
SELECT * FROM aer_check('orders_log');
SELECT rows, problems FROM aer_logs() WHERE log = 'orders_log'::regclass;

-- What has changed, and the whole call that goes on.
SELECT aer_followed('orders_log');
SELECT aer_refollow('orders_log', rename => '{"items": "pieces"}');
BEGIN;
ALTER TABLE orders DROP price;
SELECT aer_followed('orders_log');
ROLLBACK;
BEGIN;
ALTER TABLE orders DROP price, ADD price float8;
SELECT aer_followed('orders_log');
ROLLBACK;
BEGIN;
ALTER TABLE orders ALTER price TYPE float8;
SELECT aer_followed('orders_log');
ROLLBACK;
BEGIN;
ALTER TABLE orders RENAME price TO cost;
ALTER TABLE orders RENAME pieces TO price;
SAVEPOINT before;
SELECT aer_followed('orders_log');
ROLLBACK TO before;
SELECT aer_refollow('orders_log', rename => '{"price": "cost", "pieces": "price"}');
SELECT sound FROM aer_check('orders_log', deep => true);
ROLLBACK;
BEGIN;
ALTER TABLE orders DROP late;
SELECT aer_followed('orders_log');
ROLLBACK;
CREATE TABLE orders_3 PARTITION OF orders FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
SELECT aer_followed('orders_log');
SELECT aer_refollow('orders_log');
ALTER TABLE orders DETACH PARTITION orders_1;
SELECT aer_followed('orders_log');
DROP TABLE orders_1, orders_3;
SELECT detail FROM aer_check('orders_log');
SELECT aer_refollow('orders_log');
DROP TRIGGER aer_follow_update_orders_log ON orders_2;
SELECT detail FROM aer_check('orders_log');
SELECT aer_refollow('orders_log');

-- A table that went to another schema without its log is followed already.
CREATE SCHEMA hints_other;
ALTER TABLE orders SET SCHEMA hints_other;
SELECT aer_follow('hints_other.orders', 'late', aer_design(include => '{pieces,price}'), 'id');
INSERT INTO hints_other.orders VALUES (60, '2026-02-03', 1, 2, true);
SELECT sound FROM aer_check('orders_log', deep => true);
ALTER TABLE hints_other.orders SET SCHEMA hints;
DROP SCHEMA hints_other;

-- What depends on a log is named, and nothing is dropped.
CREATE VIEW model AS SELECT aer_fit_ridge(aer_followed(tableoid::regclass)) FROM orders_log WHERE id = 0;
CREATE MATERIALIZED VIEW model_now AS SELECT * FROM model;
SELECT aer_unfollow('orders_log', drop => true);
SELECT sound FROM aer_check('orders_log', deep => true);
DROP VIEW model CASCADE;
SELECT aer_unfollow('orders_log');
-- a log of nothing
SELECT aer_followed('orders_log');
SELECT aer_unfollow('orders_log');
SELECT aer_unfollow('orders_log', drop => true);
SELECT to_regclass('orders_log') IS NULL AS dropped;

-- A record is named by its key, whatever the order in which its table is read.
UPDATE orders SET price = 'NaN' WHERE id = 43;
SELECT aer_follow('orders', 'late', aer_design(include => '{pieces,price}'), 'id');
UPDATE orders SET price = 7 WHERE id = 43;
SELECT aer_follow('orders', 'price', aer_design(include => '{pieces}'), 'id', 'prices');
UPDATE orders SET price = 'NaN' WHERE id = 41;
SELECT aer_refollow('prices');
CREATE UNIQUE INDEX ON orders (pieces, price, id, day);
SELECT aer_refollow('prices');
DELETE FROM orders WHERE id = 41;
SELECT aer_refollow('prices');
SELECT aer_unfollow('prices', drop => true);

-- A primary key with the partition key, beside which a column is unique.
SELECT aer_follow('orders', 'late');
-- Only a member can become the owner.
SELECT aer_follow('orders', 'late', aer_design(include => '{pieces,price}'), 'id');
CREATE ROLE aer_follow_member NOINHERIT;
GRANT USAGE ON SCHEMA hints TO aer_follow_clerk, aer_follow_member;
SELECT format('GRANT %I TO aer_follow_member', current_user) \gexec
SET ROLE aer_follow_clerk;
SELECT aer_check('orders_log');
SELECT aer_follow('orders', 'late');
SET ROLE aer_follow_member;
SELECT aer_check('orders_log');
SELECT aer_follow('orders', 'late');
RESET ROLE;

RESET search_path;
DROP SCHEMA hints CASCADE;
DROP ROLE aer_follow_shop, aer_follow_clerk, aer_follow_member;

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

RESET search_path;
DROP SCHEMA hints CASCADE;
DROP ROLE aer_follow_shop, aer_follow_clerk;

--
-- studies.sql: tables that grow: what is to be looked at, and logs that follow them
--

CREATE FUNCTION aer_worklist(design jsonb, source regclass, key text, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000 ROWS 1000;

COMMENT ON FUNCTION aer_worklist(jsonb, regclass, text, text[], text) IS
'what the plan (aer_plan) of each record of a table or view asks for and is NULL there: the members of a panel together, the first of them with the fee unless another one is known, so that costs add up to what finishing the record costs. "key" is a column of integers, "keys" some of its values; "features" an array or jsonb column, else the attributes are columns. It reads with the caller''s rights';

CREATE FUNCTION aer_follow_change() RETURNS trigger
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_follow_truncate() RETURNS trigger
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_follow(source regclass, target text, design jsonb, key text, log text, features text DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_followed(log regclass) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_refollow(log regclass, rename jsonb DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_unfollow(log regclass, drop boolean DEFAULT false) RETURNS void
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_compact(log regclass, everything boolean DEFAULT false) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_check(log regclass, deep boolean DEFAULT false,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 1
	SET row_security = off;

COMMENT ON FUNCTION aer_follow_change() IS 'internal: the trigger by which a log follows INSERT, UPDATE and DELETE';
COMMENT ON FUNCTION aer_follow_truncate() IS 'internal: the trigger by which a log follows TRUNCATE';

COMMENT ON FUNCTION aer_follow(regclass, text, jsonb, text, text, text) IS
'follow a table: make a log beside it, an ordinary table, take in the rows that are there, and make triggers that write to the log what each statement changes, for aer_followed. "key": a column, not NULL and unique, of integers, which is an attribute only if "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Only the owner can; the table is locked against writing while it is read. Doing it twice changes nothing';

COMMENT ON FUNCTION aer_followed(regclass) IS
'the moments of the rows that a followed table has: what its log says was added less what was removed, in the caller''s snapshot and with the caller''s rights. An error if something could not be counted';

COMMENT ON FUNCTION aer_refollow(regclass, jsonb) IS
'empty a log and take in its table anew, with the triggers that are missing: after ATTACH or DETACH of a partition, a problem, ALTER TABLE. "rename" {"old": "new"}: columns have other names now; the same is looked at';

COMMENT ON FUNCTION aer_unfollow(regclass, boolean) IS
'drop the triggers by which a log follows its table and, if "drop", the log. An error if there are none';

COMMENT ON FUNCTION aer_compact(regclass, boolean) IS
'fold rows of a log into one, and say how many they were: those of like size or, if "everything", all, and then of what was removed nothing is kept but bounds. For a job that runs now and then, in READ COMMITTED; nobody waits for it or fails because of it. Rows with problems stay';

COMMENT ON FUNCTION aer_check(regclass, boolean) IS
'does a log say what its table does? Rows, problems and triggers are counted; "deep": the table is read and all sums are compared. "detail" says what is wrong: aer_refollow is the remedy';

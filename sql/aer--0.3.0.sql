/* aer--0.3.0.sql: everything that CREATE EXTENSION aer makes; made by make from the files of sql, so change those */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION aer" to load this file. \quit

CREATE TYPE aer_model;

CREATE FUNCTION _aer_model_in(cstring) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_model_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_out(aer_model) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_model_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_recv(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_model_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_model_send(aer_model) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_model_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_model (
	INPUT = _aer_model_in,
	OUTPUT = _aer_model_out,
	RECEIVE = _aer_model_recv,
	SEND = _aer_model_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_model IS 'a trained linear model: weights, intercept, attribute names, whether the target was boolean, the learner''s options, the count of what was read, and (unless trimmed) what is needed to go on training';
COMMENT ON FUNCTION _aer_model_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_model_out(aer_model) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_model_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_model_send(aer_model) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_model_eq(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_model_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_ne(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_model_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_hash(aer_model) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_model_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_model_hash_extended(aer_model, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_model_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = _aer_model_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = _aer_model_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_model_ops DEFAULT FOR TYPE aer_model USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_model_hash(aer_model),
	FUNCTION 2 _aer_model_hash_extended(aer_model, bigint);

COMMENT ON FUNCTION _aer_model_eq(aer_model, aer_model) IS 'implementation of =';
COMMENT ON FUNCTION _aer_model_ne(aer_model, aer_model) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_model_hash(aer_model) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_model_hash_extended(aer_model, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_model, aer_model) IS 'are these the same models, to the last bit?';
COMMENT ON OPERATOR <> (aer_model, aer_model) IS 'do these models differ?';
COMMENT ON OPERATOR CLASS aer_model_ops USING hash IS 'equality of models; there is no order';
COMMENT ON OPERATOR FAMILY aer_model_ops USING hash IS 'equality of models; there is no order';

CREATE TYPE aer_moments;

CREATE FUNCTION _aer_moments_in(cstring) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_out(aer_moments) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_moments_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_recv(internal) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_moments_send(aer_moments) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_moments_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_moments (
	INPUT = _aer_moments_in,
	OUTPUT = _aer_moments_out,
	RECEIVE = _aer_moments_recv,
	SEND = _aer_moments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_moments IS 'sufficient statistics that add up: moments of rows (aer_moments) or of judgments (aer_judgment_moments)';
COMMENT ON FUNCTION _aer_moments_in(cstring) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION _aer_moments_out(aer_moments) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION _aer_moments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_moments_send(aer_moments) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_moments_eq(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_moments_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_ne(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_moments_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_hash(aer_moments) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_moments_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_hash_extended(aer_moments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_moments_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = _aer_moments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = _aer_moments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_moments_ops DEFAULT FOR TYPE aer_moments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_moments_hash(aer_moments),
	FUNCTION 2 _aer_moments_hash_extended(aer_moments, bigint);

COMMENT ON FUNCTION _aer_moments_eq(aer_moments, aer_moments) IS 'implementation of =';
COMMENT ON FUNCTION _aer_moments_ne(aer_moments, aer_moments) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_moments_hash(aer_moments) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_moments_hash_extended(aer_moments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_moments, aer_moments) IS 'are these the same moments, to the last bit?';
COMMENT ON OPERATOR <> (aer_moments, aer_moments) IS 'do these moments differ?';
COMMENT ON OPERATOR CLASS aer_moments_ops USING hash IS 'equality of moments; there is no order';
COMMENT ON OPERATOR FAMILY aer_moments_ops USING hash IS 'equality of moments; there is no order';

CREATE TYPE aer_judgments;

CREATE FUNCTION _aer_judgments_in(cstring) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_out(aer_judgments) RETURNS cstring
	AS 'MODULE_PATHNAME', 'aer_judgments_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_recv(internal) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_recv' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION _aer_judgments_send(aer_judgments) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_judgments_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_judgments (
	INPUT = _aer_judgments_in,
	OUTPUT = _aer_judgments_out,
	RECEIVE = _aer_judgments_recv,
	SEND = _aer_judgments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_judgments IS 'the judgments of one object: for each attribute their number, mean and sum of squares about the mean';
COMMENT ON FUNCTION _aer_judgments_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_judgments_out(aer_judgments) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION _aer_judgments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION _aer_judgments_send(aer_judgments) IS 'I/O: binary, network byte order';

CREATE FUNCTION _aer_judgments_eq(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_judgments_eq' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_ne(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_judgments_ne' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_hash(aer_judgments) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_judgments_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_judgments_hash_extended(aer_judgments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_judgments_hash_extended' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = _aer_judgments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = _aer_judgments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_judgments_ops DEFAULT FOR TYPE aer_judgments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 _aer_judgments_hash(aer_judgments),
	FUNCTION 2 _aer_judgments_hash_extended(aer_judgments, bigint);

COMMENT ON FUNCTION _aer_judgments_eq(aer_judgments, aer_judgments) IS 'implementation of =';
COMMENT ON FUNCTION _aer_judgments_ne(aer_judgments, aer_judgments) IS 'implementation of <>';
COMMENT ON FUNCTION _aer_judgments_hash(aer_judgments) IS 'hash of the stored form';
COMMENT ON FUNCTION _aer_judgments_hash_extended(aer_judgments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_judgments, aer_judgments) IS 'are these the same judgments, to the last bit?';
COMMENT ON OPERATOR <> (aer_judgments, aer_judgments) IS 'do these judgments differ?';
COMMENT ON OPERATOR CLASS aer_judgments_ops USING hash IS 'equality of judgments; there is no order';
COMMENT ON OPERATOR FAMILY aer_judgments_ops USING hash IS 'equality of judgments; there is no order';


--
-- sources.sql: what the functions that are written in SQL ask of tables
--

CREATE FUNCTION _aer_source_column(source regclass, name text, named_as text) RETURNS smallint
	AS 'MODULE_PATHNAME', 'aer_source_column' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_source_columns(source regclass, learner jsonb, target text, key text, whole_rows boolean) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_source_columns' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_may_commit() RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_may_commit' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100;

COMMENT ON FUNCTION _aer_source_column(regclass, text, text) IS
'internal: the number of a table''s column; an error that ends in "named_as" and a near name if there is none';
COMMENT ON FUNCTION _aer_source_columns(regclass, jsonb, text, text, boolean) IS
'internal: the columns of a table that the attributes of a learner or keyed design come from, in their order; NULL of other features than whole rows, where the options alone are checked';
COMMENT ON FUNCTION _aer_may_commit() IS 'internal: can the calling procedure COMMIT?';

CREATE FUNCTION _aer_base_type(type oid) RETURNS regtype
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH RECURSIVE below AS (SELECT type AS oid UNION ALL
		SELECT typbasetype FROM below JOIN pg_type USING (oid) WHERE typtype = 'd')
	SELECT oid::regtype FROM below JOIN pg_type USING (oid) WHERE typtype <> 'd'
$$;

CREATE FUNCTION _aer_kind(type oid) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN 'integer'
		WHEN base IN ('float4'::regtype, 'float8'::regtype, 'numeric'::regtype, 'date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'number'
		WHEN base = 'bool'::regtype THEN 'boolean' WHEN base IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype) THEN 'words'
		WHEN typtype = 'e' THEN 'enum' END
	FROM @extschema@._aer_base_type(type) base JOIN pg_type t ON t.oid = base
$$;

-- 'class=good' is that value of the column "class" against all others, unless a column has just that name.
CREATE FUNCTION _aer_target(source regclass, target text, OUT name text, OUT type regtype, OUT value text, OUT expression text)
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
	SELECT attname, CASE WHEN attname <> target THEN substr(target, length(attname) + 2) END INTO name, value FROM pg_attribute
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND (attname = target OR starts_with(target, attname || '='))
	ORDER BY attname = target DESC, length(attname) DESC LIMIT 1;
	SELECT @extschema@._aer_base_type(atttypid) INTO type FROM pg_attribute
	WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, coalesce(name, target), 'It is named as the target.');
	expression := format(CASE WHEN value IS NULL THEN 's.%I' ELSE 's.%I::pg_catalog.text OPERATOR(pg_catalog.=) %L' END, name, value);
END $$;

CREATE FUNCTION _aer_row_key(type oid, value text) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN format('%s::pg_catalog.int8', value)
		WHEN base IN ('text'::regtype, 'varchar'::regtype) THEN format('@extschema@.aer_key(%s::pg_catalog.text)', value)
		WHEN base = 'uuid'::regtype THEN format('@extschema@.aer_key(%s::pg_catalog.uuid)', value) END
	FROM @extschema@._aer_base_type(type) base
$$;

CREATE FUNCTION _aer_row_key(source regclass, key text, row_name text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid := atttypid FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, key, 'It is named as the key.');
	expression text := @extschema@._aer_row_key(type, format('%s.%I', row_name, key));
BEGIN
	IF expression IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('key column "%s" is of type %s, which cannot be a key', key, format_type(type, NULL)),
			DETAIL = 'A key is an integer, or text, varchar or uuid, of which aer_key() makes one.',
			HINT = 'Cast it to one of these, in a view or a column of its own, so that it is the same whatever DateStyle, TimeZone and bytea_output are.';
	END IF;
	RETURN expression;
END $$;

-- By the primary key, where it is one column that can be a key, what is looked at depends on no order.
CREATE FUNCTION _aer_rows(source regclass, target text, design jsonb, key text, OUT relation text, OUT columns text, OUT row_key text)
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%I.%I', nspname, relname), format('s, LATERAL (SELECT %s, s.%I) _aer_row', string_agg(format('s.%I', attribute), ', '), name),
		CASE WHEN key IS NULL THEN (SELECT @extschema@._aer_row_key(atttypid, format('s.%I', attname))
			FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] WHERE indrelid = source AND indisprimary AND indnkeyatts = 1)
		ELSE @extschema@._aer_row_key(source, key, 's') END
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace, @extschema@._aer_target(source, target), jsonb_array_elements_text(design -> 'include') i (attribute)
	WHERE c.oid = source GROUP BY nspname, relname, name
$$;

-- How Citus has put a table into shards ("n": it is on every server); NULL: it has not.
CREATE FUNCTION _aer_distributed(source regclass) RETURNS "char"
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	method "char";
BEGIN
	IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
		EXECUTE 'SELECT partmethod FROM pg_catalog.pg_dist_partition WHERE logicalrelid = $1' INTO method USING source;
	END IF;
	RETURN method;
END $$;

-- What a query says in each shard, whose name takes the place of \001.
CREATE FUNCTION _aer_of_shards(source regclass, query text) RETURNS SETOF text
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	shard record;
BEGIN
	FOR shard IN EXECUTE 'SELECT shardid, success, result FROM pg_catalog.run_command_on_shards($1, $2)'
			USING source, replace(replace(query, '%', '%%'), E'\001', '%s') LOOP
		IF NOT shard.success THEN
			RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('shard %s of %s gave no answer', shard.shardid, source), DETAIL = shard.result;
		END IF;
		RETURN NEXT nullif(shard.result, '');
	END LOOP;
END $$;

CREATE FUNCTION _aer_expected_rows(query text) RETURNS bigint
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN least(greatest((plan #>> '{0,Plan,Plan Rows}')::numeric, 1), 1e18);
END $$;

CREATE FUNCTION _aer_quoted_name(name text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT string_agg(quote_ident(part), '.' ORDER BY place) FROM unnest(parse_ident(name)) WITH ORDINALITY p (part, place)
$$;

COMMENT ON FUNCTION _aer_quoted_name(text) IS 'internal: a name, with or without schema, in quotes where it needs them';
COMMENT ON FUNCTION _aer_base_type(oid) IS 'internal: the type below domains';
COMMENT ON FUNCTION _aer_kind(oid) IS 'internal: what values of that type are as attributes: integer, number, boolean, words, enum; NULL: none';
COMMENT ON FUNCTION _aer_target(regclass, text) IS
'internal: the column that a target names, the type below its domains, of "column=value" the value that stands against all others, and the target of a row s as an expression';
COMMENT ON FUNCTION _aer_row_key(oid, text) IS
'internal: the bigint that a design knows a row by whose key has that type, as an expression; NULL: there is none';
COMMENT ON FUNCTION _aer_row_key(regclass, text, text) IS 'internal: the same of a key column; an error if there is none';
COMMENT ON FUNCTION _aer_rows(regclass, text, jsonb, text) IS
'internal: a table, what stands behind it in FROM, so that _aer_row is a row of the attributes of a design and of the target''s column, and the bigint that the design knows the row by';
COMMENT ON FUNCTION _aer_distributed(regclass) IS 'internal: by what method Citus has distributed a table, or NULL';
COMMENT ON FUNCTION _aer_of_shards(regclass, text) IS 'internal: the answers of all shards to a query';
COMMENT ON FUNCTION _aer_expected_rows(text) IS
'internal: how many rows the planner expects of a query, at least 1 as it may be wrong; an error if the caller may not run it';

CREATE FUNCTION _aer_notice(message text) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_notice' LANGUAGE C VOLATILE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_notice(text) IS 'internal: a NOTICE, once a statement, whoever of its workers has it';

--
-- moments.sql: designs, moments of rows, and what is fitted to them
--

CREATE FUNCTION _aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_merge' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_moments_merge(aer_moments, aer_moments) IS 'internal: aer_moments, aer_judgment_moments';

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = _aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merge stored moments of one kind and the same attributes: the moments of all their rows or objects together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows (or objects) of both, as aer_moments(moments) merges them: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of those rows of the first that are not among the rows of the second: both keyed, of the same design. A fit of what is left is an error where rounding of what was taken back may have eaten up an attribute or the target: implementation of -';

CREATE OPERATOR + (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_add
);

CREATE OPERATOR - (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_subtract
);

COMMENT ON OPERATOR + (aer_moments, aer_moments) IS 'the moments of all rows of both';
COMMENT ON OPERATOR - (aer_moments, aer_moments) IS 'the moments of the rows of the first without those of the second';

CREATE FUNCTION aer_design(
	budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	deep_budget float8 DEFAULT NULL,
	sampling text DEFAULT NULL,
	spread "any" DEFAULT NULL,
	center "any" DEFAULT NULL,
	units text DEFAULT NULL,
	missing text DEFAULT NULL,
	folds integer DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[], jsonb, bigint) IS
'a sampling design for aer_train and aer_moments: how many attributes of each row are looked at ("budget"; NULL, or as many as there are: all), or, with "prices" (aer_prices), what money that may take. With "deep_budget" some records, chosen by their keys, may take that, and the others less, so that the mean stays. "sampling": uniform, spread (in proportion to "spread", a deviation for each attribute) or learned (from the rows before; not with a row key); NULL: spread where it is given, else learned for arrays in common units without a key, and uniform otherwise. "center" is taken off each attribute. "units": common (all attributes are of one kind, as pixels are) or own (each is measured by its deviation); NULL: common; of arrays alone, for named attributes are measured in coordinates of their columns. "missing": available: a NULL that is asked for is a hole, counted and not read; or error. "folds" for choosing penalties: 1 to 100, NULL: 5; 1: no choice';

-- The quartiles of a column, by the values below which 1 to 199 of 200 are. Where one of them is
-- the least value or the largest, as with counts that are mostly 0, those of what is between.
CREATE FUNCTION _aer_quartiles(low anyelement, high anyelement, level anyarray) RETURNS anyarray
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN level[50] > low AND level[150] < high THEN ARRAY[level[50], level[100], level[150]]
		ELSE (SELECT percentile_disc('{.25,.5,.75}'::float8[]) WITHIN GROUP (ORDER BY value) FROM unnest(level) value WHERE value > low AND value < high) END
$$;

-- Quartiles of a number, rounded to a thousandth of its range: those that can be knots, or just so.
CREATE FUNCTION _aer_knots(low float8, high float8, quartile float8[], inside boolean) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_agg(DISTINCT trim_scale(knot)) FROM unnest(quartile) q,
		LATERAL (SELECT CASE WHEN high::numeric > low::numeric THEN round(q::numeric, 3 - floor(log(high::numeric - low::numeric))::integer) ELSE q::numeric END AS knot) k
	WHERE NOT inside OR (knot::float8 > low AND knot::float8 < high)
$$;

-- The same of points in time, as text: whole days, or seconds, where these are short beside the range.
CREATE FUNCTION _aer_knots(low timestamp, high timestamp, quartile timestamp[], inside boolean) RETURNS jsonb
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_agg(DISTINCT to_char(knot, CASE unit WHEN 'day' THEN 'YYYY-MM-DD' WHEN 'second' THEN 'YYYY-MM-DD HH24:MI:SS' ELSE 'YYYY-MM-DD HH24:MI:SS.US' END)) FROM unnest(quartile) q,
		LATERAL (SELECT CASE WHEN high - low >= '1000 days' OR (high = date_trunc('day', high) AND low = date_trunc('day', low)) THEN 'day' WHEN high - low >= '1000 seconds' THEN 'second' ELSE 'microsecond' END AS unit) u,
		LATERAL (SELECT date_trunc(unit, q) AS knot) k
	WHERE (NOT inside OR (knot > low AND knot < high)) AND low >= '0001-01-01' AND high < '10000-01-01'
$$;

COMMENT ON FUNCTION _aer_quartiles(anyelement, anyelement, anyarray) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(float8, float8, float8[], boolean) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_knots(timestamp, timestamp, timestamp[], boolean) IS 'internal: aer_suggest';

-- A value as it is sampled, an expression. A numeric becomes a float8, here for all that is asked of it, as that
-- takes long; one that is too large is no number.
CREATE FUNCTION _aer_read(value text, type regtype) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE type WHEN 'boolean'::regtype THEN '(%s)::integer' WHEN 'numeric'::regtype THEN
		'CASE WHEN %1$s BETWEEN -1.797693134862315e308 AND 1.797693134862315e308 THEN %1$s::float8 WHEN %1$s IS NOT NULL THEN ''NaN'' END' ELSE '%s' END, value)
$$;

-- What is asked of sampled values and their targets y, as an expression over all of them.
-- No aggregate is DISTINCT or has ORDER BY: from PostgreSQL 16 on all would get their rows sorted.
CREATE FUNCTION _aer_facts(value text, type regtype, kind text, target regtype, most_words integer) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN kind IN ('words', 'enum') THEN 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s::text COLLATE "C") <> max(%1$s::text COLLATE "C"), ''long'', bool_or(pg_column_size(%1$s) > 1000), ''says'', %2$s,
			''words'', (SELECT CASE WHEN 4 * sum(times) < count(%1$s) THEN ''[]'' ELSE jsonb_agg(word ORDER BY times DESC, word) END FROM (SELECT v::text COLLATE "C" AS word, count(*) AS times
				FROM unnest(%10$s) v WHERE v IS NOT NULL GROUP BY 1 HAVING count(*) > 1 ORDER BY 2 DESC, 1 LIMIT %3$s) w))'
		WHEN kind = 'boolean' THEN 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s) <> max(%1$s), ''truth'', ''["true", "false"]''::jsonb, ''says'', %4$s OR %2$s)'
		ELSE 'jsonb_build_object(''values'', count(%1$s), ''varies'', min(%1$s) <> max(%1$s), ''finite'', %5$s, ''says'', %4$s OR %2$s,
			''median'', CASE WHEN %5$s THEN %6$s._aer_knots(min(%7$s), max(%7$s), (%8$s)[100:100], false) END,
			''knots'', CASE WHEN %5$s AND (%11$s OR %12$s) THEN %6$s._aer_knots(min(%7$s), max(%7$s), %6$s._aer_quartiles(min(%7$s), max(%7$s), %8$s), true) END, ''numbers'', %9$s)' END,
		value, says, most_words, correlates, finite, '@extschema@', number, levels, numbers, listed, format(are_many, 500), format(are_many, NULL))
	FROM (SELECT format('array_agg(%s)', format(CASE WHEN kind IN ('words', 'enum') THEN 'CASE WHEN pg_column_size(%1$s) <= 1000 THEN %1$s END' ELSE '%s' END, value))) b (listed),
		-- Is the target a function of something, in few rows, and in all?  Of most columns it is not even in few.
		-- And are there more than ten values?  Of most columns of numbers there are in few rows.
		LATERAL (SELECT format('(SELECT bool_and(low = high) AND %2$s FROM (SELECT min(y) AS low, max(y) AS high, count(*) AS n FROM unnest((%1$s)[:%3$s], (array_agg(y))[:%3$s]) s (v, y) GROUP BY %4$s) g)',
				listed, '%1$s', '%2$s', '%3$s')) f (is_function),
		LATERAL (SELECT format('(SELECT count(*) FROM (SELECT FROM unnest((%s)[:%s]) v GROUP BY v LIMIT 11) several) > 10', listed, '%s')) m (are_many),
		LATERAL (VALUES (
			-- Whether it is there says the target; or it does, where nine rows of ten have a value that ten rows have.
			format('CASE WHEN count(%1$s) >= 10 AND count(*) - count(%1$s) >= 10 AND %2$s AND %3$s THEN min(y) <> max(y) WHEN %4$s THEN %5$s END', value,
				format(is_function, 'true', 500, 'v IS NULL'), format(is_function, 'true', NULL, 'v IS NULL'), format(is_function, 'true', 500, 'v'),
				format(is_function, 'sum(n) FILTER (WHERE n >= 10) >= 0.9 * sum(n) AND count(DISTINCT low) FILTER (WHERE n >= 10) > 1', NULL, 'v')),
			format('CASE WHEN count(%s) >= 20 THEN abs(corr(%s, %s)) >= 0.9999 END', value, @extschema@._aer_measured(value, type), @extschema@._aer_measured('y', target)),
			CASE WHEN kind = 'integer' THEN 'true' ELSE format('(min(%1$s) > ''-Infinity'' AND max(%1$s) < ''Infinity'')', value) END,
			format(CASE type WHEN 'date'::regtype THEN 'CASE WHEN %s < ''294277-01-01'' THEN %1$s::timestamp END'
				WHEN 'timestamptz'::regtype THEN '(%s AT TIME ZONE ''UTC'')' WHEN 'timestamp'::regtype THEN '%s' ELSE '%s::float8' END, value),
			-- Integers number the rows, as a key does that nobody declared, if each is larger than the one
			-- before, but once: a scan that joins another's begins in the middle.
			CASE WHEN kind = 'integer' THEN format('CASE WHEN count(%1$s) >= 20 AND max(%1$s)::numeric - min(%1$s) >= count(%1$s) / 2 - 1 AND max(%1$s)::numeric - min(%1$s) < 10.0 * coalesce($1, count(*)) / count(*) * count(%1$s) THEN
				(SELECT count(*) FILTER (WHERE v <= before) <= 1 FROM (SELECT v, lag(v) OVER () AS before FROM unnest(array_agg(%1$s)) v WHERE v IS NOT NULL) b) END', value) ELSE 'NULL' END))
			e (says, correlates, finite, number, numbers),
		LATERAL (SELECT format('percentile_%s(ARRAY(SELECT i / 200.0 FROM generate_series(1, 199) i)::float8[]) WITHIN GROUP (ORDER BY %s)',
			CASE WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'disc' ELSE 'cont' END, number)) l (levels)
$$;

-- A value as a number of which there may be squares; of words there is none.
CREATE FUNCTION _aer_measured(value text, type regtype) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE WHEN @extschema@._aer_kind(type) IN ('words', 'enum') THEN 'NULL::float8'
		WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype) THEN 'CASE WHEN isfinite(%1$s) THEN EXTRACT(EPOCH FROM %1$s)::float8 END'
		WHEN type IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'boolean'::regtype) THEN '%s::float8' ELSE 'CASE WHEN %1$s BETWEEN -1e60 AND 1e60 THEN %1$s::float8 END' END, value)
$$;

-- Values of a column of some rows, at most ten: those that begin like a value that is not there, and then the frequent ones.
CREATE FUNCTION _aer_values(rows text, name text, missed text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	list text;
BEGIN
	EXECUTE format('SELECT string_agg(format(''"%%s%%s"'', left(v, 80), CASE WHEN length(v) > 80 THEN ''...'' END), '', '' ORDER BY place) FILTER (WHERE place <= 10) || CASE WHEN max(place) > 10 THEN '' and more'' ELSE '''' END
		FROM (SELECT v, row_number() OVER (ORDER BY lower(left(v, 2)) = lower(left($1, 2)) DESC, count(*) DESC, v) AS place
			FROM (SELECT s.%I::text COLLATE "C" AS v FROM %s) r GROUP BY v) v', name, rows) INTO list USING missed;
	RETURN list;
END $$;

-- How a column that is an array of attributes, or an object, is learned from: the first one.
CREATE FUNCTION _aer_one_column(source regclass, relation text, target text, type regtype, budget float8, exclude text[]) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('Attributes that stand in one column: SELECT aer_train(s.%I, %s, aer_design(%s)) FROM %s s;', attname, target,
		concat_ws(', ', budget, CASE WHEN base = 'jsonb'::regtype THEN format('include => (SELECT aer_names(s.%I) FROM %s s)', attname, relation) END), relation)
	FROM pg_attribute, @extschema@._aer_base_type(atttypid) base JOIN pg_type t ON t.oid = base
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (coalesce(exclude, '{}')) AND (typcategory = 'A' AND @extschema@._aer_kind(typelem) IN ('integer', 'number', 'boolean')
		-- beside an object a word is the name of the target
		OR base = 'jsonb'::regtype AND @extschema@._aer_kind(type) NOT IN ('words', 'enum'))
	ORDER BY attnum LIMIT 1
$$;

COMMENT ON FUNCTION _aer_values(text, text, text) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_one_column(regclass, text, text, regtype, float8, text[]) IS 'internal: aer_suggest';

CREATE FUNCTION _aer_suggest(source regclass, target text, budget float8, exclude text[], prices jsonb, curves boolean, missing boolean) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	most CONSTANT bigint := 20000;		-- rows that are read
	relation text;
	relkind "char";
	named record;			-- the target
	expected bigint;
	sampled boolean;
	names text[];			-- of the columns but the target
	left_out text[];		-- why, by what is known without reading
	read text;				-- of each row
	asked text;				-- of all of them
	looked text;			-- the rows, as they stand in FROM
	facts jsonb[];			-- the answers
	rows bigint;
	constant boolean;		-- is the target?
	there boolean;			-- is its value, in any row?
	include text[] := '{}';
	holes bigint;			-- rows that have nothing at a column
	list jsonb;				-- what is known of a column
	columns jsonb;
	reasons text[] := '{}';
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'the source and the target must not be NULL';
	END IF;
	curves := coalesce(curves, true);
	missing := coalesce(missing, true);
	PERFORM @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
	named := @extschema@._aer_target(source, target);
	PERFORM @extschema@._aer_source_column(source, name, 'It is listed in "exclude".') FROM unnest(exclude) name;
	SELECT format('%I.%I', nspname, relname), r.relkind INTO relation, relkind FROM pg_class r JOIN pg_namespace n ON n.oid = relnamespace WHERE r.oid = source;
	IF named.value IS NULL AND @extschema@._aer_kind(named.type) IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
			MESSAGE = format('target column "%s" is of type %s, which is neither a number, boolean nor a word', target, format_type(named.type, NULL)),
			HINT = format('''%s=VALUE'' is one value against all others.', target);
	ELSIF named.value IS NOT NULL THEN
		named.type := 'boolean';
	END IF;

	SELECT array_agg(attname ORDER BY attnum), array_agg(why ORDER BY attnum),
		string_agg(CASE WHEN why IS NULL THEN format('%s AS c%s, ', @extschema@._aer_read(format('s.%I', attname), type), attnum) END, '' ORDER BY attnum),
		string_agg(CASE WHEN why IS NULL THEN @extschema@._aer_facts(format('c%s', attnum), type, kind, named.type, 100) ELSE 'NULL' END, ', ' ORDER BY attnum)
		INTO names, left_out, read, asked
	FROM (SELECT attname, attnum, atttypid, @extschema@._aer_base_type(atttypid) AS type, @extschema@._aer_kind(atttypid) AS kind FROM pg_attribute
			WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> ALL (named.name || coalesce(exclude, '{}'))) c,
		LATERAL (SELECT CASE WHEN EXISTS (SELECT FROM pg_index WHERE indrelid = source AND indisunique AND indisvalid AND indpred IS NULL
				AND attnum = ANY ((indkey::smallint[])[0:indnkeyatts - 1]) AND (indisprimary OR indnkeyatts = 1)) THEN 'key'
			WHEN kind IS NULL THEN format('%s is no number', format_type(atttypid, NULL)) END AS why) w;

	-- Of a large table a sample, which workers agree on.  Where it has few rows the planner knew
	-- the table badly: then the first rows, as of a view.
	expected := CASE WHEN @extschema@._aer_distributed(source) <> 'n' THEN (SELECT sum(n::float8) FROM @extschema@._aer_of_shards(source,
			E'SELECT coalesce((SELECT greatest(c.reltuples, 0) FROM \001 s JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) s.tableoid LIMIT 1), 0)') n)
		ELSE @extschema@._aer_expected_rows(format('SELECT FROM %s WHERE %I IS NOT NULL', relation, named.name)) END;
	sampled := relkind IN ('r', 'p', 'm') AND expected > most;
	LOOP
		looked := format('%s s%s WHERE s.%I IS NOT NULL LIMIT %s', relation, CASE WHEN sampled THEN format(' TABLESAMPLE SYSTEM (%s) REPEATABLE (0)', 100.0 * most / expected) END, named.name, most);
		EXECUTE format('SELECT count(*), min(y) = max(y), ARRAY[%s]::jsonb[] FROM (SELECT %s%s AS y FROM %s) t', asked,
				read, @extschema@._aer_read(named.expression, named.type), looked)
			INTO rows, constant, facts USING CASE WHEN sampled THEN expected END;
		EXIT WHEN NOT sampled OR rows >= most / 20;
		sampled := false;
	END LOOP;
	IF rows = 0 THEN
		RAISE EXCEPTION USING ERRCODE = 'no_data_found', MESSAGE = format('%s has no row whose target is known', relation);
	END IF;
	IF constant AND named.value IS NOT NULL THEN
		-- Rows that were not looked at may have it.
		EXECUTE format('SELECT true FROM %s s WHERE %s LIMIT 1', relation, named.expression) INTO there;
		IF there IS NULL THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('no row of %s has the value "%s" in column "%s"', relation, named.value, named.name),
				DETAIL = format('The column has %s.', @extschema@._aer_values(looked, named.name, named.value));
		END IF;
	END IF;

	FOR i IN 1 .. coalesce(cardinality(names), 0) LOOP
		holes := rows - (facts[i] ->> 'values')::bigint;
		left_out[i] := coalesce(left_out[i], CASE WHEN (facts[i] ->> 'long')::boolean THEN 'values of more than 1000 bytes'
			WHEN holes = rows THEN 'all NULL'
			WHEN NOT (facts[i] ->> 'finite')::boolean THEN 'NaN or infinite values'
			-- one row says nothing of that
			WHEN NOT (facts[i] ->> 'varies')::boolean AND NOT (missing AND holes > 1) AND rows > 1 THEN 'constant'
			WHEN facts[i] -> 'words' = 'null' THEN 'no value twice'
			WHEN facts[i] -> 'words' = '[]' THEN 'too many different words'
			WHEN (facts[i] ->> 'numbers')::boolean THEN 'numbers the rows'
			WHEN (facts[i] ->> 'says')::boolean THEN 'says the target' END);
		IF left_out[i] IS NOT NULL THEN
			reasons := reasons || format('"%s" (%s)', names[i], left_out[i]);
		ELSE
			include := include || names[i];
			list := coalesce(facts[i] -> 'words', CASE WHEN curves THEN nullif(facts[i] -> 'knots', 'null') END);
			IF missing AND holes > 1 THEN
				list := coalesce(list, facts[i] -> 'truth', nullif(facts[i] -> 'median', 'null')) || 'null';
			END IF;
			columns := CASE WHEN list IS NULL THEN columns ELSE coalesce(columns, '{}') || jsonb_build_object(names[i], list) END;
		END IF;
	END LOOP;
	IF reasons <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('columns that are left out: %s', array_to_string(reasons, ', ')));
	END IF;
	IF include = '{}' THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = format('no column of %s can be an attribute', relation),
			HINT = coalesce(@extschema@._aer_one_column(source, relation, format(CASE WHEN named.value IS NULL THEN 's.%I' ELSE 's.%I = %L' END, named.name, named.value), named.type, budget, named.name || coalesce(exclude, '{}')),
				'Write the list by hand, in the option "include" of aer_design().');
	ELSIF sampled THEN
		PERFORM @extschema@._aer_notice(format('%s of about %s rows of %s were looked at', rows, expected, relation));
	ELSIF rows = most THEN
		PERFORM @extschema@._aer_notice(format('the first %s rows of %s were looked at', rows, relation));
	END IF;
	IF constant THEN
		RAISE WARNING USING MESSAGE = format('the target "%s" has one value only%s', target,
				CASE WHEN sampled OR rows = most THEN ' in the rows that were looked at' ELSE ', and so will predictions' END),
			DETAIL = format('Rows that were looked at: %s.', rows);
	END IF;
	RETURN @extschema@.aer_design(budget => budget, include => include, columns => columns, prices => prices);
END $$;

COMMENT ON FUNCTION _aer_read(text, regtype) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_facts(text, regtype, text, regtype, integer) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_measured(text, regtype) IS 'internal: aer_suggest';
COMMENT ON FUNCTION _aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean) IS 'internal: aer_suggest(), which calls it once for all rows of a statement';

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	curves boolean DEFAULT true, missing boolean DEFAULT true) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_suggest(regclass, text, float8, text[], jsonb, boolean, boolean) IS
'a first design for a table or view: "include" written out (numbers, booleans, dates and times, words; not those that "exclude" lists) and "columns" filled in: of words the 100 most frequent, seen twice or more; of numbers with more than 10 different values the quartiles as knots, where one is the least or largest value those of what is between (not with curves => false); null where there are two NULLs or more (not with missing => false). A NOTICE says which columns are left out and why: keys, constants, words of which the 100 most frequent are less than a quarter of the values, nothing but NULL, NaN, types that are no numbers, and columns that say the target: it is a function of them, or of their being NULL, or they correlate with it by 0.9999 or more. "target": a column of numbers, booleans or words, or column=value: that value against all others, an error if no row has it. "prices": those of aer_prices. It reads at most 20,000 rows (for a value that none of them has all, until one has it), once for all rows of a statement, with the caller''s rights; of larger tables a sample, and says so';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_deep' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[],
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'what each look costs under a design, its panel, whether the largest budget ever reaches it (else it is never looked at), the looks that this never pays for together with it, and whether only records that are looked at deeply ("deep_budget") reach it';

COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same by name';

COMMENT ON FUNCTION _aer_deep(jsonb, bigint) IS
'internal: is the record of that key one that a design with a "deep_budget" looks at deeply?';

COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (1-based, ascending) that aer_moments with this design looks at in the row of that key: the same always and everywhere';

COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same by name; "names" are the attributes, in any order, which is that of the result';

CREATE FUNCTION _aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_moments_final(aer_moments) IS 'internal: aer_moments';

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT deviation float8, OUT correlation float8, OUT unknown bigint,
	OUT cost float8, OUT spent float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'what moments of rows say of each attribute: values read, those asked for that were NULL, the mean and standard deviation of the values, and their correlation with the target, NULL where too little was seen; and of a column of words how many values read were none of those given. What a look costs, and what all of those in the sums have: at the first attribute of a look, without fees; NULL where designs with other prices were merged';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute, about its mean or (not "centered") about 0: for the option "second_moments" of learners';

CREATE FUNCTION aer_sampling(second_moments float8[], OUT learner text, OUT share float8, OUT draws integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 2;

COMMENT ON FUNCTION aer_sampling(float8[]) IS
'what drawing by these second moments (aer_second_moments) is worth to aer_ridge and to aer_lasso: the share of the looks of uniform sampling that it needs, 1: nothing to gain; and how many draws, of 1 to d attributes for the record itself, have the guarantee of reading all of them, up to a constant factor: the inner product takes draws besides, "budget" is their sum (rho and k of Kukliansky & Shamir 2015). NULL where all moments are 0';

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL,
	bends boolean DEFAULT NULL, partial boolean DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8, boolean, boolean) IS
'ridge regression: half the mean squared error plus lambda/2 times the sum of squared weights, in the design''s units, of named attributes in coordinates (a number over its deviation, words and bends so that a penalty treats them alike); exact if every attribute was read. "lambda" NULL: of the design''s sampling noise alone; if every attribute was read, chosen from the folds. The length of the weights, the link of a target that takes two values, and the model''s expected_mse, a forecast of the test error, come from the folds, at no further reads. "radius": of an l2 ball that the weights stay in; they are not judged on the folds then. "bends": do numbers with knots have them, or are they lines? NULL: bends where the folds forecast that they help, and aer_summary() says which. "partial": does the model predict from whatever is known of a row, too? NULL: from moments of named attributes yes, so that aer_predict() leaves out what is NULL and never returns NULL (not within a radius, nor wide), of arrays no; with everything known the weights are the same. A fit takes milliseconds to many seconds: store the model, in a table or a materialized view; a plain view fits again for every row that it is joined to';

COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso: half the mean squared error plus lambda times the sum of absolute weights, in the design''s units, of named attributes of the lengths of looks in coordinates: a column is used with all its attributes or not at all; exact if every attribute was read. "lambda" NULL: chosen from the folds. "radius": of an l1 ball that the weights stay in';

COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares, from moments of which every attribute of every row was read; where attributes are linearly dependent, the solution of least norm';

CREATE FUNCTION aer_path(moments aer_moments, penalty text DEFAULT 'ridge', lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_path(aer_moments, text, float8[]) IS
'the choice of lambda that aer_fit_ridge (penalty "ridge") or aer_fit_lasso ("lasso") makes, shown: for each lambda the forecast of the test error (if every attribute was read, of ridge: of the weights before their length is chosen), its standard error, the number of weights (of named attributes: of columns) that are not 0, and whether it was chosen: of ridge under a design with a budget the default, or of the lambdas given the one nearest to it';

CREATE FUNCTION _aer_names_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_names_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_names_final(bytea) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_names_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_names_transition(bytea, jsonb) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_combine(bytea, bytea) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_final(bytea) IS 'internal: aer_names';

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = _aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_names_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys that hold a number or a boolean in some row, sorted by bytes, for the option "include"; at most 100,000. Reads all of every object; no rows: NULL';

--
-- training.sql: aer_train and what is read of models
--

CREATE FUNCTION _aer_model_to_jsonb(aer_model) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_model_to_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_model_to_float8_array(aer_model) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_model_to_float8_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_model_to_jsonb(aer_model) IS 'the model''s JSON text as jsonb; use the cast model::jsonb';
COMMENT ON FUNCTION _aer_model_to_float8_array(aer_model) IS 'the weights, in attribute order, without the intercept; use the cast model::float8[]';

CREATE CAST (aer_model AS jsonb) WITH FUNCTION _aer_model_to_jsonb(aer_model);
CREATE CAST (aer_model AS float8[]) WITH FUNCTION _aer_model_to_float8_array(aer_model);

COMMENT ON CAST (aer_model AS jsonb) IS 'the model''s JSON text';
COMMENT ON CAST (aer_model AS float8[]) IS 'the weights, without the intercept';

CREATE FUNCTION _aer_train_many_final(internal) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_train_many_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_train_many_final(internal) IS 'internal: aer_train_many';
COMMENT ON FUNCTION _aer_train_final(internal) IS 'internal: aer_train and aer_continue';

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'the model without what is needed to go on training, and to predict from what is known of a row where not all is: smaller, can be scored, not continued';

CREATE FUNCTION aer_weights(model aer_model, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT weight float8, OUT se float8, OUT class text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_weights(aer_model, text[]) IS
'the weights as a relation, in the user''s units; the intercept is attribute 0. "names" names the attributes of models trained on arrays. se: the standard deviation of sampling, from the fits to all folds but one (jackknife, pooled): had other rows been drawn, the weight would be within 2 se of its mean over such draws in 85 to 97 of 100 cases. It knows nothing of shrinkage: at few looks, as 5 of 50 at 300 rows, the true weight can lie outside more often than not. NULL of the intercept, of models that are not from moments, where the penalty was not judged on folds (fewer than 2 rows a fold, a radius), and of models that were averaged or restricted, and of classes. class: of a model of three or more classes, which all have weights of their own, for whether a row is of the class (1) or not (0)';

CREATE FUNCTION aer_importance(model aer_model, OUT name text, OUT importance float8, OUT share float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 20;

COMMENT ON FUNCTION aer_importance(aer_model) IS
'one row for each column (attribute of arrays, called by its number), the most important first. importance: the standard deviation, over the rows learned from, of what the column adds to the prediction, in units of the target, from the sums; share: of the sum of all their squares. Of three or more classes: of the scores of all together. Columns that say the same share what they say. Of models from moments, until they are averaged or restricted';

CREATE FUNCTION aer_curve(model aer_model, "column" text, low float8 DEFAULT NULL, high float8 DEFAULT NULL,
	OUT value text, OUT number float8, OUT effect float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 25;

COMMENT ON FUNCTION aer_curve(aer_model, text, float8, float8) IS
'what a column adds to the linear prediction (aer_score) at each value, less its mean over the rows learned from, in units of the target. Of a number at its knots, at "low", at "high" and 20 points between; NULL: two standard deviations below and above the mean, and out to the last knot, for a model knows no smallest and largest value. Of words each one, of a boolean both; and where NULL is told apart one row with value NULL. value is text (points in time as ISO 8601 has them), number the same as a number (points in time in days from 2000-01-01), NULL of words. "column" is a name, or of models of arrays the number of an attribute. Of models from moments, until they are averaged or restricted';

CREATE FUNCTION aer_summary(model aer_model,
	OUT learner jsonb, OUT attributes integer, OUT rows bigint, OUT skipped bigint,
	OUT draws bigint, OUT reads bigint, OUT continuable boolean,
	OUT expected_mse float8, OUT expected_se float8, OUT mistakes bigint,
	OUT low float8, OUT high float8, OUT link_slope float8, OUT link_offset float8,
	OUT progressive_mse float8, OUT progressive_se float8, OUT mean_mse float8, OUT worse_than_mean boolean,
	OUT bends boolean, OUT columns integer, OUT expected_wrong float8, OUT expected_auc float8)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_summary(aer_model) IS
'one row: the learner and its options, attributes, rows learned from, rows skipped for NULL features or target, attributes drawn (repeats included), attribute values read, whether aer_continue can go on, the forecast of the test error where the learner makes one, the mistakes of learners that learn from them, the range that predictions are held to, and the link of a target that takes two values: P(high) = 1 / (1 + exp(-(link_offset + link_slope * score))). Of ridge, lasso and svr also the progressive error: on each of the later rows, before it was learned from, estimated from the looks taken anyway; beside it that of the mean of the targets before, the standard error of the difference, and whether the model is worse by three of them. Of moments with knots whether numbers bend (both forecasts, "mse_of_lines" and "mse_of_bends", stand in learner). columns: looks that the attributes are, one a column; expected_wrong and expected_auc: of moments of a target with a link, forecasts of the share of rows on the wrong side of probability 1/2, and of the area under the ROC curve, if scores are normal with one deviation in each class: aer_compare counts';

CREATE FUNCTION _aer_digits(number float8, digits integer) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN rounded = 0 OR abs(rounded) >= 0.0001 AND abs(rounded) < 10 ^ digits THEN trim_scale(rounded)::text
		ELSE regexp_replace(text, '\.?0*e', 'e') END
	FROM (SELECT ltrim(to_char(number, '9.' || repeat('9', digits - 1) || 'EEEE'))) t (text), LATERAL (SELECT text::numeric) r (rounded)
$$;

COMMENT ON FUNCTION _aer_digits(float8, integer) IS 'internal: a number to so many digits';

CREATE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
	SELECT v.item, v.value
	FROM @extschema@.aer_summary(model) s, LATERAL (SELECT model::jsonb) m (parts),
		LATERAL (SELECT CASE jsonb_typeof(s.learner -> 'design') WHEN 'object' THEN s.learner -> 'design' ELSE s.learner END) o (options),
		LATERAL (SELECT 1 - s.expected_mse / nullif(least((s.learner -> 'target_variance')::numeric, 1e300)::float8, 0)
			WHERE jsonb_typeof(s.learner -> 'target_variance') = 'number' UNION ALL SELECT NULL LIMIT 1) e (r2),
		LATERAL (SELECT count(DISTINCT attribute) FILTER (WHERE weight <> 0) AS other FROM @extschema@.aer_weights(model) WHERE attribute > 0) w,
		LATERAL (SELECT string_agg(format(CASE WHEN parts ? 'names' THEN '"%s" %s %%' ELSE '%s: %s %%' END, i.name, round(100 * i.share::numeric)), ', ' ORDER BY i.place) AS first_five
			FROM @extschema@.aer_importance(CASE WHEN parts ? 'facts' THEN model END) WITH ORDINALITY i (name, importance, share, place) WHERE i.place <= 5 AND i.share >= 0.005) i,
		LATERAL (SELECT string_agg(format('%L%s', c.class, ' ' || round(100 * (parts -> 'class_numbers' -> (c.place + 3)::integer)::numeric) || ' %'), ', ' ORDER BY c.place) AS classes,
				string_agg(format('%L: %s', c.class, (SELECT string_agg(coalesce(format('"%s"', h.name), h.attribute::text), ', ' ORDER BY h.size DESC, h.attribute) FROM (SELECT h.*, abs(h.weight * (parts #>> ARRAY['facts', 'deviations', (h.attribute - 1)::text])::float8) AS size FROM @extschema@.aer_weights(model) h
					WHERE h.class = c.class AND h.attribute > 0 AND h.weight <> 0 ORDER BY size DESC, h.attribute LIMIT 3) h)), '; ' ORDER BY c.place) FILTER (WHERE c.place <= 10) AS heaviest
			FROM jsonb_array_elements_text(parts -> 'classes') WITH ORDINALITY c (class, place)) c,
		LATERAL (SELECT string_agg(format('"%s"', x.name), ', ' ORDER BY x.place) AS excluded
			FROM jsonb_array_elements_text(CASE jsonb_typeof(options -> 'exclude') WHEN 'array' THEN options -> 'exclude' END) WITH ORDINALITY x (name, place)) x,
		LATERAL (SELECT @extschema@._aer_digits(sqrt(abs((s.learner -> 'mse_of_lines')::float8)), 3), @extschema@._aer_digits(sqrt(abs((s.learner -> 'mse_of_bends')::float8)), 3)
			WHERE jsonb_typeof(s.learner -> 'mse_of_lines') = 'number' AND jsonb_typeof(s.learner -> 'mse_of_bends') = 'number' UNION ALL SELECT NULL, NULL LIMIT 1) b (lines, bent),
		LATERAL (VALUES
			(1, 'learner', concat(CASE WHEN jsonb_typeof(s.learner -> 'learner') IN ('string', 'number', 'boolean') THEN s.learner ->> 'learner' ELSE 'not known' END,
				CASE WHEN jsonb_typeof(options -> 'budget') IN ('string', 'number', 'boolean') THEN ', budget ' || (options ->> 'budget') END)),
			(2, 'rows', s.rows::text),
			(3, 'rows skipped', CASE WHEN s.skipped > 0 THEN s.skipped || ', for a NULL' END),
			(4, 'columns excluded', excluded),
			(5, 'looks per row', CASE WHEN s.rows > 0 THEN format('%s of %s %s', @extschema@._aer_digits(s.reads::float8 / s.rows, 3), s.columns, CASE WHEN parts ? 'names' THEN 'columns' ELSE 'attributes' END) END),
			(6, 'progressive error', 'root mean squared error ' || @extschema@._aer_digits(sqrt(s.progressive_mse * (s.progressive_mse > 0)::int), 3) || ', of the mean target ' || @extschema@._aer_digits(sqrt(s.mean_mse * (s.mean_mse > 0)::int), 3)),
			(7, 'expected error', coalesce(@extschema@._aer_digits(100 * s.expected_wrong, 3) || ' % of rows wrong, AUC ' || round(s.expected_auc::numeric, 2) || ', if scores are normal in each class',
				'root mean squared error ' || @extschema@._aer_digits(sqrt(s.expected_mse * (s.expected_mse > 0)::int), 3)
					|| coalesce(', standard error ' || @extschema@._aer_digits(s.expected_se / 2 / nullif(sqrt(s.expected_mse * (s.expected_mse > 0)::int), 0), 2), ''))),
			(8, 'expected r2', round(r2::numeric, 2)::text),
			(9, 'numbers with knots', CASE WHEN s.bends THEN 'bend' || coalesce(': root mean squared error ' || bent || ' is expected, of straight lines ' || lines, '')
				WHEN NOT s.bends THEN 'are straight lines' || coalesce(': root mean squared error ' || lines || ' is expected, with bends ' || bent, '') END),
			(10, 'weights other than 0', other || ' of ' || s.attributes),
			(11, 'most important', first_five),
			(11, 'heaviest of each class', CASE WHEN parts ? 'class_numbers' THEN heaviest END),
			(12, 'target', CASE parts ->> 'target' WHEN 'boolean' THEN 'boolean, which counts as -1 and 1'
				WHEN 'class' THEN 'a word: ' || classes
				WHEN 'number' THEN CASE WHEN parts ? 'two_valued' THEN 'a number of two values' ELSE 'a number' END END),
			(13, 'range of the target', @extschema@._aer_digits(s.low, 6) || ' to ' || @extschema@._aer_digits(s.high, 6)),
			(14, 'predictions', CASE WHEN s.link_slope IS NOT NULL THEN 'go through a link: aer_probability() tells the probability of the higher value'
				WHEN parts ? 'class_numbers' THEN 'are probabilities of classes: aer_class(), aer_probabilities()'
				WHEN s.low IS NOT NULL THEN 'are held to that range' ELSE 'are the linear score' END),
			(15, 'warning', CASE WHEN s.rows = 0 AND s.continuable THEN 'it has not learned from any row yet, and predicts nothing'
				WHEN other = 0 THEN 'all weights are 0: every row has the same prediction' END),
			(16, 'warning', CASE WHEN s.worse_than_mean THEN 'worse than predicting the mean' END),
			(17, 'warning', CASE WHEN r2 <= 0 THEN 'no better than predicting the mean is expected' END),
			(18, 'warning', CASE WHEN s.skipped > s.rows / 10 THEN 'more than a tenth of the rows was skipped' END),
			(19, 'warning', CASE WHEN s.rows > 0 AND s.rows < s.attributes THEN 'there were fewer rows than attributes' END)) v (place, item, value)
	WHERE v.value IS NOT NULL ORDER BY v.place
$$;

COMMENT ON FUNCTION aer_report(aer_model) IS
'what one would read aloud of a model: learner, rows, looks per row, expected error (in units of the target; of a target with a link the share of rows on the wrong side of probability 1/2, and the area under the ROC curve, if scores are normal in each class: where they are not, the share can be several times too small, and aer_compare counts), whether numbers bend, the five most important columns with their shares (aer_importance), the target and its range, what predictions are, warnings';

CREATE FUNCTION _aer_train_moments_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION _aer_train_moments_final(aer_moments) IS 'internal: aer_train';

--
-- From a table to a model
--

CREATE FUNCTION _aer_learn(source regclass, target text, budget float8, exclude text[], prices jsonb, key text) RETURNS aer_model
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
#variable_conflict use_variable
DECLARE
	design jsonb;
	given record;
	model @extschema@.aer_model;
BEGIN
	PERFORM @extschema@._aer_row_key(source, key, 's');
	design := @extschema@._aer_suggest(source, target, budget, CASE WHEN key IS NULL THEN exclude ELSE exclude || key END, prices, true, true);
	given := @extschema@._aer_rows(source, target, design, key);
	IF @extschema@._aer_distributed(source) <> 'n' THEN
		SELECT @extschema@.aer_fit_ridge(@extschema@.aer_moments(m::@extschema@.aer_moments)) INTO model
		FROM @extschema@._aer_of_shards(source, format('SELECT @extschema@.aer_moments(_aer_row.*, %L::pg_catalog.text, %L::pg_catalog.jsonb%s) FROM %s %s', target, design, ', ' || given.row_key, E'\001', given.columns)) m;
	ELSE
		EXECUTE format('SELECT @extschema@.aer_train(_aer_row.*, %L, $1%s) FROM %s %s', target, ', ' || given.row_key, given.relation, given.columns) INTO model USING design;
	END IF;
	RETURN model;
END $$;

COMMENT ON FUNCTION _aer_learn(regclass, text, float8, text[], jsonb, text) IS 'internal: aer_learn(), which calls it once for all rows of a statement';

CREATE FUNCTION aer_learn(source regclass, target text, budget float8 DEFAULT NULL, exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, key text DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL UNSAFE COST 1000000;

COMMENT ON FUNCTION aer_learn(regclass, text, float8, text[], jsonb, text) IS
'from a table or view to a model: aer_train over all its rows by the design of aer_suggest(source, target, budget, exclude, prices), which says what is left out. "target": a column of numbers, booleans or words, or column=value: that value against all others, an error if no row has it. "key": a column of integers, text, varchar or uuid by which what is looked at is drawn, no attribute; NULL: the primary key, where it is one such column, else rows are drawn for as they come. It reads with the caller''s rights';

--
-- Training by ranges of a key
--

CREATE FUNCTION _aer_chunk_source(source regclass, target text, INOUT learner jsonb, key text, features text DEFAULT NULL,
	OUT relation text, OUT key_type regtype, OUT arguments text, OUT row_key text, OUT run jsonb)
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	key_number smallint := @extschema@._aer_source_column(source, key, 'It is named as the key.');
	whole_rows boolean := features IS NULL;
	target_inside boolean := false;
	columns text[];
	kind "char";
	nullable boolean;
	indexed boolean;
	type regtype;
BEGIN
	SELECT format('%I.%I', nspname, relname), relkind INTO relation, kind
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = source;

	-- From 18 on NOT NULL may be there, and never have been checked.
	SELECT @extschema@._aer_base_type(atttypid), atttypid, NOT attnotnull OR EXISTS (SELECT FROM pg_constraint
			WHERE conrelid = source AND contype = 'n' AND conkey = ARRAY[attnum] AND NOT convalidated),
		EXISTS (SELECT FROM pg_index JOIN pg_opclass c ON c.oid = indclass[0]
			WHERE indrelid = source AND indkey[0] = attnum AND indcollation[0] = attcollation AND indisunique AND indisvalid AND indpred IS NULL
				AND c.opcfamily IN (SELECT opcfamily FROM pg_opclass JOIN pg_am a ON a.oid = opcmethod WHERE amname = 'btree' AND opcdefault
					AND opcintype = CASE @extschema@._aer_base_type(atttypid) WHEN 'varchar'::regtype THEN 'text' ELSE @extschema@._aer_base_type(atttypid) END))
		INTO key_type, type, nullable, indexed
	FROM pg_attribute WHERE attrelid = source AND attnum = key_number;

	-- The bigint by which a design knows the record, whatever DateStyle and TimeZone are.
	row_key := coalesce(format(CASE key_type
		WHEN 'date'::regtype THEN '(t.%I OPERATOR(pg_catalog.-) pg_catalog.date ''2000-01-01'')::pg_catalog.int8'
		WHEN 'timestamp'::regtype THEN '(EXTRACT(EPOCH FROM t.%I OPERATOR(pg_catalog.-) pg_catalog.timestamp ''2000-01-01'') OPERATOR(pg_catalog.*) 1000000)::pg_catalog.int8'
		WHEN 'timestamptz'::regtype THEN '(EXTRACT(EPOCH FROM t.%I OPERATOR(pg_catalog.-) pg_catalog.timestamptz ''2000-01-01 00:00:00+00'') OPERATOR(pg_catalog.*) 1000000)::pg_catalog.int8'
		END, key), @extschema@._aer_row_key(source, key, 't'));
	-- What a view or a foreign table has below it is not known: that is left to the user.
	IF kind IN ('r', 'p') AND nullable THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('key column "%s" may be NULL', key),
			DETAIL = 'Chunks are ranges of the key, and such rows would be in none.',
			HINT = format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL.', relation, key);
	ELSIF kind IN ('r', 'p', 'm') AND NOT indexed THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('there is no unique index on %s that begins with key column "%s"', relation, key),
			DETAIL = 'Every chunk would read the whole table. An index that is not valid, partial, or in another order than that of the type does not count.',
			HINT = format('CREATE UNIQUE INDEX ON %s (%I).', relation, key);
	ELSIF target = key THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('column "%s" cannot be both target and key', key);
	END IF;

	IF NOT whole_rows THEN
		SELECT atttypid INTO type FROM pg_attribute
		WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.');
		target_inside := @extschema@._aer_base_type(type) = 'jsonb'::regtype
			AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = source AND attname = target AND NOT attisdropped);
		IF NOT EXISTS (SELECT FROM pg_type WHERE oid = @extschema@._aer_base_type(type) AND (oid = 'jsonb'::regtype OR typelem <> 0 AND typsubscript = 'array_subscript_handler'::regproc)) THEN
			RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
				MESSAGE = format('features column "%s" is of type %s, which is neither an array nor jsonb', features, type),
				HINT = CASE type WHEN 'json'::regtype THEN 'Make it jsonb.' ELSE 'Leave "features" out to train on whole rows.' END;
		END IF;
	END IF;
	IF NOT target_inside THEN
		PERFORM @extschema@._aer_source_column(source, target, 'It is named as the target.');
	END IF;
	columns := @extschema@._aer_source_columns(source, learner, target, key, whole_rows);
	arguments := CASE WHEN whole_rows THEN format('t.*, %L::pg_catalog.text', target)
		WHEN target_inside THEN format('t.%I, %L::pg_catalog.text', features, target)
		ELSE format('t.%I, t.%I', features, target) END;
	-- Of whole rows the key is no attribute, unless it is included.
	IF whole_rows AND coalesce(nullif(learner -> 'include', 'null'), '[]') = '[]' AND NOT coalesce(learner -> 'exclude' ? key, false) THEN
		learner := jsonb_set(learner, '{exclude}', coalesce(nullif(learner -> 'exclude', 'null'), '[]') || to_jsonb(key));
	END IF;
	run := jsonb_build_object('source', relation, 'target', target, 'features', coalesce(features, ''), 'key', key, 'learner', learner::text)
		|| (SELECT jsonb_object_agg('column ' || attname, format_type(atttypid, NULL)) FROM pg_attribute
			WHERE attrelid = source AND NOT attisdropped AND attnum > 0 AND attname = ANY (ARRAY[target, key, features] || columns));
	IF learner ->> 'learner' <> 'design' THEN
		row_key := NULL;	-- a learner knows no records
	END IF;
END $$;

CREATE FUNCTION _aer_chunk_mark(progress regclass, source text, key_type regtype, result text, run jsonb,
	OUT relation text, OUT chunk bigint, OUT last_key text, OUT rows bigint, OUT seconds float8)
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	owner oid;
	missing text;
	there boolean;
	what text;
	was text;
	now_is text;
BEGIN
	SELECT format('%I.%I', nspname, relname), relowner INTO relation, owner
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = progress;
	-- What its owner hangs on it would run with the caller's rights.
	IF relation IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'undefined_table', MESSAGE = 'the progress table of aer_train_chunks() was dropped meanwhile';
	ELSIF pg_get_userbyid(owner) <> current_user THEN
		RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = format('%s is owned by another role, %I', relation, pg_get_userbyid(owner)),
			DETAIL = 'Whoever owns a progress table can have commands run by the role that trains into it.',
			HINT = format('SET ROLE %I, or name a progress table of your own, or one that is not there yet: it will be made.', pg_get_userbyid(owner));
	END IF;
	EXECUTE format('LOCK TABLE %s IN ROW EXCLUSIVE MODE', relation);

	SELECT format('It should have a column %s of type %s.', c.name, c.type) INTO missing
	FROM unnest(ARRAY['chunk', 'last_key', 'rows', 'rows_left', 'seconds', 'seconds_left', 'at', 'moments', 'model', 'run'],
			ARRAY['int8', key_type, 'int8', 'int8', 'float8', 'float8', 'timestamptz', '@extschema@.aer_moments', '@extschema@.aer_model', 'jsonb']::regtype[])
		WITH ORDINALITY c (name, type, place)
	WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = progress AND attname = c.name AND atttypid = c.type)
	ORDER BY place LIMIT 1;
	IF missing IS NULL AND row_security_active(progress) THEN
		RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = format('row-level security would hide rows of %s', relation);
	END IF;

	-- One session at a time: the row of the beginning is locked.
	IF missing IS NULL THEN
		EXECUTE format('SELECT p.chunk FROM %s p WHERE p.chunk = 0 FOR UPDATE SKIP LOCKED', relation) INTO chunk;
		IF chunk IS NULL THEN
			EXECUTE format('SELECT p.chunk FROM %s p WHERE p.chunk = 0', relation) INTO chunk;
			IF chunk = 0 THEN
				RAISE EXCEPTION USING ERRCODE = 'object_in_use', MESSAGE = format('another session is training by chunks into %s', relation),
					DETAIL = 'What it has done is in the table.';
			END IF;
			missing := 'It has no chunk 0, which says how it began.';
		END IF;
	END IF;
	IF missing IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'wrong_object_type', MESSAGE = format('%s is no progress table of aer_train_chunks()', relation),
			DETAIL = missing, HINT = 'Name one that is not there yet: it will be made.';
	END IF;

	-- As JSON a key is the same text whatever DateStyle is.
	EXECUTE format('SELECT chunk, to_jsonb(last_key) #>> ''{}'', rows, seconds, %I IS NOT NULL FROM %s ORDER BY chunk DESC LIMIT 1', result, relation)
	INTO chunk, last_key, rows, seconds, there;
	IF chunk = 0 THEN
		RETURN;
	END IF;
	-- Told is what the caller gave before what follows from it: the key is excluded from a
	-- learner of whole rows, and columns are read because a learner names them.
	EXECUTE format('SELECT coalesce(b.key, n.key), b.value, n.value
			FROM (SELECT e.key, e.value FROM %s p, jsonb_each_text(p.run) e WHERE p.chunk = 0) b FULL JOIN jsonb_each_text($1) n ON b.key = n.key
			WHERE b.value IS DISTINCT FROM n.value
			ORDER BY starts_with(coalesce(b.key, n.key), ''column ''), coalesce(b.key, n.key) = ''learner'', 1 DESC LIMIT 1', relation)
		INTO what, was, now_is USING run;
	IF starts_with(what, 'column ') THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('%s is not as it was when the training into %s began', source, relation),
			DETAIL = format('What is read of %s: %s before, %s now.', what, coalesce(was, 'nothing'), coalesce(now_is, 'nothing')),
			HINT = 'Make it as it was, or begin anew with another progress table.';
	ELSIF what IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format('%s is the progress table of another training', relation),
			DETAIL = format('Its %s is %s, not %s.', what, coalesce(nullif(was, ''), 'none'), coalesce(nullif(now_is, ''), 'none')), HINT = 'Call it as it was called first, or name another progress table.';
	-- Without what was learned so far the rest would be learned as if it were all.
	ELSIF NOT there OR last_key IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state',
			MESSAGE = format('chunk %s, the last one in %s, has no %s', chunk, relation, CASE WHEN there THEN 'last_key' ELSE result END),
			DETAIL = 'What was learned so far is in the chunk that was done last, and nowhere else.',
			HINT = 'Put back what was deleted or changed, or begin anew with another progress table.';
	END IF;
END $$;

COMMENT ON FUNCTION _aer_chunk_source(regclass, text, jsonb, text, text) IS
'internal: what aer_train_chunks reads of its source, checked: its name, the type of the key, the learner without the key, the arguments of an aggregate over rows t, the bigint that a design knows a row by (NULL of a learner), and what must stay as it is from chunk to chunk';
COMMENT ON FUNCTION _aer_chunk_mark(regclass, text, regtype, text, jsonb) IS
'internal: lock the progress table of aer_train_chunks, check it, and say where it stopped';

-- Queries and expressions of its own are qualified, operators too: a procedure that commits can have
-- no search_path of its own, and what the source calls has the caller's.
CREATE PROCEDURE aer_train_chunks(source regclass, target text, learner jsonb, key text, progress text, features text DEFAULT NULL, chunk_rows bigint DEFAULT 1000000)
	LANGUAGE plpgsql AS $$
DECLARE
	called pg_catalog.timestamptz := pg_catalog.clock_timestamp();
	told pg_catalog.timestamptz := called;
	begun pg_catalog.timestamptz;
	name pg_catalog.text;		-- of the progress table as it was given, and below with its schema
	progress_table pg_catalog.regclass;
	relation pg_catalog.text;
	options pg_catalog.jsonb;
	key_type pg_catalog.regtype;
	arguments pg_catalog.text;
	row_key pg_catalog.text;
	run pg_catalog.jsonb;
	chunk pg_catalog.int8;
	last_key pg_catalog.text;
	rows_before pg_catalog.int8;
	seconds pg_catalog.float8;
	behind pg_catalog.text;
	size pg_catalog.int8;
	bound pg_catalog.text;
	more boolean;
	learned pg_catalog.text;
	moments @extschema@.aer_moments;
	model @extschema@.aer_model;
	n pg_catalog.int8;
	rows_left pg_catalog.int8;
	done pg_catalog.int8 := 0;
	total pg_catalog.int8;
BEGIN
	IF source IS NULL OR target IS NULL OR learner IS NULL OR key IS NULL OR progress IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'source, target, learner, key and progress must not be NULL';
	ELSIF chunk_rows IS NULL OR chunk_rows OPERATOR(pg_catalog.<) 1 THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'a chunk must have at least 1 row';
	ELSIF NOT @extschema@._aer_may_commit() THEN
		RAISE EXCEPTION USING ERRCODE = 'invalid_transaction_termination', MESSAGE = 'aer_train_chunks() cannot run inside a transaction block or a function',
			DETAIL = 'It commits after each chunk.', HINT = 'CALL it as a statement of its own, outside of BEGIN ... COMMIT.';
	END IF;

	-- Of two that begin at a time one finds what the other has made.
	SELECT s.relation, s.key_type INTO relation, key_type FROM @extschema@._aer_chunk_source(source, target, learner, key, features) s;
	rows_left := @extschema@._aer_expected_rows(pg_catalog.format('SELECT FROM %s', relation));
	name := @extschema@._aer_quoted_name(progress);
	PERFORM pg_catalog.pg_advisory_xact_lock(1634038376);
	SELECT c.oid INTO progress_table FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(name);
	IF progress_table IS NULL THEN
		EXECUTE pg_catalog.format('CREATE TABLE %s (chunk bigint PRIMARY KEY, last_key %s, rows bigint NOT NULL, rows_left bigint NOT NULL,
			seconds double precision NOT NULL, seconds_left double precision, at timestamp with time zone NOT NULL,
			moments @extschema@.aer_moments, model @extschema@.aer_model, run pg_catalog.jsonb)', name, key_type);
		EXECUTE pg_catalog.format('INSERT INTO %s (chunk, rows, rows_left, seconds, at) VALUES (0, 0, $1, 0, pg_catalog.clock_timestamp())', name) USING rows_left;
		progress_table := pg_catalog.to_regclass(name);
	END IF;
	COMMIT;

	LOOP
		begun := pg_catalog.clock_timestamp();
		SELECT s.* INTO options, relation, key_type, arguments, row_key, run FROM @extschema@._aer_chunk_source(source, target, learner, key, features) s;
		SELECT s.* INTO name, chunk, last_key, rows_before, seconds
		FROM @extschema@._aer_chunk_mark(progress_table, relation, key_type, CASE WHEN row_key IS NULL THEN 'model' ELSE 'moments' END, run) s;
		IF chunk OPERATOR(pg_catalog.=) 0 THEN
			EXECUTE pg_catalog.format('UPDATE %s p SET run = $1 WHERE p.chunk OPERATOR(pg_catalog.=) 0', name) USING run;
		END IF;

		-- Rows of a view whose key is NULL are in no chunk.
		behind := pg_catalog.format('WHERE s.%I IS NOT NULL', key);
		IF last_key IS NOT NULL THEN
			behind := pg_catalog.format('%s AND s.%I OPERATOR(pg_catalog.>) %L::%s', behind, key, last_key, key_type);
		END IF;
		learned := pg_catalog.format(CASE WHEN row_key IS NOT NULL THEN '@extschema@.aer_moments(%1$s, $1, %2$s), NULL::@extschema@.aer_model'
			WHEN chunk OPERATOR(pg_catalog.=) 0 THEN 'NULL::@extschema@.aer_moments, @extschema@.aer_train(%1$s, $1)'
			ELSE 'NULL::@extschema@.aer_moments, @extschema@.aer_continue(%1$s, (SELECT p.model FROM %3$s p WHERE p.chunk OPERATOR(pg_catalog.=) %4$s))' END,
			arguments, row_key, name, chunk);
		-- A chunk from which nothing can be learned yet, as no row of it has a target, becomes
		-- longer: so those rows are counted as skipped, as they are when all is one statement.
		size := chunk_rows;
		LOOP
			EXECUTE pg_catalog.format('SELECT pg_catalog.to_jsonb(b.key) OPERATOR(pg_catalog.#>>) ''{}'', b.more FROM (
					(SELECT s.%1$I AS key, true AS more FROM %2$s s %3$s ORDER BY s.%1$I OFFSET %4$s LIMIT 1) UNION ALL
					(SELECT s.%1$I, false FROM %2$s s %3$s ORDER BY s.%1$I DESC LIMIT 1) LIMIT 1) b', key, relation, behind, size OPERATOR(pg_catalog.-) 1)
				INTO bound, more;
			EXIT WHEN bound IS NULL;
			EXECUTE pg_catalog.format('/* chunk %s */ SELECT %s, pg_catalog.count(*) FROM (SELECT * FROM %s s %s AND s.%I OPERATOR(pg_catalog.<=) %L::%s%s) t',
					chunk OPERATOR(pg_catalog.+) 1, learned, relation, behind, key, bound, key_type, CASE WHEN row_key IS NULL THEN pg_catalog.format(' ORDER BY s.%I', key) END)
				INTO moments, model, n USING options;
			EXIT WHEN moments IS NOT NULL OR model IS NOT NULL OR NOT more;
			size := LEAST(size, 1000000000000000000) OPERATOR(pg_catalog.*) 2;
		END LOOP;

		IF bound IS NULL OR moments IS NULL AND model IS NULL THEN
			EXECUTE pg_catalog.format('UPDATE %s p SET rows_left = 0, seconds_left = 0, model = COALESCE(p.model, @extschema@.aer_fit_ridge(p.moments))
				WHERE p.chunk OPERATOR(pg_catalog.=) $1 AND p.rows_left OPERATOR(pg_catalog.>) 0', name) USING chunk;
			IF chunk OPERATOR(pg_catalog.=) 0 THEN
				RAISE NOTICE USING MESSAGE = pg_catalog.format('nothing was learned: no row of %s has features and a target', relation);
			END IF;
			COMMIT;
			EXIT;
		END IF;
		rows_left := @extschema@._aer_expected_rows(pg_catalog.format('SELECT FROM %s s WHERE s.%I OPERATOR(pg_catalog.>) %L::%s', relation, key, bound, key_type));
		-- Moments add up.
		EXECUTE pg_catalog.format('INSERT INTO %1$s (chunk, last_key, rows, rows_left, seconds, seconds_left, at, moments, model)
				SELECT $1, %2$L::%3$s, t.rows, $3, t.seconds, t.seconds OPERATOR(pg_catalog./) t.rows OPERATOR(pg_catalog.*) $3, t.at,
					(SELECT @extschema@.aer_moments(u.moments) FROM (SELECT p.moments FROM %1$s p WHERE p.moments IS NOT NULL UNION ALL SELECT $6) u), $7
				FROM (SELECT $2 AS rows, $4 OPERATOR(pg_catalog.+) EXTRACT(EPOCH FROM c.at OPERATOR(pg_catalog.-) $5) AS seconds, c.at FROM pg_catalog.clock_timestamp() c (at)) t',
				name, bound, key_type)
			USING chunk OPERATOR(pg_catalog.+) 1, rows_before OPERATOR(pg_catalog.+) n, rows_left, seconds, begun, moments, model;
		EXECUTE pg_catalog.format('UPDATE %s p SET moments = NULL, model = NULL WHERE p.chunk OPERATOR(pg_catalog.=) $1', name) USING chunk;
		COMMIT;

		done := done OPERATOR(pg_catalog.+) n;
		total := COALESCE(total, done OPERATOR(pg_catalog.+) rows_left);
		IF pg_catalog.current_setting('aer.progress')::boolean AND pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) told OPERATOR(pg_catalog.>) '5 s'::interval THEN
			told := pg_catalog.clock_timestamp();
			RAISE NOTICE USING MESSAGE = pg_catalog.format('aer_train_chunks: learning, %s of %s rows (%s %%), about %s s left', done, total,
				100 OPERATOR(pg_catalog.*) done OPERATOR(pg_catalog./) total,
				pg_catalog.round(EXTRACT(EPOCH FROM told OPERATOR(pg_catalog.-) called) OPERATOR(pg_catalog.*) rows_left OPERATOR(pg_catalog./) done));
		END IF;
	END LOOP;
END $$;

COMMENT ON PROCEDURE aer_train_chunks(regclass, text, jsonb, text, text, text, bigint) IS
'train a learner, or by the moments of a design, on a table in the order of its key, and commit after every "chunk_rows" rows. What is done is in the table "progress", which is made if it is missing and else must be the caller''s own: one row for each chunk, with the rows that are done and left, and in the last one the moments and the model. Called again it goes on behind the last key there. "key": a column with a unique index, no attribute unless "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Not inside a transaction block';

--
-- scoring.sql: predictions, their errors, and comparisons
--

CREATE FUNCTION aer_predict(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_predict(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_predict(aer_model, anyarray) IS
'the expected target: <weights, features> + intercept, held to the range of the targets that the model learned from where it knows that, or by its link where the target takes two values. A model that predicts from whatever is known leaves out what is NULL; of any other NULL at an attribute with a weight is an error (attributes of weight 0 are not looked at)';

COMMENT ON FUNCTION aer_predict(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_score(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_score(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_score(aer_model, anyarray) IS
'the linear prediction <weights, features> + intercept, neither held to a range nor taken through a link; NULL as in aer_predict';

COMMENT ON FUNCTION aer_score(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probability(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probability(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_probability(aer_model, anyarray) IS
'the probability of the higher one of the two values that the target takes (true, 1, +1), by the model''s link, else by where between them the prediction lies; from 1/(rows + 2) to 1 - 1/(rows + 2)';

COMMENT ON FUNCTION aer_probability(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probability(model aer_model, features anyarray, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probability(model aer_model, features record, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_probability(aer_model, anyarray, text) IS
'the probability of a class of a target that is a word, or of one of two values (a boolean''s are ''true'' and ''false''); those of all classes add up to 1. An error if the model knows no such class';

COMMENT ON FUNCTION aer_probability(aer_model, record, text) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_class(model aer_model, features anyarray) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_class(model aer_model, features record) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_class(aer_model, anyarray) IS
'the likeliest class: one of the words that the target took, or of two values that (''true'' or ''false'' of a boolean); of equals the first in the order of bytes. An error of models of other targets';

COMMENT ON FUNCTION aer_class(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probabilities(model aer_model, features anyarray, OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3;

CREATE FUNCTION aer_probabilities(model aer_model, features record, OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ROWS 3;

COMMENT ON FUNCTION aer_probabilities(aer_model, anyarray) IS
'the probabilities of all classes of a row, from one reading of it, the likeliest first';

COMMENT ON FUNCTION aer_probabilities(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE TYPE aer_evaluation AS (
	rows bigint,
	mse float8,
	mae float8,
	r2 float8,
	sign_error float8,
	mse_se float8,
	skipped bigint,
	reads bigint,
	log_loss float8,
	brier float8,
	auc float8
);

COMMENT ON TYPE aer_evaluation IS 'how good a model''s predictions are on some rows';
COMMENT ON COLUMN aer_evaluation.rows IS 'rows scored';
COMMENT ON COLUMN aer_evaluation.mse IS 'mean squared error; of three or more classes that of their probabilities, against 1 for the class that came and 0 for the others, summed over classes';
COMMENT ON COLUMN aer_evaluation.mae IS 'mean absolute error; NULL with a budget';
COMMENT ON COLUMN aer_evaluation.r2 IS '1 - mse / variance of the target; NULL where that is 0, and of three or more classes';
COMMENT ON COLUMN aer_evaluation.sign_error IS 'share of predictions whose sign is not the target''s, of classes that are wrong: the likeliest (aer_class) is not what came; NULL unless every target is -1 or +1 (boolean targets are) or a class, and with a budget';
COMMENT ON COLUMN aer_evaluation.mse_se IS 'standard error of mse';
COMMENT ON COLUMN aer_evaluation.skipped IS 'rows left out because model, features or target were NULL';
COMMENT ON COLUMN aer_evaluation.log_loss IS 'mean of -ln of the probability (aer_probability) that the model gave to what came; NULL unless it gives probabilities and every target is one of its two values or a class, and with a budget. What came counts as 1e-6 where it is a class that the model has not seen';
COMMENT ON COLUMN aer_evaluation.brier IS 'mean of the squared difference between probability and 0 or 1, of three or more classes summed over them; NULL as log_loss';
COMMENT ON COLUMN aer_evaluation.auc IS 'area under the ROC curve: the chance that a row of the higher target has a larger score than one of the lower, ties counting a half; exact up to a million rows, beyond from 4,096 bins. NULL as log_loss, and of three or more classes, but known without probabilities too where every target is -1 or +1';
COMMENT ON COLUMN aer_evaluation.reads IS 'attribute values read';

CREATE FUNCTION _aer_evaluate_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_evaluate_final(float8[]) RETURNS aer_evaluation
	AS 'MODULE_PATHNAME', 'aer_evaluate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_evaluate_combine(float8[], float8[]) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION _aer_evaluate_final(float8[]) IS 'internal: aer_evaluate';

CREATE TYPE aer_calibration_bin AS (
	low float8,
	high float8,
	rows bigint,
	predicted float8,
	observed float8,
	se float8
);

COMMENT ON TYPE aer_calibration_bin IS 'rows whose predicted probability lies in one interval';
COMMENT ON COLUMN aer_calibration_bin.low IS 'where the interval begins';
COMMENT ON COLUMN aer_calibration_bin.high IS 'where it ends';
COMMENT ON COLUMN aer_calibration_bin.rows IS 'rows in it';
COMMENT ON COLUMN aer_calibration_bin.predicted IS 'their mean probability';
COMMENT ON COLUMN aer_calibration_bin.observed IS 'the share of them whose target was true';
COMMENT ON COLUMN aer_calibration_bin.se IS 'standard error of observed, if what was predicted is right';

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_transition(float8[], float8, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_calibration_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_calibration_final(float8[]) RETURNS aer_calibration_bin[]
	AS 'MODULE_PATHNAME', 'aer_calibration_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_calibration_transition(float8[], float8, boolean) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_transition(float8[], float8, boolean, integer) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_combine(float8[], float8[]) IS 'internal: aer_calibration';
COMMENT ON FUNCTION _aer_calibration_final(float8[]) IS 'internal: aer_calibration';

CREATE AGGREGATE aer_calibration(probability float8, target boolean) (
	SFUNC = _aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_calibration_combine,
	FINALFUNC = _aer_calibration_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibration(probability float8, target boolean, bins integer) (
	SFUNC = _aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = _aer_calibration_combine,
	FINALFUNC = _aer_calibration_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibration(float8, boolean) IS
'probabilities against what came, in ten intervals: SELECT b.* FROM (SELECT aer_calibration(aer_probability(model, x), y) AS c FROM ...) s, unnest(c) b. Rows in which one is NULL are left out, as are intervals without rows';

COMMENT ON AGGREGATE aer_calibration(float8, boolean, integer) IS
'the same in so many intervals, 1 to 1000';

CREATE FUNCTION _aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_boolean_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_number_transition(internal, aer_model, float8, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_calibrate_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_calibrate_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_calibrate_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION _aer_calibrate_number_transition(internal, aer_model, float8, float8) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION _aer_calibrate_final(internal) IS 'internal: aer_calibrate';

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target boolean) (
	SFUNC = _aer_calibrate_boolean_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = _aer_calibrate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target float8) (
	SFUNC = _aer_calibrate_number_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = _aer_calibrate_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, boolean) IS
'the model with a link, by which aer_probability and aer_predict speak: slope and offset fitted (Platt) to scores (aer_score) and outcomes of 50 rows or more that the model has not learned from; better from about 200. Of models of two-valued targets, streaming ones too. true is the higher value. Rows in which one is NULL are left out; 16 bytes a row';

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, float8) IS
'the same where the target is a number that takes two values';

CREATE FUNCTION aer_cross_validate(query text, learners jsonb[], folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb[], integer, bigint) IS
'cross-validation of designs and learners on the rows of a query that returns features, target and (better) key; or a whole row as features, its target''s name as target. One scan trains every learner on the rows outside each fold, one scores. rows: scored; reads: attribute values read in training; mse_se: the standard error of mse; problem: why that learner has no errors in that fold, and the others go on. Rows without features or target are left out, and a NOTICE counts them';

CREATE FUNCTION aer_compare(query text, learners jsonb[], folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_compare(text, jsonb[], integer, bigint) IS
'which design, or learner, is best? aer_cross_validate with all folds put together, one row for each learner, the best first. looks: attribute values read per row learned from; mse_se: the standard error of mse; auc: area under the ROC curve, as in aer_evaluation; rows: scored; problem: why a learner that failed in a fold has no errors';

CREATE FUNCTION aer_cross_validate(query text, learner jsonb, folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100;

CREATE FUNCTION aer_compare(query text, learner jsonb, folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb, integer, bigint) IS 'an error, which shows how to write an array of one learner';
COMMENT ON FUNCTION aer_compare(text, jsonb, integer, bigint) IS 'an error, which shows how to write an array of one learner';

CREATE FUNCTION _aer_compare(source regclass, target text, budgets float8[], exclude text[], folds integer, seed bigint,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	design jsonb := @extschema@._aer_suggest(source, target, NULL, exclude, NULL, true, true);
	given record := @extschema@._aer_rows(source, target, design, NULL);
BEGIN
	-- Budgets beyond what there is are that of everything.
	RETURN QUERY SELECT (c.learner ->> 'budget')::float8, c.looks, c.mse, c.mse_se, c.r2, c.sign_error, c.auc, c.rows, c.problem
	FROM @extschema@.aer_compare(format('SELECT _aer_row AS features, %L AS target%s FROM %s %s', target, ', ' || given.row_key || ' AS key', given.relation, given.columns),
		ARRAY(SELECT DISTINCT design || CASE WHEN b < jsonb_array_length(design -> 'include') THEN jsonb_build_object('budget', b) ELSE '{}' END FROM unnest(budgets) b), folds, seed) c;
END $$;

COMMENT ON FUNCTION _aer_compare(regclass, text, float8[], text[], integer, bigint) IS 'internal: aer_compare of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_compare(source text, target text, budget float8[] DEFAULT '{1,2,3,5,10,NULL}', exclude text[] DEFAULT NULL, folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@._aer_compare($1::pg_catalog.regclass, $2, $3, $4, $5, $6) $$;

COMMENT ON FUNCTION aer_compare(text, text, float8[], text[], integer, bigint) IS
'how many looks are worth it? The designs of aer_suggest(source, target, exclude => ...) for a table or view under each of these budgets (NULL: everything), compared as by aer_compare of a query: a row for each budget, the best first. What is looked at and in which fold a row is go by the primary key, where it is one column';

-- In '{1,2}' PostgreSQL sees an array of budgets or, in the same place, a number of folds, unless some function takes it as text.
CREATE FUNCTION aer_compare(source text, target text, budget text, exclude text[] DEFAULT NULL, folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$
	SELECT * FROM @extschema@._aer_compare($1::pg_catalog.regclass, $2, pg_catalog.concat('{', pg_catalog.btrim(coalesce($3, 'NULL'), '{} '), '}')::pg_catalog.float8[], $4, $5, $6) $$;

CREATE FUNCTION aer_compare(source text, target text, budget integer, exclude text[] DEFAULT NULL, folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT budget float8, OUT looks float8, OUT mse float8, OUT mse_se float8, OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT problem text) RETURNS SETOF record
	LANGUAGE sql VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10 AS $$ SELECT * FROM @extschema@._aer_compare($1::pg_catalog.regclass, $2, ARRAY[$3], $4, $5, $6) $$;

COMMENT ON FUNCTION aer_compare(text, text, text, text[], integer, bigint) IS 'the same of budgets as text: {1,2,NULL}, or 5';
COMMENT ON FUNCTION aer_compare(text, text, integer, text[], integer, bigint) IS 'the same of one budget';

CREATE FUNCTION aer_predict(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_score(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probability(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_predict(aer_model, jsonb) IS
'the expected target, of a jsonb object, whose keys are found by name';

COMMENT ON FUNCTION aer_score(aer_model, jsonb) IS
'the linear prediction, of a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_probability(model aer_model, features jsonb, class text) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_class_probability_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_class(model aer_model, features jsonb) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_class_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probabilities(model aer_model, features jsonb, OUT class text, OUT probability float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_probabilities_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 3;

COMMENT ON FUNCTION aer_probability(aer_model, jsonb, text) IS
'the same for a jsonb object, whose keys are found by name';

COMMENT ON FUNCTION aer_class(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

COMMENT ON FUNCTION aer_probabilities(aer_model, jsonb) IS
'the same for a jsonb object, whose keys are found by name';

COMMENT ON FUNCTION aer_probability(aer_model, jsonb) IS
'the probability of the higher one of the two values that the target takes, of a jsonb object, whose keys are found by name';

CREATE FUNCTION _aer_effects(model aer_model, features anyarray, OUT name text, OUT attribute integer, OUT effect float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 20;

CREATE FUNCTION _aer_effects(model aer_model, features record, OUT name text, OUT attribute integer, OUT effect float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 1000 ROWS 20;

CREATE FUNCTION _aer_effects(model aer_model, features jsonb, OUT name text, OUT attribute integer, OUT effect float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_effects_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 20;

COMMENT ON FUNCTION _aer_effects(aer_model, anyarray) IS 'internal: aer_explain';
COMMENT ON FUNCTION _aer_effects(aer_model, record) IS 'internal: aer_explain';
COMMENT ON FUNCTION _aer_effects(aer_model, jsonb) IS 'internal: aer_explain';

CREATE FUNCTION aer_explain(model aer_model, features anyarray, OUT name text, OUT value text, OUT effect float8) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(e.name, '(mean)'), u.value::text, e.effect
	FROM @extschema@._aer_effects(model, features) e LEFT JOIN unnest(features) WITH ORDINALITY u (value, place) ON u.place = e.attribute
	ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute
$$;

CREATE FUNCTION aer_explain(model aer_model, features record, OUT name text, OUT value text, OUT effect float8) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY SELECT coalesce(e.name, '(mean)'), to_jsonb(features) ->> e.name, e.effect
	FROM @extschema@._aer_effects(model, features) e ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute;
END $$;

CREATE FUNCTION aer_explain(model aer_model, features jsonb, OUT name text, OUT value text, OUT effect float8) RETURNS SETOF record
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(e.name, '(mean)'), features ->> e.name, e.effect
	FROM @extschema@._aer_effects(model, features) e ORDER BY e.name IS NULL, abs(e.effect) DESC, e.attribute
$$;

COMMENT ON FUNCTION aer_explain(aer_model, anyarray) IS
'what each attribute of one row adds to its prediction, the largest first: name (here its number), its value, and effect, in units of the target, against the mean of the rows learned from; last "(mean)", what is predicted where all are at their means. The sum of effect is aer_score. What is not known of the row is not there, and the others speak for it. Of models from moments, until they are averaged or restricted';

COMMENT ON FUNCTION aer_explain(aer_model, record) IS
'the same of a whole row, one row for each of its columns';

COMMENT ON FUNCTION aer_explain(aer_model, jsonb) IS
'the same of a jsonb object, one row for each of its keys';

--
-- spending.sql: prices, choice, asking: what looks cost and are worth
--

CREATE FUNCTION aer_forecast(model aer_model, features anyarray,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

CREATE FUNCTION aer_forecast(model aer_model, features record,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

CREATE FUNCTION aer_forecast(model aer_model, features jsonb,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

COMMENT ON FUNCTION aer_forecast(aer_model, anyarray) IS
'what a model from moments that predicts from whatever is known (aer_fit_ridge()) expects of a row from those attributes that are not NULL: the prediction, the deviation of its error given what is known, the probability of the higher value of a target that takes two (else NULL), and how many looks are known';

COMMENT ON FUNCTION aer_forecast(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

COMMENT ON FUNCTION aer_forecast(aer_model, jsonb) IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_ask(model aer_model, features anyarray, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10;

CREATE FUNCTION aer_ask(model aer_model, features record, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_row' LANGUAGE C STABLE PARALLEL SAFE COST 100000 ROWS 10;

CREATE FUNCTION aer_ask(model aer_model, features jsonb, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_jsonb' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION aer_ask(aer_model, anyarray, jsonb, float8, float8, float8, float8, "any") IS
'for a row of which some attributes are known (not NULL), what to look at next by a model that predicts from whatever is known, in order of purchase within a budget, and a last row that says why to stop. Prices: those given, those of the design, else 1 a look. "threshold", a probability or a prediction at which one acts: stop when nothing left could turn the decision with more than 1 - "sure". "worth", money per unit of squared error: stop when a purchase costs more than it brings. "unavailable": looks that found nothing';

COMMENT ON FUNCTION aer_ask(aer_model, record, jsonb, float8, float8, float8, float8, "any") IS
'the same for a whole row, whose columns are found by name';

COMMENT ON FUNCTION aer_ask(aer_model, jsonb, jsonb, float8, float8, float8, float8, "any") IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_restrict(model aer_model, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_restrict(aer_model, "any") IS
'of a model that predicts from whatever is known the plain linear one of some attributes, a text[] of columns or an integer[] of numbers: it predicts what the partial one does where these are known and no others. Its expected_mse is NULL, for nobody knows how they were chosen';

CREATE FUNCTION _aer_prices_transition(internal, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, text, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_prices_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_final(internal) IS 'internal: aer_prices';

CREATE AGGREGATE aer_prices(attribute text, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute text, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_prices(text, float8) IS
'prices from a table of one row for each attribute: what a look at it costs. Prices have at most three decimals; no rows: NULL';

COMMENT ON AGGREGATE aer_prices(text, float8, text, float8) IS
'the same with panels: "fee" is paid once per record, with the first look at an attribute of that panel; NULL: no panel';

COMMENT ON AGGREGATE aer_prices(integer, float8) IS
'the same for arrays, whose attributes have numbers';

COMMENT ON AGGREGATE aer_prices(integer, float8, text, float8) IS
'the same for arrays, with panels';

CREATE FUNCTION aer_cost(prices jsonb, attributes text[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_cost(prices jsonb, attributes integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_cost(jsonb, text[]) IS
'what looking at these attributes of one record costs: each once, and the fee of each panel once';

COMMENT ON FUNCTION aer_cost(jsonb, integer[]) IS
'the same by number';

CREATE FUNCTION aer_spent(moments aer_moments, prices jsonb DEFAULT NULL) RETURNS float8
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_spent(aer_moments, jsonb) IS
'what the looks cost that are in the sums: prices times values found, and the fee of a panel for each record with something found in it. "prices": NULL: those of the design, else 1 a look; it adds up where moments are merged, and falls where rows are taken back';

CREATE FUNCTION aer_choose(moments aer_moments, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known "any" DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_moments, float8, jsonb, "any", float8) IS
'which attributes to look at when predicting, step by step within a budget (NULL: all that tell), with what each costs and the squared error to expect of a partial model that knows those so far. Prices: those given, those of the design, else 1 a look. "known", text[] or integer[]: what is known anyway. "unseen": how much of what is explained rests on attributes never seen together. "chosen": all but step 0, which knows nothing';

CREATE FUNCTION aer_choose(model aer_model, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known "any" DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_choose_not_of_model' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

CREATE FUNCTION aer_choose(source text, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known "any" DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_choose_not_of_name' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_model, float8, jsonb, "any", float8) IS 'an error, which shows how to choose from sums';
COMMENT ON FUNCTION aer_choose(text, float8, jsonb, "any", float8) IS 'an error, which shows how to choose from sums';

CREATE FUNCTION aer_enough(moments aer_moments, error float8 DEFAULT NULL,
	OUT rows bigint, OUT expected_mse float8, OUT expected_se float8, OUT rows_needed bigint) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 7;

COMMENT ON FUNCTION aer_enough(aer_moments, float8) IS
'how the squared error of aer_fit_ridge() on a new row falls with the rows that it is fitted to, so that a study can stop: for parts of the folds, judged in the others; for all rows; and for 2 and 4 times as many, by a curve through these. "error": one that would do; then "rows_needed", in every row the same, is the rows after which the curve is down to it: no more than there are if it has been reached, NULL if that is never, or beyond 100 times as many';

--
-- studies.sql: tables that grow: what is to be looked at, and logs that follow them
--

CREATE FUNCTION _aer_worklist_refuse(source text, by text, record text, key bigint, design jsonb, features jsonb DEFAULT NULL, length integer DEFAULT NULL, before integer DEFAULT NULL) RETURNS text[]
	LANGUAGE plpgsql VOLATILE PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message text;
	detail text;
	hint text;
BEGIN
	IF record IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('key column "%s" of %s is NULL somewhere', by, source),
			HINT = 'The key decides what is looked at: give each row one.';
	ELSIF features IS NOT NULL THEN
		-- as where rows are learned from, of which this is the first
		PERFORM @extschema@.aer_moments(features, 0::float8, design, key);
		RETURN '{}';
	ELSIF length IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = format('the array of key %s is NULL', record),
			DETAIL = 'So how many attributes it has is not known.',
			HINT = 'Where nothing is filled in yet, let it be array_fill(NULL::float8, ARRAY[20]).';
	END IF;
	RAISE EXCEPTION USING ERRCODE = 'array_subscript_error', MESSAGE = CASE length WHEN 0 THEN format('the array of key %s is empty, or not of one dimension', record)
		ELSE format('the array of key %s has %s attributes, those before it have %s', record, length, before) END;
EXCEPTION WHEN datatype_mismatch THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch', MESSAGE = replace(message, ' of row 1', format(' of record %s', record)), HINT = concat(detail, hint);
END $$;

CREATE FUNCTION _aer_worklist(design jsonb, source regclass, by text, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000
	SET search_path = pg_catalog, pg_temp SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_column
DECLARE
	type oid;
	relation text;
	number text;			-- by which plans know a record s
	chosen text;			-- records
	anything jsonb;			-- the design, whose looks may find nothing
	names text[];			-- of the looks, in their order; NULL: of arrays
	length integer;			-- of these
	looks jsonb;			-- by name, or number
	columns text;			-- what is read beside the key
	bad text := 's.key IS NULL';
	filled text;			-- is there a value?
	panels text;
BEGIN
	IF design IS NULL OR source IS NULL OR by IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = 'the design, the source and the key must not be NULL';
	END IF;
	PERFORM @extschema@._aer_source_columns(source, design, '', '', false);
	number := @extschema@._aer_row_key(source, by, 's');
	IF array_position(keys, NULL) IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed', MESSAGE = '"keys" must not contain NULL',
			DETAIL = format('Element %s is NULL.', array_position(keys, NULL));
	END IF;
	SELECT format('%I.%I', n.nspname, c.relname) INTO relation FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = source;
	chosen := CASE WHEN keys IS NOT NULL THEN format('s.%I = ANY ($1::%s[])', by, (SELECT CASE WHEN @extschema@._aer_kind(a.atttypid) = 'integer' THEN 'int8' ELSE @extschema@._aer_base_type(a.atttypid)::text END
		FROM pg_attribute a WHERE a.attrelid = source AND a.attname = by)) ELSE 'true' END;
	anything := design || '{"missing": "available"}';

	IF features IS NULL THEN
		-- Nobody says here which column is the target, which is no attribute.
		IF coalesce(nullif(design -> 'include', 'null'), '[]') = '[]' THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'a work list needs a design with the option "include"',
				DETAIL = 'Without it every column of numbers but the target is an attribute, and which one that is, the design does not say.',
				HINT = 'List the attributes: aer_suggest() writes them out, and so does aer_design(include => ''{age,chol}'').';
		END IF;
		names := @extschema@._aer_source_columns(source, design, '', '', true);
		columns := format('ARRAY[%s] AS filled', (SELECT string_agg(CASE WHEN design -> 'columns' -> u.name @> 'null' THEN 'true' ELSE format('s.%I IS NOT NULL', u.name) END, ', ' ORDER BY u.place) FROM unnest(names) WITH ORDINALITY u (name, place)));
		filled := 's.filled[($4 -> p.name ->> ''place'')::integer]';
	ELSE
		SELECT @extschema@._aer_base_type(a.atttypid) INTO type FROM pg_attribute a
		WHERE a.attrelid = source AND a.attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.');
		columns := format('s.%I AS features', features);
		IF type = 'jsonb'::regtype THEN
			names := ARRAY(SELECT jsonb_array_elements_text(nullif(design -> 'include', 'null')) COLLATE "C" EXCEPT
				SELECT jsonb_array_elements_text(nullif(design -> 'exclude', 'null')) ORDER BY 1);
			-- an object that has all keys, and nothing there
			PERFORM @extschema@.aer_moments(jsonb_object(names, array_fill(NULL::text, ARRAY[cardinality(names)])), 0::float8, anything, 0::bigint);
			bad := bad || ' OR jsonb_typeof(s.features) <> ''object''';
			filled := 'CASE WHEN (s.features ? p.name) IS NOT TRUE THEN false
				WHEN s.features -> p.name = ''null'' THEN coalesce($6 -> ''columns'' -> p.name @> ''null'', false)
				WHEN jsonb_typeof(s.features -> p.name) = ANY (CASE WHEN jsonb_path_exists($6 -> ''columns'' -> p.name, ''$[*] ? (@.type() == "string")'') THEN ''{string,boolean}'' ELSE ''{number,boolean}'' END::text[]) THEN true
				ELSE @extschema@._aer_worklist_refuse($7, $8, s.key::text, s.number, $6, s.features) IS NOT NULL END';
		ELSE
			IF NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = type AND t.typsubscript = 'array_subscript_handler'::regproc) THEN
				RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
					MESSAGE = format('features column "%s" is of type %s, which is neither jsonb nor an array', features, format_type(type, NULL)),
					HINT = 'Leave it out where the attributes are columns.';
			END IF;
			EXECUTE format('SELECT cardinality(s.%1$I) FROM %2$s s WHERE array_ndims(s.%1$I) = 1 AND %3$s LIMIT 1', features, relation, chosen)
				INTO length USING keys;
			-- as where rows are learned from
			EXECUTE format('SELECT @extschema@.aer_moments(array_fill(NULL::%s, ARRAY[coalesce($2, 1)]), 0::float8, $1 - ''budget'', 0::bigint)',
				(SELECT format_type(t.typelem, NULL) FROM pg_type t WHERE t.oid = type)) USING anything, length;
			columns := columns || format(', CASE WHEN array_ndims(s.%1$I) <> 1 THEN 0 ELSE cardinality(s.%1$I) END AS length', features);
			bad := bad || ' OR s.length IS NULL OR s.length <> $5';
			filled := 's.features[p.name::integer + array_lower(s.features, 1) - 1] IS NOT NULL';
		END IF;
	END IF;
	looks := (SELECT jsonb_object_agg(l.key, l.look) FROM (
		SELECT coalesce(d.name, d.attribute::text) AS key, jsonb_strip_nulls(jsonb_build_object('attribute', d.attribute, 'name', d.name, 'place', d.place, 'panel', d.panel,
			'cost', coalesce(design #> ARRAY['prices', 'cost', coalesce(d.name, d.attribute::text)], '1'), 'fee', design #> ARRAY['prices', 'panels', d.panel, 'fee'])) AS look
		FROM (SELECT n.*, row_number() OVER () AS place FROM @extschema@.aer_design_summary(design, names) n UNION ALL
			SELECT n.*, n.attribute FROM @extschema@.aer_design_summary(design, length) n) d) l);

	columns := columns || CASE WHEN coalesce(design -> 'deep_budget', 'null') = 'null' THEN ', false AS deep'
		ELSE format(', @extschema@._aer_deep($2, %s) AS deep', number) END;

	-- The members of a panel stand together; the first one pays its fee, unless another one is there.
	-- Most designs have none, and windows take longer than all the rest.
	panels := CASE WHEN design #> '{prices,panels}' IS NULL THEN 'SELECT q.*, NULL::bigint AS first, NULL::boolean AS opened FROM (%s) q'
		ELSE 'SELECT q.*, min(q.place) FILTER (WHERE NOT q.filled) OVER together AS first, bool_or(q.filled) OVER together AS opened FROM (%s) q
			WINDOW together AS (PARTITION BY q.look -> ''panel'', CASE WHEN NOT q.look ? ''panel'' THEN q.place END) ORDER BY first, q.place' END;
	RETURN QUERY EXECUTE format('SELECT s.key::text, (l.look ->> ''attribute'')::integer, l.look ->> ''name'',
			((l.look ->> ''cost'')::numeric + CASE WHEN l.place = l.first AND NOT l.opened THEN coalesce((l.look ->> ''fee'')::numeric, 0) ELSE 0 END)::float8, s.deep
		FROM (SELECT s.%I AS key, %s AS number, %s FROM %s s WHERE %s OFFSET 0) s, LATERAL (%s) l WHERE NOT l.filled', by, number, columns, relation, chosen,
		format(panels, format('SELECT p.place, $4 -> p.name AS look, %s AS filled
			FROM unnest(CASE WHEN %s THEN @extschema@._aer_worklist_refuse($7, $8, s.key::text, s.number, $6, %s) ELSE @extschema@.aer_plan($2, %s, s.number)::text[] END)
				WITH ORDINALITY p (name, place)', filled, bad,
			CASE WHEN features IS NULL THEN 'NULL' WHEN names IS NULL THEN 'NULL, s.length, $5' ELSE 's.features' END, CASE WHEN names IS NULL THEN '$5' ELSE '$3' END)))
	USING keys, design, names, looks, length, anything, relation, by;
END $$;

CREATE FUNCTION aer_worklist(design jsonb, source regclass, key text, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$ SELECT * FROM @extschema@._aer_worklist($1, $2, $3, $4, $5) $$;

COMMENT ON FUNCTION _aer_worklist_refuse(text, text, text, bigint, jsonb, jsonb, integer, integer) IS 'internal: the error of a record that aer_worklist cannot read';
COMMENT ON FUNCTION _aer_worklist(jsonb, regclass, text, text[], text) IS 'internal: aer_worklist, whose argument and result are both called "key"';
COMMENT ON FUNCTION aer_worklist(jsonb, regclass, text, text[], text) IS
'what the plan (aer_plan) of each record of a table or view asks for and is NULL there: the members of a panel together, the first of them with the fee unless another one is known, so that costs add up to what finishing the record costs; and whether the record is one that a design with a "deep_budget" looks at deeply. "key" is a column of integers, text, varchar or uuid, "keys" some of its values; "features" an array or jsonb column, else the attributes are columns. It reads with the caller''s rights';

--
-- Keys
--

CREATE FUNCTION aer_key(text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1 COLLATE "C", 0);

CREATE FUNCTION aer_key(uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1::text COLLATE "C", 0);

COMMENT ON FUNCTION aer_key(text) IS
'the number that stands for a key of text where aer takes numbers: hashtextextended of its bytes, with the seed 0';
COMMENT ON FUNCTION aer_key(uuid) IS
'the same for a key of uuid: that of its text';

--
-- Logs that follow tables
--
-- A study is a log, which is an ordinary table, a trigger function beside it called
-- LOG_follow, and the triggers that call it. There is no registry: the function's first
-- line is a comment that says all of it, as jsonb:
--
--	log			its name, with schema and quotes
--	source		the OID of the table
--	target, key, features	as they were given; features null: whole rows
--	target_column	the column of the target, which may be "column=value"
--	asked		the design as it was given, and "design" as it is used: with "include" written out
--	key_type	"bigint", "text" or "uuid"
--	features_type, target_type	those that the arguments of aer_moments have; null: there is no such argument
--	shape		of arrays how many attributes they have; of a target that is a key of
--				jsonb whether it is "boolean", "number" or "string"; null: nobody knows yet
--	columns		[{"name", "type", "number", "labels"}], of those that are read, by number; labels:
--				of an enum, in their order, else null
--	tables		of how many tables it is, which with partitions are several
--
-- Of rows whose target or features are NULL a log says nothing.

-- Columns of a table as a study keeps them in mind.
CREATE FUNCTION _aer_columns(source oid, names text[]) RETURNS jsonb LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
	SELECT coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'number', attnum,
		'labels', (SELECT jsonb_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = @extschema@._aer_base_type(atttypid))) ORDER BY attnum), '[]')
	FROM pg_attribute WHERE attrelid = source AND attname = ANY (names) AND attnum > 0 AND NOT attisdropped
$$;

-- The rows that count of a table, or of what stands for one in FROM, as a query.
CREATE FUNCTION _aer_counted_rows(study jsonb, rows text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %s FROM %s s WHERE %s',
		(SELECT string_agg(format('s.%I', c->>'name'), ', ' ORDER BY (c->>'number')::int) FROM jsonb_array_elements(study->'columns') c),
		rows,
		CASE WHEN study->>'features_type' = 'jsonb' AND study->>'target_type' IS NULL
		THEN format($f$(jsonb_typeof(s.%1$I::jsonb) <> 'object' OR (s.%1$I::jsonb ->> %2$L::text) IS NOT NULL)$f$, study->>'features', study->>'target')
		ELSE format('s.%I IS NOT NULL', study->>'target_column')
			|| CASE WHEN study->>'features' IS NULL THEN '' ELSE format(' AND s.%I IS NOT NULL', study->>'features') END END)
$$;

-- Their moments, and a sentence about one that is not shaped as those before, as a query.
-- Each argument has just the type that the function declares, and so no other function
-- of that name is meant, whoever made it.
CREATE FUNCTION _aer_reading(study jsonb, rows text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	features text := 'n.*';
	target text := format('%L::text', study->>'target');
	key text := CASE study->>'key_type' WHEN 'bigint' THEN format('n.%I::bigint', study->>'key')
		ELSE format('%s.aer_key(n.%I::%s)', ext, study->>'key', study->>'key_type') END;
	misfit text := 'NULL::text';
BEGIN
	IF study->>'features_type' IS NOT NULL THEN
		features := format('n.%I::%s', study->>'features', study->>'features_type');
	END IF;
	IF study->>'target_type' IS NOT NULL THEN
		target := format('n.%I::%s', study->>'target', study->>'target_type');
	END IF;
	IF study->>'shape' IN ('boolean', 'number', 'string') THEN
		misfit := format($f$min(format('the target of record %%s is a %%s, and was a %%s before', n.%1$I, jsonb_typeof(%2$s -> %3$L::text), %4$L)) FILTER (WHERE jsonb_typeof(%2$s -> %3$L::text) <> %4$L)$f$,
			study->>'key', features, study->>'target', study->>'shape');
	ELSIF study->>'shape' IS NOT NULL THEN
		misfit := format($f$min(format('record %%s has %%s attributes, those before it have %3$s', n.%1$I, cardinality(%2$s))) FILTER (WHERE cardinality(%2$s) <> %3$s)$f$,
			study->>'key', features, study->>'shape');
	END IF;
	RETURN format('SELECT %s.aer_moments(%s, %s, %L::jsonb, %s), %s FROM (%s) n',
		ext, features, target, study->>'design', key, misfit, @extschema@._aer_counted_rows(study, rows));
END $$;

-- What is wrong with a log; NULL: nothing (log_fault.c, which says more).
CREATE FUNCTION _aer_log_fault(log text, source oid, writes boolean, owner oid) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_log_fault' LANGUAGE C VOLATILE PARALLEL RESTRICTED COST 100;

-- What is the same of a row o before an UPDATE of a partitioned table and the row r after it, if nothing else is; NULL: nobody
-- need ask. Many releases of PostgreSQL show as updated by MERGE what the statement inserted before
-- (15.18, 17.11, 18.6): a record is gone from the new rows, then, and not from the table.
CREATE FUNCTION _aer_same_record(relation oid, key text) RETURNS text LANGUAGE plpgsql STABLE STRICT
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (SELECT relkind <> 'p' FROM pg_class WHERE oid = relation) THEN
		RETURN NULL;
	END IF;
	RETURN string_agg(format('r.%1$I = o.%1$I', attname), ' AND ') FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
		WHERE attrelid = relation AND (attname = key OR typnamespace = 'pg_catalog'::regnamespace AND
			attnum IN (SELECT unnest(indkey::int2[]) FROM pg_index WHERE indrelid = relation AND indisprimary));
END $$;

-- The trigger function of a study, as text.
CREATE FUNCTION _aer_follow_body(study jsonb) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	log text := study->>'log';
	partition text := replace(replace(@extschema@._aer_reading(study, E'\001'), '%', '%%'), E'\001', 'ONLY %s');
BEGIN
	RETURN format($f$-- aer %1$s
-- Made by aer_follow: what a statement added to the table and removed from it becomes
-- one row of the log. The statement does not fail because of a value: what cannot be
-- counted is a row that says so.
DECLARE
	added %9$s.aer_moments;
	removed %9$s.aer_moments;
	problem text;
	misfit text;
	detail text;
	reading text;
	place text[];
	key text;
	same text;
	gone bool;
	size int;
BEGIN
	-- before anything of the table is looked at: if somebody else has hung this on a table of
	-- his own, columns of it may be of types whose casts are his
	detail := %9$s._aer_log_fault(%3$L::text, TG_RELID, true, NULL::oid);
	IF detail IS NOT NULL THEN
		RAISE EXCEPTION 'the log %% of the followed table %% is not as it was made', %3$L, TG_RELID::regclass
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = detail,
				HINT = (SELECT format(%8$L, tgfoid::regprocedure) FROM pg_trigger WHERE tgrelid = TG_RELID AND tgname = TG_NAME);
	END IF;
	BEGIN
		IF TG_ARGV[0] = 'part' AND coalesce(pg_partition_root(TG_RELID), TG_RELID) = TG_RELID THEN
			RAISE EXCEPTION '%% is no partition of the followed table any more', TG_RELID::regclass;
		END IF;
		IF TG_OP IN ('UPDATE', 'DELETE') THEN
			reading := 'old_rows';
			%4$s INTO removed, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP IN ('INSERT', 'UPDATE') THEN
			reading := 'new_rows';
			%5$s INTO added, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP = 'UPDATE' THEN
			same := %9$s._aer_same_record(TG_RELID, %7$L);
			IF same IS NOT NULL THEN
				EXECUTE format('SELECT EXISTS (SELECT FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows r WHERE %%s))', same) INTO gone;
			END IF;
			IF gone THEN
				EXECUTE format('SELECT o.%%1$I::text FROM old_rows o WHERE NOT EXISTS (SELECT FROM new_rows r WHERE %%2$s) AND EXISTS (SELECT FROM %%3$s r WHERE %%2$s) LIMIT 1',
					%7$L, same, TG_RELID::regclass) INTO key;
			END IF;
			IF key IS NOT NULL THEN
				RAISE EXCEPTION 'record %% was updated, and PostgreSQL shows another in its place', key
					USING DETAIL = 'It does so where MERGE updates a partitioned table after it inserted.';
			END IF;
		END IF;
		IF TG_OP = 'TRUNCATE' AND TG_ARGV[0] = 'part' THEN
			reading := 'the partition';
			IF current_setting('transaction_isolation') <> 'read committed' THEN
				RAISE EXCEPTION 'partition %% was truncated in a transaction that is not READ COMMITTED', TG_RELID::regclass
					USING DETAIL = 'It does not see all rows that went.';
			ELSIF row_security_active(TG_RELID) THEN
				RAISE EXCEPTION 'row-level security hides rows of partition %%, which was truncated', TG_RELID::regclass;
			END IF;
			EXECUTE format(%6$L, TG_RELID::regclass) INTO removed, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		-- what cannot be stored is found here, and not by the INSERT
		size := coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0);
	EXCEPTION
		WHEN transaction_rollback OR insufficient_resources OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			GET STACKED DIAGNOSTICS problem = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
			problem := left(concat_ws(': ', problem, nullif(detail, '')), 1000);
			added := NULL;
			removed := NULL;
			-- aer_moments has counted the rows: the last one that it names is called by its key
			place := regexp_match(problem, E'^(.*)\\mrow ([1-9][0-9]{0,17})\\M(.*)$');
			IF place IS NOT NULL AND sqlstate NOT LIKE '42%%' THEN
				IF reading = 'old_rows' THEN
					SELECT n.%7$I::text INTO key FROM (%10$s) n OFFSET place[2]::bigint - 1 LIMIT 1;
				ELSIF reading = 'new_rows' THEN
					SELECT n.%7$I::text INTO key FROM (%11$s) n OFFSET place[2]::bigint - 1 LIMIT 1;
				END IF;
				problem := coalesce(place[1] || 'record ' || key || place[3], problem);
			END IF;
	END;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' AND problem IS NULL AND
		(size = 0 OR added OPERATOR(%9$s.=) removed) THEN
		RETURN NULL;
	END IF;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' THEN
		INSERT INTO %2$s (at, added, removed, problem) VALUES (statement_timestamp(), added, removed, problem);
	ELSIF current_setting('transaction_isolation') = 'read committed' THEN
		-- TRUNCATE would deadlock with who has read the log and then writes to the table
		LOCK TABLE ONLY %2$s IN SHARE UPDATE EXCLUSIVE MODE;
		DELETE FROM ONLY %2$s;
	ELSE
		TRUNCATE ONLY %2$s;
	END IF;
	RETURN NULL;
END $f$, study, log, log, @extschema@._aer_reading(study, 'old_rows'), @extschema@._aer_reading(study, 'new_rows'), partition, study->>'key',
		format('Undo that; or take the table in anew, SELECT aer_refollow(%1$L), or follow it no more, SELECT aer_unfollow(%1$L), with the name that the log has now; if it is gone, DROP FUNCTION %%s CASCADE;', replace(log, '%', '%%')), ext,
		@extschema@._aer_counted_rows(study, 'old_rows'), @extschema@._aer_counted_rows(study, 'new_rows'));
END $$;

-- The name of the trigger function of a log, both with schema and quotes.
CREATE FUNCTION _aer_writer(log text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%I.%I', path[1], path[2] || '_follow') FROM parse_ident(log) path
$$;

-- An error, which says why, if a table or one of its partitions cannot be followed.
CREATE FUNCTION _aer_check_source(source regclass) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	root pg_class;
	wrong record;
BEGIN
	SELECT * INTO root FROM pg_class WHERE oid = source;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', source::oid USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	END IF;
	IF NOT pg_has_role(root.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'must be owner of table %', root.relname USING ERRCODE = 'insufficient_privilege',
			DETAIL = 'It gets triggers, and its log has the same owner.',
			HINT = format('Become %s: SET ROLE.', root.relowner::regrole);
	END IF;
	SELECT t.oid::regclass AS name, d.detail, d.hint INTO wrong FROM pg_class t, LATERAL (VALUES
		(1, t.relkind IN ('v', 'm'), 'It is a view, whose rows change where no trigger sees it.', 'Follow the table below it.'),
		(2, t.relkind = 'f' AND t.oid = source, 'It is a foreign table, whose rows change where no trigger sees it.', 'Follow it where it is stored.'),
		(3, t.relkind = 'f', 'It is a foreign table, and a partition of what is to be followed.', 'Detach it.'),
		(4, t.relkind NOT IN ('r', 'p'), 'It is no table.', 'Name a table.'),
		(5, t.relpersistence = 't', 'It is a temporary table.', 'Make it without TEMPORARY.'),
		(6, t.relispartition AND t.oid = source, 'It is a partition: statements on the partitioned table change its rows, and fire other triggers.', 'Follow the partitioned table.'),
		(7, NOT t.relispartition AND EXISTS (SELECT FROM pg_inherits i WHERE t.oid = i.inhrelid OR t.relkind = 'r' AND t.oid = i.inhparent),
			'It inherits from a table, or tables inherit from it: statements on one change rows of another.', 'A partitioned table can be followed.'),
		(8, t.relowner <> root.relowner, 'It is a partition of what is to be followed, and has another owner.', 'ALTER TABLE ... OWNER TO that of the partitioned table.'),
		(9, t.relpersistence <> root.relpersistence, 'It is a partition of what is to be followed, and only one of them is unlogged.', 'ALTER TABLE ... SET LOGGED.'),
		(10, row_security_active(t.oid) OR t.relrowsecurity AND t.relforcerowsecurity
			AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.oid = t.relowner AND (r.rolsuper OR r.rolbypassrls)),
			'Row-level security is forced on its owner, and would hide rows.', 'ALTER TABLE ... NO FORCE ROW LEVEL SECURITY.')
		) d (n, so, detail, hint)
	WHERE d.so AND (t.oid = source OR t.oid IN (SELECT relid FROM pg_partition_tree(source)))
	ORDER BY t.oid <> source, t.oid, d.n LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION '% cannot be followed', wrong.name USING ERRCODE = 'wrong_object_type', DETAIL = wrong.detail, HINT = wrong.hint;
	END IF;
	IF @extschema@._aer_distributed(source) IS NOT NULL THEN
		RAISE EXCEPTION '% cannot be followed', source USING ERRCODE = 'wrong_object_type',
			DETAIL = 'It is distributed: its rows change on other servers.', HINT = 'Sum it when that is wanted, by aer_moments() with a key or aer_learn(): a shard that is moved takes no triggers along.';
	END IF;
END $$;

-- Lock a table and its partitions for reading by aer_follow: nobody writes to them until
-- the transaction ends.
CREATE FUNCTION _aer_lock_source(source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name text := source;
BEGIN
	PERFORM @extschema@._aer_check_source(source);
	EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', name);
	PERFORM @extschema@._aer_check_source(source);
	IF to_regclass(name) IS DISTINCT FROM source THEN
		RAISE EXCEPTION 'table % was renamed while it was to be locked', name USING ERRCODE = 'object_in_use', HINT = 'Try again.';
	END IF;
END $$;

-- An error unless a transaction sees what was committed before a lock that it waited for.
CREATE FUNCTION _aer_check_isolation(caller text) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		RAISE EXCEPTION '% needs a transaction that is READ COMMITTED', caller USING ERRCODE = 'invalid_transaction_state',
			DETAIL = 'In this one it would not see what others committed while it waited for a lock.',
			HINT = 'BEGIN ISOLATION LEVEL READ COMMITTED.';
	END IF;
END $$;

-- An error unless a column of a table is a key, of no NULL and unique; else how it is
-- read. That records of several partitions may have the same does no harm to sums: they
-- have the same plan.
CREATE FUNCTION _aer_key_type(source regclass, key text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	c pg_attribute;
	type regtype;
	partition_key int2[] := coalesce((SELECT partattrs::int2[] FROM pg_partitioned_table WHERE partrelid = source), '{}');
	allowed int2[];
BEGIN
	SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, key, 'It is named as the key.'::text);
	type := @extschema@._aer_base_type(c.atttypid);
	PERFORM @extschema@._aer_row_key(source, key, 'n');
	IF NOT c.attnotnull THEN
		RAISE EXCEPTION 'key column "%" may be NULL', key USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'The key decides what is looked at, and tells the rows apart.',
			HINT = format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL.', source, key);
	END IF;
	allowed := partition_key || c.attnum;
	IF NOT EXISTS (SELECT FROM pg_index i, LATERAL (SELECT (indkey::int2[])[0:indnkeyatts - 1] AS columns) k
		WHERE indrelid = source AND indisunique AND indisvalid AND indimmediate AND indpred IS NULL
			AND c.attnum = ANY (columns) AND 0 <> ALL (columns) AND columns <@ allowed) THEN
		RAISE EXCEPTION 'key column "%" is not unique', key USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('There is no unique index on this column alone%s, valid, not partial and not deferrable.',
				CASE WHEN partition_key <> '{}' THEN ' or with columns of the partition key' END),
			HINT = format('CREATE UNIQUE INDEX ON %s (%s).', source, (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum <> c.attnum, array_position(allowed, attnum))
				FROM pg_attribute WHERE attrelid = source AND attnum = ANY (allowed)));
	END IF;
	RETURN CASE WHEN type IN ('smallint', 'integer', 'bigint') THEN 'bigint' WHEN type = 'uuid'::regtype THEN 'uuid' ELSE 'text' END;
END $$;

-- How a column named as features or target is given to aer_moments; NULL: it cannot be. An enum
-- cannot: its cast to text may be a function of whoever made the type, and triggers would run it.
CREATE FUNCTION _aer_argument_type(type oid) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base = 'jsonb'::regtype THEN 'jsonb' WHEN base = 'boolean'::regtype THEN 'boolean'
		WHEN base IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'real'::regtype, 'float8'::regtype, 'numeric'::regtype) THEN 'float8'
		WHEN base IN ('smallint[]'::regtype, 'integer[]'::regtype, 'bigint[]'::regtype, 'real[]'::regtype, 'float8[]'::regtype, 'numeric[]'::regtype, 'boolean[]'::regtype)
			THEN base::regtype::text
		WHEN @extschema@._aer_kind(base) = 'words' THEN 'text' END
	FROM @extschema@._aer_base_type(type) base
$$;

-- The study that the arguments of aer_follow ask for, but for its shape.
CREATE FUNCTION _aer_new_study(source regclass, target text, asked jsonb, key text, log text, features text) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	design jsonb := asked;
	key_type text := @extschema@._aer_key_type(source, key);
	features_type text;
	target_type text;
	-- of a row, 'column=value' is a target, too
	target_column text := CASE WHEN features IS NULL THEN (@extschema@._aer_target(source, target)).name ELSE target END;
	c pg_attribute;
	used text[];
BEGIN
	IF target_column = key THEN
		RAISE EXCEPTION 'column "%" cannot be both target and key', target USING ERRCODE = 'invalid_parameter_value', HINT = 'Name another key.';
	END IF;
	IF features IS NOT NULL THEN
		SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, features, 'It is named as the features.'::text);
		features_type := @extschema@._aer_argument_type(c.atttypid);
		IF features_type IS NULL OR features_type IN ('boolean', 'float8', 'text') THEN
			RAISE EXCEPTION 'features column "%" is of type %, which is neither an array of numbers nor jsonb', features, format_type(c.atttypid, NULL)
				USING ERRCODE = 'datatype_mismatch', HINT = CASE c.atttypid WHEN 'json'::regtype THEN 'Make it jsonb.' ELSE 'Leave "features" out to follow whole rows.' END;
		END IF;
	END IF;
	SELECT * INTO c FROM pg_attribute WHERE attrelid = source AND attname = target_column AND attnum > 0 AND NOT attisdropped;
	IF NOT FOUND AND features_type IS DISTINCT FROM 'jsonb' THEN
		PERFORM @extschema@._aer_source_column(source, target, 'It is named as the target.'::text);
	ELSIF FOUND THEN
		target_type := @extschema@._aer_argument_type(c.atttypid);
		IF target_column <> target THEN
			IF coalesce(@extschema@._aer_kind(c.atttypid), 'number') = 'number' THEN
				RAISE EXCEPTION 'column "%" is of type %, and cannot be compared with a word', target_column, format_type(c.atttypid, NULL)
					USING ERRCODE = 'datatype_mismatch', DETAIL = 'What its values are as text may depend on settings.', HINT = 'Make a boolean column of it, GENERATED ALWAYS AS (...) STORED.';
			END IF;
			target_type := 'boolean';
		END IF;
		-- beside jsonb text is the name of a key
		IF target_type IS NULL OR target_type NOT IN ('boolean', 'float8', 'text') OR target_type = 'text' AND features_type IS NOT DISTINCT FROM 'jsonb' THEN
			RAISE EXCEPTION 'target column "%" is of type %, which is neither a number, boolean nor, beside an array or a row, a word', target, format_type(c.atttypid, NULL)
				USING ERRCODE = 'datatype_mismatch', HINT = 'Name another target, or make a column of it that is, GENERATED ALWAYS AS (...) STORED.';
		END IF;
	END IF;
	IF features IS NULL THEN
		used := @extschema@._aer_source_columns(source, asked, target, key, true);
		-- an error unless it is a design that can have a key
		PERFORM @extschema@.aer_plan(asked, used, 0::bigint);
		-- the order of draws: as it was written, or by their bytes
		design := design - 'exclude' || jsonb_build_object('include', CASE WHEN design ? 'include'
			THEN (SELECT jsonb_agg(name ORDER BY n) FROM (SELECT name, min(n) AS n FROM jsonb_array_elements_text(design->'include') WITH ORDINALITY i (name, n) WHERE name = ANY (used) GROUP BY name) i)
			ELSE (SELECT jsonb_agg(name ORDER BY name COLLATE "C") FROM unnest(used) name) END);
		target_type := NULL;
	ELSIF features_type = 'jsonb' THEN
		-- as with rows, an error of the design is found before there is a row
		EXECUTE format('SELECT %s.aer_moments(%L::jsonb, %s, $1, 0::bigint) IS NULL', ext,
			CASE WHEN target_type IS NULL THEN jsonb_build_object(target, 0) ELSE '{}' END,
			CASE target_type WHEN 'boolean' THEN 'true' WHEN 'float8' THEN '0::float8' ELSE quote_literal(target) || '::text' END) USING asked;
	END IF;
	used := used || features || target_column || key;
	IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = source AND attname = ANY (used) AND attgenerated NOT IN ('', 's')) THEN
		RAISE EXCEPTION 'a column that is generated and not stored cannot be followed' USING ERRCODE = 'feature_not_supported',
			DETAIL = 'Triggers do not see its values.', HINT = 'Make it STORED.';
	END IF;
	RETURN jsonb_build_object('log', log, 'source', source::oid::bigint, 'target', target, 'key', key, 'features', features, 'asked', asked, 'design', design,
		'key_type', key_type, 'features_type', features_type, 'target_type', target_type, 'target_column', target_column, 'shape', NULL) || @extschema@._aer_places(source, used);
END $$;

-- What a study knows of its table's catalogs.
CREATE FUNCTION _aer_places(source regclass, used text[]) RETURNS jsonb LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT jsonb_build_object('columns', @extschema@._aer_columns(source::oid, used), 'tables', (SELECT greatest(count(*), 1) FROM pg_partition_tree(source)))
$$;

-- The triggers that call a trigger function.
CREATE FUNCTION _aer_triggers(writer oid, OUT relation oid, OUT name name, OUT kind int, OUT of_root boolean, OUT fires boolean) RETURNS SETOF record
	LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT tgrelid, tgname, tgtype::int, tgargs = '\x726f6f7400', tgenabled IN ('O', 'A') AND tgqual IS NULL AND tgattr::text = ''
	FROM pg_depend d JOIN pg_trigger t ON t.oid = d.objid
	WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = writer AND d.classid = 'pg_trigger'::regclass
$$;

-- Has a relation the columns of a log?
CREATE FUNCTION _aer_is_log(relation regclass) RETURNS boolean LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT count(*) = 5 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.oid = relation AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
		AND (a.attname, a.atttypid) IN (('id', 'bigint'::regtype), ('at', 'timestamptz'::regtype), ('added', '@extschema@.aer_moments'::regtype),
			('removed', '@extschema@.aer_moments'::regtype), ('problem', 'text'::regtype))
$$;

-- What is followed into a log, by the catalogs alone, and in "problem" why the log may
-- not say what its table does; NULL: it says it, but for problems in the log itself.
-- study NULL: there is none; source NULL: nobody knows of what. remedy: a hint, always.
CREATE FUNCTION _aer_study(log regclass, OUT study jsonb, OUT writer oid, OUT owner oid, OUT source oid, OUT problem text, OUT remedy text)
	LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	l pg_class;
	s pg_class;
	text_found text;
	roots oid[];
	bad record;
	now_columns jsonb;
BEGIN
	SELECT * INTO l FROM pg_class WHERE oid = log;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', log::oid USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	ELSIF NOT @extschema@._aer_is_log(log) THEN
		RAISE EXCEPTION '% is no log of aer_follow()', log USING ERRCODE = 'wrong_object_type',
			DETAIL = 'A log has the columns id, at, added, removed and problem.', HINT = 'Name a log that aer_follow() gave.';
	END IF;
	-- only what has the log's owner is believed; the log may have been moved alone
	owner := l.relowner;
	SELECT p.oid, p.prosrc INTO writer, text_found FROM pg_proc p
		WHERE p.proname = l.relname || '_follow' AND p.pronargs = 0 AND p.proowner = l.relowner AND p.prosrc LIKE '-- aer {%'
		ORDER BY p.pronamespace = l.relnamespace DESC, p.oid LIMIT 1;
	study := substr(split_part(text_found, E'\n', 1), 8)::jsonb;
	-- the log's owner may have written what he likes: of that nothing becomes SQL but what is
	-- quoted there, or stands here
	IF coalesce(to_regclass(study->>'log'), log) <> log
		OR coalesce(study->>'key_type', '') NOT IN ('bigint', 'text', 'uuid')
		OR study->>'features_type' <> ALL ('{jsonb,smallint[],integer[],bigint[],real[],"double precision[]",numeric[],boolean[]}'::text[])
		OR study->>'target_type' NOT IN ('float8', 'boolean', 'text')
		OR study->>'shape' !~ '^([0-9]+|boolean|number|string)$' THEN
		study := NULL;
		writer := NULL;
	END IF;
	IF study IS NULL THEN
		problem := 'No table is followed into it, or it has another name now.';
		remedy := format('Follow the table by aer_follow() into a new log. If nobody needs this one: DROP TABLE %s;', log);
		SELECT coalesce(max('Its trigger function has another owner.'), problem), coalesce(max(format('ALTER FUNCTION %s OWNER TO %s;', p.oid::regprocedure, l.relowner::regrole)), remedy) INTO problem, remedy FROM pg_proc p
			WHERE p.proname = l.relname || '_follow' AND p.pronargs = 0 AND p.pronamespace = l.relnamespace AND p.prosrc LIKE '-- aer {%';
		RETURN;
	END IF;

	roots := ARRAY(SELECT DISTINCT relation FROM @extschema@._aer_triggers(writer) WHERE of_root);
	IF roots = '{}' THEN
		roots := ARRAY(SELECT DISTINCT coalesce(pg_partition_root(relation), relation) FROM @extschema@._aer_triggers(writer));
	END IF;
	source := CASE WHEN (study->>'source')::oid = ANY (roots) THEN (study->>'source')::oid WHEN cardinality(roots) = 1 THEN roots[1] END;
	IF source IS NULL THEN
		problem := CASE WHEN roots = '{}' THEN 'No table has triggers that write to it.'
			ELSE 'Triggers of several tables write to it, and none of them is the table that it followed.' END;
		remedy := format('Follow it no more: SELECT aer_unfollow(%L);', log);
		RETURN;
	END IF;

	IF EXISTS (SELECT FROM pg_class c WHERE (c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source))) AND c.relkind NOT IN ('r', 'p')) THEN
		problem := format('%s or a partition of it is no table.', source::regclass);
		remedy := format('Follow it no more: SELECT aer_unfollow(%L);', log);
		source := NULL;
		RETURN;
	END IF;
	remedy := format('Take the table in anew: SELECT aer_refollow(%L);', log);
	SELECT * INTO s FROM pg_class WHERE oid = source;
	WITH tree AS (
		SELECT c.oid AS relation, c.relpersistence, CASE WHEN c.relkind = 'p' AND c.oid <> source THEN 3 ELSE 4 END AS wanted
		FROM pg_class c WHERE c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source))
	), have AS (
		SELECT relation, count(DISTINCT kind) FILTER (WHERE fires) AS n FROM @extschema@._aer_triggers(writer) GROUP BY relation
	)
	SELECT tree.relation::regclass AS member, have.relation::regclass AS other, relpersistence INTO bad
		FROM tree FULL JOIN have ON tree.relation = have.relation
		WHERE tree.relation IS NULL OR n IS DISTINCT FROM wanted OR relpersistence <> l.relpersistence
		ORDER BY tree.relation, have.relation LIMIT 1;
	now_columns := @extschema@._aer_columns(source, ARRAY(SELECT c->>'name' FROM jsonb_array_elements(study->'columns') c));
	problem := CASE
		WHEN to_regclass(study->>'log') IS NULL THEN format('It was %s when the table was followed.', study->>'log')
		WHEN bad.member IS NULL AND bad.other IS NOT NULL THEN format('%s has triggers that write to it, and is no partition of %s.', bad.other, source::regclass)
		WHEN bad.relpersistence <> l.relpersistence THEN format('One of it and %s is unlogged.', bad.member)
		WHEN bad.member IS NOT NULL THEN format('Triggers of %s are missing or disabled.', bad.member)
		WHEN s.relowner <> l.relowner THEN format('%s has another owner.', source::regclass)
		WHEN s.relkind = 'r' AND s.relhassubclass AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = source)
			THEN format('A table inherits from %s.', source::regclass)
		WHEN (SELECT greatest(count(*), 1) FROM pg_partition_tree(source)) <> (study->>'tables')::bigint
			THEN format('%s has fewer partitions than it had.', source::regclass)
		WHEN @extschema@._aer_columns_text(study->'columns') <> @extschema@._aer_columns_text(now_columns)
			THEN format('Of %s it reads %s, which now are %s.', source::regclass, @extschema@._aer_columns_text(study->'columns'), @extschema@._aer_columns_text(now_columns))
		-- labels may be added, but one that has another name, or two that have swapped theirs, change the table
		WHEN EXISTS (SELECT FROM jsonb_array_elements(study->'columns') c JOIN jsonb_array_elements(now_columns) n ON c->>'name' = n->>'name'
			WHERE c->'labels' <> coalesce((SELECT jsonb_agg(label ORDER BY i) FROM jsonb_array_elements_text(nullif(n->'labels', 'null')) WITH ORDINALITY e (label, i) WHERE c->'labels' ? label), 'null'))
			THEN format('Values of an enum that it reads of %s were renamed.', source::regclass)
		WHEN (study->>'source')::oid = source AND jsonb_path_query_array(study->'columns', '$[*].number') <> jsonb_path_query_array(now_columns, '$[*].number')
			THEN format('Of %s it reads %s, some of which were dropped and made again.', source::regclass, @extschema@._aer_columns_text(now_columns))
		END;
END $$;

CREATE FUNCTION _aer_columns_text(columns jsonb) RETURNS text LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
	SELECT coalesce(string_agg(format('%I %s', c->>'name', c->>'type'), ', ' ORDER BY (c->>'number')::int), 'none') FROM jsonb_array_elements(columns) c
$$;

-- Make the trigger function of a study and its triggers, or make them anew, and drop those
-- of tables that are partitions no more.
CREATE FUNCTION _aer_install(study jsonb, source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	log_name text := (parse_ident(study->>'log'))[2];
	writer text := @extschema@._aer_writer(study->>'log') || '()';
	owner text := (SELECT relowner::regrole FROM pg_class WHERE oid = source);
	grantee oid;
	member record;
	kind record;
	other record;
BEGIN
	EXECUTE format('CREATE OR REPLACE FUNCTION %s RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER '
		'SET search_path = pg_catalog, pg_temp SET jit = off AS %L', writer, @extschema@._aer_follow_body(study));
	EXECUTE format('ALTER FUNCTION %s OWNER TO %s', writer, owner);
	-- without aer the function fails; so it goes with it, and its triggers
	EXECUTE format('ALTER FUNCTION %s DEPENDS ON EXTENSION aer', writer);
	FOR grantee IN SELECT DISTINCT a.grantee FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
		WHERE p.oid = writer::regprocedure AND a.grantee <> proowner LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', writer, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END);
	END LOOP;
	FOR member IN SELECT c.oid, c.oid::regclass AS name, c.relkind FROM pg_class c
		WHERE c.oid = source OR c.oid IN (SELECT relid FROM pg_partition_tree(source)) ORDER BY c.oid LOOP
		FOR kind IN SELECT format('aer_follow_%s_%s', lower(event), log_name) AS name, event, moment, rows
			FROM (VALUES ('INSERT', 'AFTER', 'REFERENCING NEW TABLE AS new_rows'),
				('UPDATE', 'AFTER', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows'),
				('DELETE', 'AFTER', 'REFERENCING OLD TABLE AS old_rows'),
				('TRUNCATE', CASE WHEN member.oid = source THEN 'AFTER' ELSE 'BEFORE' END, '')) k (event, moment, rows)
			WHERE event <> 'TRUNCATE' OR member.oid = source OR member.relkind <> 'p' LOOP
			IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = member.oid AND tgname = kind.name AND tgfoid <> writer::regprocedure) THEN
				RAISE EXCEPTION 'table % has a trigger "%" already', member.name, kind.name USING ERRCODE = 'duplicate_object',
					DETAIL = 'aer_follow() needs that name, and the trigger calls another function.',
					HINT = format('Follow into a log of another name, or: ALTER TRIGGER %I ON %s RENAME TO ...;', kind.name, member.name);
			END IF;
			EXECUTE format('CREATE OR REPLACE TRIGGER %I %s %s ON %s %s FOR EACH STATEMENT EXECUTE FUNCTION %s(%L)',
				kind.name, kind.moment, kind.event, member.name, kind.rows, rtrim(writer, '()'),
				CASE WHEN member.oid = source THEN 'root' ELSE 'part' END);
		END LOOP;
		-- changes nothing, but is an error if a statement is at work with the table: rows of
		-- it that are still to come would go unseen
		EXECUTE format('ALTER TABLE ONLY %s ENABLE TRIGGER %I', member.name, 'aer_follow_insert_' || log_name);
	END LOOP;
	FOR other IN SELECT relation::regclass, name FROM @extschema@._aer_triggers(writer::regprocedure::oid)
		WHERE relation <> source AND relation NOT IN (SELECT relid FROM pg_partition_tree(source)) LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', other.name, other.relation);
	END LOOP;
END $$;

-- The moments of a followed table as it is, and its study with the shape that its rows have.
CREATE FUNCTION _aer_take_in(INOUT study jsonb, source regclass, OUT moments aer_moments) LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	shape text;
BEGIN
	EXECUTE @extschema@._aer_reading(study || '{"shape": null}', source::text) INTO moments, shape;
	IF study->>'features_type' IS NULL OR study->>'features_type' = 'jsonb' AND study->>'target_type' IS NOT NULL THEN
		RETURN;
	ELSIF study->>'features_type' = 'jsonb' THEN
		EXECUTE format('SELECT jsonb_typeof(n.%I::jsonb -> %L) FROM (%s) n LIMIT 1', study->>'features', study->>'target', @extschema@._aer_counted_rows(study, source::text)) INTO shape;
	ELSIF moments IS NULL THEN
		RAISE EXCEPTION '% has no row whose features and target are known', source USING ERRCODE = 'no_data_found',
			DETAIL = 'The number of attributes of an array is known from its first row.', HINT = 'Follow the table when it has a row.';
	ELSE
		SELECT count(*) INTO shape FROM @extschema@.aer_attributes(moments);
	END IF;
	study := study || jsonb_build_object('shape', shape);
END $$;

CREATE FUNCTION aer_follow(source regclass, target text, design jsonb, key text, log text, features text DEFAULT NULL) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	s pg_class;
	path text[];
	schema name;
	schema_owner oid;
	name text;
	existing regclass;
	before record;
	study jsonb;
	taken record;
	grantee oid;
	object record;
BEGIN
	IF source IS NULL OR target IS NULL OR design IS NULL OR key IS NULL OR log IS NULL THEN
		RAISE EXCEPTION 'source, target, design, key and log must not be NULL' USING ERRCODE = 'null_value_not_allowed',
			HINT = 'For example: aer_follow(''visits'', ''outcome'', aer_design(5), ''id'', ''visits_log'').';
	END IF;
	PERFORM @extschema@._aer_check_isolation('aer_follow()');
	PERFORM @extschema@._aer_lock_source(source);
	SELECT * INTO s FROM pg_class WHERE oid = source;
	SELECT n.nspname, CASE WHEN n.nspowner = 'pg_database_owner'::regrole THEN d.datdba ELSE n.nspowner END INTO schema, schema_owner
		FROM pg_namespace n, pg_database d WHERE n.oid = s.relnamespace AND d.datname = current_database();
	BEGIN
		path := parse_ident(log);
	EXCEPTION WHEN invalid_parameter_value THEN
		path := CASE WHEN log ~ '[."]' THEN '{"", "", ""}' ELSE ARRAY[log] END;
	END;
	name := path[cardinality(path)];
	IF cardinality(path) > 2 OR trim(name) = '' THEN
		RAISE EXCEPTION '"%" is no name for a log', log USING ERRCODE = 'invalid_name', HINT = format('For example %I.', s.relname || '_log');
	ELSIF octet_length(name) > 43 THEN
		RAISE EXCEPTION '"%" is too long for the name of a log', log USING ERRCODE = 'invalid_name',
			DETAIL = 'Names of triggers end with it, which leaves it 43 bytes.', HINT = 'Give it a shorter name.';
	ELSIF cardinality(path) = 2 AND path[1] <> schema THEN
		RAISE EXCEPTION 'the log must be in the schema of its table' USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('%s is in "%s".', s.relname, schema), HINT = 'Leave out the schema.';
	END IF;
	IF NOT pg_has_role(schema_owner, s.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'the log cannot be in schema "%"', schema USING ERRCODE = 'insufficient_privilege',
			DETAIL = format('The schema is owned by %s, who could drop it, and has not the rights of %s.', schema_owner::regrole, s.relowner::regrole),
			HINT = 'Move the table to a schema of its owner or of a superuser: ALTER TABLE ... SET SCHEMA.';
	END IF;
	log := format('%I.%I', schema, name);
	existing := to_regclass(log);
	IF existing IS NOT NULL THEN
		SELECT * INTO before FROM @extschema@._aer_study(existing) b WHERE @extschema@._aer_is_log(existing);
		IF before.study IS NULL THEN
			RAISE EXCEPTION 'relation % exists already', log USING ERRCODE = 'duplicate_table',
				DETAIL = coalesce(before.problem, 'It is no log that follows a table.'), HINT = coalesce(before.remedy, 'Give the log another name.');
		ELSIF before.source IS DISTINCT FROM source THEN
			RAISE EXCEPTION 'log % exists already and follows another table', log USING ERRCODE = 'duplicate_table',
				DETAIL = coalesce(format('It follows %s.', before.source::regclass), before.problem), HINT = 'Give the log another name.';
		ELSIF (before.study->>'target', before.study->>'key', before.study->>'features', before.study->'asked')
			IS DISTINCT FROM (target, key, features, design) THEN
			RAISE EXCEPTION 'log % exists already and follows otherwise', log USING ERRCODE = 'duplicate_table',
				DETAIL = format('It follows %s: target "%s", key "%s", features "%s", design %s.', source, before.study->>'target',
					before.study->>'key', before.study->>'features', before.study->>'asked'),
				HINT = 'Give the log another name: several can follow one table.';
		END IF;
		RETURN existing;
	END IF;
	-- one of a log that was dropped is made anew
	IF EXISTS (SELECT FROM pg_proc WHERE proname = name || '_follow' AND pronamespace = s.relnamespace AND pronargs = 0
		AND (proowner <> s.relowner OR prosrc NOT LIKE '-- aer {%')) THEN
		RAISE EXCEPTION 'function %() exists already', @extschema@._aer_writer(log) USING ERRCODE = 'duplicate_function',
			DETAIL = 'The trigger function of the log would have that name.', HINT = 'Give the log another name.';
	END IF;
	study := @extschema@._aer_new_study(source, target, design, key, log, features);
	SELECT * INTO taken FROM @extschema@._aer_take_in(study, source);
	EXECUTE format('CREATE %s TABLE %s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL, '
		'added @extschema@.aer_moments, removed @extschema@.aer_moments, problem text) '
		'WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, '
		'toast.autovacuum_vacuum_threshold = 1000, toast.autovacuum_vacuum_scale_factor = 0)',
		CASE s.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END, log);
	EXECUTE format('ALTER TABLE %s OWNER TO %s', log, s.relowner::regrole);
	EXECUTE format('COMMENT ON TABLE %s IS %L', log, format('log of aer_follow() for %s: moments of the rows that each statement added and removed; aer_followed() adds them up', source));
	-- what default privileges gave away
	FOR object IN SELECT c.oid::regclass AS name, a.grantee FROM pg_class c, aclexplode(relacl) a
		WHERE c.oid IN (log::regclass, pg_get_serial_sequence(log, 'id')::regclass) AND a.grantee <> c.relowner LOOP
		EXECUTE format('REVOKE ALL ON %s FROM %s', object.name, CASE object.grantee WHEN 0 THEN 'PUBLIC' ELSE object.grantee::regrole::text END);
	END LOOP;
	PERFORM @extschema@._aer_install(taken.study, source);
	IF taken.moments IS NOT NULL THEN
		EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log) USING taken.moments;
	END IF;
	RETURN log::regclass;
END $$;

-- All that a log says, as a query: what was added and removed, how many problems there are, and the first.
CREATE FUNCTION _aer_log_sums(log regclass) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %1$s.aer_moments(added) AS added, %1$s.aer_moments(removed) AS removed, count(problem) AS problems, '
		'(array_agg(format(''id %%s: %%s'', id, problem) ORDER BY id) FILTER (WHERE problem IS NOT NULL))[1] AS first_problem FROM ONLY %2$s', '@extschema@', log)
$$;

CREATE FUNCTION aer_followed(log regclass) RETURNS aer_moments
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	sums record;
	fault text;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := coalesce(study.problem, @extschema@._aer_log_fault(log::text, NULL::oid, false, study.owner));
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % may not say what its table does', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = study.remedy;
	ELSIF row_security_active(log) THEN
		RAISE EXCEPTION 'row-level security would hide rows of log %', log USING ERRCODE = 'insufficient_privilege',
			HINT = format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY.', log);
	END IF;
	EXECUTE @extschema@._aer_log_sums(log) INTO sums;
	IF sums.problems > 0 THEN
		RAISE EXCEPTION 'not everything could be counted in log %', log USING ERRCODE = 'object_not_in_prerequisite_state',
			DETAIL = format('The first of %s problems has %s', sums.problems, sums.first_problem),
			HINT = 'Mend the table. ' || study.remedy;
	ELSIF sums.removed IS NULL THEN
		RETURN sums.added;
	ELSIF sums.added IS NULL OR @extschema@._aer_moments_rows(sums.added) < @extschema@._aer_moments_rows(sums.removed) THEN
		RAISE EXCEPTION 'in log % something is taken back that was never added', log USING ERRCODE = 'object_not_in_prerequisite_state', HINT = study.remedy;
	END IF;
	RETURN sums.added OPERATOR(@extschema@.-) sums.removed;
END $$;

-- A list, or the keys of an object, with new names for old ones.
CREATE FUNCTION _aer_new_names(names jsonb, rename jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE jsonb_typeof(names)
		WHEN 'array' THEN (SELECT coalesce(jsonb_agg(coalesce(rename->(e#>>'{}'), e) ORDER BY n), '[]') FROM jsonb_array_elements(names) WITH ORDINALITY a (e, n))
		WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(coalesce(rename->>k, k), v), '{}') FROM jsonb_each(names) o (k, v))
		ELSE names END
$$;

-- A study after columns, or keys of jsonb, were renamed.
CREATE FUNCTION _aer_renamed(study jsonb, rename jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	design jsonb := study->'design';
	prices jsonb := study->'design'->'prices';
	option text;
	pair record;
BEGIN
	IF jsonb_typeof(rename) <> 'object' THEN
		RAISE EXCEPTION '"rename" must be a jsonb object of new names' USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
	END IF;
	FOR pair IN SELECT * FROM jsonb_each(rename) LOOP
		IF jsonb_typeof(pair.value) <> 'string' THEN
			RAISE EXCEPTION '"rename" gives "%" no name, but %', pair.key, pair.value USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
		ELSIF NOT (study->'columns' @> jsonb_build_array(jsonb_build_object('name', pair.key)) OR design->'include' ? pair.key OR study->>'target' = pair.key) THEN
			RAISE EXCEPTION '"rename" names "%", which the study does not look at', pair.key USING ERRCODE = 'undefined_column',
				HINT = format('It looks at %s.', @extschema@._aer_columns_text(study->'columns'));
		END IF;
	END LOOP;
	FOREACH option IN ARRAY '{include,exclude,columns,spread,center}'::text[] LOOP
		IF design ? option THEN
			design := design || jsonb_build_object(option, @extschema@._aer_new_names(design->option, rename));
		END IF;
	END LOOP;
	IF prices ? 'cost' THEN
		prices := prices || jsonb_build_object('cost', @extschema@._aer_new_names(prices->'cost', rename));
	END IF;
	IF prices ? 'panels' THEN
		prices := prices || jsonb_build_object('panels', (SELECT jsonb_object_agg(key, value || jsonb_build_object('attributes',
			@extschema@._aer_new_names(value->'attributes', rename))) FROM jsonb_each(prices->'panels')));
	END IF;
	IF prices IS NOT NULL THEN
		design := design || jsonb_build_object('prices', prices);
	END IF;
	RETURN study || jsonb_build_object('design', design, 'asked', design, 'target', coalesce(rename->(study->>'target'), to_jsonb((rename->>(study->>'target_column')) || substr(study->>'target', length(study->>'target_column') + 1)), study->'target'),
		'key', coalesce(rename->(study->>'key'), study->'key'), 'features', coalesce(rename->(study->>'features'), study->'features'));
END $$;

CREATE FUNCTION aer_refollow(log regclass, rename jsonb DEFAULT NULL) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	before record;
	study jsonb;
	taken record;
	fault text;
BEGIN
	IF log IS NULL THEN
		RAISE EXCEPTION 'the log must not be NULL' USING ERRCODE = 'null_value_not_allowed', HINT = 'For example: aer_refollow(''visits_log'').';
	END IF;
	PERFORM @extschema@._aer_check_isolation('aer_refollow()');
	SELECT * INTO before FROM @extschema@._aer_study(log) b;
	IF before.source IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = before.problem,
			HINT = before.remedy;
	END IF;
	PERFORM @extschema@._aer_lock_source(before.source::regclass);
	EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', log);
	-- the log may have been moved without the function, which stays the one that the triggers call
	IF before.writer::regproc::text <> @extschema@._aer_writer(log::text) THEN
		EXECUTE format('ALTER FUNCTION %s SET SCHEMA %I', before.writer::regprocedure, (parse_ident(log::text))[1]);
	END IF;
	fault := @extschema@._aer_log_fault(log::text, before.source, true, before.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as it was made', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = format('Undo that, or follow the table no more: SELECT aer_unfollow(%L).', log);
	END IF;
	study := before.study;
	IF rename IS NOT NULL THEN
		study := @extschema@._aer_renamed(study, rename);
	END IF;
	BEGIN
		study := @extschema@._aer_new_study(before.source::regclass, study->>'target', study->'design', study->>'key', log::text, study->>'features')
			|| jsonb_build_object('asked', study->'asked');
	EXCEPTION WHEN undefined_column THEN
		RAISE EXCEPTION '%', sqlerrm USING ERRCODE = 'undefined_column',
			HINT = format('If it has another name now: SELECT aer_refollow(%L, rename => ''{"old name": "new name"}'').', log);
	END;
	SELECT * INTO taken FROM @extschema@._aer_take_in(study, before.source::regclass);
	PERFORM @extschema@._aer_install(taken.study, before.source::regclass);
	EXECUTE format('DELETE FROM ONLY %s', log);
	IF taken.moments IS NOT NULL THEN
		EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log) USING taken.moments;
	END IF;
	RETURN log;
END $$;

CREATE FUNCTION aer_unfollow(log regclass, drop boolean DEFAULT false) RETURNS void
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	study record;
	t record;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem, HINT = study.remedy;
	ELSIF NOT pg_has_role(study.owner, 'USAGE') THEN
		RAISE EXCEPTION 'must be owner of log %', log USING ERRCODE = 'insufficient_privilege', HINT = format('Become %s: SET ROLE.', study.owner::regrole);
	END IF;
	-- the table first, then the log, as everyone who writes
	IF study.source IS NOT NULL THEN
		EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', study.source::regclass);
	END IF;
	FOR t IN SELECT relation::regclass, name FROM @extschema@._aer_triggers(study.writer) ORDER BY relation LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', t.name, t.relation);
	END LOOP;
	EXECUTE format('DROP FUNCTION %s', study.writer::regprocedure);
	IF drop THEN
		EXECUTE format('DROP TABLE %s', log);
	END IF;
END $$;

CREATE FUNCTION aer_compact(log regclass, everything boolean DEFAULT false) RETURNS bigint
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	fault text;
	rows bigint;
BEGIN
	PERFORM @extschema@._aer_check_isolation('aer_compact()');
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL THEN
		RAISE EXCEPTION 'no table is followed into %', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem, HINT = study.remedy;
	END IF;
	BEGIN
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', log);
	EXCEPTION WHEN lock_not_available THEN
		RETURN 0;
	END;
	fault := @extschema@._aer_log_fault(log::text, study.source, true, study.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as it was made', log USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = format('Undo that, or follow the table no more: SELECT aer_unfollow(%L).', log);
	END IF;
	-- A row with more than a quarter of the content would be written again and again with
	-- little besides; there are three of these at most. What rows added and what they
	-- removed stay apart: a removed row may have been added by one that is not folded. Where
	-- all of them are, what is left is all that is kept, but not beside problems: what was
	-- not counted when it came may have been taken back since.
	EXECUTE format($f$
		WITH sized AS (
			SELECT id, size, sum(size) OVER () AS total FROM (
				SELECT id, coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0) AS size
				FROM ONLY %1$s WHERE problem IS NULL) s
		), chosen AS (
			SELECT id, count(*) OVER () AS n FROM sized WHERE $1 OR 4 * size <= total
		), folded AS (
			DELETE FROM ONLY %1$s l USING chosen WHERE l.id = chosen.id AND (n > 1 OR $1 AND l.removed IS NOT NULL)
			RETURNING l.added, l.removed
		), sums AS (
			SELECT count(*) AS rows, %2$s.aer_moments(added) AS added, %2$s.aer_moments(removed) AS removed,
				$1 AND count(added) > 0 AND count(removed) > 0 AND NOT EXISTS (SELECT FROM ONLY %1$s WHERE problem IS NOT NULL) AS together FROM folded
		), sum AS (
			INSERT INTO %1$s (at, added, removed)
			SELECT statement_timestamp(), CASE WHEN together THEN added OPERATOR(%2$s.-) removed ELSE added END, CASE WHEN NOT together THEN removed END
			FROM sums WHERE rows > 0
		)
		SELECT rows FROM sums$f$, log, '@extschema@') INTO rows USING everything;
	RETURN rows;
END $$;

CREATE FUNCTION _aer_moments_rows(moments aer_moments) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_moments_rows' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_difference(log aer_moments, "table" aer_moments) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_moments_difference' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Are the columns that a study casts of types whose casts are PostgreSQL's own? The table
-- is locked, and asked itself: catalogs may be read as of an old snapshot.
CREATE FUNCTION _aer_casts_plainly(study jsonb, source regclass) RETURNS boolean LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	c text;
	type oid;
BEGIN
	FOREACH c IN ARRAY ARRAY[study->>'key', study->>'features', CASE WHEN study->>'target_type' IS NOT NULL THEN study->>'target' END] LOOP
		CONTINUE WHEN NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = source AND attname = c AND attnum > 0 AND NOT attisdropped);
		EXECUTE format('SELECT pg_typeof((NULL::%s).%I)::oid', source, c) INTO type;
		IF @extschema@._aer_argument_type(type) IS NULL AND @extschema@._aer_base_type(type) NOT IN ('text'::regtype, 'varchar'::regtype, 'uuid'::regtype) THEN
			RETURN false;
		END IF;
	END LOOP;
	RETURN true;
END $$;

CREATE FUNCTION aer_check(log regclass, deep boolean DEFAULT false,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1
	SET search_path = pg_catalog, pg_temp SET jit = off SET row_security = off AS $$
DECLARE
	study record;
	sums record;
	moments @extschema@.aer_moments;
	anew @extschema@.aer_moments;
	fault text;
	misfit text;
	doing text := 'The table cannot be read: %s.';
	wrong text[];
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := @extschema@._aer_log_fault(log::text, study.source, false, study.owner);
	IF fault IS NULL AND study.source IS NOT NULL AND NOT @extschema@._aer_casts_plainly(study.study, study.source::regclass) THEN
		fault := 'Key, features or target of the table have another type now.';
	END IF;
	wrong := array_remove(ARRAY[study.problem, fault], NULL);
	problems := 0;
	IF study.source IS NULL OR fault IS NOT NULL THEN
		sound := false;
		detail := array_to_string(wrong, ' ');
		RETURN NEXT;
		RETURN;
	END IF;
	-- log and table in one snapshot, that of who asks
	BEGIN
		EXECUTE format('SELECT count(*) FROM (%s) n', @extschema@._aer_counted_rows(study.study, study.source::regclass::text)) INTO rows;
		doing := 'In the log %s.';
		EXECUTE @extschema@._aer_log_sums(log) INTO sums;
		problems := sums.problems;
		IF problems > 0 THEN
			wrong := wrong || format('%s could not be counted, the first with %s.',
				CASE problems WHEN 1 THEN '1 statement' ELSE problems || ' statements' END, rtrim(sums.first_problem, '.'));
		END IF;
		moments := CASE WHEN sums.removed IS NULL THEN sums.added ELSE sums.added OPERATOR(@extschema@.-) sums.removed END;
		followed := CASE WHEN sums.added IS NOT NULL OR sums.removed IS NULL THEN coalesce(@extschema@._aer_moments_rows(moments), 0) END;
		doing := 'The table cannot be read: %s.';
		IF followed IS DISTINCT FROM rows THEN
			wrong := wrong || format('The table has %s rows, the log %s.', rows, coalesce(followed::text, 'takes back what was never added'));
		ELSIF deep AND problems = 0 THEN
			EXECUTE @extschema@._aer_reading(study.study, study.source::regclass::text) INTO anew, misfit;
			wrong := array_remove(wrong || coalesce(misfit || '.', @extschema@._aer_moments_difference(moments, anew)), NULL);
		END IF;
	EXCEPTION
		WHEN insufficient_privilege OR transaction_rollback OR insufficient_resources OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			wrong := wrong || format(doing, rtrim(sqlerrm, '.'));
	END;
	sound := wrong = '{}';
	detail := nullif(array_to_string(wrong, ' '), '');
	RETURN NEXT;
END $$;

COMMENT ON FUNCTION _aer_columns(oid, text[]) IS 'internal: studies';
COMMENT ON FUNCTION _aer_counted_rows(jsonb, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_reading(jsonb, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_log_fault(text, oid, boolean, oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_same_record(oid, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_follow_body(jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_writer(text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_check_source(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_lock_source(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_check_isolation(text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_key_type(regclass, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_argument_type(oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_new_study(regclass, text, jsonb, text, text, text) IS 'internal: studies';
COMMENT ON FUNCTION _aer_places(regclass, text[]) IS 'internal: studies';
COMMENT ON FUNCTION _aer_triggers(oid) IS 'internal: studies';
COMMENT ON FUNCTION _aer_casts_plainly(jsonb, regclass) IS 'internal: aer_check';
COMMENT ON FUNCTION _aer_is_log(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_log_sums(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_study(regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_columns_text(jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_install(jsonb, regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_take_in(jsonb, regclass) IS 'internal: studies';
COMMENT ON FUNCTION _aer_new_names(jsonb, jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_renamed(jsonb, jsonb) IS 'internal: studies';
COMMENT ON FUNCTION _aer_moments_rows(aer_moments) IS 'internal: aer_followed, aer_check';
COMMENT ON FUNCTION _aer_moments_difference(aer_moments, aer_moments) IS 'internal: aer_check';

COMMENT ON FUNCTION aer_follow(regclass, text, jsonb, text, text, text) IS
'follow a table: make a log beside it, an ordinary table, take in the rows that are there, and make triggers that write to the log what each statement changes, for aer_followed. "key": a column, not NULL and unique, of integers, text, varchar or uuid, which is an attribute only if "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Only the owner can, in READ COMMITTED; the table is locked against writing while it is read. Doing it twice changes nothing';
COMMENT ON FUNCTION aer_followed(regclass) IS
'the moments of the rows that a followed table has: what its log says was added less what was removed, in the caller''s snapshot and with the caller''s rights; NULL: no row has a target yet. An error if something could not be counted, or if the catalogs say that the log may not have seen everything; it names aer_refollow';
COMMENT ON FUNCTION aer_refollow(regclass, jsonb) IS
'empty a log and take in its table anew, with its trigger function and triggers made anew: after a partition came or went, a problem, ALTER TABLE. "rename" {"old": "new"}: columns have other names now; the same is looked at';
COMMENT ON FUNCTION aer_unfollow(regclass, boolean) IS
'drop the triggers by which a log follows its table, their function and, if "drop", the log. An error if there are none';
COMMENT ON FUNCTION aer_compact(regclass, boolean) IS
'fold rows of a log into one, and say how many they were: those of like size or, if "everything", all, and then of what was removed nothing is kept but bounds. For a job that runs now and then, in READ COMMITTED; nobody waits for it or fails because of it, and of two at a time one does nothing. Rows with problems stay';
COMMENT ON FUNCTION aer_check(regclass, boolean) IS
'does a log say what its table does? Rows with a target, problems, triggers and columns are looked at; "deep": the table is read and all sums are compared. "detail" says what is wrong: aer_refollow is the remedy. It reads the table with the caller''s rights';

--
-- streams.sql: what learners of the papers, which take rows in order, go on with from row to row;
-- their constructors are made of learners.table
--

CREATE FUNCTION aer_options(OUT learner text, OUT option text, OUT type text, OUT range text,
	OUT "default" text, OUT meaning text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_options() IS
'every option of designs (learner ''design'') and of every learner of the papers: the argument''s type, what values it can have, what it is where it is not given (NULL), and what it means';

CREATE FUNCTION aer_start(learner jsonb, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_start(jsonb, "any") IS
'a model that has seen nothing, of so many attributes or of columns (keys of jsonb) of these names (text[]): aer_next can be asked before the first row, and aer_continue goes on from it as aer_train would have begun. It predicts nothing until it has learned from a row';

CREATE FUNCTION aer_next(model aer_model, OUT attribute integer, OUT name text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10;

COMMENT ON FUNCTION aer_next(aer_model) IS
'what this model will look at in the next row that it is trained on, a row for each look in the order of the attributes: its number (1-based; of a column that is several attributes that of the first, as aer_design_summary has it), and of a model of rows or jsonb the name of the column or key. Trains nothing';

CREATE FUNCTION _aer_average_transition(aer_model, aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_average_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_average_transition(aer_model, aer_model) IS 'internal: aer_average';

CREATE AGGREGATE aer_average(model aer_model) (
	SFUNC = _aer_average_transition,
	STYPE = aer_model,
	COMBINEFUNC = _aer_average_transition,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_average(aer_model) IS
'the mean of models trained on parts of the rows, weighted by their rows; can be scored, not continued';

CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[], points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after learning from the first points[1], points[2], ... rows of train_query; a point beyond its end is cut to the rows that there are. Columns as for aer_cross_validate; rows: learned from';

--
-- repeats.sql: feature multi-selection: noisy judgments and how many to buy of each
--

CREATE FUNCTION _aer_judgments_number_transition(aer_judgments, integer, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_name_transition(aer_judgments, text, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_combine(aer_judgments, aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_final(aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_judgments_number_transition(aer_judgments, integer, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_name_transition(aer_judgments, text, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_combine(aer_judgments, aer_judgments) IS 'internal: aer_judgments';
COMMENT ON FUNCTION _aer_judgments_final(aer_judgments) IS 'internal: aer_judgments';

CREATE AGGREGATE aer_judgments(attribute integer, value float8) (
	SFUNC = _aer_judgments_number_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgments(attribute text, value float8) (
	SFUNC = _aer_judgments_name_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgments(integer, float8) IS
'the judgments of one object (GROUP BY object), attributes by number from 1; a NULL attribute or value is no judgment';

COMMENT ON AGGREGATE aer_judgments(text, float8) IS
'the judgments of one object (GROUP BY object), attributes by name; a NULL attribute or value is no judgment';

CREATE FUNCTION _aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) IS 'internal: aer_judgment_moments';
COMMENT ON FUNCTION _aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) IS 'internal: aer_judgment_moments';

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, attributes integer) (
	SFUNC = _aer_judgment_moments_number_transition,
	STYPE = aer_moments,
	SSPACE = 30000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, names text[]) (
	SFUNC = _aer_judgment_moments_name_transition,
	STYPE = aer_moments,
	SSPACE = 30000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, integer) IS
'moments of judged objects for aer_repeats, of attributes 1 to "attributes", each judged at least once per object. Objects with NULL judgments or target are skipped and counted; no rows: NULL. Objects are dealt into five folds in turn, for the forecast of aer_fit_repeats';

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, text[]) IS
'the same for attributes with names: attribute 1 is the first listed; judgments of attributes that are not listed are left out';

CREATE FUNCTION aer_repeats(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT repeats integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeats(aer_moments, float8, text, float8[], jsonb) IS
'the repeat vector: how many judgments of each attribute to buy for an object so that the sum of costs stays within the budget: "costs" by number or "prices" by name, without panels; neither: 1 each. What costs 0 comes first, at most as often as every object was judged. "method": full, scoring, averages or copies (Sabato & Kalai 2013)';

CREATE FUNCTION aer_repeat_path(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT repeats integer,
	OUT cost float8, OUT objective float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeat_path(aer_moments, float8, text, float8[], jsonb) IS
'the steps of the search behind aer_repeats: the attribute bought, its repeats then, the cost so far, and by how much the squared error is projected to fall below that of the mean target';

CREATE FUNCTION aer_fit_repeats(moments aer_moments, repeats integer[], lambda float8 DEFAULT 0, costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_fit_repeats(aer_moments, integer[], float8, float8[], jsonb) IS
'the linear predictor on the means of repeats[a] judgments of attribute a, from the projected moments; lambda is added to the variances. The model''s expected_mse is a forecast: of the squared error on new objects, by folds of the objects, in each of which repeats that aer_repeats chose from these moments ("costs" or "prices" as there) are chosen anew; NULL where there are too few objects';

CREATE FUNCTION aer_predict(model aer_model, judgments aer_judgments) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_judgments' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_predict(aer_model, aer_judgments) IS
'the prediction for one object from its mean judgments; NULL where an attribute with a weight was not judged';

CREATE FUNCTION aer_ridge(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_ridge(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l2 ball of radius "radius" (NULL: with a budget the largest |target| so far, else no bound), by gradient descent. "budget": attributes drawn per row, 2 to d (AERR, Hazan & Koren 2012); NULL reads all (online ridge). "units": ''own'' (the default on whole rows, where no "center", "scale" or "second_moments" is given) by a warm-up within the budget, ''common'' (on arrays) as in the papers; on these depend the defaults of "step_rule", ''adaptive'' or ''paper'', "length" of the weights, ''as seen'' (predictions are never much worse than the mean) or ''as learned'', and "radius" (own: 1, of the lasso 2). "step": fixed; NULL: by the rule, the paper''s for "rows" rows if given, else falling with 1/sqrt(t). "sampling": ''uniform''; ''moments'', by the "second_moments" E (x - center)^2 of the attributes (DDAERR, Kukliansky & Shamir 2015); ''two-phase'', by those that the first "warmup_rows" rows show (NULL: a tenth of "rows"), with "warmup_center" about their means, which are subtracted from then on, with "smooth_moments" enlarged as in the paper''s proof. "inner_draws": of the budget, for the inner product; 1 as published, half of it is better. Attributes enter as (x - center) / scale: each one number, an array, or jsonb by attribute name';

CREATE FUNCTION aer_lasso(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_lasso(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball of radius "radius" (NULL: the largest |target| so far), by exponentiated gradient. "budget": attributes drawn per row, 2 to d (AELR, Hazan & Koren 2012; with "second_moments" or "warmup_rows" DDAELR, Kukliansky & Shamir 2015); NULL reads all (online lasso). Other options as for aer_ridge; an intercept is the mean of the targets';

CREATE FUNCTION aer_svr(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	insensitivity float8 DEFAULT NULL,
	smoothing float8 DEFAULT NULL,
	max_draws integer DEFAULT NULL,
	biased boolean DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_svr(integer, float8, float8, text, bigint, float8, float8, integer, boolean, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): support vector regression within the l2 ball (AESVR, Hazan & Koren 2012): errors up to "insensitivity" cost nothing, the loss is rounded off over "smoothing" (NULL: 2 radius + insensitivity). Its gradient is unbiased, but useful only where "smoothing" is about as large as the largest error. The budget holds on the average; with "max_draws", the most for inner products, on every row, at some bias. "biased": the slope at the mean of "inner_draws" draws, which works with any smoothing and keeps the budget. Other options as for aer_ridge';

CREATE FUNCTION aer_pegasos(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	lambda float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_pegasos(integer, float8, float8, bigint, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): regularised least squares projected onto the l1 ball after every row (AER, Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), half of the budget for each part of the estimate. "lambda" NULL: the paper''s, for "rows" rows if given. An intercept is the mean of the targets';

CREATE FUNCTION aer_baseline(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_baseline(integer, float8, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball from products of random pairs of attributes (the Baseline of Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), for comparison; aer_moments does better. Its model holds d * d numbers. An intercept is the mean of the targets';

CREATE FUNCTION aer_perceptron(
	averaged boolean DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_perceptron(boolean, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): the perceptron, for targets -1 and 1; reads all attributes. "averaged": the mean of all iterates instead of the last';

CREATE FUNCTION aer_winnow(
	rate float8 DEFAULT NULL,
	balanced boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_winnow(float8, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): normalised winnow, for targets -1 and 1; reads all attributes, which should lie in [-1, 1]. Weights are positive and add up to 1; "balanced" doubles the attributes with their negatives. "rate" NULL: 0.1';

CREATE FUNCTION aer_majority(
	rate float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_majority(float8, bigint, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): randomized weighted majority over experts, whose 0/1 predictions are the attributes; targets 0 and 1. The score is the share of weight on 1. An expert''s weight is "rate" to the power of its mistakes; NULL: the best rate if the best expert makes at most "rows" of them';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray) IS
'sufficient statistics of all attributes of every row, for aer_fit_ols, aer_fit_ridge and aer_fit_lasso. Rows with NULL features or target are skipped and counted; no rows: NULL';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text) IS
'the same on whole rows: aer_moments(p, ''outcome'') FROM patients p; numeric, boolean and date columns but the target and the primary key are the attributes, by name';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb) IS
'sufficient statistics of the attributes that a design looks at, drawn as rows come: aer_moments(x, y, aer_design(budget => 5))';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8, jsonb) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8, jsonb) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8, jsonb) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8, jsonb) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8, jsonb) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8, jsonb) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8, design jsonb) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8, jsonb) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb) IS
'the same on whole rows, under a design drawn as rows come';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb) IS
'sufficient statistics of the keys that a design looks at, of those that it lists in "include": aer_moments(features, outcome, aer_design(budget => 5, include => ...))';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at (aer_plan): any split of the rows over workers, partitions or days gives the same statistics';

CREATE FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features real[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(real[], float8, jsonb, bigint) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features float8[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(float8[], float8, jsonb, bigint) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features smallint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(smallint[], float8, jsonb, bigint) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features integer[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(integer[], float8, jsonb, bigint) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features bigint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(bigint[], float8, jsonb, bigint) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features numeric[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(numeric[], float8, jsonb, bigint) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_moments(features boolean[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(boolean[], float8, jsonb, bigint) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb, bigint) IS
'the same on whole rows, under a design with a key that names the row';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';

CREATE FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_moments_row_transition(aer_moments, record, text, jsonb, text) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features record, target text, design jsonb, key text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_moments(record, text, jsonb, text) IS
'an error, which names aer_key: a key is a number';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray) IS
'the model of all attributes of every row, nothing to choose: that of aer_fit_ridge(aer_moments(features, target)), in parallel too';

CREATE AGGREGATE aer_train(features real[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features record, target text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text) IS
'the same on whole rows: aer_train(p.*, ''outcome'') FROM patients p; all numeric, boolean and date columns but the target and the primary key are attributes, by name';

CREATE AGGREGATE aer_train(features jsonb, target float8) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';

CREATE AGGREGATE aer_train(features jsonb, target boolean) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean) IS
'the same of a boolean target';

CREATE AGGREGATE aer_train(features jsonb, target text) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb) IS
'the model that the moments of a design give, such as aer_design(budget => 5), which looks at no more attributes of each row than its budget: that of aer_fit_ridge(aer_moments(features, target, design)), computed serially (with a key in parallel too). Or that of a learner of the papers, such as aer_ridge(budget => 5), which takes the rows in the order in which they come: fix it with ORDER BY in the call. Rows with NULL features or target are skipped and counted; no rows: NULL';

CREATE FUNCTION _aer_train_array_transition(internal, anyarray, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_array_transition(internal, anyarray, float8, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features real[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8, jsonb) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8, jsonb) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8, jsonb) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8, jsonb) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8, jsonb) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8, jsonb) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8, learner jsonb) (
	SFUNC = _aer_train_array_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8, jsonb) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_train_row_transition(internal, record, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_row_transition(internal, record, text, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features record, target text, learner jsonb) (
	SFUNC = _aer_train_row_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5)) FROM patients p; numeric, boolean and date columns but the target and the primary key are the attributes, by name';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target float8, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb) IS
'the model that the moments of a design give, or of a learner of the papers, on jsonb objects: aer_train(features, outcome, aer_design(budget => 5, include => (SELECT aer_names(features) FROM patients))); the keys that "include" lists are the attributes, numbers or booleans; a key that is not there, or null, is NULL';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target boolean, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_train_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features jsonb, target text, learner jsonb) (
	SFUNC = _aer_train_jsonb_transition, STYPE = internal, SSPACE = 8000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too. Learners, which go by the order of rows, take no key';

CREATE AGGREGATE aer_train(features real[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(real[], float8, jsonb, bigint) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features float8[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(float8[], float8, jsonb, bigint) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features smallint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(smallint[], float8, jsonb, bigint) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features integer[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(integer[], float8, jsonb, bigint) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features bigint[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(bigint[], float8, jsonb, bigint) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features numeric[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(numeric[], float8, jsonb, bigint) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features boolean[], target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(boolean[], float8, jsonb, bigint) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE AGGREGATE aer_train(features record, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb, bigint) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5), p.id) FROM patients p';

CREATE AGGREGATE aer_train(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too';

CREATE AGGREGATE aer_train(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';

CREATE AGGREGATE aer_train(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = _aer_moments_jsonb_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';

CREATE AGGREGATE aer_train(features record, target text, design jsonb, key text) (
	SFUNC = _aer_moments_row_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = _aer_train_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train(record, text, jsonb, text) IS
'an error, which names aer_key: a key is a number';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features anyarray, target anycompatiblenonarray, learners jsonb[]) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(anyarray, anycompatiblenonarray, jsonb[]) IS
'the models of several designs or learners of one scan, each within its own budget: in their order, each as aer_train would have made it';

CREATE FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features record, target text, learners jsonb[]) (
	SFUNC = _aer_train_many_row_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(record, text, jsonb[]) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target float8, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb[]) IS
'the models of several designs or learners of one scan over jsonb objects; each lists its attributes in "include"';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target boolean, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb[]) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target text, learners jsonb[]) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb[]) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features anyarray, target anycompatiblenonarray, learner jsonb) (
	SFUNC = _aer_train_many_array_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(anyarray, anycompatiblenonarray, jsonb) IS
'an error, which shows how to write an array of one learner';

CREATE FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_row_transition(internal, record, text, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features record, target text, learner jsonb) (
	SFUNC = _aer_train_many_row_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(record, text, jsonb) IS
'the same of whole rows';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target float8, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb) IS
'the same of jsonb objects';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target boolean, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb) IS
'the same of a boolean target';

CREATE FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_train_many_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;
COMMENT ON FUNCTION _aer_train_many_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train_many';

CREATE AGGREGATE aer_train_many(features jsonb, target text, learner jsonb) (
	SFUNC = _aer_train_many_jsonb_transition, STYPE = internal, SSPACE = 50000,
	FINALFUNC = _aer_train_many_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features anyarray, target anycompatiblenonarray, model aer_model) (
	SFUNC = _aer_continue_array_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(anyarray, anycompatiblenonarray, aer_model) IS
'go on training a model: to the bit as if these rows had followed those that it was trained on';

CREATE FUNCTION _aer_continue_row_transition(internal, record, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_row_transition(internal, record, text, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features record, target text, model aer_model) (
	SFUNC = _aer_continue_row_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(record, text, aer_model) IS
'the same on whole rows, whose columns are found by name';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target float8, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, float8, aer_model) IS
'go on training a model on jsonb objects, whose keys are found by name';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target boolean, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, boolean, aer_model) IS
'the same of a boolean target';

CREATE FUNCTION _aer_continue_jsonb_transition(internal, jsonb, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_continue_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;
COMMENT ON FUNCTION _aer_continue_jsonb_transition(internal, jsonb, text, aer_model) IS 'internal: aer_continue';

CREATE AGGREGATE aer_continue(features jsonb, target text, model aer_model) (
	SFUNC = _aer_continue_jsonb_transition, STYPE = internal, SSPACE = 20000,
	FINALFUNC = _aer_train_final, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_continue(jsonb, text, aer_model) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray) IS
'score the rows with a model and say how far off it is: rows, mse, mae, r2, sign_error, mse_se, skipped, reads, log_loss, brier, auc. Reads every attribute that has a weight. Of two-valued targets it keeps 24 bytes a row, at most 24 MB';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], float8) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], float8) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], float8) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], float8) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], float8) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], float8) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target float8) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], float8) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_row_transition' LANGUAGE C STABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text) (
	SFUNC = _aer_evaluate_row_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8) IS
'score jsonb objects with a model and say how far off it is; keys are found by name';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean) IS
'the same of a boolean target';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text) IS
'the same, the target given as the name of its key';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray, integer) IS
'an unbiased estimate of the mean squared error (mse, with its standard error mse_se, and r2) from at most "budget" attributes of each row (2 or more; NULL: all), drawn in proportion to the size of their weights. It is the error of the linear prediction, aer_score: where predictions are held to a range or go through a link, no few attributes can tell theirs';

CREATE FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_array_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_array_transition(float8[], aer_model, anyarray, float8, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], float8, integer) IS
'the same of arrays of real, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], float8, integer) IS
'the same of arrays of float8, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], float8, integer) IS
'the same of arrays of smallint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], float8, integer) IS
'the same of arrays of integer, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], float8, integer) IS
'the same of arrays of bigint, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], float8, integer) IS
'the same of arrays of numeric, which distributed engines can send to their workers';

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target float8, budget integer) (
	SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], float8, integer) IS
'the same of arrays of boolean, which distributed engines can send to their workers';

CREATE FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_row_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_row_transition(float8[], aer_model, record, text, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text, budget integer) (
	SFUNC = _aer_evaluate_row_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text, integer) IS
'the same on whole rows, whose columns are found by name; the target is given as the name of its column';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8, integer) IS
'an unbiased estimate of the mean squared error from at most "budget" keys of each jsonb object';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean, integer) IS
'the same of a boolean target';

CREATE FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME', 'aer_evaluate_jsonb_transition' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;
COMMENT ON FUNCTION _aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text, budget integer) (
	SFUNC = _aer_evaluate_jsonb_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE
);
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text, integer) IS
'the same, the target given as the name of its key';

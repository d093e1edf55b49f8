--
-- suggesting.sql: aer_suggest, which decides about columns by a sample of rows
--

-- The decision of aer_suggest about a column, or about the target
CREATE TYPE _aer_column_decision AS (
	rows integer,		-- of the sample, with a known target
	reason text,		-- why the column is left out, or the target has no interactions
	suspicion text,		-- a sign that the column is known only together with the target
	description jsonb,	-- categories or knots, for the option "columns" of the design
	center numeric,		-- of a number without knots, or of any number if columns are ranked
	range jsonb,		-- of a number, for the option "range" of the design
	first_gain float8,	-- share of the target that the line, or the first category, explains
	gain float8			-- share that the other attributes add; both NULL if columns are not ranked
);

-- True for the rows of a random sample of "size" rows out of "rows", called for each of these.
CREATE FUNCTION _aer_in_sample(size bigint, rows bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_in_sample' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1;

-- Return a text as _aer_column_decisions reads it: a text of more than 1000 bytes is not read and
-- counts as no category.
CREATE FUNCTION _aer_sampled_text(text) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_sampled_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_text(bpchar) RETURNS bpchar
	AS 'MODULE_PATHNAME', 'aer_sampled_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Columns come as one record, since no function of somebody else can match that better. A record
-- holds its values, so long texts are cut before.
CREATE FUNCTION _aer_column_decisions_transition(
	internal, integer, float8, boolean, boolean, boolean, boolean[], float8, record)
	RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_column_decisions_transition'
	LANGUAGE C STABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_column_decisions_final(internal) RETURNS _aer_column_decision[]
	AS 'MODULE_PATHNAME', 'aer_column_decisions_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Decides about the target, which is the first column, and the other columns by a sample of
-- "rows" of "source_rows" rows with weights. "documents": the columns are keys of documents.
-- "ranked": decide what columns explain of the target. "null_categories": is NULL a category of
-- each column? NULL: if two rows have it.
CREATE AGGREGATE _aer_column_decisions(rows integer, source_rows float8, curves boolean,
	documents boolean, ranked boolean, null_categories boolean[], weight float8,
	columns record) (
	SFUNC = _aer_column_decisions_transition,
	STYPE = internal,
	FINALFUNC = _aer_column_decisions_final,
	PARALLEL = SAFE
);

CREATE FUNCTION _aer_sampled_pairs_transition(
	internal, record, text, jsonb, integer, float8, bigint) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_row_transition'
	LANGUAGE C STABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_pairs_transition(
	internal, jsonb, text, jsonb, integer, float8, bigint) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_jsonb_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_sampled_pairs_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_sampled_pairs_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Return the interactions of a design as an array: pairs of columns that together explain more of
-- the target than each alone, by a sample of "rows" of "source_rows" rows. "target" is the name of
-- its column or key, and "key" that of a row, by which it is dealt into a fold as in moments; NULL:
-- rows have none.
CREATE AGGREGATE _aer_sampled_pairs(
	features record, target text, design jsonb, rows integer, source_rows float8, key bigint) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_sampled_pairs(
	features jsonb, target text, design jsonb, rows integer, source_rows float8, key bigint) (
	SFUNC = _aer_sampled_pairs_transition,
	STYPE = internal,
	FINALFUNC = _aer_sampled_pairs_final,
	PARALLEL = SAFE
);

-- Samples the rows s of a source that meet a condition; the sample is the same as long as the
-- source is. "sampled" is used after FROM, and "chosen" in the filter of an aggregate, so that each
-- aggregate reads the same "rows" rows. Nothing depends on the planner's estimates: the sample is
-- read from 2,000 pages of a table, or from as many as have ten times the rows, since neighbours
-- are similar. Each shard is sampled in the same way where it is, and the sample of all
-- ("gathered") is their sum.
CREATE FUNCTION _aer_sample(INOUT source regclass, INOUT condition text, INOUT most bigint,
	OUT sampled text, OUT chosen text, OUT counted bigint, OUT share float8,
	OUT rows integer, OUT source_rows float8, OUT gathered boolean)
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	-- of each table; NULL: a view, a foreign table or another access method is among them
	pages bigint[];
	total bigint;
BEGIN
	gathered := coalesce(@extschema@._aer_distributed(source) <> 'n', false);
	sampled := format('%s s WHERE %s', @extschema@._aer_relation(source), condition);
	IF gathered THEN
		-- the row type of a shard is the one thing that has its name and needs no rows
		SELECT coalesce(sum(s.counted), 0),
				coalesce(100 * sum(s.counted) / nullif(sum(s.counted * 100 / s.share), 0), 100)
			INTO counted, share
		FROM @extschema@._aer_run_on_shards(source, format('
			SELECT pg_catalog.row_to_json(s)
			FROM pg_catalog.pg_type, @extschema@._aer_sample(
				typrelid::pg_catalog.regclass, %L::pg_catalog.text, %s::pg_catalog.int8) s
			WHERE oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(NULL::%s)',
			condition, most, E'\001')) answer,
			json_to_record(answer::json) s (counted bigint, share float8);
	ELSE
		WITH RECURSIVE member AS (
			SELECT source::oid AS oid
			UNION
			SELECT inhrelid FROM member JOIN pg_inherits ON inhparent = member.oid)
		SELECT CASE
				WHEN bool_and(relkind IN ('p', 'r', 'm') AND (relkind = 'p' OR amname = 'heap'))
				THEN array_agg(pg_relation_size(c.oid) / current_setting('block_size')::integer)
					FILTER (WHERE relkind <> 'p') END
			INTO pages
		FROM member JOIN pg_class c USING (oid) LEFT JOIN pg_am a ON a.oid = relam;
		total := (SELECT sum(p) FROM unnest(pages) p);
		share := least(100, 200000.0 / nullif(total, 0));
		LOOP
			-- The same pages of each partition are read: of those that have few it may be none.
			IF share IS NULL OR 0.01 * total
				< (SELECT sum(p) FROM unnest(pages) p WHERE p * share < 1000) THEN
				share := 100;
			END IF;
			IF share < 100 THEN
				sampled := format('%s s TABLESAMPLE SYSTEM (%s) REPEATABLE (0) WHERE %s',
					source, share, condition);
			END IF;
			EXECUTE format('SELECT count(*) FROM %s', sampled) INTO counted;
			EXIT WHEN share >= 100 OR counted >= 5 * most;
			share := least(100, share * least(100, 10.0 * most / greatest(counted, 1)));
		END LOOP;
	END IF;
	rows := least(most, counted);
	source_rows := counted * 100 / share;
	chosen := CASE WHEN NOT gathered AND rows < counted
		THEN format('@extschema@._aer_in_sample(%s::int8, %s::int8)', rows, counted)
		ELSE 'true' END;
END $$;

-- Returns the rows of a sample that are in a shard, in proportion to all rows, as arrays of the
-- columns.
CREATE FUNCTION _aer_shard_rows(shard regclass, condition text, most bigint, source_rows float8,
	columns text) RETURNS jsonb
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	sample record := @extschema@._aer_sample(shard, condition, most);
	answer jsonb;
BEGIN
	EXECUTE format('
		SELECT jsonb_agg(jsonb_build_array(VARIADIC ARRAY[%s]))
			FILTER (WHERE @extschema@._aer_in_sample($1, $2))
		FROM %s', columns, sample.sampled)
		INTO answer
		USING least(sample.counted,
				floor(sample.source_rows * least(1, most / source_rows))::bigint),
			sample.counted;
	RETURN answer;
END $$;

-- Returns the rows of a sample as an item of FROM with these expressions as columns. A shard
-- sends a text only as far as it shows that it is too long for a category.
CREATE FUNCTION _aer_sample_item(sample record, names text[], expressions text[], types regtype[])
	RETURNS text
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	sent text;
	received text;
BEGIN
	IF NOT sample.gathered THEN
		SELECT string_agg(format('%s AS %I', expression, name), ', ' ORDER BY place) INTO received
		FROM unnest(names, expressions) WITH ORDINALITY c (name, expression, place);
		RETURN format('(SELECT %s FROM %s) s', received, sample.sampled);
	END IF;
	SELECT string_agg(
			CASE WHEN kind IN ('words', 'enum')
				THEN format('pg_catalog.to_jsonb(pg_catalog.left(%s, 1001))',
					@extschema@._aer_text(expression, type::oid))
				ELSE format('pg_catalog.to_jsonb(%s)', expression) END, ', ' ORDER BY place),
			string_agg(CASE WHEN type = 'text[]'::regtype
				THEN format('ARRAY(SELECT jsonb_array_elements_text(shard_row -> %s)) AS %I',
					place - 1, name)
				ELSE format('(shard_row ->> %s)::%s AS %I', place - 1,
					CASE WHEN kind IN ('words', 'enum') THEN 'text' ELSE type::text END, name) END,
				', ' ORDER BY place)
		INTO sent, received
	FROM unnest(names, expressions, types) WITH ORDINALITY c (name, expression, type, place),
		@extschema@._aer_kind(type::oid) kind;
	RETURN format('(
		SELECT %s FROM (
			SELECT jsonb_array_elements(answer::jsonb) AS shard_row
			FROM @extschema@._aer_run_on_shards(%s::regclass, %L::text) answer) sent) s',
		received, sample.source::oid, format('
		SELECT @extschema@._aer_shard_rows(typrelid::pg_catalog.regclass, %L::pg_catalog.text,
			%s::pg_catalog.int8, %s::pg_catalog.float8, %L::pg_catalog.text)
		FROM pg_catalog.pg_type
		WHERE oid OPERATOR(pg_catalog.=) pg_catalog.pg_typeof(NULL::%s)',
		sample.condition, sample.most, sample.source_rows, sent, E'\001'));
END $$;

-- Returns the decisions about the target and the columns by a sample. Target, weight and columns
-- are expressions of a row s; columns are NULL if they need not be read. Each query reads as many
-- as take little memory, together with the target; text takes more and counts as four columns.
-- Columns are ranked if they could have more than "most" attributes.
CREATE FUNCTION _aer_decisions(sample record, curves boolean, documents boolean,
	target text, target_type regtype, weight text, expressions text[], types regtype[],
	null_categories boolean[], most integer)
	RETURNS TABLE (place bigint, rows integer, reason text, suspicion text, description jsonb,
		center numeric, range jsonb, first_gain float8, gain float8)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 ROWS 100
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	query record;
	-- text has at most 100 categories, a number three knots; and NULL may be a category
	ranked boolean := (
		SELECT most < sum(CASE WHEN kind IN ('words', 'enum') THEN 101 ELSE 5 END)
		FROM unnest(expressions, types) c (expression, type),
			@extschema@._aer_kind(type::oid) kind
		WHERE expression IS NOT NULL);
BEGIN
	FOR query IN
		WITH readable AS (
			SELECT place - 1 AS place, expression, type, kind,
				(sum(CASE WHEN kind IN ('words', 'enum') THEN 4 ELSE 1 END)
					OVER (ORDER BY place) - 1) / 90 AS batch
			FROM unnest(target || expressions, target_type || types)
					WITH ORDINALITY c (expression, type, place),
				@extschema@._aer_kind(type::oid) kind
			WHERE expression IS NOT NULL),
		members AS (
			SELECT b.batch, place, expression, type, kind
			FROM (SELECT DISTINCT batch FROM readable) b
				JOIN readable r ON r.batch = b.batch OR place = 0)
		SELECT batch,
			array_agg(place ORDER BY place) AS places,
			array_agg('c' || place ORDER BY place) AS names,
			array_agg(expression ORDER BY place) AS expressions,
			array_agg(type ORDER BY place) AS types,
			array_agg(null_categories[place] ORDER BY place) FILTER (WHERE place > 0) AS nulls,
			-- the target is read at any length
			string_agg(CASE
				WHEN place = 0 OR kind IS DISTINCT FROM 'words' THEN format('s.c%s', place)
				WHEN type = 'bpchar'::regtype
				THEN format('@extschema@._aer_sampled_text(s.c%s::bpchar)', place)
				ELSE format('@extschema@._aer_sampled_text(s.c%s::text)', place) END,
				', ' ORDER BY place) AS columns
		FROM members GROUP BY batch ORDER BY batch
	LOOP
		RETURN QUERY EXECUTE format('
			SELECT decision.*
			FROM (
				SELECT @extschema@._aer_column_decisions($1, $2, $3, $4, $5, $6, s.weight,
					ROW(%s))
					FILTER (WHERE %s) AS decisions
				FROM %s) s,
				unnest($7, s.decisions) decision (place, rows, reason, suspicion, description,
					center, range, first_gain, gain)
			WHERE place > 0 OR $8',
			query.columns, sample.chosen, @extschema@._aer_sample_item(
				sample, query.names || 'weight'::text, query.expressions || weight,
				query.types || 'float8'::regtype))
			USING sample.rows, sample.source_rows, curves, documents, ranked, query.nulls,
				query.places, query.batch = 0;
	END LOOP;
END $$;

-- Returns the decisions with at most 1000 attributes. At first each column is one attribute: a
-- number is its line, and text its most frequent category (a point in time of documents is two,
-- since only a knot tells it from text). The other attributes go to the columns where each of them
-- adds most; text may have some of its categories. If there are more columns than attributes, those
-- that explain least have none. "shortened" says what a column has in place of all its attributes:
-- line, categories or nothing.
CREATE FUNCTION _aer_limited_decisions(sample record, curves boolean, documents boolean,
	target text, target_type regtype, weight text, expressions text[], types regtype[],
	null_categories boolean[])
	RETURNS TABLE (place bigint, rows integer, reason text, suspicion text, description jsonb,
		center numeric, range jsonb, shortened text)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 ROWS 100
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	most CONSTANT integer := 1000;
BEGIN
	RETURN QUERY
	WITH decision AS MATERIALIZED (
		SELECT d.*, is_text, least,
			greatest(1, coalesce(jsonb_array_length(d.description), 0)
				+ (kind IN ('integer', 'number'))::integer) AS attributes
		FROM @extschema@._aer_decisions(sample, curves, documents, target, target_type,
				weight, expressions, types, null_categories, most) d,
			@extschema@._aer_kind(types[d.place]::oid) kind,
			LATERAL (SELECT kind IN ('words', 'enum'),
				CASE WHEN documents AND types[d.place] = 'timestamp'::regtype THEN 2 ELSE 1 END)
				l (is_text, least)),
	used AS (
		SELECT place, is_text, least, attributes, sum(least) OVER () <= most AS all_have_one,
			first_gain / least AS first_each,
			-- of more columns than attributes, only those clearly better than noise get others
			CASE WHEN sum(least) OVER () <= most OR each > 10.0 / rows THEN each ELSE each - 1 END
				AS each
		FROM decision, LATERAL (SELECT gain / nullif(attributes - least, 0)) g (each)
		WHERE place > 0 AND reason IS NULL),
	part AS (
		SELECT place, is_text AND NOT is_first AS divisible, size,
			sum(size) OVER (ORDER BY worth DESC, is_first DESC, place) AS through
		FROM used, LATERAL (
			SELECT true, least, CASE WHEN all_have_one THEN 'infinity'
				ELSE greatest(first_each, each) END
			UNION ALL
			SELECT false, attributes - least, each) p (is_first, size, worth)),
	kept AS (
		SELECT place, sum(CASE
			WHEN through <= most THEN size
			WHEN divisible THEN greatest(most - (through - size), 0)
			ELSE 0 END)::integer AS size
		FROM part
		GROUP BY place),
	judged AS (
		SELECT *, CASE
			WHEN size IS NULL OR size = attributes THEN NULL
			WHEN size = 0 THEN 'nothing'
			WHEN is_text THEN 'categories'
			ELSE 'line' END AS shortened
		FROM decision LEFT JOIN kept USING (place))
	SELECT place, rows, CASE WHEN shortened = 'nothing' THEN 'explains least' ELSE reason END,
		suspicion, short, CASE WHEN short IS NULL THEN center END, range, shortened
	FROM judged, LATERAL (SELECT CASE
			WHEN shortened IS NULL
			THEN description
			WHEN shortened = 'categories'
			THEN (SELECT jsonb_agg(element ORDER BY number)
				FROM jsonb_array_elements(description) WITH ORDINALITY e (element, number)
				WHERE number <= size)
			WHEN shortened = 'line' AND least = 2
			THEN jsonb_build_array(description -> (
				(jsonb_array_length(description) - (description @> '[null]')::integer) / 2))
			END) s (short);
END $$;

-- Gives a notice if a design has no room for all attributes of its columns.
CREATE FUNCTION _aer_notice_shortened(shortened text[]) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message text := (
		SELECT 'a design has at most 1000 attributes: ' || string_agg(format(CASE s
				WHEN 'line' THEN '%s columns are straight lines, without knots and null'
				WHEN 'categories' THEN '%s columns have only some of their categories'
				ELSE '%s columns that explain least are left out' END, count), '; '
				ORDER BY place)
		FROM (
			SELECT s, count(*) AS count, array_position('{line,categories,nothing}', s) AS place
			FROM unnest(shortened) s GROUP BY s) counted);
BEGIN
	PERFORM @extschema@._aer_notice(message);
END $$;

-- Returns the columns of a table except those excluded, with their types below domains, as
-- expressions of a row s, or the reason why they are left out unread.
CREATE FUNCTION _aer_table_columns(source regclass, excluded text[])
	RETURNS TABLE (name text, type regtype, expression text, reason text)
	LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
	SELECT attname, base, CASE WHEN why IS NULL THEN format('s.%I', attname) END, why
	FROM pg_attribute,
		@extschema@._aer_base_type(atttypid) base,
		LATERAL (
			SELECT min(relname::text) FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
			WHERE conrelid = source AND contype = 'f' AND conkey = ARRAY[attnum]) f (referenced),
		LATERAL (SELECT CASE
			WHEN attnum IN (
				-- the columns of a longer key, as store and month, tell much about the rows
				SELECT indkey[0] FROM pg_index
				WHERE indrelid = source AND indisunique AND indisvalid AND indpred IS NULL
					AND indnkeyatts = 1)
			THEN 'key'
			WHEN @extschema@._aer_kind(base::oid) = 'integer' AND referenced IS NOT NULL
			THEN 'id of ' || referenced
			WHEN @extschema@._aer_kind(atttypid) IS NULL
			THEN concat(format_type(atttypid, NULL), ' is no number',
				': ' || @extschema@._aer_as_number(base, attname::text) || ' is one')
			END) judged (why)
	WHERE attrelid = source AND attnum > 0 AND NOT attisdropped
		AND attname <> ALL (coalesce(excluded, '{}'))
	ORDER BY attnum
$$;

-- Returns the keys in a sample of documents and the kinds of their values (_aer_keys).
CREATE FUNCTION _aer_sampled_keys(sample record, document text) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	keys jsonb;
BEGIN
	EXECUTE format('SELECT @extschema@._aer_keys(s.document) FILTER (WHERE %s) FROM %s',
		sample.chosen,
		@extschema@._aer_sample_item(sample, '{document}'::text[], ARRAY[document],
			'{jsonb}'::regtype[])) INTO keys;
	RETURN coalesce(keys, '{}');
END $$;

-- Returns a key of documents as a column, from the kinds of its values: type and expression; NULL
-- if they are neither numbers nor text. Points in time are in UTC unless they name a zone.
CREATE FUNCTION _aer_key_column(document text, name text, kinds jsonb,
	OUT type regtype, OUT expression text)
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT type::regtype, CASE type
		WHEN 'text' THEN written
		WHEN 'timestamp' THEN format('pg_catalog.timezone(''UTC'', '
			'pg_catalog.regexp_replace(pg_catalog.regexp_replace(%s, %L, %L), %L, %L)'
			'::pg_catalog.timestamptz)', written, '^[^T ]+$', E'\\& 00:00Z', '[T ][^-+Z]*$',
			E'\\&Z')
		ELSE format('%s::pg_catalog.%s', value, type) END
	FROM format('@extschema@._aer_value(%s, %L::pg_catalog.text)', document, name) value,
		format('(%s OPERATOR(pg_catalog.#>>) ''{}'')', value) written,
		LATERAL (SELECT kinds - 'null' - 'nulls' - CASE
			WHEN kinds ? 'string' THEN 'time'
			WHEN kinds ? 'number' THEN 'integer'
			ELSE '' END) observed (kinds),
		LATERAL (SELECT CASE observed.kinds
			WHEN '["integer"]' THEN 'int8'
			WHEN '["number"]' THEN 'numeric'
			WHEN '["boolean"]' THEN 'bool'
			WHEN '["time"]' THEN 'timestamp'
			WHEN '["string"]' THEN 'text' END) typed (type)
$$;

-- Raises an error if documents, which have these keys, lack one of some names.
CREATE FUNCTION _aer_check_key(source regclass, features text, keys jsonb, names text[],
	usage text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	missed text := (
		SELECT name FROM unnest(names) name
		WHERE NOT EXISTS (
			SELECT FROM jsonb_object_keys(keys) k WHERE k = name OR starts_with(k, name || '.'))
		LIMIT 1);
BEGIN
	IF missed IS NOT NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'undefined_column',
			MESSAGE = format('no document has the key "%s"', missed),
			DETAIL = usage,
			HINT = coalesce(
				'Did you mean "' || @extschema@._aer_near_name(missed,
					ARRAY(SELECT k COLLATE "C" FROM jsonb_object_keys(keys) k ORDER BY 1)) || '"?',
				format('SELECT DISTINCT jsonb_object_keys(%I) FROM %s lists them.',
					features, source));
	END IF;
END $$;

-- Returns the keys of documents in place of columns, at most as many as a table can have, and
-- whether two documents have an explicit null there.
CREATE FUNCTION _aer_document_columns(sample record, document text, features text, target text,
	excluded text[])
	RETURNS TABLE (name text, type regtype, expression text, reason text, has_nulls boolean)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 ROWS 100
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	most_keys CONSTANT integer := 1600;
	keys jsonb := @extschema@._aer_sampled_keys(sample, document);
	names text[];
BEGIN
	PERFORM @extschema@._aer_check_key(sample.source, features, keys, excluded,
		'It is listed in "exclude", or named as "groups" or "weight".'::text);
	names := ARRAY(
		SELECT key COLLATE "C" FROM jsonb_each(keys)
		WHERE key <> target AND value - 'null' - 'nulls' <> '["object"]' AND NOT EXISTS (
			SELECT FROM unnest(excluded) e WHERE key = e OR starts_with(key, e || '.'))
		ORDER BY 1);
	IF cardinality(names) > most_keys THEN
		RAISE EXCEPTION USING
			ERRCODE = 'program_limit_exceeded',
			MESSAGE = format('the documents of "%s" have %s different keys',
				features, cardinality(names)),
			DETAIL = format('At most %s keys can be examined.', most_keys),
			HINT = 'Keys that are data, such as dates or ids, cannot be attributes. ' || (
				SELECT CASE WHEN within IS NULL
					THEN 'Remove them in a view.'
					ELSE format('exclude => %L leaves out that whole object.',
						ARRAY[within]) END
				FROM (SELECT substring(name, '^(.*)[.]') FROM unnest(names) name) n (within)
				GROUP BY within ORDER BY count(*) DESC, within LIMIT 1);
	END IF;
	RETURN QUERY
	SELECT key, c.type, CASE WHEN why IS NULL THEN c.expression END, why, kinds ? 'nulls'
	FROM unnest(names) WITH ORDINALITY n (key, place),
		LATERAL (SELECT keys -> key) k (kinds),
		@extschema@._aer_key_column(document, key, kinds) c,
		LATERAL (SELECT CASE
			WHEN kinds - 'null' - 'nulls' = '[]' THEN 'all NULL'
			WHEN kinds - 'null' - 'nulls' = '["array"]' THEN 'an array'
			WHEN c.type IS NULL THEN 'values of several types' END) judged (why)
	ORDER BY place;
END $$;

-- Returns a target that is a key of documents as _aer_target() returns a column.
CREATE FUNCTION _aer_key_target(source regclass, document text, target text, most bigint,
	OUT name text, OUT type regtype, OUT value text, OUT stored text, OUT expression text,
	OUT expression_type regtype)
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	sample record := @extschema@._aer_sample(source, document || ' IS NOT NULL', most);
	keys jsonb := @extschema@._aer_sampled_keys(sample, document);
	kinds jsonb;
BEGIN
	SELECT k, CASE WHEN k <> target THEN substr(target, length(k) + 2) END INTO name, value
	FROM jsonb_object_keys(keys) k
	WHERE k = target OR starts_with(target, k || '=')
	ORDER BY k = target DESC, length(k) DESC
	LIMIT 1;
	IF name IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'undefined_column',
			MESSAGE = format('neither a column of %s nor a key of its documents is called "%s"',
				source, target),
			DETAIL = 'It is named as the target.',
			HINT = CASE WHEN starts_with(target, '"')
				THEN format('Write the name without quotes: %s.', btrim(target, '"'))
				ELSE (
					SELECT format('The documents have %s%s.',
						coalesce(string_agg(format('"%s"', k), ', '), 'none'),
						CASE WHEN count(*) = 10 THEN ' and perhaps more' END)
					FROM (SELECT k FROM jsonb_object_keys(keys) k LIMIT 10) k) END;
	END IF;
	stored := format('@extschema@._aer_value(%s, %L::pg_catalog.text)', document, name);
	kinds := keys -> name;
	-- a point in time would be a class
	IF kinds ? 'time' THEN
		kinds := kinds - 'time' - 'string' || '["string"]';
	END IF;
	SELECT c.type, c.type, c.expression INTO type, expression_type, expression
	FROM @extschema@._aer_key_column(document, name, kinds) c;
	IF value IS NOT NULL THEN
		expression_type := 'boolean';
		expression := format('(%s OPERATOR(pg_catalog.#>>) ARRAY[]::pg_catalog.text[]) '
			'OPERATOR(pg_catalog.=) %L', stored, value);
	ELSIF type IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'datatype_mismatch',
			MESSAGE = format('the target "%s" is not a number, a boolean or text in all documents',
				target),
			HINT = CASE
				WHEN kinds @> '["object"]'
				THEN format('One of its keys can be the target: ''%s.key''.', name)
				WHEN kinds @> '["array"]'
				THEN 'One of its elements can be the target: select it in a view.'
				ELSE format('Pass ''%s=VALUE'' to predict one value against all others.', name) END;
	END IF;
END $$;

-- Raises the error that a source has no row with a target, or none that counts.
CREATE FUNCTION _aer_refuse_empty(source regclass, weight text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	has_rows boolean;
BEGIN
	EXECUTE format('SELECT true FROM %s LIMIT 1', source) INTO has_rows;
	RAISE EXCEPTION USING
		ERRCODE = 'no_data_found',
		MESSAGE = format(
			CASE WHEN has_rows
				THEN '%s has no row whose target is known%s'
				ELSE '%s has no rows' END,
			source, ' and whose "' || weight || '" is above 0'),
		HINT = 'Write a design by hand, aer_design(include => ...), or suggest one from a table '
			'that has targets, such as that of last year. aer_worklist(design, source) lists the '
			'values that such a design asks for.';
END $$;

-- Raises an error if no row of the source has the value of a target "column=value". It lists at
-- most ten values: those that begin similarly, then the most frequent ones.
CREATE FUNCTION _aer_check_value(sample record, target record, is_key boolean)
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	has_value boolean;
	written text := CASE WHEN is_key
		THEN target.stored || ' OPERATOR(pg_catalog.#>>) ARRAY[]::pg_catalog.text[]'
		ELSE @extschema@._aer_text(target.stored, target.type::oid) END;
	list text;
BEGIN
	EXECUTE format('SELECT true FROM %s s WHERE %s LIMIT 1', sample.source, target.expression)
		INTO has_value;
	IF has_value THEN
		RETURN;
	END IF;
	EXECUTE format('
		SELECT string_agg(
				format(''"%%s%%s"'', left(v, 80), CASE WHEN length(v) > 80 THEN ''...'' END),
				'', '' ORDER BY place) FILTER (WHERE place <= 10)
			|| CASE WHEN max(place) > 10 THEN '' and more'' ELSE '''' END
		FROM (
			SELECT v, row_number() OVER (ORDER BY
				lower(left(v, 2)) = lower(left($1, 2)) DESC, count(*) DESC, v) AS place
			FROM (SELECT (%s) COLLATE "C" AS v FROM %s) r GROUP BY v) v',
		written, sample.sampled) INTO list USING target.value;
	RAISE EXCEPTION USING
		ERRCODE = 'invalid_parameter_value',
		MESSAGE = format('no row of %s has the value "%s" in column "%s"',
			sample.source, target.value, target.name),
		DETAIL = format('The column has %s.', list);
END $$;

-- Raises the error that no column can be an attribute. The hint names the first column whose
-- elements or keys could be attributes.
CREATE FUNCTION _aer_refuse_columns(source regclass, features text, target text, target_name text,
	budget float8, excluded text[]) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION USING
		ERRCODE = 'datatype_mismatch',
		MESSAGE = CASE WHEN features IS NULL
			THEN format('no column of %s can be an attribute', source)
			ELSE format('no key of "%s" can be an attribute', features) END,
		HINT = coalesce((
			SELECT format('If one column holds all attributes, name it: SELECT aer_learn(%L, %L, '
				'%sfeatures => %L);',
				source, target, budget || ', ', attname)
			FROM pg_attribute, @extschema@._aer_base_type(atttypid) base
				JOIN pg_type t ON t.oid = base
			WHERE features IS NULL AND attrelid = source AND attnum > 0 AND NOT attisdropped
				AND attname <> ALL (target_name || coalesce(excluded, '{}'))
				AND (base = 'jsonb'::regtype
					OR typcategory = 'A' AND @extschema@._aer_is_number(typelem)
					OR @extschema@._aer_is_embedding(base::oid))
			ORDER BY attnum LIMIT 1),
			'To use columns that are excluded or left out, list them in the option "include" of '
			'aer_design().');
END $$;

-- Returns the rows of a sample as an item of FROM, with the columns of a design, those that have
-- a role, the levels of others as text, "_aer_levels", and the key, "_aer_row_key";
-- the arguments by which aggregates read them; and the weight and the residuals of m.model as
-- expressions.
CREATE FUNCTION _aer_sample_rows(sample record, decided record, roles jsonb, row_key text,
	document text, target text, named record, is_key boolean,
	OUT item text, OUT arguments text, OUT residuals text, OUT weight text)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- expressions beside the columns
	more text[] := ARRAY[
		format('ARRAY[%s]::pg_catalog.text[]', (
			SELECT string_agg(format(CASE WHEN sample.gathered
				THEN 'pg_catalog.left(%s, 1001)' ELSE '%s' END, level), ', ' ORDER BY place)
			FROM unnest(decided.levels) WITH ORDINALITY l (level, place))),
		coalesce(row_key, 'NULL::pg_catalog.int8')];
	more_names CONSTANT text[] := '{_aer_levels,_aer_row_key}';
	more_types CONSTANT regtype[] := '{text[],int8}';
	-- a type that somebody created may have a cast to json of theirs
	is_text boolean := @extschema@._aer_kind(named.expression_type::oid) IN ('words', 'enum');
	target_type regtype := CASE WHEN is_text THEN 'text' ELSE named.expression_type END;
	target_expression text := CASE WHEN is_text
		THEN @extschema@._aer_text(named.expression, named.expression_type::oid)
		ELSE named.expression END;
	apart record;
BEGIN
	-- documents have the columns of roles in them
	weight := @extschema@._aer_role(CASE WHEN document IS NULL THEN sample.source END,
		's.features'::text, roles ->> 'weight', true);
	IF document IS NULL THEN
		SELECT array_agg(attname::text) AS names, array_agg(format('s.%I', attname)) AS expressions,
				array_agg(@extschema@._aer_base_type(atttypid)) AS types
			INTO apart
		FROM pg_attribute
		WHERE attrelid = sample.source AND NOT attisdropped
			AND attname = ANY (@extschema@._aer_roles(roles) || decided.leveled)
			AND attname <> ALL (decided.names);
		arguments := format('s.*, %L::text', target);
		item := @extschema@._aer_sample_item(sample,
			decided.names || named.name || apart.names || more_names,
			decided.expressions || named.stored || apart.expressions || more,
			decided.types || named.type || apart.types || more_types);
		residuals := @extschema@._aer_residuals('s.*', named.expression, named.expression_type);
	ELSE
		arguments := format(CASE WHEN is_key THEN 's.features, %L::text' ELSE
			's.features OPERATOR(pg_catalog.||) jsonb_build_object(%1$L, s.target), %1$L::text' END,
			target);
		item := @extschema@._aer_sample_item(sample, '{features,target}'::text[] || more_names,
			ARRAY[document, target_expression] || more,
			'{jsonb}'::regtype[] || target_type || more_types);
		residuals := @extschema@._aer_residuals('s.features', 's.target', target_type);
	END IF;
END $$;

-- Raises an error if columns of a source, or keys of its documents, cannot have the roles that
-- they are named for.
CREATE FUNCTION _aer_check_roles(source regclass, roles jsonb, target text, document text,
	features text) RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	role text := (SELECT key FROM jsonb_each_text(roles) WHERE value = target LIMIT 1);
	key_roles jsonb := (	-- of keys of documents
		SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(roles)
		WHERE document IS NOT NULL AND NOT EXISTS (
			SELECT FROM pg_attribute
			WHERE attrelid = source AND attname = value AND attnum > 0 AND NOT attisdropped));
	keys jsonb;
BEGIN
	IF roles ? 'groups' AND roles ? 'time_column' THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = '"time_column" and "groups" cannot be combined',
			DETAIL = 'Each of them decides which rows are held out together.',
			HINT = 'Give "time_column" if the model will predict later rows, "groups" if it will '
				'predict new groups.';
	ELSIF role IS NOT NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('"%s" cannot be both the target and "%s"', target, role);
	ELSIF document IS NULL THEN
		PERFORM @extschema@._aer_source_column(
			source, value, format('It is named as "%s".', key))
		FROM jsonb_each_text(roles);
	ELSIF key_roles IS NOT NULL THEN
		keys := @extschema@._aer_sampled_keys(@extschema@._aer_sample(
			source, document || ' IS NOT NULL', 20000::bigint), document);
		PERFORM @extschema@._aer_check_key(
			source, features, keys, ARRAY[value], format('It is named as "%s".', key))
		FROM jsonb_each_text(key_roles)
		WHERE keys <> '{}';
	END IF;
END $$;

-- Returns the last times, as numbers, of all blocks of time but the last: at most five blocks of
-- about the same weight, each of which has whole times.
CREATE FUNCTION _aer_time_cuts(sample record, time_column text, expression text, weight text)
	RETURNS float8[]
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	cuts float8[];
BEGIN
	EXECUTE format('
		WITH moments AS (
			SELECT s.moment, sum(s.weight) AS rows
			FROM %s
			WHERE s.moment IS NOT NULL
			GROUP BY s.moment),
		dealt AS (
			SELECT moment, CASE
				WHEN count(*) OVER () <= 5
				THEN row_number() OVER (ORDER BY moment)
				ELSE floor(5 * (sum(rows) OVER (ORDER BY moment) - rows / 2) / sum(rows) OVER ())
				END AS block
			FROM moments),
		blocks AS (SELECT max(moment) AS last FROM dealt GROUP BY block)
		SELECT array_agg(last ORDER BY last) FROM blocks',
		@extschema@._aer_sample_item(sample, '{moment,weight}', ARRAY[expression, weight],
			'{float8,float8}'))
	INTO cuts;
	IF coalesce(cardinality(cuts), 0) < 3 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('time column "%s" has fewer than three blocks of different times',
				time_column),
			DETAIL = 'The last block is held out, and the model is chosen on the blocks before.';
	END IF;
	RETURN trim_array(cuts, 1);
END $$;

-- Raises an error if the groups of a sample fill fewer than three folds.
CREATE FUNCTION _aer_check_groups(sample record, roles jsonb, features text, type regtype)
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	groups text := roles ->> 'groups';
	found record;
BEGIN
	EXECUTE format('
		SELECT count(DISTINCT @extschema@.aer_fold($1, %s, 0)) AS folds,
			count(DISTINCT %s) AS groups, count(*) FILTER (WHERE %2$s IS NULL) AS nulls
		FROM %s',
		CASE WHEN features IS NULL THEN 's.*::record' ELSE 's.features' END,
		CASE WHEN features IS NULL
			THEN @extschema@._aer_text(format('s.%I', groups), type::oid)
			ELSE format('(@extschema@._aer_value(s.features, %L)::text)', groups) END,
		@extschema@._aer_sample_item(sample, ARRAY[CASE WHEN features IS NULL THEN groups
			ELSE 'features' END], ARRAY[coalesce(features, format('s.%I', groups))], ARRAY[type]))
	INTO found USING @extschema@.aer_design(groups => groups);
	IF found.folds < 3 AND found.nulls = 0 THEN
		RAISE EXCEPTION USING
			ERRCODE = 'invalid_parameter_value',
			MESSAGE = format('"%s" has too few groups to hold some of them out: %s',
				groups, found.groups),
			DETAIL = format('They fill %s of 5 folds, and at least 3 are needed.', found.folds);
	END IF;
END $$;

-- Completes the roles of a design by what a sample says of them: the cuts of time.
CREATE FUNCTION _aer_folds_of_roles(sample record, roles jsonb, document text, weight text)
	RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name text := coalesce(roles ->> 'time_column', roles ->> 'groups');
	type regtype := (
		SELECT @extschema@._aer_base_type(atttypid) FROM pg_attribute
		WHERE document IS NULL AND attrelid = sample.source AND attname = name
			AND NOT attisdropped);
	cuts float8[];
BEGIN
	IF roles ? 'groups' THEN
		PERFORM @extschema@._aer_check_groups(
			sample, roles, document, coalesce(type, 'jsonb'::regtype));
	ELSIF roles ? 'time_column' THEN
		IF type IS NOT NULL
			AND (type = 'bool'::regtype OR NOT @extschema@._aer_is_number(type))
			AND type <> ALL ('{date,timestamp,timestamptz}'::regtype[]) THEN
			RAISE EXCEPTION USING
				ERRCODE = 'datatype_mismatch',
				MESSAGE = format('time column "%s" is of type %s, which is neither a number nor '
					'a point in time', name, format_type(type, NULL));
		END IF;
		cuts := @extschema@._aer_time_cuts(sample, name, CASE
			WHEN document IS NOT NULL
			THEN format('(
				SELECT CASE WHEN pg_catalog.jsonb_typeof(moment) OPERATOR(pg_catalog.=) ''number''
					THEN moment::pg_catalog.float8
					ELSE @extschema@._aer_days((moment OPERATOR(pg_catalog.#>>)
						ARRAY[]::pg_catalog.text[])::pg_catalog.timestamptz) END
				FROM @extschema@._aer_value(%s, %L::pg_catalog.text) moment)', document, name)
			WHEN type = ANY ('{date,timestamp,timestamptz}'::regtype[])
			THEN format('@extschema@._aer_days(s.%I::%s)', name, type)
			ELSE format('s.%I::pg_catalog.float8', name) END, weight);
		RETURN roles || jsonb_build_object('time_cuts', cuts, 'folds', cardinality(cuts) + 1);
	END IF;
	RETURN roles;
END $$;

-- The share of the residuals of a model without a column that the levels of the column explain.
CREATE TYPE _aer_level_facts AS (
	rows bigint,
	levels bigint,
	kappa float8,
	correlation float8,
	share float8,
	alike float8,
	sure float8,
	predict boolean,
	differ boolean,
	same integer,	-- the first column whose levels correspond one to one, or the column itself
	line float8		-- the share that a line over the levels explains, if they are numbers
);

CREATE FUNCTION _aer_level_statistics_transition(
	internal, text[], float8[], integer, float8, text[], boolean[], jsonb) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_level_statistics_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_level_statistics_final(internal) RETURNS _aer_level_facts[]
	AS 'MODULE_PATHNAME', 'aer_level_statistics_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns for each column the facts of all rows, and after them for each column those of the rows
-- that have a level. To the one residual of a row is added what "effects" has for "name=level".
CREATE AGGREGATE _aer_level_statistics(levels text[], residuals float8[], fold integer,
	weight float8, names text[], are_numbers boolean[], effects jsonb) (
	SFUNC = _aer_level_statistics_transition,
	STYPE = internal,
	FINALFUNC = _aer_level_statistics_final,
	PARALLEL = SAFE
);

CREATE FUNCTION _aer_level_effects_transition(
	internal, text, float8[], integer, float8, float8, float8[]) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_level_effects_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_level_effects_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_level_effects_final'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns a column's entry in the option "columns", from the sums of the rows of each level and
-- fold: the sums of weights and of their squares, of weights times each residual, and of weights
-- times each squared residual.
CREATE AGGREGATE _aer_level_effects(level text, residuals float8[], fold integer,
	weight float8, weight_squares float8, squares float8[]) (
	SFUNC = _aer_level_effects_transition,
	STYPE = internal,
	FINALFUNC = _aer_level_effects_final,
	PARALLEL = SAFE
);

-- Returns the residuals of a row s, whose target is an expression of a type, under m.model.
CREATE FUNCTION _aer_residuals(features text, target text, type regtype) RETURNS text
	LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT format(CASE
			WHEN type = 'bool'::regtype
			THEN 'ARRAY[CASE WHEN %2$s THEN 1 ELSE -1 END - @extschema@.aer_score(m.model, %1$s)]'
			WHEN @extschema@._aer_kind(type::oid) IN ('words', 'enum')
			THEN '(SELECT array_agg(CASE WHEN class = %2$s THEN 1 ELSE 0 END - probability
				ORDER BY class) FROM @extschema@.aer_probabilities(m.model, %1$s))'
			ELSE 'ARRAY[%2$s - @extschema@.aer_predict(m.model, %1$s)]' END,
		features, CASE
			WHEN type = 'bool'::regtype THEN target
			WHEN @extschema@._aer_kind(type::oid) IN ('words', 'enum')
			THEN @extschema@._aer_text(target, type::oid)
			WHEN type IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
			THEN format('@extschema@._aer_days(%s)', target)
			ELSE format('(%s)::float8', target) END)
$$;

-- Leaves out of a design the columns of which it lists as many categories as it can: there may be
-- more, and the effects of their levels would say the same.
CREATE FUNCTION _aer_without_long_lists(design jsonb) RETURNS jsonb
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH kept AS (
		SELECT name, place FROM jsonb_array_elements_text(design -> 'include')
			WITH ORDINALITY i (name, place)
		WHERE jsonb_array_length(design -> 'columns' -> name) >= 100 IS NOT TRUE)
	SELECT CASE WHEN EXISTS (SELECT FROM kept)
		THEN design - 'columns'::text || jsonb_strip_nulls(jsonb_build_object(
			'include', (SELECT jsonb_agg(name ORDER BY place) FROM kept),
			'columns', (
				SELECT jsonb_object_agg(key, value)
				FROM jsonb_each(design -> 'columns') JOIN kept ON key = name)))
		ELSE design END
$$;

-- Returns a design with the straight lines of its numbers, or the design itself if it has none.
CREATE FUNCTION _aer_lines(design jsonb, names text[], types regtype[], documents boolean)
	RETURNS jsonb
	LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN include IS NULL THEN design
		ELSE design - 'columns'::text || jsonb_build_object('include', include) END
	FROM (
		SELECT jsonb_agg(name ORDER BY place) AS include
		FROM unnest(names, types) WITH ORDINALITY n (name, type, place)
		WHERE @extschema@._aer_kind(type::oid) IN ('integer', 'number', 'boolean')
			-- only knots tell points in time from other text
			AND NOT (documents AND type = 'timestamp'::regtype)) numbers
$$;

-- Fits the additive model of a design to a sample, and returns what the levels of columns, which
-- the rows s of an item have as text in "_aer_levels", explain of its residuals. A column whose
-- categories the model knows has its own effect added to the residuals first. "known_facts" are
-- those of the rows that have a level. All are NULL if no model can be fitted. "row_key" is the key
-- of a row, and "fold" its fold by "_aer_key", which is that key.
CREATE FUNCTION _aer_sampled_levels(sample record, design jsonb, rows record, row_key text,
	fold text, names text[], are_numbers boolean[], OUT model aer_model,
	OUT facts _aer_level_facts[], OUT known_facts _aer_level_facts[])
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	most_attributes CONSTANT integer := 1500;
BEGIN
	-- sums for all pairs of more attributes would take seconds
	IF names = '{}' OR most_attributes < jsonb_array_length(design -> 'include') + (
		SELECT coalesce(sum(jsonb_array_length(value)), 0)
		FROM jsonb_each(design -> 'columns')) THEN
		RETURN;
	END IF;
	EXECUTE format('
		WITH s AS MATERIALIZED (
			SELECT %s AS _aer_key, s.* FROM %s WHERE %s),
		m AS MATERIALIZED (
			SELECT model, (SELECT jsonb_object_agg(name, weight)
				FROM @extschema@.aer_weights(model)) AS effects
			FROM (
				SELECT CASE WHEN %s THEN model END AS model
				FROM (
					SELECT @extschema@._aer_sample_model(%s, $1, s._aer_key) AS model
					FROM s) fitted) usable)
		SELECT (SELECT model FROM m), (
			SELECT @extschema@._aer_level_statistics(
				s._aer_levels, %s, %s, %s, $2, $3, m.effects)
			FROM s, m
			WHERE m.model IS NOT NULL)',
		row_key, rows.item, sample.chosen,
		-- of one class there are no probabilities
		CASE WHEN rows.residuals ~ 'aer_probabilities' THEN 'model::jsonb ? ''classes'''
			ELSE 'true' END,
		rows.arguments, rows.residuals, fold, rows.weight)
	INTO model, facts USING design, names, are_numbers;
	known_facts := facts[cardinality(names) + 1:];
	facts := facts[:cardinality(names)];
END $$;

-- Returns the places of those columns of a sample whose levels predict: identifiers, and text with
-- more categories than a design lists. Of columns whose levels correspond one to one, the first.
CREATE FUNCTION _aer_predicting_levels(facts _aer_level_facts[], types regtype[],
	is_class boolean) RETURNS integer[]
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 1000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	chosen integer[] := '{}';
	candidate record;
	levels bigint := 0;
BEGIN
	FOR candidate IN
		SELECT place, least(f.levels, 10000) AS levels
		FROM (
			SELECT f.*, row_number() OVER (PARTITION BY same ORDER BY share DESC, place) AS number
			FROM unnest(facts, types) WITH ORDINALITY f (rows, levels, kappa, correlation, share,
				alike, sure, predict, differ, same, line, type, place)
			WHERE predict AND f.levels <= CASE WHEN is_class THEN 1000 ELSE f.rows END
				AND f.levels >= CASE WHEN @extschema@._aer_kind(type::oid) IN ('words', 'enum')
					THEN 101 ELSE 20 END) f
		WHERE number = 1
		ORDER BY share DESC, place
	LOOP
		IF levels + candidate.levels <= 20000 THEN
			chosen := chosen || candidate.place::integer;
			levels := levels + candidate.levels;
		END IF;
	END LOOP;
	RETURN chosen;
END $$;

-- Returns for each of the columns of a source, whose levels are expressions of a row s, its entry
-- in the option "columns": the effects of its levels on the residuals of a model, from one scan;
-- and of that scan the number of rows and the sum of their keys.
CREATE FUNCTION _aer_level_effects_of(source regclass, design jsonb, named record, row_key text,
	document text, model aer_model, names text[], levels text[], outputs integer)
	RETURNS TABLE (name text, effects jsonb, rows bigint, keys numeric)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 ROWS 10
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	fold text := CASE WHEN design ?| '{groups,time_column}'::text[]
		THEN 'features, key' ELSE 'key' END;
	columns text := (
		SELECT string_agg(format('s.%I', name), ', ' ORDER BY place)
		FROM (
			SELECT name, min(place) AS place
			FROM jsonb_array_elements_text(design -> 'include' || to_jsonb(named.name)
				|| to_jsonb(@extschema@._aer_roles(design))) WITH ORDINALITY u (name, place)
			GROUP BY name) used);
	listed text;		-- the levels of a row
	level_names text;
	sets text;
	place text;			-- of the column whose level a row of sums is of
	level text;
BEGIN
	SELECT string_agg(format('%s AS level_%s', l, p), ', ' ORDER BY p),
			string_agg('level_' || p, ', ' ORDER BY p),
			string_agg(format('(fold, level_%s)', p), ', ' ORDER BY p),
			'CASE ' || string_agg(
				format('WHEN GROUPING(level_%s) = 0 THEN %1$s', p), ' ' ORDER BY p) || ' END',
			'CASE ' || string_agg(
				format('WHEN GROUPING(level_%s) = 0 THEN level_%1$s', p), ' ' ORDER BY p) || ' END'
		INTO listed, level_names, sets, place, level
	FROM unnest(levels) WITH ORDINALITY u (l, p);
	-- OFFSET keeps the planner from predicting a row anew for each column. Citus stores the rows of
	-- such a subquery, so none of its columns is a record.
	RETURN QUERY EXECUTE format('
		SELECT ($3)[place], @extschema@._aer_level_effects(
			level, residuals, fold, weight, weight_squares, squares), sum(rows)::bigint, sum(keys)
		FROM (
			SELECT %s AS place, %s AS level, fold, sum(weight) AS weight,
				sum(weight * weight) AS weight_squares, ARRAY[%s] AS residuals,
				ARRAY[%s] AS squares, count(*) AS rows, sum(key) AS keys
			FROM (
				SELECT @extschema@.aer_fold($1, %s) AS fold, %s AS residuals, key, weight, %s
				FROM (SELECT $2 AS model) m, (
					SELECT %s AS features, %s AS target, %s AS key, %s AS weight, %s
					FROM %s s%s WHERE %s) s
				WHERE s.weight > 0
				OFFSET 0) rows
			GROUP BY GROUPING SETS (%s)) sums
		GROUP BY place',
		place, level,
		(SELECT string_agg(format('sum(weight * residuals[%s])', o), ', ' ORDER BY o)
			FROM generate_series(1, outputs) o),
		(SELECT string_agg(format('sum(weight * residuals[%s] * residuals[%1$s])', o), ', '
				ORDER BY o) FROM generate_series(1, outputs) o),
		fold, @extschema@._aer_residuals('s.features', 's.target', named.expression_type),
		level_names, coalesce(document, '_aer_row.*::record'), named.expression, row_key,
		@extschema@._aer_role(source, document, design ->> 'weight', true),
		listed, @extschema@._aer_relation(source),
		CASE WHEN document IS NULL
			THEN format(', LATERAL (SELECT %s) _aer_row', columns) ELSE '' END,
		named.stored || ' IS NOT NULL', sets)
	USING design, model, names;
END $$;

-- True if the rows of a view, or of a foreign table, that have a target and count are those of an
-- earlier scan: as many, with the same sum of keys.
CREATE FUNCTION _aer_same_rows(source regclass, stored text, counts text, row_key text,
	rows bigint, keys numeric) RETURNS boolean
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	same boolean := true;
BEGIN
	IF EXISTS (SELECT FROM pg_class WHERE oid = source AND relkind IN ('v', 'f')) THEN
		EXECUTE format('
			SELECT count(*) = $1 AND sum(%s) = $2 FROM %s s WHERE num_nulls(%s, %s) = 0',
			row_key, @extschema@._aer_relation(source), stored, counts)
		INTO same USING rows, keys;
	END IF;
	RETURN coalesce(same, false);
END $$;

-- Adds to the columns of a design those whose levels predict the target. A NOTICE says why they
-- are not used, if they would be.
CREATE FUNCTION _aer_add_levels(source regclass, sample record, decided record, design jsonb,
	named record, row_key text, document text, model aer_model,
	facts _aer_level_facts[]) RETURNS jsonb
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_class boolean := named.value IS NULL
		AND @extschema@._aer_kind(named.type::oid) IN ('words', 'enum');
	places integer[] :=
		@extschema@._aer_predicting_levels(facts, decided.level_columns, is_class);
	chosen text[] :=
		ARRAY(SELECT decided.leveled[p] FROM unnest(places) WITH ORDINALITY u (p, n) ORDER BY n);
	reason text := CASE
		WHEN row_key IS NULL
		THEN 'rows have no key; name one as "key"'
		WHEN @extschema@._aer_distributed(source) <> 'n'
		THEN 'Citus has distributed the table' END;
	found jsonb;
	differ boolean;
BEGIN
	IF places <> '{}' AND reason IS NULL THEN
		PERFORM @extschema@._aer_progress(
			sample.source_rows, jsonb_array_length(design -> 'include')::float8,
			format('a sample was read; next, all rows for the effects of the levels of %s',
				(SELECT string_agg(format('"%s"', name), ', ') FROM unnest(chosen) name)));
		SELECT jsonb_object_agg(name, effects) FILTER (WHERE effects IS NOT NULL),
				NOT @extschema@._aer_same_rows(source, named.stored,
					@extschema@._aer_role(source, document, design ->> 'weight', true),
					row_key, min(scan.rows), min(scan.keys))
			INTO found, differ
		FROM @extschema@._aer_level_effects_of(source, design, named, row_key, document, model,
			chosen,
			ARRAY(SELECT decided.levels[p] FROM unnest(places) WITH ORDINALITY u (p, n)
				ORDER BY n),
			CASE WHEN is_class
				THEN jsonb_array_length(model::jsonb -> 'classes') - 1 ELSE 1 END) scan;
		reason := CASE WHEN differ THEN 'rows are not the same when they are read again' END;
	END IF;
	IF reason IS NOT NULL AND places <> '{}' THEN
		PERFORM @extschema@._aer_notice(format('the effects of the levels of %s are not used: %s',
			(SELECT string_agg(format('"%s"', name), ', ') FROM unnest(chosen) name), reason));
	END IF;
	IF found IS NULL OR reason IS NOT NULL THEN
		RETURN design;
	END IF;
	RETURN jsonb_set(
		jsonb_set(design, '{columns}', coalesce(design -> 'columns', '{}') || (
			-- a number keeps its line or its curve
			SELECT jsonb_object_agg(key, CASE
				WHEN @extschema@._aer_kind(type::oid) = 'integer' AND design -> 'include' ? key
				THEN jsonb_build_object('knots', knots) || CASE
					-- NULL is no category in the sample, but other rows have it
					WHEN knots @> '[null]' THEN value ELSE value - 'null_level' END
				ELSE value END)
			FROM jsonb_each(found)
				JOIN unnest(decided.leveled, decided.level_columns) c (name, type) ON name = key,
				LATERAL coalesce(design -> 'columns' -> key, '[]'::jsonb) knots)),
		'{include}', design -> 'include' || (
			SELECT coalesce(jsonb_agg(key ORDER BY key), '[]') FROM jsonb_object_keys(found) key
			WHERE NOT design -> 'include' ? key));
END $$;

-- Gives a notice if rows with the same value of a column are alike, so that errors measured on
-- held-out rows would not be those of new values: names the column with the largest correlation.
-- Values that a line explains are a measurement, such as one that follows from the target.
CREATE FUNCTION _aer_notice_groups(source regclass, names text[], facts _aer_level_facts[])
	RETURNS void
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message text := (
		SELECT format('rows with the same "%1$s"%2$s are alike (intraclass correlation %3$s); if '
				'the model is meant for new values of "%1$s", pass groups => %1$L',
			name,
			CASE WHEN EXISTS (
				SELECT FROM pg_constraint JOIN pg_attribute
					ON attrelid = conrelid AND ARRAY[attnum] = conkey
				WHERE conrelid = source AND contype = 'f' AND attname = name)
				THEN ', an id of another table,' END,
			round(f.correlation::numeric, 2))
		FROM unnest(names, facts) f (name, rows, levels, kappa, correlation, share, alike, sure,
			predict, differ, same, line)
		WHERE differ AND levels BETWEEN 20 AND rows / 2
			AND coalesce(line < f.correlation / 2, true)
		ORDER BY f.correlation DESC LIMIT 1);
BEGIN
	PERFORM @extschema@._aer_notice(message);
END $$;

-- The design of aer_suggest() and aer_learn(). "row_key" is the key of a row s, by which rows are
-- dealt into folds. If it is NULL, and any key will do, one is found that lasts for a statement.
-- "source_rows" is estimated for large tables.
CREATE FUNCTION _aer_suggest_design(source regclass, target text, budget float8, exclude text[],
	prices jsonb, curves boolean, null_categories boolean, interactions boolean,
	features text, groups text, time_column text, weight text, levels boolean, any_key boolean,
	INOUT row_key text, OUT design jsonb, OUT source_rows float8)
	LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp SET jit = off SET synchronize_seqscans = off AS $$
#variable_conflict use_variable
DECLARE
	most CONSTANT bigint := 20000;	-- rows that are sampled
	roles jsonb := jsonb_strip_nulls(jsonb_build_object(
		'groups', groups, 'time_column', time_column, 'weight', weight));
	no_features CONSTANT text[] := array_remove(ARRAY[groups, weight], NULL);
	single record;		-- features that stand in one column
	document text;		-- that column, if it is jsonb
	is_key boolean;		-- the target is a key of the documents
	named record;		-- the column or key of the target
	sample record;
	names text[];		-- of columns, or keys of documents
	types regtype[];
	expressions text[];
	reasons text[];		-- for leaving out a column unread
	counts text;		-- the weight of a row s
	has_key CONSTANT boolean := row_key IS NOT NULL;
	sampled_key text;	-- the key of a sampled row s
	nulls boolean[];	-- is NULL a category of it? NULL: the sample decides
	decided record;
	centered jsonb;
	pooled record;		-- the rows of the sample
	leveled record;		-- what levels explain
	pairs jsonb;		-- interactions
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION USING
			ERRCODE = 'null_value_not_allowed',
			MESSAGE = 'the source and the target must not be NULL';
	END IF;
	curves := coalesce(curves, true);
	null_categories := coalesce(null_categories, true);
	interactions := coalesce(interactions, true);
	levels := coalesce(levels, true) AND budget IS NULL;
	PERFORM @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices,
		groups => groups, weight => weight);
	SELECT * INTO single FROM @extschema@._aer_features(
		source, features, target, @extschema@._aer_roles(roles));
	IF features IS NULL THEN
		PERFORM @extschema@._aer_source_column(source, name, 'It is listed in "exclude".'::text)
		FROM unnest(exclude) name;
	END IF;
	is_key := features IS NOT NULL AND single.target_expression IS NULL;
	IF is_key THEN
		named := @extschema@._aer_key_target(source, single.expression, target, most);
	ELSE
		named := @extschema@._aer_target(source, target);
	END IF;
	IF named.value IS NULL AND @extschema@._aer_kind(named.type::oid) IS NULL THEN
		PERFORM @extschema@._aer_refuse_target(target, named.type);
	END IF;
	PERFORM @extschema@._aer_check_roles(source, roles, named.name,
		CASE WHEN single.is_jsonb THEN single.expression END, features);

	counts := @extschema@._aer_role(source, single.expression, weight, true);
	sample := @extschema@._aer_sample(source, named.stored || ' IS NOT NULL'
		|| CASE WHEN weight IS NULL THEN '' ELSE format(' AND %s IS NOT NULL', counts) END, most);
	IF sample.rows = 0 THEN
		PERFORM @extschema@._aer_refuse_empty(source, weight);
	END IF;
	source_rows := sample.source_rows;
	roles := @extschema@._aer_folds_of_roles(
		sample, roles, CASE WHEN single.is_jsonb THEN single.expression END, counts);
	IF features IS NOT NULL AND any_key THEN
		row_key := coalesce(row_key, @extschema@._aer_fallback_row_key(
			source, NULL::jsonb, single.expression));
	END IF;
	sampled_key := row_key;
	IF single.is_jsonb THEN
		document := single.expression;
		-- a document is fetched once for all of its keys
		sample.sampled := format('(
			SELECT %s OPERATOR(pg_catalog.||) ''{}''::pg_catalog.jsonb AS %I,
				%s AS _aer_row_key%s
			FROM %s
			OFFSET 0) s',
			document, features, coalesce(row_key, 'NULL::pg_catalog.int8'),
			(SELECT string_agg(format(', s.%I', attname), '')
			FROM pg_attribute
			WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname <> features
				AND (NOT is_key AND attname = named.name
					OR attname = ANY (@extschema@._aer_roles(roles)))),
			sample.sampled);
		IF NOT sample.gathered THEN
			document := format('s.%I', features);
			sampled_key := 's._aer_row_key';
		END IF;
		counts := @extschema@._aer_role(source, document, weight, true);
		SELECT array_agg(c.name), array_agg(c.type), array_agg(c.expression), array_agg(c.reason),
				array_agg(null_categories AND has_nulls)
			INTO names, types, expressions, reasons, nulls
		FROM @extschema@._aer_document_columns(
			sample, document, features, named.name, exclude || no_features) c;
	ELSIF features IS NULL THEN
		SELECT array_agg(c.name), array_agg(c.type), array_agg(c.expression), array_agg(c.reason),
				array_agg(nullif(null_categories, true))
			INTO names, types, expressions, reasons, nulls
		FROM @extschema@._aer_table_columns(source, named.name || exclude || no_features) c;
	END IF;

	WITH judged AS (
		SELECT place, name, type, expression, rows, suspicion, description, center, range,
			shortened, coalesce(listed.reason, decision.reason) AS reason
		FROM unnest(names, types, expressions, reasons)
				WITH ORDINALITY listed (name, type, expression, reason, place)
			FULL JOIN @extschema@._aer_limited_decisions(sample, curves, document IS NOT NULL,
				named.expression, named.expression_type, counts, expressions, types, nulls)
				decision
				USING (place)),
	used AS (SELECT * FROM judged WHERE place > 0 AND reason IS NULL),
	leveled AS (
		SELECT place, name, type, @extschema@._aer_text(
			coalesce(expression, format('s.%I', name)), type::oid) AS level
		FROM judged
		WHERE place > 0
			AND (reason ~ '^(key|constant|all |numbers the rows|repeats the target)') IS NOT TRUE
			AND (document IS NULL AND type = 'uuid'::regtype
				OR @extschema@._aer_kind(type::oid) IN ('integer', 'words', 'enum'))
		UNION ALL
		-- rows with the same value belong together, even if the column is no attribute
		SELECT NULL, name, type, @extschema@._aer_text(format('s.%I', name), type::oid)
		FROM @extschema@._aer_table_columns(source, named.name || no_features)
		WHERE features IS NULL AND name = ANY (exclude) AND reason IS DISTINCT FROM 'key'
			AND has_column_privilege(source, name, 'SELECT')
			AND @extschema@._aer_row_key(type::oid, format('s.%I', name)) IS DISTINCT FROM row_key
			AND (type = 'uuid'::regtype
				OR @extschema@._aer_kind(type::oid) IN ('integer', 'words', 'enum')))
	SELECT max(rows) AS rows,
			max(reason) FILTER (WHERE place = 0) AS target_reason,
			jsonb_object_agg(place, jsonb_build_array(name, reason))
				FILTER (WHERE place > 0 AND reason IS NOT NULL AND shortened IS NULL) AS left_out,
			array_agg(shortened) FILTER (WHERE shortened IS NOT NULL) AS shortened,
			string_agg(format('"%s" (%s)', name, suspicion), ', ' ORDER BY place)
				FILTER (WHERE suspicion IS NOT NULL) AS suspects,
			jsonb_object_agg(name, description) FILTER (WHERE description IS NOT NULL) AS columns,
			jsonb_object_agg(name, center)
				FILTER (WHERE reason IS NULL AND center IS NOT NULL) AS center,
			jsonb_object_agg(name, range)
				FILTER (WHERE reason IS NULL AND range IS NOT NULL) AS range,
			ARRAY(SELECT name FROM leveled ORDER BY place, name) AS leveled,
			ARRAY(SELECT level FROM leveled ORDER BY place, name) AS levels,
			ARRAY(SELECT type FROM leveled ORDER BY place, name) AS level_columns,
			(SELECT count(place)::int FROM leveled) AS not_excluded,
			ARRAY(SELECT name FROM used ORDER BY place) AS names,
			ARRAY(SELECT type FROM used ORDER BY place) AS types,
			ARRAY(SELECT expression FROM used ORDER BY place) AS expressions
		INTO decided
	FROM judged;
	IF decided.target_reason = 'constant' AND named.value IS NOT NULL THEN
		PERFORM @extschema@._aer_check_value(sample, named, is_key);
	END IF;
	design := roles || @extschema@.aer_design(budget => budget,
		include => nullif(decided.names, '{}'), columns => decided.columns, range => decided.range,
		prices => prices);
	IF features IS NULL AND any_key THEN
		row_key := coalesce(row_key, @extschema@._aer_fallback_row_key(source, design, features));
		sampled_key := row_key;
	END IF;
	IF decided.target_reason IS NULL AND decided.names <> '{}' THEN
		pooled := @extschema@._aer_sample_rows(
			sample, decided, roles, sampled_key, document, target, named, is_key);
		leveled := @extschema@._aer_sampled_levels(
			sample, CASE
				WHEN decided.shortened IS NULL
				THEN @extschema@._aer_without_long_lists(design)
				-- curves of a model of very many attributes would take long
				ELSE @extschema@._aer_lines(
					design, decided.names, decided.types, document IS NOT NULL)
				END - '{budget,prices}'::text[], pooled,
			-- where a row is stored would deal the same rows differently in each table
			CASE WHEN has_key THEN 's._aer_row_key' ELSE 'row_number() OVER ()' END,
			format('@extschema@.aer_fold(%L::jsonb, %ss._aer_key)',
				roles || @extschema@.aer_design(),
				CASE WHEN groups IS NULL AND time_column IS NULL THEN ''
					WHEN document IS NULL THEN 's.*, ' ELSE 's.features, ' END), decided.leveled,
			ARRAY(SELECT document IS NULL
					AND @extschema@._aer_kind(type::oid) IS NOT DISTINCT FROM 'integer'
				FROM unnest(decided.level_columns) WITH ORDINALITY c (type, place)
				ORDER BY place));
		IF levels AND leveled.model IS NOT NULL THEN
			design := @extschema@._aer_add_levels(source, sample, decided, design, named, row_key,
				single.expression, leveled.model, leveled.facts[:decided.not_excluded]);
		END IF;
	END IF;
	PERFORM @extschema@._aer_notice_shortened(decided.shortened);
	-- a text that is NULL gives no notice
	PERFORM @extschema@._aer_notice(CASE WHEN document IS NULL THEN 'columns' ELSE 'keys' END
		|| ' left out: ' || (
			SELECT string_agg(format('"%s" (%s)', left_out ->> 0, left_out ->> 1), ', '
				ORDER BY place::integer)
			FROM jsonb_each(decided.left_out) l (place, left_out)
			WHERE NOT coalesce(design -> 'include' ? (left_out ->> 0), false)));
	PERFORM @extschema@._aer_notice('columns with an effect for each level: ' || (
		SELECT string_agg(format('"%s" (%s levels)', key, (
			SELECT count(*) FROM jsonb_object_keys(value -> 'levels'))), ', ' ORDER BY key)
		FROM jsonb_each(design -> 'columns') WHERE value ? 'levels'));
	IF decided.names = '{}' AND single.is_jsonb IS NOT FALSE THEN
		PERFORM @extschema@._aer_refuse_columns(
			source, features, target, named.name, budget, exclude);
	ELSIF decided.rows < sample.source_rows::bigint THEN
		PERFORM @extschema@._aer_notice(format('%s of %s%s rows of %s were sampled', decided.rows,
			CASE WHEN sample.share < 100 THEN 'about ' END, sample.source_rows::bigint, source));
	END IF;
	IF decided.target_reason = 'constant' THEN
		RAISE WARNING USING
			MESSAGE = format('the target "%s" has only one value%s', target,
				CASE WHEN decided.rows < sample.source_rows::bigint
					THEN ' in the sample' ELSE ', and so will the predictions' END),
			DETAIL = format('Rows sampled: %s.', decided.rows);
	END IF;
	PERFORM @extschema@._aer_notice('these columns almost determine the target; '
		'exclude those that are not known before it: ' || decided.suspects);
	-- elements of an array are numbers of one kind, and have no names
	IF NOT single.is_jsonb THEN
		design := roles
			|| @extschema@.aer_design(budget => budget, exclude => exclude, prices => prices);
		RETURN;
	END IF;

	IF decided.target_reason IS NOT NULL THEN
		RETURN;
	END IF;
	IF groups IS NULL AND time_column IS NULL THEN
		PERFORM @extschema@._aer_notice_groups(source, decided.leveled, leveled.known_facts);
	END IF;
	IF NOT interactions THEN
		RETURN;
	END IF;
	centered := design || jsonb_strip_nulls(jsonb_build_object('center', decided.center));
	EXECUTE format(
		'SELECT @extschema@._aer_sampled_pairs(%s, $1, $2, $3, %s) FILTER (WHERE %s) FROM %s',
		pooled.arguments,
		-- without a key, where a row is stored would deal the same rows differently in each table
		CASE WHEN has_key OR design -> 'columns' @? '$.*.levels' THEN 's._aer_row_key'
			ELSE 'NULL::int8' END,
		sample.chosen, pooled.item)
		INTO pairs USING centered, sample.rows, sample.source_rows;
	IF pairs <> '[]' THEN
		design := centered || jsonb_build_object('interactions', pairs);
	END IF;
END $$;

CREATE FUNCTION _aer_suggest(source regclass, target text, budget float8, exclude text[],
	prices jsonb, curves boolean, null_categories boolean, interactions boolean,
	features text, groups text, time_column text, weight text, levels boolean, key text)
	RETURNS jsonb
	LANGUAGE sql STABLE PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT design FROM @extschema@._aer_suggest_design($1, $2, $3,
		CASE WHEN $14 IS NULL OR $9 IS NOT NULL THEN $4 ELSE $4 || $14 END, $5, $6, $7, $8, $9,
		$10, $11, $12, $13, false, @extschema@._aer_row_key($1, $14, 's'::text))
$$;

CREATE FUNCTION aer_suggest(source text, target text, budget float8 DEFAULT NULL,
	exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, curves boolean DEFAULT true,
	null_categories boolean DEFAULT true, interactions boolean DEFAULT true,
	features text DEFAULT NULL, groups text DEFAULT NULL, time_column text DEFAULT NULL,
	weight text DEFAULT NULL, levels boolean DEFAULT true, key text DEFAULT NULL) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL RESTRICTED COST 100000;

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL,
	exclude text[] DEFAULT NULL, prices jsonb DEFAULT NULL, curves boolean DEFAULT true,
	null_categories boolean DEFAULT true, interactions boolean DEFAULT true,
	features text DEFAULT NULL, groups text DEFAULT NULL, time_column text DEFAULT NULL,
	weight text DEFAULT NULL, levels boolean DEFAULT true, key text DEFAULT NULL) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL RESTRICTED COST 100000;

COMMENT ON FUNCTION aer_suggest(
	text, text, float8, text[], jsonb, boolean, boolean, boolean, text, text, text, text,
		boolean, text) IS
'a design for a table or view, from a sample of 20,000 rows: columns that can be attributes, with '
	'categories, knots and interactions. A NOTICE says which are left out, and why';

COMMENT ON FUNCTION aer_suggest(
	regclass, text, float8, text[], jsonb, boolean, boolean, boolean, text, text, text, text,
		boolean, text) IS
'the same of a table as regclass, as catalogs have it; in a view its OID is stored, so it may be '
	'renamed and need not be in search_path';

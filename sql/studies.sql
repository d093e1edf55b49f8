--
-- studies.sql: work lists of values to fill in, and logs that follow tables
--

-- Raises the error of a row that aer_worklist cannot read.
CREATE FUNCTION _aer_worklist_error(source text, key_name text, record text, key bigint,
	design jsonb, features jsonb, length integer, expected integer) RETURNS text[]
	LANGUAGE plpgsql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	message text;
	detail text;
	hint text;
BEGIN
	IF record IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed',
			MESSAGE = format('key column "%s" of %s is NULL in some row', key_name, source),
			HINT = 'The key decides which columns are read. Give each row a key.';
	ELSIF features IS NOT NULL THEN
		-- the error of training, as if this were the first row
		PERFORM @extschema@.aer_moments(features, 0::float8, design, key);
		RETURN '{}';
	ELSIF length IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed',
			MESSAGE = format('the array of key %s is NULL', record),
			DETAIL = 'The number of its attributes is not known.',
			HINT = 'If nothing is known yet, set it to array_fill(NULL::float8, ARRAY[20]).';
	END IF;
	RAISE EXCEPTION USING ERRCODE = 'array_subscript_error',
		MESSAGE = CASE length WHEN 0
		THEN format('the array of key %s is empty or not one-dimensional', record)
		ELSE format('the array of key %s has %s attributes, but earlier ones have %s', record,
			length, expected) END;
EXCEPTION WHEN datatype_mismatch THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
		hint = PG_EXCEPTION_HINT;
	RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
		MESSAGE = replace(message, ' of row 1', format(' of record %s', record)),
		HINT = concat(detail, hint);
END $$;

-- Returns how aer_worklist reads the features of a record s. "names": the names of the looks in
-- order, NULL for arrays; "length": the number of attributes of arrays; "columns": the columns that
-- are read beside the key; "invalid": a condition for records that cannot be read, and "evidence":
-- the last arguments of _aer_worklist_error() for these; "filled": true if look p has a value. In
-- these expressions $n stands for the parameters of the statement of _aer_worklist().
CREATE FUNCTION _aer_worklist_features(design jsonb, source regclass, features text, relation text,
	selection text, keys text[],
	OUT names text[], OUT length integer, OUT columns text, OUT invalid text, OUT evidence text,
	OUT filled text)
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 10000
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	available jsonb := design || '{"missing": "available"}';	-- looks may find nothing
	type oid;
BEGIN
	invalid := 's.key IS NULL';
	evidence := 'NULL::jsonb, NULL::integer, NULL::integer';
	IF features IS NULL THEN
		-- the target is not known here, and it is no attribute
		IF coalesce(nullif(design -> 'include', 'null'), '[]') = '[]' THEN
			RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
				MESSAGE = 'a work list needs a design with the option "include"',
				DETAIL = 'Without it every numeric column except the target is an attribute, but '
					'a design does not name the target.',
				HINT = 'List the attributes: aer_suggest() writes them out, and so does '
					'aer_design(include => ''{age,chol}'').';
		END IF;
		names := @extschema@._aer_source_columns(source, design, '', '', true);
		columns := format('ARRAY[%s] AS filled', (
			SELECT string_agg(
				CASE WHEN design -> 'columns' -> name @> 'null'
					OR design -> 'columns' -> name ? 'null_level' THEN 'true'
					ELSE format('s.%I IS NOT NULL', name) END, ', ' ORDER BY place)
			FROM unnest(names) WITH ORDINALITY n (name, place)));
		filled := 's.filled[($4 -> p.name ->> ''place'')::integer]';
		RETURN;
	END IF;

	SELECT @extschema@._aer_base_type(atttypid) INTO type
	FROM pg_attribute
	WHERE attrelid = source AND attnum = @extschema@._aer_source_column(
		source, features, 'It is named as the features.');
	columns := format('s.%I::%s AS features', features, type::regtype);
	IF type = 'jsonb'::regtype THEN
		names := ARRAY(
			SELECT jsonb_array_elements_text(nullif(design -> 'include', 'null')) COLLATE "C"
			EXCEPT SELECT jsonb_array_elements_text(nullif(design -> 'exclude', 'null'))
			ORDER BY 1);
		-- an object that has all keys, and no values
		PERFORM @extschema@.aer_moments(
			jsonb_object(names, array_fill(NULL::text, ARRAY[cardinality(names)])),
			0::float8, available, 0::bigint);
		invalid := invalid || ' OR jsonb_typeof(s.features) <> ''object''';
		evidence := 's.features::jsonb, NULL::integer, NULL::integer';
		filled := format('CASE
			WHEN @extschema@._aer_value(s.features, p.name) IS NULL
			THEN CASE WHEN $6 -> ''columns'' -> p.name @> ''null''
				OR $6 -> ''columns'' -> p.name ? ''null_level''
				THEN coalesce((SELECT @extschema@._aer_keys(d) FROM (SELECT s.features) f (d))
					-> p.name ? ''null'', false)
				ELSE false END
			WHEN jsonb_typeof(@extschema@._aer_value(s.features, p.name)) = ANY (
				CASE WHEN $6 -> ''columns'' -> p.name ? ''levels''
					THEN ''{string,number}''
				WHEN jsonb_path_exists($6 -> ''columns'' -> p.name,
					''$[*] ? (@.type() == "string")'')
					THEN ''{string,boolean}'' ELSE ''{number,boolean}'' END::text[])
			THEN true
			ELSE @extschema@._aer_worklist_error($7, $8, s.key::text, s.number, $6, %s)
				IS NOT NULL END', evidence);
		RETURN;
	END IF;

	IF NOT EXISTS (
		SELECT FROM pg_type
		WHERE oid = type AND typsubscript = 'array_subscript_handler'::regproc
			AND @extschema@._aer_is_number(typelem)) THEN
		RAISE EXCEPTION USING ERRCODE = 'datatype_mismatch',
			MESSAGE = format('features column "%s" is of type %s, which is neither jsonb '
				'nor an array of numbers', features, format_type(type, NULL)),
			HINT = 'Leave "features" out if the attributes are columns.';
	END IF;
	EXECUTE format('SELECT cardinality(s.%1$I) FROM %2$s s WHERE array_ndims(s.%1$I) = 1 '
		'AND %3$s LIMIT 1', features, relation, selection)
		INTO length USING keys;
	-- as training would read it
	EXECUTE format('SELECT @extschema@.aer_moments(array_fill(NULL::%s, ARRAY[coalesce($2, 1)]), '
		'0::float8, $1 - ''budget'', 0::bigint)',
		(SELECT format_type(typelem, NULL) FROM pg_type WHERE oid = type))
		USING available, length;
	columns := columns || format(
		', CASE WHEN array_ndims(s.%1$I) <> 1 THEN 0 ELSE cardinality(s.%1$I) END AS length',
		features);
	invalid := invalid || ' OR s.length IS NULL OR s.length <> $5';
	evidence := 'NULL::jsonb, s.length, $5';
	filled := 's.features[p.name::integer + array_lower(s.features, 1) - 1] IS NOT NULL';
END $$;

-- aer_worklist, whose argument and result are both called "key".
CREATE FUNCTION _aer_worklist(design jsonb, source regclass, key_name text,
	keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean)
	RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000
	SET search_path = pg_catalog, pg_temp SET jit = off
	SET max_parallel_workers_per_gather = 0 AS $$
#variable_conflict use_column
DECLARE
	relation text;
	row_key text;			-- the bigint key of a record s in its plan
	selection text;			-- a condition for the records
	read record;			-- how their features are read
	looks jsonb;			-- by name, or by number
BEGIN
	IF design IS NULL OR source IS NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed',
			MESSAGE = 'the design and the source must not be NULL';
	END IF;
	key_name := @extschema@._aer_key_column(source, key_name);
	PERFORM @extschema@._aer_source_columns(source, design, '', '', false);
	row_key := @extschema@._aer_row_key(source, key_name, 's');
	IF array_position(keys, NULL) IS NOT NULL THEN
		RAISE EXCEPTION USING ERRCODE = 'null_value_not_allowed',
			MESSAGE = '"keys" must not contain NULL',
			DETAIL = format('Element %s is NULL.', array_position(keys, NULL));
	END IF;
	SELECT format('%I.%I', nspname, relname) INTO relation
	FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = source;
	selection := CASE WHEN keys IS NULL THEN 'true' ELSE format('s.%I = ANY ($1::%s[])', key_name, (
		SELECT CASE WHEN @extschema@._aer_kind(atttypid) = 'integer' THEN 'int8'
			ELSE @extschema@._aer_base_type(atttypid)::text END
		FROM pg_attribute WHERE attrelid = source AND attname = key_name)) END;
	read := @extschema@._aer_worklist_features(design, source, features, relation, selection, keys);
	looks := (
		SELECT jsonb_object_agg(coalesce(look.name, look.attribute::text),
			jsonb_strip_nulls(jsonb_build_object(
				'attribute', look.attribute, 'name', look.name, 'place', look.place,
				'panel', look.panel, 'cost', look.cost,
				'fee', design #> ARRAY['prices', 'panels', look.panel, 'fee'])))
		FROM (
			SELECT n.*, row_number() OVER () AS place
			FROM @extschema@.aer_design_summary(
				CASE WHEN read.names IS NOT NULL THEN design END, read.names) n
			UNION ALL
			SELECT n.*, n.attribute
			FROM @extschema@.aer_design_summary(design, read.length) n) look);

	-- The members of a panel stand together; the first one pays the fee, unless another one has a
	-- value. Windows take longer than all the rest, so a design without panels has none.
	RETURN QUERY EXECUTE format('
		SELECT s.key::text, (l.look ->> ''attribute'')::integer, l.look ->> ''name'',
			((l.look ->> ''cost'')::numeric + CASE WHEN l.place = l.first AND NOT l.opened
				THEN coalesce((l.look ->> ''fee'')::numeric, 0) ELSE 0 END)::float8,
			s.deep
		FROM (
			SELECT s.%1$I AS key, %2$s AS number, %3$s, %4$s AS deep
			FROM %5$s s WHERE %6$s OFFSET 0) s,
			LATERAL (
				SELECT q.*, %7$s
				FROM (
					SELECT p.place, $4 -> p.name AS look, %8$s AS filled
					FROM unnest(CASE WHEN %9$s
						THEN @extschema@._aer_worklist_error(
							$7, $8, s.key::text, s.number, $6, %10$s)
						ELSE @extschema@.aer_plan($2, %11$s, s.number)::text[] END)
						WITH ORDINALITY p (name, place)) q %12$s) l
		WHERE NOT l.filled',
		key_name, row_key, read.columns,
		CASE WHEN coalesce(design -> 'deep_budget', 'null') = 'null' THEN 'false'
			ELSE format('@extschema@._aer_deep($2, %s)', row_key) END,
		relation, selection,
		CASE WHEN design #> '{prices,panels}' IS NULL
			THEN 'NULL::bigint AS first, NULL::boolean AS opened'
			ELSE 'min(q.place) FILTER (WHERE NOT q.filled) OVER together AS first,
					bool_or(q.filled) OVER together AS opened' END,
		read.filled, read.invalid, read.evidence,
		CASE WHEN read.names IS NULL THEN '$5' ELSE '$3' END,
		CASE WHEN design #> '{prices,panels}' IS NOT NULL
			THEN 'WINDOW together AS (PARTITION BY q.look -> ''panel'',
					CASE WHEN NOT q.look ? ''panel'' THEN q.place END) ORDER BY first, q.place' END)
	USING keys, design, read.names, looks, read.length, design || '{"missing": "available"}',
		relation, key_name;
END $$;

CREATE FUNCTION aer_worklist(design jsonb, source regclass, key text DEFAULT NULL,
	keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean)
	RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$
	SELECT * FROM @extschema@._aer_worklist($1, $2, $3, $4, $5)
$$;

CREATE FUNCTION aer_worklist(source regclass, target text, budget float8, prices jsonb DEFAULT NULL,
	key text DEFAULT NULL, keys text[] DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8, OUT deep boolean)
	RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 100000 ROWS 1000 AS $$
	SELECT * FROM @extschema@._aer_worklist(@extschema@.aer_suggest($1, $2, $3,
		prices => $4, null_categories => false,
		exclude => CASE WHEN $5 IS NOT NULL THEN ARRAY[$5] END), $1, $5, $6, NULL)
$$;

COMMENT ON FUNCTION aer_worklist(jsonb, regclass, text, text[], text) IS
'the values that the plan of each record asks for and that are NULL in a table or view, with their '
	'costs. The columns of a panel follow each other';

COMMENT ON FUNCTION aer_worklist(regclass, text, float8, jsonb, text, text[]) IS
'the same by the design of aer_suggest(source, target, budget, prices => prices)';

--
-- Keys
--

CREATE FUNCTION aer_key(text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1 COLLATE "C", 0);

CREATE FUNCTION aer_key(uuid) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN hashtextextended($1::text COLLATE "C", 0);

COMMENT ON FUNCTION aer_key(text) IS
'the bigint for a key of type text: hashtextextended of its bytes, with the seed 0';
COMMENT ON FUNCTION aer_key(uuid) IS
'the same for a key of uuid: that of its text';

--
-- Logs that follow tables
--
-- A study is a log, which is an ordinary table, a trigger function beside it called LOG_follow, and
-- the triggers that call it. There is no registry: the row of the log with id 0 describes the study
-- as jsonb. Everybody can read the source of the function, so nothing in it comes from values of
-- the table, as the categories of a design do.
--
--	log			the name of the log, with schema and quotes
--	source		the OID of the followed table; "table": its name at that time
--	target, key, features	as they were given; features null: whole rows
--	target_column	the column of the target, which may be "column=value"
--	asked		the design as it was given; "design": as it is used, with "include"
--	key_type	"bigint", "text" or "uuid"
--	features_type, target_type	types of the arguments of aer_moments; null: there is none
--	shape		of arrays, the number of attributes; of a target that is a key of jsonb, its type
--				"boolean", "number" or "string"; null: not known yet
--	group_column	the column of the option "groups" of the design; null: none, or a key of jsonb
--	columns		[{"name", "type", "number", "labels"}] of the columns that are read, by number;
--				labels: of an enum, in order, or null
--	fingerprint	_aer_fingerprint() when the triggers were created
--
-- A log does not contain rows whose target or features are NULL.

-- Returns a query for the rows of a table, or of its stand-in in FROM, whose target and features
-- are known.
CREATE FUNCTION _aer_rows_query(study jsonb, rows text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %s FROM %s s WHERE %s',
		(SELECT string_agg(format('s.%I', c->>'name'), ', ' ORDER BY (c->>'number')::int)
			FROM jsonb_array_elements(study->'columns') c),
		rows,
		CASE WHEN study->>'features_type' = 'jsonb' AND study->>'target_type' IS NULL
		THEN format($f$(jsonb_typeof(s.%1$I::jsonb) <> 'object'
			OR @extschema@._aer_value(s.%1$I::jsonb, %2$L::text) IS NOT NULL)$f$,
			study->>'features', study->>'target')
		ELSE format('s.%I IS NOT NULL', study->>'target_column')
			|| CASE WHEN study->>'features' IS NULL THEN ''
				ELSE format(' AND s.%I IS NOT NULL', study->>'features') END END)
$$;

-- Returns a query for the moments of these rows, and for a sentence about a row that has another
-- shape than the earlier ones. "parameters": the expressions of the query for the design and for
-- the name of the target. Each argument has exactly the declared type, so that no other function
-- of that name is called.
CREATE FUNCTION _aer_moments_query(study jsonb, rows text, parameters text[])
	RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	features text := 'n.*';
	target text := coalesce(parameters[2], format('%L', study->>'target')) || '::text';
	key text := CASE study->>'key_type' WHEN 'bigint' THEN format('n.%I::bigint', study->>'key')
		ELSE format('%s.aer_key(n.%I::%s)', ext, study->>'key', study->>'key_type') END;
	misfit text := 'NULL::text';
BEGIN
	IF study->>'features_type' IS NOT NULL THEN
		features := format('n.%I::%s', study->>'features', study->>'features_type');
	END IF;
	IF study->>'features_type' = 'jsonb' AND study->>'group_column' IS NOT NULL THEN
		-- an enum as text, because its cast to json may be a function of the owner of the type
		SELECT format('%s OPERATOR(pg_catalog.||) jsonb_build_object(%L::text, ' || CASE
				WHEN jsonb_typeof(c->'labels') = 'array'
				THEN 'CASE WHEN num_nonnulls(n.%2$I) = 1 THEN format(''%%s'', n.%2$I) END)'
				ELSE 'n.%2$I)' END, features, c->>'name')
		INTO features
		FROM jsonb_array_elements(study->'columns') c
		WHERE c->>'name' = study->>'group_column';
	END IF;
	IF study->>'target_type' IS NOT NULL THEN
		target := format('n.%I::%s', study->>'target', study->>'target_type');
	END IF;
	IF study->>'shape' IN ('boolean', 'number', 'string') THEN
		misfit := format($f$min(format('the target of record %%s is a %%s, and was a %%s before',
			n.%1$I, jsonb_typeof(@extschema@._aer_value(%2$s, %3$L::text)), %4$L))
			FILTER (WHERE jsonb_typeof(@extschema@._aer_value(%2$s, %3$L::text)) <> %4$L)$f$,
			study->>'key', features, study->>'target', study->>'shape');
	ELSIF study->>'shape' IS NOT NULL THEN
		misfit := format($f$min(format('record %%s has %%s attributes, but earlier ones have %3$s',
			n.%1$I, cardinality(%2$s))) FILTER (WHERE cardinality(%2$s) <> %3$s)$f$,
			study->>'key', features, study->>'shape');
	END IF;
	RETURN format('SELECT %s.aer_moments(%s, %s, %s::jsonb, %s), %s FROM (%s) n',
		ext, features, target, coalesce(parameters[1], format('%L', study->>'design')), key, misfit,
			@extschema@._aer_rows_query(study, rows));
END $$;

-- Returns the study in the row of a log with id 0; NULL: there is none, or the caller may not read
-- the log. "now": as it is committed, even if the snapshot is older.
CREATE FUNCTION _aer_log_study(log regclass, now boolean) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_log_study' LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100;

-- Describes what is wrong with a log; NULL: nothing. log_fault.c has the details.
CREATE FUNCTION _aer_log_fault(log text, source oid, writes boolean, owner oid) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_log_fault' LANGUAGE C VOLATILE PARALLEL RESTRICTED COST 100;

-- Returns why a trigger that fires is none that aer_follow created; NULL: it is one.
CREATE FUNCTION _aer_trigger_fault(relation oid, trigger name, operation text, log text, place text)
	RETURNS text
	AS 'MODULE_PATHNAME', 'aer_trigger_fault'
		LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100;

-- True if the current transaction wrote a row with that xmin.
CREATE FUNCTION _aer_own_row(version xid) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_own_row' LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1;

-- True if the current transaction may have written to a table.
CREATE FUNCTION _aer_own_writes(relation oid) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_own_writes' LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 1;

-- Returns the log in the condition of a trigger of aer; NULL for other triggers.
CREATE FUNCTION _aer_trigger_log(condition pg_node_tree) RETURNS oid
	AS 'MODULE_PATHNAME', 'aer_trigger_log' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns the identifier of the cluster, as pg_control_system(), which reads a file.
CREATE FUNCTION _aer_cluster() RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_cluster' LANGUAGE C STABLE PARALLEL SAFE COST 100;

-- Returns the first column that differs from its description in a study; NULL: none. "numbers":
-- the numbers of columns are compared, too.
CREATE FUNCTION _aer_changed_column(relation oid, columns jsonb, numbers boolean) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_changed_column'
		LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED COST 100;

-- Returns a condition that a row o before an UPDATE of a partitioned table and the row r after it
-- are the same record; NULL if no check is needed. Many releases of PostgreSQL show a row that a
-- MERGE inserted earlier as updated by it (15.18, 17.11, 18.6): then a record is missing in the
-- new rows, but not in the table.
CREATE FUNCTION _aer_same_record(relation oid, key text) RETURNS text LANGUAGE plpgsql STABLE STRICT
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (SELECT relkind <> 'p' FROM pg_class WHERE oid = relation) THEN
		RETURN NULL;
	END IF;
	RETURN string_agg(format('r.%1$I = o.%1$I', attname), ' AND ')
		FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
		WHERE attrelid = relation
			AND (attname = key OR typnamespace = 'pg_catalog'::regnamespace AND
			attnum IN (SELECT unnest(indkey::int2[]) FROM pg_index
				WHERE indrelid = relation AND indisprimary));
END $$;

-- Returns an error of aer_moments as the text before "row", the number of the row, and the text
-- after it, so that the row can be named by its key; NULL for other errors: a name or a text may
-- contain "row 5", too.
CREATE FUNCTION _aer_row_parts(error text) RETURNS text[] LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT regexp_match(error,
		'^((?:.* of )?)row ([1-9][0-9]{0,17})( is NaN or infinite[.]?| is NULL| has [0-9]+ '
		'attributes, the rows before it have [0-9]+| holds a JSON [a-z]+, which is not a [a-z ]+'
		'| are not a JSON object)$')
$$;

-- Returns the source text of the trigger function of a study.
CREATE FUNCTION _aer_follow_body(study jsonb) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	ext text := '@extschema@';
	log text := study->>'log';
	partition text := replace(replace(@extschema@._aer_moments_query(
		study, E'\001', '{$1,$2}'::text[]), '%', '%%'), E'\001', 'ONLY %s');
	-- qualified by the block, as columns may have these names
	variables text[] := '{aer.design,aer.target}';
BEGIN
	RETURN format($f$-- aer_follow: a trigger function
-- Each statement adds one row to the log: the moments of the rows that it added to the table and
-- removed from it. No value makes the statement fail: if its rows cannot be counted, the log row
-- describes the problem.
<<aer>>
DECLARE
	study jsonb;
	design jsonb;
	target text;
	added %7$s.aer_moments;
	removed %7$s.aer_moments;
	problem text;
	misfit text;
	detail text;
	reading text;
	parts text[];
	key text;
	same_record text;
	is_missing bool;
	size int;
	number bigint;
BEGIN
	-- this trigger only keeps the table from inheritance (_aer_make_triggers); somebody enabled it
	IF TG_LEVEL = 'ROW' AND TG_ARGV[0] = 'guard' THEN
		RETURN NULL;
	END IF;
	-- This check precedes any look at the table: somebody else may have attached this function to
	-- his own table, whose columns may have types with casts of his.
	detail := coalesce(%7$s._aer_log_fault(%1$L::text, TG_RELID, true, NULL::oid),
		%7$s._aer_trigger_fault(TG_RELID, TG_NAME, lower(TG_OP), %1$L::text,
			coalesce(TG_ARGV[0], '')));
	IF detail IS NOT NULL THEN
		RAISE EXCEPTION 'the log %% of the followed table %% is not as aer_follow() created it',
			%1$L, TG_RELID::regclass
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = detail,
				HINT = (SELECT format(%6$L, tgfoid::regprocedure) FROM pg_trigger
					WHERE tgrelid = TG_RELID AND tgname = TG_NAME);
	END IF;
	study := %7$s._aer_log_study(%1$L::regclass, true);
	design := study -> 'design';
	target := study ->> 'target';
	BEGIN
		IF study IS NULL THEN
			RAISE EXCEPTION 'the row of the log that describes it is missing';
		END IF;
		IF TG_ARGV[0] = 'part' AND coalesce(pg_partition_root(TG_RELID), TG_RELID) = TG_RELID THEN
			RAISE EXCEPTION '%% is no longer a partition of the followed table', TG_RELID::regclass;
		END IF;
		IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' THEN
			-- after a restore, or in a partition, columns may have other numbers
			key := %7$s._aer_changed_column(TG_RELID, %10$L::jsonb,
				TG_RELID = %11$s AND %7$s._aer_cluster() = %12$s);
			IF key IS NOT NULL THEN
				RAISE EXCEPTION 'column "%%" was changed', key;
			END IF;
		END IF;
		IF TG_OP IN ('UPDATE', 'DELETE') THEN
			reading := 'old_rows';
			%2$s INTO removed, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP IN ('INSERT', 'UPDATE') THEN
			reading := 'new_rows';
			%3$s INTO added, misfit;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		IF TG_OP = 'UPDATE' THEN
			same_record := %7$s._aer_same_record(TG_RELID, %5$L);
			IF same_record IS NOT NULL THEN
				EXECUTE format('SELECT EXISTS (SELECT FROM old_rows o WHERE NOT EXISTS (SELECT '
					'FROM new_rows r WHERE %%s))', same_record) INTO is_missing;
			END IF;
			IF is_missing THEN
				EXECUTE format('SELECT o.%%1$I::text FROM old_rows o WHERE NOT EXISTS (SELECT FROM '
					'new_rows r WHERE %%2$s) AND EXISTS (SELECT FROM %%3$s r WHERE %%2$s) LIMIT 1',
					%5$L, same_record, TG_RELID::regclass) INTO key;
			END IF;
			IF key IS NOT NULL THEN
				RAISE EXCEPTION 'record %% was updated, but its trigger sees another row', key
					USING DETAIL = 'PostgreSQL does this if MERGE updates a partitioned table '
						'after it has inserted rows.';
			END IF;
		END IF;
		IF TG_OP = 'TRUNCATE' AND TG_ARGV[0] = 'part' THEN
			reading := 'the partition';
			IF current_setting('transaction_isolation') <> 'read committed' THEN
				RAISE EXCEPTION 'partition %% was truncated in a transaction that is not READ '
					'COMMITTED', TG_RELID::regclass
					USING DETAIL = 'It does not see all removed rows.';
			ELSIF row_security_active(TG_RELID) THEN
				RAISE EXCEPTION 'row-level security hides rows of partition %%, which was '
					'truncated', TG_RELID::regclass;
			END IF;
			EXECUTE format(%4$L, TG_RELID::regclass) INTO removed, misfit USING design, target;
			IF misfit IS NOT NULL THEN
				RAISE EXCEPTION '%%', misfit;
			END IF;
		END IF;
		-- a value that cannot be stored fails here and not in the INSERT
		size := coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0);
	EXCEPTION
		WHEN transaction_rollback OR insufficient_resources OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			GET STACKED DIAGNOSTICS problem = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
			problem := left(concat_ws(': ', problem, nullif(detail, '')), 1000);
			added := NULL;
			removed := NULL;
			parts := %7$s._aer_row_parts(problem);
			IF parts IS NOT NULL THEN
				IF reading = 'old_rows' THEN
					SELECT n.%5$I::text INTO key FROM (%8$s) n OFFSET parts[2]::bigint - 1 LIMIT 1;
				ELSIF reading = 'new_rows' THEN
					SELECT n.%5$I::text INTO key FROM (%9$s) n OFFSET parts[2]::bigint - 1 LIMIT 1;
				END IF;
				problem := coalesce(parts[1] || 'record ' || key || parts[3], problem);
			END IF;
	END;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' AND problem IS NULL AND
		(size = 0 OR added OPERATOR(%7$s.=) removed) THEN
		RETURN NULL;
	END IF;
	IF TG_OP || TG_ARGV[0] <> 'TRUNCATEroot' THEN
		INSERT INTO %1$s AS l (at, added, removed, problem)
		VALUES (statement_timestamp(), added, removed, problem) RETURNING l.id INTO number;
		-- A prime number, so that no pattern of statements avoids it. After a failure the next
		-- folding takes these rows, too.
		IF number %% 257 = 0 AND problem IS NULL
			AND current_setting('transaction_isolation') = 'read committed' THEN
			BEGIN
				PERFORM %7$s._aer_reuse_space(%1$L::regclass), %7$s._aer_fold(%1$L::text, false);
			EXCEPTION WHEN OTHERS THEN
				NULL;
			END;
		END IF;
	ELSIF current_setting('transaction_isolation') = 'read committed' THEN
		-- TRUNCATE would deadlock with a transaction that has read the log and then writes to
		-- the table
		LOCK TABLE ONLY %1$s IN SHARE UPDATE EXCLUSIVE MODE;
		DELETE FROM ONLY %1$s l WHERE l.study IS NULL;
	ELSE
		TRUNCATE ONLY %1$s;
		INSERT INTO %1$s (id, at, study) OVERRIDING SYSTEM VALUE
		SELECT 0, statement_timestamp(), aer.study WHERE aer.study IS NOT NULL;
	END IF;
	RETURN NULL;
END $f$, log, @extschema@._aer_moments_query(study, 'old_rows', variables),
	@extschema@._aer_moments_query(study, 'new_rows', variables), partition, study->>'key',
		format('Undo the change; or read the table again, SELECT aer_refollow(%1$L), or stop '
			'following it, SELECT aer_unfollow(%1$L), with the current name of the log; if the log '
			'is gone, DROP FUNCTION %%s CASCADE;', replace(log, '%', '%%')), ext,
		@extschema@._aer_rows_query(study, 'old_rows'),
			@extschema@._aer_rows_query(study, 'new_rows'), study->'columns', study->>'source',
			@extschema@._aer_cluster());
END $$;

-- Lets new rows of a log take the space of folded ones.
CREATE FUNCTION _aer_reuse_space(log regclass) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_reuse_space' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

-- Folds rows of a log of similar size into one, or all rows if "everything", and returns their
-- number. Rows that another transaction has locked or deleted stay, so nobody waits. A row with
-- more than a quarter of the content stays as well, or it would be written again and again; there
-- are at most three of these. Added and removed rows are kept separate, because a removed row may
-- have been added by a log row that is not folded. If all log rows are folded, the difference is
-- stored, unless there are problems: their rows may have been removed since.
CREATE FUNCTION _aer_fold(log text, everything boolean) RETURNS bigint LANGUAGE plpgsql VOLATILE
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	rows bigint;
BEGIN
	EXECUTE format($f$
		WITH content AS (
			SELECT sum(coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0))
				AS size
			FROM ONLY %1$s
			WHERE problem IS NULL AND study IS NULL
		), locked AS (
			SELECT l.id, l.removed IS NOT NULL AS removed
			FROM ONLY %1$s l
			WHERE problem IS NULL AND study IS NULL AND ($1 OR (SELECT size FROM content) >=
				4 * (coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0)))
			FOR UPDATE SKIP LOCKED
		), folded AS (
			DELETE FROM ONLY %1$s l
			WHERE id = ANY (ARRAY(SELECT id FROM locked))
				AND (SELECT count(*) > 1 OR $1 AND bool_or(removed) FROM locked)
			RETURNING l.added, l.removed
		), sums AS (
			SELECT count(*) AS rows, %2$s.aer_moments(added) AS added,
				%2$s.aer_moments(removed) AS removed,
				$1 AND count(added) > 0 AND count(removed) > 0
					AND count(*) = (SELECT count(*) FROM ONLY %1$s WHERE study IS NULL)
					AS together
			FROM folded
		), sum AS (
			INSERT INTO %1$s (at, added, removed)
			SELECT statement_timestamp(),
				CASE WHEN together THEN added OPERATOR(%2$s.-) removed ELSE added END,
				CASE WHEN NOT together THEN removed END
			FROM sums
			WHERE rows > 0
		)
		SELECT rows FROM sums$f$, log, '@extschema@') INTO rows USING everything;
	RETURN rows;
END $$;

-- Returns the name of the trigger function of a log, both with schema and quotes.
CREATE FUNCTION _aer_trigger_function(log text) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('%I.%I', path[1], path[2] || '_follow') FROM parse_ident(log) path
$$;

-- Raises an error, with the reason, if a table or one of its partitions cannot be followed.
CREATE FUNCTION _aer_check_source(source regclass) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	root pg_class;
	wrong record;
BEGIN
	SELECT * INTO root FROM pg_class WHERE oid = source;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', source::oid
			USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	END IF;
	IF NOT pg_has_role(root.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'must be owner of table %', root.relname
			USING ERRCODE = 'insufficient_privilege',
			DETAIL = 'aer_follow() creates triggers on it, and a log with the same owner.',
			HINT = CASE WHEN pg_has_role(root.relowner, 'MEMBER')
				THEN format('Run SET ROLE %s.', root.relowner::regrole)
				ELSE format('Its owner %s can call it.', root.relowner::regrole) END;
	END IF;
	SELECT t.oid::regclass AS name, d.detail, d.hint INTO wrong
	FROM pg_class t, LATERAL (
		SELECT min(n.oid)::regnamespace AS closed
		FROM pg_namespace n
		WHERE n.oid IN (t.relnamespace, '@extschema@'::regnamespace)
			AND NOT has_schema_privilege(root.relowner, n.oid, 'USAGE')) s, LATERAL (VALUES
		(1, t.relkind IN ('v', 'm'), 'It is a view, whose rows change without firing triggers on '
			'it.',
			'Follow the table that the view reads.'),
		(2, t.relkind = 'f' AND t.oid = source,
			'It is a foreign table, whose rows may change without firing triggers on it.',
			'Follow it on the server that stores it.'),
		(3, t.relkind = 'f', 'It is a foreign table and a partition of the table to be followed.',
			'Detach it.'),
		(4, t.relkind NOT IN ('r', 'p'), 'It is not a table.', 'Pass the name of a table.'),
		(5, t.relpersistence = 't', 'It is a temporary table.', 'Create it without TEMPORARY.'),
		(6, t.relispartition AND t.oid = source,
			'It is a partition: statements on the partitioned table change its rows, and fire '
			'other triggers.', 'Follow the partitioned table.'),
		(7, NOT t.relispartition
			AND EXISTS (SELECT FROM pg_inherits i
			WHERE t.oid = i.inhrelid OR t.relkind = 'r' AND t.oid = i.inhparent),
			'It inherits from a table, or tables inherit from it: statements on one change rows of '
				'another.', 'Use a partitioned table, which can be followed.'),
		(8, t.relowner <> root.relowner,
			'It is a partition with another owner.',
			'Give it the owner of the partitioned table: ALTER TABLE ... OWNER TO ....'),
		(9, t.relpersistence <> root.relpersistence,
			'Only one of the partition and the partitioned table is unlogged.',
			'ALTER TABLE ... SET LOGGED.'),
		(10, row_security_active(t.oid) OR t.relrowsecurity AND t.relforcerowsecurity
			AND NOT EXISTS (SELECT FROM pg_roles r
				WHERE r.oid = t.relowner AND (r.rolsuper OR r.rolbypassrls)),
			'Row-level security applies to its owner, too, and would hide rows.',
				'ALTER TABLE ... NO FORCE ROW LEVEL SECURITY.'),
		-- the trigger function runs as the owner
		(11, closed IS NOT NULL,
			format('Its owner %s lacks the right USAGE on schema %s.', root.relowner::regrole,
				closed),
			format('GRANT USAGE ON SCHEMA %s TO %s;', closed, root.relowner::regrole))
		) d (n, applies, detail, hint)
	WHERE d.applies AND (t.oid = source OR t.oid IN (SELECT relid FROM pg_partition_tree(source)))
	ORDER BY t.oid <> source, t.oid, d.n LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION '% cannot be followed', wrong.name USING ERRCODE = 'wrong_object_type',
			DETAIL = wrong.detail, HINT = wrong.hint;
	END IF;
	IF @extschema@._aer_distributed(source) IS NOT NULL THEN
		RAISE EXCEPTION '% cannot be followed', source USING ERRCODE = 'wrong_object_type',
			DETAIL = 'It is distributed: its rows change on other servers.',
				HINT = 'Call aer_moments() with a key, or aer_learn(), whenever you need its sums. '
				'A shard that moves would lose its triggers.';
	END IF;
END $$;

-- Locks a table and its partitions for aer_follow: nobody writes to them until the transaction
-- ends.
CREATE FUNCTION _aer_lock_source(source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	name text := source;
BEGIN
	PERFORM @extschema@._aer_check_source(source);
	EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', name);
	PERFORM @extschema@._aer_check_source(source);
	IF to_regclass(name) IS DISTINCT FROM source THEN
		RAISE EXCEPTION 'table % was renamed while aer_follow() waited to lock it', name
			USING ERRCODE = 'object_in_use', HINT = 'Try again.';
	END IF;
END $$;

-- Raises an error unless the transaction sees rows that were committed while it waited for a
-- lock.
CREATE FUNCTION _aer_check_isolation(caller text) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		RAISE EXCEPTION '% needs a transaction with isolation level READ COMMITTED', caller
			USING ERRCODE = 'invalid_transaction_state',
			DETAIL = 'This transaction would not see rows that others committed while it waited '
				'for a lock.',
			HINT = 'BEGIN ISOLATION LEVEL READ COMMITTED.';
	END IF;
END $$;

-- Returns how a key column is read; an error unless it is unique and not NULL. The same key in
-- several partitions does no harm to sums: both rows have the same plan.
CREATE FUNCTION _aer_key_type(source regclass, key text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	c pg_attribute;
	type regtype;
	partition_key int2[] := coalesce((SELECT partattrs::int2[] FROM pg_partitioned_table
		WHERE partrelid = source), '{}');
	allowed int2[];
BEGIN
	SELECT * INTO c FROM pg_attribute
		WHERE attrelid = source AND attnum = @extschema@._aer_source_column(source, key,
		'It is named as the key.'::text);
	type := @extschema@._aer_base_type(c.atttypid);
	PERFORM @extschema@._aer_row_key(source, key, 'n');
	IF NOT c.attnotnull THEN
		RAISE EXCEPTION 'key column "%" may be NULL', key USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'The key identifies the rows and decides which columns are read.',
			HINT = format('ALTER TABLE %s ALTER COLUMN %I SET NOT NULL.', source, key);
	END IF;
	allowed := partition_key || c.attnum;
	IF NOT @extschema@._aer_is_unique(source, c.attnum) THEN
		RAISE EXCEPTION 'key column "%" is not unique', key
			USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('There is no unique index on this column alone%s that is valid, not '
				'partial and not deferrable.',
				CASE WHEN partition_key <> '{}' THEN ' or with columns of the partition key' END),
			HINT = format('CREATE UNIQUE INDEX ON %s (%s).', source,
				(SELECT string_agg(quote_ident(attname), ', '
				ORDER BY attnum <> c.attnum, array_position(allowed, attnum))
				FROM pg_attribute WHERE attrelid = source AND attnum = ANY (allowed)));
	END IF;
	RETURN CASE WHEN type IN ('smallint', 'integer', 'bigint') THEN 'bigint'
		WHEN type = 'uuid'::regtype THEN 'uuid' ELSE 'text' END;
END $$;

-- Returns the type in which a column of features, or of a target beside features, is passed to
-- aer_moments; NULL if it cannot be. An enum cannot: its cast to text may be a function of the
-- owner of the type, and triggers would run it.
CREATE FUNCTION _aer_argument_type(type oid) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN base = 'jsonb'::regtype THEN 'jsonb' WHEN base = 'boolean'::regtype
		THEN 'boolean'
		WHEN base IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'real'::regtype,
			'float8'::regtype, 'numeric'::regtype) THEN 'float8'
		WHEN base IN ('smallint[]'::regtype, 'integer[]'::regtype, 'bigint[]'::regtype,
			'real[]'::regtype, 'float8[]'::regtype, 'numeric[]'::regtype, 'boolean[]'::regtype)
			THEN base::regtype::text
		WHEN @extschema@._aer_is_embedding(base) THEN 'real[]'
		WHEN @extschema@._aer_kind(base::oid) = 'words' THEN 'text' END
	FROM @extschema@._aer_base_type(type) base
$$;

-- Returns the type in which the features column is passed to aer_moments; NULL: whole rows.
CREATE FUNCTION _aer_features_type(source regclass, features text) RETURNS text
	LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid := (SELECT atttypid FROM pg_attribute WHERE attrelid = source
		AND attnum = @extschema@._aer_source_column(source, features,
			'It is named as the features.'::text));
	features_type text := @extschema@._aer_argument_type(type);
BEGIN
	IF features_type IS NULL OR features_type IN ('boolean', 'float8', 'text') THEN
		RAISE EXCEPTION 'features column "%" is of type %, which is neither an array of numbers '
			'nor jsonb', features, format_type(type, NULL)
			USING ERRCODE = 'datatype_mismatch', HINT = CASE type
				WHEN 'json'::regtype THEN 'Change its type to jsonb.'
				ELSE 'Leave "features" out to follow whole rows.' END;
	END IF;
	RETURN features_type;
END $$;

-- Returns the type in which the target column is passed to aer_moments beside features; NULL: the
-- target is the name of a key of jsonb.
CREATE FUNCTION _aer_target_type(source regclass, target text, target_column text, features text,
	features_type text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type oid := (SELECT atttypid FROM pg_attribute
		WHERE attrelid = source AND attname = target_column AND attnum > 0 AND NOT attisdropped);
	kind text := @extschema@._aer_kind(type);
	target_type text := @extschema@._aer_argument_type(type);
BEGIN
	IF type IS NULL THEN
		IF features_type IS DISTINCT FROM 'jsonb' THEN
			PERFORM @extschema@._aer_source_column(source, target,
				'It is named as the target.'::text);
		END IF;
		RETURN NULL;
	END IF;
	IF target_column <> target THEN
		IF coalesce(kind, 'number') = 'number' THEN
			RAISE EXCEPTION 'column "%" is of type %, which cannot be compared with text',
				target_column, format_type(type, NULL)
				USING ERRCODE = 'datatype_mismatch',
				DETAIL = 'The text of its values may depend on settings.',
				HINT = 'Add a boolean column with the comparison, GENERATED ALWAYS AS (...) '
					'STORED.';
		END IF;
		target_type := 'boolean';
	END IF;
	-- aer_moments reads a column of a row itself; beside jsonb, text would name a key
	IF features IS NULL AND kind IS NULL
		OR features IS NOT NULL
			AND (coalesce(target_type NOT IN ('boolean', 'float8', 'text'), true)
				OR target_type = 'text' AND features_type = 'jsonb') THEN
		RAISE EXCEPTION 'target column "%" is of type %, which is not a number, a boolean or, with '
			'an array or a row, text', target, format_type(type, NULL)
			USING ERRCODE = 'datatype_mismatch', HINT = CASE
				WHEN features_type = 'jsonb' AND kind IN ('words', 'enum') THEN format(
					'With jsonb features, a class is the value of a key. Put it into the document, '
					'UPDATE %1$s SET %2$I = %2$I || jsonb_build_object(%4$L, %3$I), and pass %4$L '
					'as the target.', source, features, target, target || '_word')
				-- a generated column cannot be the text of an enum, which is not immutable
				WHEN kind = 'enum' THEN format('ALTER TABLE %s ALTER %I TYPE text.', source, target)
				-- nor the number of money, which depends on a setting
				WHEN @extschema@._aer_base_type(type) = 'money'::regtype
				THEN format('ALTER TABLE %s ALTER %I TYPE numeric.', source, target)
				ELSE 'Name another target, or add a column of such a type, GENERATED ALWAYS AS '
					'(...) STORED.' END;
	END IF;
	RETURN target_type;
END $$;

-- Returns the column of the groups of a design that a log follows; NULL if there is none, or if
-- the groups are a key of jsonb. Raises an error if the log cannot have the roles of the design.
CREATE FUNCTION _aer_group_column(source regclass, design jsonb, features_type text) RETURNS text
	LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	groups text := design->>'groups';
	refused text := CASE
		WHEN design->>'time_column' IS NOT NULL THEN 'time_column'
		WHEN design->>'weight' IS NOT NULL THEN 'weight'
		WHEN features_type <> 'jsonb' AND groups IS NOT NULL THEN 'groups' END;
	type oid;
BEGIN
	IF refused IS NOT NULL THEN
		RAISE EXCEPTION 'a followed table% cannot have the option "%" of a design',
			CASE refused WHEN 'groups' THEN ' of arrays' ELSE '' END, refused
			USING ERRCODE = 'feature_not_supported',
			HINT = format('Train on the whole table instead, as often as needed: '
				'SELECT aer_learn(%L, ..., %s => %L).', source::text, refused, design->>refused);
	END IF;
	SELECT atttypid INTO type FROM pg_attribute
	WHERE attrelid = source AND attname = groups AND attnum > 0 AND NOT attisdropped;
	IF type IS NULL AND features_type IS NULL THEN
		PERFORM @extschema@._aer_source_column(source, groups, 'It is named as "groups".'::text);
	ELSIF type IS NULL THEN
		RETURN NULL;
	-- the text of other values may depend on settings
	ELSIF @extschema@._aer_kind(type) IS NULL
		AND @extschema@._aer_base_type(type) <> 'uuid'::regtype THEN
		RAISE EXCEPTION 'group column "%" of a followed table is of type %', groups,
			format_type(type, NULL)
			USING ERRCODE = 'datatype_mismatch',
			HINT = 'Change its type to a number, text, a boolean, a point in time or uuid.';
	END IF;
	RETURN groups;
END $$;

-- Returns the study that the arguments of aer_follow describe, without its shape.
CREATE FUNCTION _aer_new_study(source regclass, target text, asked jsonb, key text, log text,
	features text) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
DECLARE
	design jsonb := asked;
	key_type text := @extschema@._aer_key_type(source, key);
	features_type text := @extschema@._aer_features_type(source, features);
	group_column text := @extschema@._aer_group_column(source, asked, features_type);
	-- a target of whole rows may be 'column=value'
	target_column text := CASE
		WHEN features IS NULL THEN (@extschema@._aer_target(source, target)).name ELSE target END;
	target_type text;
	used text[];
BEGIN
	IF target_column = key THEN
		RAISE EXCEPTION 'column "%" cannot be both target and key', target
			USING ERRCODE = 'invalid_parameter_value', HINT = 'Name another key.';
	END IF;
	IF jsonb_path_exists(asked, '$.columns.*.levels') THEN
		RAISE EXCEPTION 'a design with levels cannot be followed'
			USING ERRCODE = 'invalid_parameter_value',
			DETAIL = 'Each row of the log would store all levels.',
			HINT = 'List the most frequent categories in place of levels.';
	END IF;
	target_type := @extschema@._aer_target_type(source, target, target_column, features,
		features_type);
	IF features IS NULL THEN
		used := @extschema@._aer_source_columns(source, asked, target, key, true);
		-- raises an error if the design cannot have a key
		PERFORM @extschema@.aer_plan(asked, used, 0::bigint);
		-- draws follow the order of "include", or else that of the bytes of the names
		design := design - 'exclude' || jsonb_build_object('include',
			CASE WHEN design ? 'include' THEN (
				SELECT jsonb_agg(name ORDER BY n)
				FROM (
					SELECT name, min(n) AS n
					FROM jsonb_array_elements_text(design->'include') WITH ORDINALITY i (name, n)
					WHERE name = ANY (used)
					GROUP BY name) i)
			ELSE (SELECT jsonb_agg(name ORDER BY name COLLATE "C") FROM unnest(used) name) END);
		target_type := NULL;
	ELSIF features_type = 'jsonb' THEN
		-- raises an error in the design before there is a row
		EXECUTE format('SELECT @extschema@.aer_moments(%L::jsonb, %s, $1, 0::bigint) IS NULL',
			CASE WHEN target_type IS NULL THEN jsonb_build_object(target, 0) ELSE '{}' END,
			CASE target_type WHEN 'boolean' THEN 'true' WHEN 'float8' THEN '0::float8'
				ELSE quote_literal(target) || '::text' END) USING asked;
	END IF;
	used := used || features || target_column || key || group_column;
	IF EXISTS (
		SELECT FROM pg_attribute
		WHERE attrelid = source AND attname = ANY (used) AND attgenerated NOT IN ('', 's')) THEN
		RAISE EXCEPTION 'a column that is generated and not stored cannot be followed'
			USING ERRCODE = 'feature_not_supported',
			DETAIL = 'Triggers do not see its values.', HINT = 'Make it STORED.';
	END IF;
	RETURN jsonb_build_object('log', log, 'source', source::oid::bigint, 'table', source::text,
		'target', target, 'key', key, 'features', features, 'asked', asked, 'design', design,
		'key_type', key_type, 'features_type', features_type, 'target_type', target_type,
		'target_column', target_column, 'group_column', group_column, 'shape', NULL,
		'columns', (
			SELECT coalesce(jsonb_agg(jsonb_build_object(
				'name', attname,
				'type', format_type(atttypid, atttypmod),
				'number', attnum,
				'labels', (SELECT jsonb_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum
					WHERE enumtypid = @extschema@._aer_base_type(atttypid))) ORDER BY attnum), '[]')
			FROM pg_attribute
			WHERE attrelid = source AND attname = ANY (used) AND attnum > 0 AND NOT attisdropped));
END $$;

-- Returns the statement triggers that call a trigger function. "fires_for": the log whose
-- existence is their only condition.
CREATE FUNCTION _aer_triggers(writer oid, OUT relation oid, OUT name name, OUT kind int,
	OUT of_root boolean, OUT fires_for oid) RETURNS SETOF record
	LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT tgrelid, tgname, tgtype::int, tgargs = E'root\\000'::bytea, CASE
		WHEN tgenabled IN ('O', 'A') AND tgattr::text = ''
		THEN @extschema@._aer_trigger_log(tgqual) END
	FROM pg_depend d JOIN pg_trigger t ON t.oid = d.objid
	WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = writer
		AND d.classid = 'pg_trigger'::regclass
		AND tgargs <> E'guard\\000'::bytea
$$;

-- True if a relation has the columns of a log.
CREATE FUNCTION _aer_is_log(relation regclass) RETURNS boolean LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT count(*) = 6 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.oid = relation AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
		AND (a.attname, a.atttypid) IN (('id', 'bigint'::regtype), ('at', 'timestamptz'::regtype),
			('added', '@extschema@.aer_moments'::regtype),
			('removed', '@extschema@.aer_moments'::regtype), ('problem', 'text'::regtype),
			('study', 'jsonb'::regtype))
$$;

-- Returns a table and its partitions.
CREATE FUNCTION _aer_members(source oid) RETURNS SETOF oid LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT source UNION SELECT relid FROM pg_partition_tree(source)
$$;

-- Summarizes a followed table and its members in the catalogs, so that a change shows. Versions
-- (xmin) also show a change that was undone.
--
--	state		inheritance, owners, and the triggers of each member
--	of			the cluster, function and table that the rest belongs to: a restore changes it
--	versions	of triggers, partitions and, as ATTACH to another table changes all columns of a
--				partitioned one, of the key
--	members		their number, for messages
--	files, columns	one of both may change: VACUUM FULL writes another file, GRANT changes the
--				version of a column. If both change, values may have changed
CREATE FUNCTION _aer_fingerprint(log regclass, writer oid, source oid, members oid[], study jsonb)
	RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	WITH member AS (
		SELECT c.oid, c.relkind, c.relfilenode, c.relowner = l.relowner AS same_owner,
			c.relpersistence = l.relpersistence AS same_persistence
		FROM pg_class c, pg_class l
		WHERE c.oid = ANY (members) AND l.oid = log
	), trigger AS (
		SELECT relation, string_agg(DISTINCT kind::text, ' ')
			FILTER (WHERE fires_for = log) AS kinds
		FROM @extschema@._aer_triggers(writer)
		GROUP BY relation
	), seen AS (
		SELECT concat_ws(' ', relkind, same_owner, same_persistence, oid = source, kinds) AS text
		FROM member FULL JOIN trigger ON oid = relation
		UNION ALL
		SELECT concat_ws(' ', 'log', to_regclass(study->>'log') IS NULL)
		UNION ALL
		SELECT 'inherits'
		FROM pg_inherits
		WHERE inhrelid = source
			OR inhparent = source AND (SELECT relkind FROM member WHERE oid = source) = 'r'
	), version AS (
		-- the row trigger never fires (_aer_make_triggers), and may be enabled
		SELECT concat_ws(' ', t.oid, CASE WHEN tgtype & 1 = 0 THEN t.xmin END) AS text
		FROM pg_trigger t
		WHERE tgfoid = writer AND tgrelid = ANY (members)
		UNION ALL
		SELECT concat_ws(' ', 'part', inhrelid, i.xmin)
		FROM pg_inherits i
		WHERE inhrelid = ANY (members)
		UNION ALL
		SELECT concat_ws(' ', 'key', a.xmin)
		FROM member JOIN pg_attribute a ON attrelid = oid
		WHERE oid = source AND relkind = 'p' AND attname = study->>'key'
	)
	SELECT jsonb_build_object(
		'state', (SELECT md5(string_agg(text, ',' ORDER BY text)) FROM seen),
		'of', concat_ws(' ', @extschema@._aer_cluster(), writer, source),
		'versions', (SELECT md5(string_agg(text, ',' ORDER BY text)) FROM version),
		'members', cardinality(members),
		'files', (SELECT md5(string_agg(concat_ws(' ', oid, relfilenode), ',' ORDER BY oid))
			FROM member),
		'columns', (
			SELECT md5(string_agg(concat_ws(' ', attnum, a.xmin), ',' ORDER BY attnum))
			FROM pg_attribute a
			WHERE attrelid = source
				AND attname IN (SELECT c->>'name' FROM jsonb_array_elements(study->'columns') c)))
$$;

-- Returns the trigger function of a log, if it has the same owner, and the study in the log. The
-- log may have been moved alone. The owner may have written anything into the log: SQL is built
-- only from the parts that are quoted or checked here.
CREATE FUNCTION _aer_log_writer(log regclass, OUT writer oid, OUT study jsonb)
	LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_beside boolean;
BEGIN
	SELECT p.oid, p.pronamespace = l.relnamespace INTO writer, is_beside
	FROM pg_class l JOIN pg_proc p ON p.proname = l.relname || '_follow' AND p.proowner = l.relowner
	WHERE l.oid = log AND p.pronargs = 0 AND p.prosrc LIKE '-- aer_follow: %'
	ORDER BY p.pronamespace = l.relnamespace DESC, p.oid
	LIMIT 1;
	study := @extschema@._aer_log_study(log, false);
	-- without a study, a function in another schema may be that of another log
	IF study IS NULL AND is_beside THEN
		RETURN;
	ELSIF writer IS NULL OR coalesce(to_regclass(study->>'log'), log) <> log
		OR coalesce(study->>'key_type', '') NOT IN ('bigint', 'text', 'uuid')
		OR study->>'features_type' <> ALL ('{jsonb,smallint[],integer[],bigint[],real[],
			"double precision[]",numeric[],boolean[]}'::text[])
		OR study->>'target_type' NOT IN ('float8', 'boolean', 'text')
		OR study->>'shape' !~ '^([0-9]+|boolean|number|string)$' THEN
		writer := NULL;
		study := NULL;
	END IF;
END $$;

-- Returns the table whose triggers call a trigger function; NULL: none, or several.
CREATE FUNCTION _aer_followed_table(writer oid, usual oid) RETURNS oid LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	WITH trigger AS (
		SELECT relation, of_root
		FROM @extschema@._aer_triggers(writer) JOIN pg_class ON oid = relation
		WHERE relkind IN ('r', 'p')
	), root AS (
		SELECT relation FROM trigger WHERE of_root
		UNION
		SELECT coalesce(pg_partition_root(relation), relation)
		FROM trigger
		WHERE NOT EXISTS (SELECT FROM trigger WHERE of_root)
	)
	SELECT CASE WHEN bool_or(relation = usual) THEN usual WHEN count(*) = 1 THEN min(relation) END
	FROM root
$$;

-- Returns what has changed since a study was made: its columns and the partitions; NULL: something
-- else, as a trigger. "is_original": the numbers of columns are still those of the study.
CREATE FUNCTION _aer_changes(writer oid, source oid, study jsonb, is_original boolean) RETURNS text
	LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	WITH triggered AS (
		SELECT DISTINCT relation FROM @extschema@._aer_triggers(writer)
	), member AS (
		SELECT m AS relation FROM @extschema@._aer_members(source) m
	), went AS (
		SELECT relation FROM triggered EXCEPT SELECT relation FROM member
	), came AS (
		SELECT relation FROM member WHERE relation <> source EXCEPT SELECT relation FROM triggered
	), missing AS (
		SELECT (study #>> '{fingerprint,members}')::int - (SELECT count(*) FROM member)
			- (SELECT count(*) FROM went) + (SELECT count(*) FROM came) AS n
	), described AS (
		SELECT c->>'name' AS name, c->>'type' AS type, (c->>'number')::int AS number
		FROM jsonb_array_elements(study->'columns') c
		WHERE @extschema@._aer_changed_column(source, jsonb_build_array(c), is_original) IS NOT NULL
	), change AS (
		SELECT 1 AS part, number AS place, format('column "%s" ', name) || CASE
			WHEN now.attname IS NULL AND NOT is_original THEN 'is missing'
			WHEN now.attname IS NULL AND place.attisdropped THEN 'was dropped'
			WHEN now.attname IS NULL THEN format('was renamed to "%s"', place.attname)
			WHEN is_original AND now.attnum <> number AND place.attisdropped
			THEN 'was dropped and added again'
			WHEN is_original AND now.attnum <> number
			THEN format('was renamed to "%s", and another column has its name', place.attname)
			WHEN format_type(now.atttypid, now.atttypmod) <> type
			THEN format('was of type %s and is of type %s', type,
				format_type(now.atttypid, now.atttypmod))
			ELSE 'has other enum labels' END AS text
		FROM described
			LEFT JOIN pg_attribute now ON now.attrelid = source AND now.attname = name
				AND now.attnum > 0
			LEFT JOIN pg_attribute place ON place.attrelid = source AND place.attnum = number
		UNION ALL
		SELECT 2, row_number() OVER (ORDER BY relation),
			format('partition %s was attached', relation::regclass)
		FROM came
		UNION ALL
		SELECT 3, row_number() OVER (ORDER BY relation),
			format('partition %s was detached', relation::regclass)
		FROM went
		UNION ALL
		SELECT 4, 1, CASE n WHEN 1 THEN 'a partition was dropped'
			ELSE n || ' partitions were dropped' END
		FROM missing
		WHERE n > 0
	)
	SELECT string_agg(text, ', ' ORDER BY part, place)
	FROM change
$$;

-- Returns the columns, or keys of jsonb, that a design cannot leave out.
CREATE FUNCTION _aer_fixed_names(study jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT array_remove(ARRAY[study->>'target', study->>'target_column', study->>'key',
		study->>'features', study#>>'{design,groups}'], NULL)
$$;

-- Returns the call for a log whose table lacks columns that the log reads. The numbers of columns
-- show which of these were renamed and which were dropped, except after a restore.
CREATE FUNCTION _aer_missing_hint(log regclass, source regclass, study jsonb) RETURNS text
	LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE
		WHEN bool_or(place IS NULL)
		THEN format('Name the columns as they are now, with null for a column that was dropped: '
			'SELECT aer_refollow(%L, rename => ''{"old name": "new name"}'');', log)
		WHEN bool_or(attisdropped AND name = ANY (@extschema@._aer_fixed_names(study)))
		THEN format('The log cannot do without it. Stop following: SELECT aer_unfollow(%L); then '
			'follow the table into another log.', log)
		ELSE format('%s: SELECT aer_refollow(%L, rename => %L);',
			CASE WHEN bool_or(attisdropped) THEN 'Go on without what was dropped'
				ELSE 'Go on with the present names' END, log,
			jsonb_object_agg(name, CASE WHEN NOT attisdropped THEN attname END)) END
	FROM (
		SELECT c->>'name' AS name, CASE
			WHEN study#>>'{fingerprint,of}' LIKE @extschema@._aer_cluster() || ' % ' || source::oid
			THEN (c->>'number')::int END AS place,
			NOT EXISTS (
				SELECT FROM pg_attribute
				WHERE attrelid = source AND attname = c->>'name' AND attnum > 0) AS is_missing
		FROM jsonb_array_elements(study->'columns') c) described
		LEFT JOIN pg_attribute ON attrelid = source AND attnum = place
	-- another column may have got the name of one that was renamed
	WHERE is_missing OR attname <> name AND NOT attisdropped
	HAVING bool_or(is_missing)
$$;

-- Returns the study of a log from the catalogs, and in "problem" why the log may differ from its
-- table; NULL: only problems in the log itself can make it differ. study NULL: there is none;
-- source NULL: the table is not known. "remedy" is always a hint.
CREATE FUNCTION _aer_study(log regclass, OUT study jsonb, OUT writer oid, OUT owner oid,
	OUT source oid, OUT problem text, OUT remedy text)
	LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
DECLARE
	name text;
	schema oid;
	before jsonb;
	now jsonb;
	is_original boolean;		-- the table that the study was made for, not a restored copy
BEGIN
	SELECT l.relowner, l.relname || '_follow', l.relnamespace INTO owner, name, schema
	FROM pg_class l WHERE l.oid = log;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'there is no table with OID %', log::oid USING ERRCODE = 'undefined_table',
			HINT = 'It may have been dropped since the statement began.';
	ELSIF NOT @extschema@._aer_is_log(log) THEN
		RAISE EXCEPTION '% is not a log of aer_follow()', log USING ERRCODE = 'wrong_object_type',
			DETAIL = 'A log has the columns id, at, added, removed, problem and study.',
			HINT = 'Name a log that aer_follow() created.';
	ELSIF NOT has_schema_privilege(owner, schema, 'USAGE') THEN
		RAISE EXCEPTION 'the owner of log % lacks the right USAGE on its schema', log
			USING ERRCODE = 'insufficient_privilege',
			HINT = format('GRANT USAGE ON SCHEMA %s TO %s;', schema::regnamespace, owner::regrole);
	END IF;
	SELECT w.writer, w.study INTO writer, study FROM @extschema@._aer_log_writer(log) w;
	source := @extschema@._aer_followed_table(writer, (study->>'source')::oid);
	IF writer IS NULL THEN
		problem := format('Its owner has no function %I() that aer_follow() made for it.', name);
		remedy := format('If nobody needs the log: SELECT aer_unfollow(%L, drop => true); '
			'otherwise restore the names and owner of the log and its function, or follow the '
			'table into a new log.', log);
	ELSIF study IS NULL THEN
		source := NULL;
		problem := 'It has lost its row with id 0, which describes what it follows.';
		remedy := format('Stop following: SELECT aer_unfollow(%L); then follow the table into '
			'another log.', log);
	ELSIF source IS NULL AND to_regclass(study->>'table') IS NULL
		AND NOT EXISTS (SELECT FROM pg_class WHERE oid = (study->>'source')::oid) THEN
		problem := format('It followed %s, which was dropped.', study->>'table');
		remedy := format('Remove the log: SELECT aer_unfollow(%L, drop => true);', log);
	ELSIF source IS NULL THEN
		problem := format('It followed %s, but now no table, or several, have triggers that '
			'write to it.',
			study->>'table');
		remedy := format('Stop following it: SELECT aer_unfollow(%L);', log);
	ELSE
		before := study->'fingerprint';
		now := @extschema@._aer_fingerprint(log, writer, source,
			ARRAY(SELECT @extschema@._aer_members(source)), study);
		is_original := before->'of' IS NOT DISTINCT FROM now->'of';
		IF before->'state' IS DISTINCT FROM now->'state'
			OR is_original AND (before->'versions' IS DISTINCT FROM now->'versions'
				OR before->'files' IS DISTINCT FROM now->'files'
				AND before->'columns' IS DISTINCT FROM now->'columns')
			OR @extschema@._aer_changed_column(source, study->'columns', is_original) IS NOT NULL
		THEN
			problem := concat_ws(': ', source::regclass || ' was changed',
				@extschema@._aer_changes(writer, source, study, is_original)) || '.';
			remedy := @extschema@._aer_missing_hint(log, source, study);
		END IF;
		remedy := coalesce(remedy, format('Read the table again: SELECT aer_refollow(%L);', log));
	END IF;
END $$;

-- Creates the triggers of a table or partition that call the trigger function of a study, and
-- returns their names.
CREATE FUNCTION _aer_make_triggers(study jsonb, source regclass, member regclass) RETURNS text[]
	LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
	SET citus.enable_ddl_propagation = off AS $$
DECLARE
	log_name text := (parse_ident(study->>'log'))[2];
	writer text := @extschema@._aer_trigger_function(study->>'log');
	member_kind "char" := (SELECT relkind FROM pg_class WHERE oid = member);
	is_root boolean := member = source;
	kind record;
	made text[];
BEGIN
	FOR kind IN
		SELECT format('aer_follow_%s_%s', suffix, log_name) AS name, event, rows, level, role
		FROM (VALUES
			('insert', 'AFTER INSERT', 'REFERENCING NEW TABLE AS new_rows', 'STATEMENT', true),
			('update', 'AFTER UPDATE', 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows',
				'STATEMENT', true),
			('delete', 'AFTER DELETE', 'REFERENCING OLD TABLE AS old_rows', 'STATEMENT', true),
			('truncate', CASE WHEN is_root THEN 'AFTER' ELSE 'BEFORE' END || ' TRUNCATE', '',
				'STATEMENT', is_root OR member_kind <> 'p'),
			-- PostgreSQL does not let a table with such a trigger become a child or a partition;
			-- it need not fire
			('guard', 'AFTER DELETE', 'REFERENCING OLD TABLE AS old_rows', 'ROW',
				is_root AND member_kind = 'r')) k (suffix, event, rows, level, is_needed),
			LATERAL (SELECT CASE WHEN suffix = 'guard' THEN suffix WHEN is_root THEN 'root'
				ELSE 'part' END AS role) r
		WHERE is_needed
	LOOP
		IF EXISTS (
			SELECT FROM pg_trigger
			WHERE tgrelid = member AND tgname = kind.name
				AND tgfoid <> (writer || '()')::regprocedure) THEN
			RAISE EXCEPTION 'table % already has a trigger "%"', member, kind.name
				USING ERRCODE = 'duplicate_object',
				DETAIL = 'aer_follow() needs that name, and the trigger calls another function.',
				HINT = format('Follow into a log of another name, or: '
					'ALTER TRIGGER %I ON %s RENAME TO ...;', kind.name, member);
		END IF;
		-- by its condition the trigger depends on the log, so nobody drops the log by accident
		EXECUTE format('CREATE OR REPLACE TRIGGER %I %s ON %s %s FOR EACH %s '
			'WHEN (%L::regclass IS NOT NULL) EXECUTE FUNCTION %s(%L)',
			kind.name, kind.event, member, kind.rows, kind.level, study->>'log', writer,
			kind.role);
		IF kind.role = 'guard' THEN
			EXECUTE format('ALTER TABLE ONLY %s DISABLE TRIGGER %I', member, kind.name);
		END IF;
		made := made || kind.name;
	END LOOP;
	-- changes nothing, but fails if a running statement uses the table: its later rows would not
	-- be counted
	EXECUTE format('ALTER TABLE ONLY %s ENABLE TRIGGER %I', member,
		'aer_follow_insert_' || log_name);
	RETURN made;
END $$;

-- Creates or replaces the trigger function of a study, its triggers and its row of the log, and
-- drops all other triggers that call it: those of former partitions and those with other names.
-- (Citus would try to send the function to other servers, and cannot, because it depends on aer.)
CREATE FUNCTION _aer_install(study jsonb, source regclass) RETURNS void LANGUAGE plpgsql
	SET search_path = pg_catalog, pg_temp SET citus.enable_ddl_propagation = off AS $$
DECLARE
	writer text := @extschema@._aer_trigger_function(study->>'log') || '()';
	members oid[] := ARRAY(SELECT m FROM @extschema@._aer_members(source::oid) m ORDER BY m);
	member oid;
	grantee oid;
	made text[];
	other record;
BEGIN
	EXECUTE format('CREATE OR REPLACE FUNCTION %s RETURNS trigger '
		'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp '
		'SET jit = off SET quote_all_identifiers = off AS %L', writer,
		@extschema@._aer_follow_body(study));
	FOR grantee IN
		SELECT DISTINCT a.grantee
		FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
		WHERE p.oid = writer::regprocedure AND a.grantee <> proowner
	LOOP
		EXECUTE format('REVOKE ALL ON FUNCTION %s FROM %s', writer,
			CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END);
	END LOOP;
	FOREACH member IN ARRAY members LOOP
		made := made || @extschema@._aer_make_triggers(study, source, member::regclass);
	END LOOP;
	FOR other IN
		SELECT tgrelid::regclass AS relation, tgname AS name
		FROM pg_trigger
		WHERE tgfoid = writer::regprocedure AND (tgrelid <> ALL (members) OR tgname <> ALL (made))
	LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', other.name, other.relation);
	END LOOP;
	-- the fingerprint includes the function and its triggers, which exist now
	EXECUTE format('DELETE FROM ONLY %s WHERE study IS NOT NULL', study->>'log');
	EXECUTE format('INSERT INTO %s (id, at, study) OVERRIDING SYSTEM VALUE '
		'VALUES (0, statement_timestamp(), $1)', study->>'log')
		USING study || jsonb_build_object('fingerprint', @extschema@._aer_fingerprint(
			(study->>'log')::regclass, writer::regprocedure::oid, source::oid, members, study));
	-- the function fails without aer, so it is dropped with it, and the triggers, too (CREATE OR
	-- REPLACE removes this dependency)
	EXECUTE format('ALTER FUNCTION %s DEPENDS ON EXTENSION aer', writer);
END $$;

-- Raises the error of aer_moments over a followed table that is locked, with the key of the row in
-- place of its number. It reads the rows again, in an order that the second query has, too.
CREATE FUNCTION _aer_record_error(study jsonb, source regclass) RETURNS void
	LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET jit = off
	SET max_parallel_workers_per_gather = 0 SET synchronize_seqscans = off
	SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_bitmapscan = off AS $$
DECLARE
	state text;
	error text;
	detail text;
	hint text;
	parts text[];
	key text;
BEGIN
	EXECUTE @extschema@._aer_moments_query(study, source::text, '{}'::text[]);
EXCEPTION WHEN data_exception OR datatype_mismatch THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, error = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	parts := @extschema@._aer_row_parts(concat_ws(': ', error, nullif(detail, '')));
	IF parts IS NULL THEN
		RAISE;
	END IF;
	EXECUTE format('SELECT n.%I::text FROM (%s) n OFFSET $1 LIMIT 1', study->>'key',
		@extschema@._aer_rows_query(study, source::text)) INTO key USING parts[2]::bigint - 1;
	RAISE EXCEPTION USING ERRCODE = state, MESSAGE = parts[1] || 'record ' || key || parts[3],
		HINT = concat_ws(' ', format('Correct or delete the row of %s in which %I is %s.', source,
			study->>'key', key), CASE WHEN parts[3] !~ 'NaN' THEN nullif(hint, '') END);
END $$;

-- Fills a log with the moments of the followed table as it is, and installs the study with the
-- shape of its rows.
CREATE FUNCTION _aer_fill_log(study jsonb, source regclass) RETURNS void LANGUAGE plpgsql VOLATILE
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	log text := study->>'log';
	moments @extschema@.aer_moments;
	shape text;
BEGIN
	study := study || '{"shape": null}';
	BEGIN
		EXECUTE @extschema@._aer_moments_query(study, source::text, '{}'::text[])
			INTO moments, shape;
	EXCEPTION WHEN data_exception OR datatype_mismatch THEN
		PERFORM @extschema@._aer_record_error(study, source);
		RAISE;
	END;
	IF study->>'features_type' = 'jsonb' AND study->>'target_type' IS NULL THEN
		EXECUTE format('SELECT jsonb_typeof(@extschema@._aer_value(n.%I::jsonb, %L)) FROM (%s) n '
			'LIMIT 1', study->>'features', study->>'target',
			@extschema@._aer_rows_query(study, source::text)) INTO shape;
		study := study || jsonb_build_object('shape', shape);
	ELSIF study->>'features_type' <> 'jsonb' THEN
		IF moments IS NULL THEN
			RAISE EXCEPTION '% has no row whose features and target are known', source
				USING ERRCODE = 'no_data_found',
				DETAIL = 'The number of attributes of an array is known from its first row.',
				HINT = 'Follow the table once it has such a row.';
		END IF;
		study := study || jsonb_build_object('shape',
			(SELECT count(*)::text FROM @extschema@.aer_attributes(moments)));
	END IF;
	EXECUTE format('DELETE FROM ONLY %s', log);
	PERFORM @extschema@._aer_install(study, source);
	IF moments IS NOT NULL THEN
		EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log)
			USING moments;
	END IF;
END $$;

-- Returns the name of the log of a table with its schema, whose owner must have the rights of the
-- owner of the table.
CREATE FUNCTION _aer_log_name(source regclass, log text) RETURNS text LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	s pg_class;
	path text[];
	name text;
	schema name;
	schema_owner oid;
BEGIN
	SELECT * INTO s FROM pg_class WHERE oid = source;
	SELECT n.nspname,
		CASE WHEN n.nspowner = 'pg_database_owner'::regrole THEN d.datdba ELSE n.nspowner END
	INTO schema, schema_owner
	FROM pg_namespace n, pg_database d
	WHERE n.oid = s.relnamespace AND d.datname = current_database();
	log := coalesce(log, quote_ident(s.relname || '_log'));
	BEGIN
		path := parse_ident(log);
	EXCEPTION WHEN invalid_parameter_value THEN
		path := CASE WHEN log ~ '[."]' THEN '{"", "", ""}' ELSE ARRAY[log] END;
	END;
	name := path[cardinality(path)];
	IF cardinality(path) > 2 OR trim(name) = '' THEN
		RAISE EXCEPTION '"%" is not a valid name for a log', log USING ERRCODE = 'invalid_name',
			HINT = format('For example %I.', s.relname || '_log');
	ELSIF octet_length(name) > 43 THEN
		RAISE EXCEPTION '"%" is too long for the name of a log', log USING ERRCODE = 'invalid_name',
			DETAIL = 'Names of triggers end with it, which leaves it 43 bytes.',
			HINT = 'Choose a shorter name.';
	ELSIF cardinality(path) = 2 AND path[1] <> schema THEN
		RAISE EXCEPTION 'the log must be in the schema of its table'
			USING ERRCODE = 'invalid_parameter_value',
			DETAIL = format('%s is in "%s".', s.relname, schema), HINT = 'Leave out the schema.';
	ELSIF NOT pg_has_role(schema_owner, s.relowner, 'USAGE') THEN
		RAISE EXCEPTION 'the log cannot be in schema "%"', schema
			USING ERRCODE = 'insufficient_privilege',
			DETAIL = format('The schema is owned by %s, who could drop it and does not have the '
				'rights of %s.', schema_owner::regrole, s.relowner::regrole),
			HINT = 'Move the table to a schema of its owner or of a superuser: '
				'ALTER TABLE ... SET SCHEMA.';
	ELSIF NOT has_schema_privilege(s.relowner, schema, 'CREATE') THEN
		RAISE EXCEPTION 'the log cannot be in schema "%"', schema
			USING ERRCODE = 'insufficient_privilege',
			DETAIL = format('The table''s owner %s lacks the right CREATE on it.',
				s.relowner::regrole),
			HINT = format('GRANT CREATE ON SCHEMA %I TO %s;', schema, s.relowner::regrole);
	END IF;
	RETURN format('%I.%I', schema, name);
END $$;

-- Raises an error unless a relation is a log that follows a table in exactly this way.
CREATE FUNCTION _aer_check_existing(existing regclass, source regclass, target text, key text,
	features text, design jsonb) RETURNS void LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	log text := (SELECT format('%I.%I', nspname, relname)
		FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = existing);
	before record;
BEGIN
	SELECT * INTO before FROM @extschema@._aer_study(existing) b
	WHERE @extschema@._aer_is_log(existing);
	IF before.study IS NULL THEN
		RAISE EXCEPTION 'relation % already exists', log USING ERRCODE = 'duplicate_table',
			DETAIL = coalesce(before.problem, 'It is not a log of aer_follow().'),
			HINT = coalesce(before.remedy, 'Give the log another name.');
	ELSIF before.source IS DISTINCT FROM source THEN
		RAISE EXCEPTION 'log % already exists and follows another table', log
			USING ERRCODE = 'duplicate_table',
			DETAIL = coalesce(format('It follows %s.', before.source::regclass), before.problem),
			HINT = 'Give the log another name.';
	ELSIF (before.study->>'target', before.study->>'key', before.study->>'features',
			before.study->'asked')
		IS DISTINCT FROM (target, key, features, coalesce(design, before.study->'asked')) THEN
		RAISE EXCEPTION 'log % already exists and follows the table differently', log
			USING ERRCODE = 'duplicate_table',
			DETAIL = format('It follows %s: target "%s", key "%s", features "%s", design %s.',
				source, before.study->>'target', before.study->>'key',
				before.study->>'features', before.study->>'asked'),
			HINT = 'Give the log another name: several can follow one table.';
	END IF;
END $$;

-- Creates the table of a log, with the owner of the followed table.
CREATE FUNCTION _aer_make_log(log text, source regclass) RETURNS void LANGUAGE plpgsql VOLATILE
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	s pg_class;
	object record;
	other regclass;
BEGIN
	SELECT * INTO s FROM pg_class WHERE oid = source;
	-- a log that did not go with its table to another schema, or was renamed
	SELECT @extschema@._aer_trigger_log(tgqual) INTO other
	FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid
	WHERE tgrelid = source AND tgname = 'aer_follow_insert_' || (parse_ident(log))[2]
		AND prosrc LIKE '-- aer_follow: %';
	IF other IS NOT NULL THEN
		RAISE EXCEPTION '% is already followed by log %', source, other
			USING ERRCODE = 'duplicate_object',
			HINT = format('Use that log, or give the new one another name: '
				'aer_follow(%L, ..., log => %L).', source, (parse_ident(log))[2] || '2');
	END IF;
	-- the function of a dropped log is replaced
	IF EXISTS (
		SELECT FROM pg_proc
		WHERE proname = (parse_ident(log))[2] || '_follow' AND pronamespace = s.relnamespace
			AND pronargs = 0
			AND (proowner <> s.relowner OR prosrc NOT LIKE '-- aer_follow: %')) THEN
		RAISE EXCEPTION 'function %() already exists', @extschema@._aer_trigger_function(log)
			USING ERRCODE = 'duplicate_function',
			DETAIL = 'The trigger function of the log would have that name.',
			HINT = 'Give the log another name.';
	END IF;
	EXECUTE format('CREATE %s TABLE %s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, '
		'at timestamptz NOT NULL, added @extschema@.aer_moments, removed @extschema@.aer_moments, '
		'problem text, study jsonb) '
		'WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, '
		'toast.autovacuum_vacuum_threshold = 1000, toast.autovacuum_vacuum_scale_factor = 0)',
		CASE s.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END, log);
	EXECUTE format('COMMENT ON TABLE %s IS %L', log, format('log of aer_follow() for %s: moments '
		'of the rows that each statement added and removed; aer_followed() adds them up', source));
	-- revoke what default privileges granted
	FOR object IN
		SELECT c.oid::regclass AS name, a.grantee
		FROM pg_class c, aclexplode(relacl) a
		WHERE c.oid IN (log::regclass, pg_get_serial_sequence(log, 'id')::regclass)
			AND a.grantee <> c.relowner
	LOOP
		EXECUTE format('REVOKE ALL ON %s FROM %s', object.name,
			CASE object.grantee WHEN 0 THEN 'PUBLIC' ELSE object.grantee::regrole::text END);
	END LOOP;
END $$;

CREATE FUNCTION _aer_follow(source regclass, target text, design jsonb, key text, log text,
	features text) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000
	SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	existing regclass;
	study jsonb;
BEGIN
	IF source IS NULL OR target IS NULL THEN
		RAISE EXCEPTION 'source and target must not be NULL'
			USING ERRCODE = 'null_value_not_allowed',
			HINT = 'For example: aer_follow(''visits'', ''outcome'', aer_design(5)).';
	END IF;
	-- each row of the log would store it
	design := design - 'range';
	PERFORM @extschema@._aer_check_isolation('aer_follow()');
	PERFORM @extschema@._aer_lock_source(source);
	key := @extschema@._aer_key_column(source, key);
	log := @extschema@._aer_log_name(source, log);
	existing := to_regclass(log);
	IF existing IS NOT NULL THEN
		PERFORM @extschema@._aer_check_existing(existing, source, target, key, features, design);
		RETURN existing;
	END IF;
	design := coalesce(design, @extschema@.aer_suggest(source, target, exclude => CASE WHEN features
		IS NULL THEN ARRAY[key] END, features => features, levels => false) - 'range');
	study := @extschema@._aer_new_study(source, target, design, key, log, features);
	PERFORM @extschema@._aer_make_log(log, source);
	PERFORM @extschema@._aer_fill_log(study, source);
	RETURN log::regclass;
END $$;

CREATE FUNCTION aer_follow(source regclass, target text, design jsonb DEFAULT NULL,
	key text DEFAULT NULL, log text DEFAULT NULL, features text DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME', 'aer_as_owner_of_table' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

-- Returns a query for the content of a log: the sums of added and of removed rows, the number of
-- problems, and the first of them. "is_renamed": the rows come from another table of that name.
CREATE FUNCTION _aer_log_query(log regclass) RETURNS text LANGUAGE sql STABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT format('SELECT %1$s.aer_moments(added) AS added, %1$s.aer_moments(removed) AS removed, '
		'count(problem) AS problems, '
		'(array_agg(format(''id %%s: %%s'', id, problem) ORDER BY id) FILTER (WHERE problem IS NOT '
			'NULL))[1] AS first_problem, bool_or(tableoid <> %3$s) AS is_renamed FROM ONLY %2$s',
			'@extschema@', log, log::oid)
$$;

CREATE FUNCTION _aer_followed(log regclass) RETURNS aer_moments
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000
		SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	sums record;
	fault text;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := coalesce(study.problem,
		@extschema@._aer_log_fault(log::text, NULL::oid, false, study.owner));
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % may differ from its table', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = study.remedy;
	ELSIF row_security_active(log) THEN
		RAISE EXCEPTION 'row-level security would hide rows of log %', log
			USING ERRCODE = 'insufficient_privilege',
			HINT = format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY.', log);
	END IF;
	EXECUTE @extschema@._aer_log_query(log) INTO sums;
	IF sums.is_renamed THEN
		RAISE EXCEPTION 'log % was renamed while it was read', log USING ERRCODE = 'object_in_use',
			HINT = 'Try again.';
	END IF;
	IF sums.problems > 0 THEN
		RAISE EXCEPTION 'some changes could not be counted in log %', log
			USING ERRCODE = 'object_not_in_prerequisite_state',
			DETAIL = format('The first of %s problems has %s', sums.problems, sums.first_problem),
			HINT = 'Correct the table. ' || study.remedy;
	ELSIF sums.removed IS NULL THEN
		RETURN sums.added;
	ELSIF sums.added IS NULL
		OR @extschema@._aer_moments_rows(sums.added)
			< @extschema@._aer_moments_rows(sums.removed) THEN
		RAISE EXCEPTION 'log % subtracts rows that were never added', log
			USING ERRCODE = 'object_not_in_prerequisite_state', HINT = study.remedy;
	END IF;
	RETURN sums.added OPERATOR(@extschema@.-) sums.removed;
END $$;

CREATE FUNCTION aer_followed(log regclass) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_as_owner_for_reader'
		LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 100000;

-- Replaces a name, or names in a list, in a list of lists, or in the keys of an object. Names that
-- "rename" maps to null are left out, and so are the inner lists that contain them.
CREATE FUNCTION _aer_new_names(names jsonb, rename jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
	SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE jsonb_typeof(names)
		WHEN 'array'
		THEN (SELECT coalesce(jsonb_agg(renamed ORDER BY n), '[]')
			FROM jsonb_array_elements(names) WITH ORDINALITY e (element, n),
				LATERAL (SELECT @extschema@._aer_new_names(element, rename) AS renamed) r
			WHERE renamed <> 'null' AND (jsonb_typeof(element) <> 'array'
				OR jsonb_array_length(renamed) = jsonb_array_length(element)))
		WHEN 'object'
		THEN (SELECT coalesce(jsonb_object_agg(coalesce(rename->>k, k), v), '{}')
			FROM jsonb_each(names) o (k, v)
			WHERE rename->k IS DISTINCT FROM 'null')
		WHEN 'string'
		THEN coalesce(rename->(names#>>'{}'), names)
		ELSE names END
$$;

-- Returns a study after columns, or keys of jsonb, were renamed or, if the new name is null, left
-- out of the design.
CREATE FUNCTION _aer_renamed(study jsonb, rename jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
	SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
DECLARE
	design jsonb := study->'design';
	prices jsonb := study->'design'->'prices';
	option text;
	pair record;
BEGIN
	IF jsonb_typeof(rename) <> 'object' THEN
		RAISE EXCEPTION '"rename" must be a jsonb object of new names'
			USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
	END IF;
	FOR pair IN SELECT * FROM jsonb_each(rename) LOOP
		IF jsonb_typeof(pair.value) NOT IN ('string', 'null') THEN
			RAISE EXCEPTION '"rename" must map "%" to a name or null, not to %', pair.key,
				pair.value
				USING ERRCODE = 'invalid_parameter_value', HINT = 'For example {"old": "new"}.';
		ELSIF pair.value = 'null' AND pair.key = ANY (@extschema@._aer_fixed_names(study)) THEN
			RAISE EXCEPTION 'the log cannot do without column "%"', pair.key
				USING ERRCODE = 'invalid_parameter_value',
				DETAIL = 'It is the target, the key, the features or the groups.',
				HINT = format('Stop following: SELECT aer_unfollow(%L); then follow the table into '
					'another log.', study->>'log');
		ELSIF NOT (study->'columns' @> jsonb_build_array(jsonb_build_object('name', pair.key))
			OR design->'include' ? pair.key OR study->>'target' = pair.key
			OR coalesce(design->>'groups' = pair.key, false)) THEN
			RAISE EXCEPTION '"rename" names "%", which the log does not read', pair.key
				USING ERRCODE = 'undefined_column',
				HINT = format('It reads %s.', (
					SELECT coalesce(string_agg(format('%I %s', c->>'name', c->>'type'), ', '
						ORDER BY (c->>'number')::int), 'none')
					FROM jsonb_array_elements(study->'columns') c));
		END IF;
	END LOOP;
	FOREACH option IN ARRAY
			'{include,exclude,columns,range,spread,center,interactions,groups}'::text[] LOOP
		IF design ? option THEN
			design := design || jsonb_build_object(option,
				@extschema@._aer_new_names(design->option, rename));
		END IF;
	END LOOP;
	-- prices may be a mere list of costs, and then a column may have the name "cost"
	IF jsonb_typeof(prices->'cost') = 'object' THEN
		prices := prices || jsonb_build_object('cost',
			@extschema@._aer_new_names(prices->'cost', rename));
	ELSE
		prices := @extschema@._aer_new_names(prices, rename);
		-- in such a list no column can have the name "panels"
		prices := CASE WHEN prices ? 'panels' THEN jsonb_build_object('cost', prices)
			ELSE prices END;
	END IF;
	IF jsonb_typeof(prices->'panels') = 'object' THEN
		prices := prices || jsonb_build_object('panels', (
			SELECT coalesce(
				jsonb_object_agg(key, value || jsonb_build_object('attributes', members))
					FILTER (WHERE members <> '[]'), '{}')
			FROM jsonb_each(prices->'panels'),
				LATERAL @extschema@._aer_new_names(value->'attributes', rename) members));
	END IF;
	IF prices IS NOT NULL THEN
		design := design || jsonb_build_object('prices', prices);
	END IF;
	RETURN study || jsonb_build_object('design', design, 'asked', design, 'target',
		coalesce(rename->(study->>'target'),
		to_jsonb((rename->>(study->>'target_column'))
		|| substr(study->>'target', length(study->>'target_column') + 1)), study->'target'),
		'key', coalesce(rename->(study->>'key'), study->'key'), 'features',
			coalesce(rename->(study->>'features'), study->'features'));
END $$;

-- Adds the new partitions of a followed table to its log, and returns true, if that is all that has
-- changed. The table is locked. A new partition has no triggers. Rows that were written to it
-- through the table are in the log, so it is read only if this transaction attached it and has
-- since written nothing that concerns the log. It need not be read if it never had a row.
CREATE FUNCTION _aer_add_partitions(log regclass, writer oid, source oid, study jsonb)
	RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp SET jit = off
	AS $$
DECLARE
	old oid[] := ARRAY(SELECT relation FROM @extschema@._aer_triggers(writer)
		INTERSECT SELECT @extschema@._aer_members(source));
	log_rows record;
	is_enough boolean;
	attached regclass[];
	partition regclass;
	moments @extschema@.aer_moments;
	misfit text;
BEGIN
	EXECUTE format('SELECT count(problem) > 0 AS have_problems, '
		'coalesce(bool_or(@extschema@._aer_own_row(xmin)), false) AS are_own '
		'FROM ONLY %s WHERE study IS NULL', log) INTO log_rows;
	-- an UPDATE that moved rows from an old partition to a new one may have left the log unchanged
	SELECT bool_and(CASE WHEN t.own THEN NOT (w.written OR log_rows.are_own) ELSE NOT t.used END),
		coalesce(array_agg(t.relid) FILTER (WHERE t.own), '{}')
	INTO is_enough, attached
	FROM (
		SELECT p.relid, @extschema@._aer_own_row(i.xmin) AS own, EXISTS (
			SELECT FROM pg_partition_tree(p.relid) l JOIN pg_class c ON c.oid = l.relid
			WHERE l.isleaf AND (c.relfilenode <> c.oid OR c.reltuples >= 0
				OR pg_relation_size(c.oid) > 0
				OR c.relam <> (SELECT oid FROM pg_am WHERE amname = 'heap'))) AS used
		FROM pg_partition_tree(source) p JOIN pg_inherits i ON i.inhrelid = p.relid
		WHERE p.parentrelid = ANY (old) AND p.relid <> ALL (old)) t,
		(SELECT bool_or(@extschema@._aer_own_writes(m)) AS written
			FROM unnest(old) m) w;
	IF is_enough AND NOT log_rows.have_problems
		AND (study->>'shape' IS NOT NULL OR study->>'features_type' IS NULL
			OR study->>'target_type' IS NOT NULL)
		AND @extschema@._aer_fingerprint(log, writer, source, old, study) = study->'fingerprint'
		AND @extschema@._aer_changed_column(source, study->'columns', true) IS NULL THEN
		FOREACH partition IN ARRAY attached LOOP
			EXECUTE @extschema@._aer_moments_query(study, partition::text, '{}'::text[])
				INTO moments, misfit;
			IF misfit IS NOT NULL THEN
				RETURN false;
			ELSIF moments IS NOT NULL THEN
				EXECUTE format('INSERT INTO %s (at, added) VALUES (statement_timestamp(), $1)', log)
					USING moments;
			END IF;
		END LOOP;
		-- whoever may write to the log may have given it another name there, which is none so far
		PERFORM @extschema@._aer_install(
			study || jsonb_build_object('log', log::text), source::regclass);
		RETURN true;
	END IF;
	RETURN false;
END $$;

-- Returns the current study of a log after columns were renamed.
CREATE FUNCTION _aer_refreshed_study(log regclass, source regclass, study jsonb, rename jsonb)
	RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF rename IS NOT NULL THEN
		study := @extschema@._aer_renamed(study, rename);
	END IF;
	BEGIN
		RETURN @extschema@._aer_new_study(source, study->>'target', study->'design', study->>'key',
			log::text, study->>'features') || jsonb_build_object('asked', study->'asked');
	EXCEPTION WHEN undefined_column THEN
		RAISE EXCEPTION '%', sqlerrm USING ERRCODE = 'undefined_column',
			HINT = @extschema@._aer_missing_hint(log, source, study);
	END;
END $$;

CREATE FUNCTION _aer_refollow(log regclass, rename jsonb) RETURNS regclass
	LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp
	SET jit = off SET citus.enable_ddl_propagation = off AS $$
DECLARE
	before record;
	fault text;
BEGIN
	IF log IS NULL THEN
		RAISE EXCEPTION 'the log must not be NULL' USING ERRCODE = 'null_value_not_allowed',
			HINT = 'For example: aer_refollow(''visits_log'').';
	END IF;
	PERFORM @extschema@._aer_check_isolation('aer_refollow()');
	SELECT * INTO before FROM @extschema@._aer_study(log) b;
	IF before.source IS NULL THEN
		RAISE EXCEPTION 'no table is followed by log %', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = before.problem,
				HINT = before.remedy;
	END IF;
	PERFORM @extschema@._aer_lock_source(before.source::regclass);
	EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', log);
	-- the log may have been moved without the function, which the triggers still call
	IF before.writer::regproc::text <> @extschema@._aer_trigger_function(log::text) THEN
		EXECUTE format('ALTER FUNCTION %s SET SCHEMA %I', before.writer::regprocedure,
			(parse_ident(log::text))[1]);
	END IF;
	fault := @extschema@._aer_log_fault(log::text, before.source, true, before.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as aer_follow() created it', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
				HINT = format(
					'Undo the change, or stop following the table: SELECT aer_unfollow(%L).', log);
	END IF;
	IF rename IS NULL
		AND @extschema@._aer_add_partitions(log, before.writer, before.source, before.study) THEN
		RETURN log;
	END IF;
	PERFORM @extschema@._aer_fill_log(@extschema@._aer_refreshed_study(log,
		before.source::regclass, before.study, rename), before.source::regclass);
	RETURN log;
END $$;

CREATE FUNCTION aer_refollow(log regclass, rename jsonb DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_unfollow(log regclass, drop boolean) RETURNS void
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000
		SET search_path = pg_catalog, pg_temp SET client_min_messages = warning
		SET citus.enable_ddl_propagation = off AS $$
DECLARE
	study record;
	dependants text;
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL AND NOT drop THEN
		RAISE EXCEPTION 'no table is followed by log %', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem,
			HINT = study.remedy;
	END IF;
	-- the table before the log, as all writers
	IF study.source IS NOT NULL
		AND (SELECT pg_has_role(relowner, 'USAGE') AND has_schema_privilege(relnamespace, 'USAGE')
			FROM pg_class WHERE oid = study.source) THEN
		EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', study.source::regclass);
	END IF;
	-- drops the triggers, too, also those of a table that has another owner now
	IF study.writer IS NOT NULL THEN
		EXECUTE format('DROP FUNCTION %s CASCADE', study.writer::regprocedure);
	END IF;
	IF drop THEN
		BEGIN
			EXECUTE format('DROP TABLE %s', log);
		EXCEPTION WHEN dependent_objects_still_exist THEN
			GET STACKED DIAGNOSTICS dependants = PG_EXCEPTION_DETAIL;
			RAISE EXCEPTION 'cannot drop log % because other objects depend on it', log
				USING ERRCODE = 'dependent_objects_still_exist', DETAIL = dependants,
				HINT = CASE WHEN study.writer IS NULL
					THEN 'Drop these first. If they are its triggers, restore the names and owner '
						'of the log and its function.'
					ELSE format('Drop these first, or keep the log: SELECT aer_unfollow(%L);',
						log) END;
		END;
	END IF;
END $$;

CREATE FUNCTION aer_unfollow(log regclass, drop boolean DEFAULT false) RETURNS void
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_compact(log regclass, everything boolean) RETURNS bigint
	LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE COST 100000
		SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	study record;
	fault text;
BEGIN
	PERFORM @extschema@._aer_check_isolation('aer_compact()');
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	IF study.writer IS NULL THEN
		RAISE EXCEPTION 'no table is followed by log %', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = study.problem,
			HINT = study.remedy;
	END IF;
	-- both locks or none, the table first, as TRUNCATE: nobody waits or deadlocks
	BEGIN
		IF has_table_privilege(study.source, 'SELECT') THEN
			EXECUTE format('LOCK TABLE ONLY %s IN ACCESS SHARE MODE NOWAIT',
				study.source::regclass);
		END IF;
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', log);
	EXCEPTION WHEN lock_not_available THEN
		RETURN 0;
	END;
	fault := @extschema@._aer_log_fault(log::text, study.source, true, study.owner);
	IF fault IS NOT NULL THEN
		RAISE EXCEPTION 'log % is not as aer_follow() created it', log
			USING ERRCODE = 'object_not_in_prerequisite_state', DETAIL = fault,
			HINT = format(
				'Undo the change, or stop following the table: SELECT aer_unfollow(%L).', log);
	END IF;
	RETURN @extschema@._aer_fold(log::text, everything);
END $$;

CREATE FUNCTION aer_compact(log regclass, everything boolean DEFAULT false) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_as_owner' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION _aer_moments_rows(moments aer_moments) RETURNS bigint
	AS 'MODULE_PATHNAME', 'aer_moments_rows' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_moments_unlike(log aer_moments, "table" aer_moments) RETURNS text
	AS 'MODULE_PATHNAME', 'aer_moments_unlike' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns the sums of two moments that differ by more than rounding, less the centers of the
-- design, and those of each variable with itself. "most": the largest sum of squares of the first
-- variable over time; "turnover": the number of rows that came and went, 0 if none went.
CREATE FUNCTION _aer_other_sums(log aer_moments, "table" aer_moments, OUT fold integer,
	OUT first text, OUT second text,
	OUT n float8, OUT product float8, OUT first_sum float8, OUT second_sum float8,
	OUT n2 float8, OUT product2 float8, OUT first_sum2 float8, OUT second_sum2 float8,
		OUT most float8, OUT turnover float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_other_sums'
		LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

-- Returns the first difference between a log and its table as a sentence; NULL: none. Counts must
-- be equal. Sums may differ by the rounding of another order of addition: by 1e-9 of the largest
-- sum of absolute terms, which by Cauchy and Schwarz is sqrt(n sum x^2) for a sum of x and
-- sqrt(sum x^2 sum y^2) for a sum of products; and by the rounding of removed rows. Bounds are
-- not compared, because they include removed rows.
CREATE FUNCTION _aer_moments_difference(log aer_moments, "table" aer_moments) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000
		SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	target CONSTANT text := '^[(]target[)]($|=)';
	named boolean;
	difference record;
	wrong text := @extschema@._aer_moments_unlike(log, "table");
BEGIN
	IF wrong IS NULL THEN
		SELECT format('In the log the %s of attribute %s are %s, in the table %s.', counter,
			coalesce(quote_ident(l.name), l.attribute::text), v.log, v.table) INTO wrong
		FROM @extschema@.aer_attributes(log) l JOIN @extschema@.aer_attributes("table") t
			USING (attribute),
			LATERAL (VALUES ('NULLs', l.missing, t.missing),
				('unknown values', l.unknown, t.unknown)) v (counter, log, "table")
		WHERE v.log <> v.table ORDER BY l.attribute, counter LIMIT 1;
	END IF;
	IF wrong IS NOT NULL THEN
		RETURN wrong;
	END IF;
	SELECT v.* INTO difference
	FROM (SELECT *, sqrt(s.n) AS now, sqrt(greatest(s.n, s.turnover)) AS ever,
		1.1e-16 * sqrt(s.turnover) AS rounding,
			max(sqrt(greatest(s.product, s.product2)))
				FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold, s.first) AS size,
			max(sqrt(greatest(s.product, s.product2)))
				FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold, s.second) AS size2,
			sqrt(s.most) AS most_ever,
				max(sqrt(s.most)) FILTER (WHERE s.first = s.second) OVER (PARTITION BY s.fold,
				s.second) AS most_ever2
		FROM @extschema@._aer_other_sums(log, "table") WITH ORDINALITY s (fold, first, second, n,
			product, first_sum, second_sum, n2, product2, first_sum2, second_sum2, most, turnover,
			place)) s,
		LATERAL (VALUES (1, first, second, n::float8, n2::float8, 0),
			(2, CASE WHEN first ~ target THEN second
				ELSE first END, second, second_sum, second_sum2,
				1e-9 * size2 * now + rounding * most_ever2 * ever),
			(3, first, second, first_sum, first_sum2,
				1e-9 * size * now + rounding * most_ever * ever),
			(4, first, second, product, product2,
				1e-9 * size * size2 + rounding * most_ever * most_ever2)) v (part, one, other,
				in_log, in_table, tolerance)
	WHERE abs(in_log - in_table) > tolerance ORDER BY place, part LIMIT 1;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	IF difference.part > 1 AND difference.one ~ '^[(]target[)]=' THEN
		RETURN format('The sums of class "%s" differ between the log and the table.',
			substr(difference.one, 10));
	END IF;
	named := (SELECT bool_and(name IS NOT NULL) FROM @extschema@.aer_attributes(log));
	RETURN format('In the log %s %s, in the table %s.',
		format(CASE WHEN difference.other ~ target THEN CASE difference.part
			WHEN 1 THEN 'the rows of a fold are' ELSE 'a sum of the target is' END
				WHEN difference.one ~ target OR difference.one = difference.other
					THEN CASE difference.part WHEN 1 THEN 'the values of attribute %2$s are'
					ELSE 'a sum of attribute %2$s is' END
				WHEN difference.part = 1 THEN 'the values of attributes %s and %s together are'
					ELSE 'a sum of attributes %s and %s is' END,
			CASE WHEN named THEN quote_ident(difference.one) ELSE difference.one END, CASE
				WHEN named THEN quote_ident(difference.other) ELSE difference.other END),
		difference.in_log::numeric, difference.in_table::numeric);
END $$;

CREATE FUNCTION _aer_check(log regclass, deep boolean,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text)
		RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1
	SET search_path = pg_catalog, pg_temp SET jit = off SET row_security = off AS $$
DECLARE
	study record;
	sums record;
	moments @extschema@.aer_moments;
	current @extschema@.aer_moments;
	fault text;
	misfit text;
	failure text := 'The table cannot be read: %s.';
	faults text[];
BEGIN
	SELECT * INTO study FROM @extschema@._aer_study(log) s;
	fault := @extschema@._aer_log_fault(log::text, study.source, false, study.owner);
	faults := array_remove(ARRAY[study.problem, fault], NULL);
	problems := (@extschema@.__aer_log_size(log)).problems;
	IF study.source IS NULL OR fault IS NOT NULL THEN
		sound := false;
		detail := array_to_string(faults, ' ');
		RETURN NEXT;
		RETURN;
	END IF;
	-- log and table are read in the snapshot of the caller
	BEGIN
		BEGIN
			EXECUTE format('SELECT count(*) FROM (%s) n',
				@extschema@._aer_rows_query(study.study, study.source::regclass::text)) INTO rows;
		EXCEPTION WHEN undefined_column THEN
			IF study.problem IS NULL THEN
				RAISE;
			END IF;
		END;
		failure := 'In the log %s.';
		EXECUTE @extschema@._aer_log_query(log) INTO sums;
		IF problems > 0 THEN
			faults := faults || format('%s could not be counted, the first with %s.',
				CASE problems WHEN 1 THEN '1 statement'
					ELSE problems || ' statements' END, rtrim(sums.first_problem, '.'));
		END IF;
		moments := CASE WHEN sums.removed IS NULL THEN sums.added
			ELSE sums.added OPERATOR(@extschema@.-) sums.removed END;
		followed := CASE WHEN sums.added IS NOT NULL OR sums.removed IS NULL
			THEN coalesce(@extschema@._aer_moments_rows(moments), 0) END;
		failure := 'The table cannot be read: %s.';
		IF rows IS NOT NULL AND followed IS DISTINCT FROM rows THEN
			faults := faults || format('The table has %s rows, the log %s.', rows,
				coalesce(followed::text, 'removes rows that were never added'));
		ELSIF deep AND rows IS NOT NULL AND problems = 0 THEN
			EXECUTE @extschema@._aer_moments_query(study.study, study.source::regclass::text,
				'{}'::text[])
				INTO current, misfit;
			faults := array_remove(faults
				|| coalesce(misfit || '.', @extschema@._aer_moments_difference(moments, current)),
				NULL);
		END IF;
	EXCEPTION
		WHEN insufficient_privilege OR transaction_rollback OR insufficient_resources
			OR operator_intervention THEN
			RAISE;
		WHEN OTHERS THEN
			faults := faults || format(failure, rtrim(sqlerrm, '.'));
	END;
	sound := faults = '{}';
	detail := nullif(array_to_string(faults, ' '), '');
	RETURN NEXT;
END $$;

CREATE FUNCTION aer_check(log regclass, deep boolean DEFAULT false,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text)
		RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_as_owner'
		LANGUAGE C STABLE STRICT PARALLEL UNSAFE COST 100000 ROWS 1;

-- Returns rows, bytes and problems of a log, read as its owner; NULL for other relations, because
-- of a view these would be rows that the caller may not see.
CREATE FUNCTION __aer_log_size(log regclass, OUT rows bigint, OUT bytes bigint, OUT problems bigint)
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000
	SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
BEGIN
	IF @extschema@._aer_is_log(log) THEN
		EXECUTE format('SELECT count(*), count(problem) FROM ONLY %s WHERE study IS NULL', log)
			INTO rows, problems;
		bytes := pg_total_relation_size(log);
	END IF;
END $$;

CREATE FUNCTION _aer_log_size(log regclass, OUT rows bigint, OUT bytes bigint, OUT problems bigint)
	AS 'MODULE_PATHNAME', 'aer_as_owner_for_reader'
	LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 100000;

-- A manipulated log or trigger function, a lack of rights, or a lock must not keep others from
-- seeing their logs: the columns of such a log are NULL.
CREATE FUNCTION aer_logs(OUT "table" regclass, OUT log regclass, OUT rows bigint, OUT bytes bigint,
	OUT problems bigint) RETURNS SETOF record
	LANGUAGE plpgsql STABLE STRICT PARALLEL RESTRICTED COST 100000 ROWS 10
	SET search_path = pg_catalog, pg_temp SET lock_timeout = '100ms' AS $$
BEGIN
	FOR log IN
		SELECT attrelid
		FROM pg_attribute
		WHERE attname = 'added' AND atttypid = '@extschema@.aer_moments'::regtype
			AND @extschema@._aer_is_log(attrelid::regclass)
			AND has_table_privilege(attrelid, 'SELECT') AND NOT row_security_active(attrelid)
		ORDER BY attrelid::regclass::text COLLATE "C"
	LOOP
		BEGIN
			SELECT study.source, size.rows, size.bytes, size.problems
			INTO "table", rows, bytes, problems
			FROM @extschema@._aer_study(log) study, @extschema@._aer_log_size(log) size;
		EXCEPTION WHEN OTHERS THEN
			"table" := NULL;
			rows := NULL;
			bytes := NULL;
			problems := NULL;
		END;
		RETURN NEXT;
	END LOOP;
END $$;

COMMENT ON FUNCTION aer_follow(regclass, text, jsonb, text, text, text) IS
'follows a table: creates a log beside it with the moments of its rows, and triggers that add to '
	'the log what each statement changes. aer_followed returns the moments';
COMMENT ON FUNCTION aer_followed(regclass) IS
'the moments of the rows that a followed table has now; an error, which names aer_refollow, if '
	'the log may differ from the table';
COMMENT ON FUNCTION aer_refollow(regclass, jsonb) IS
'reads a followed table again after it was changed, or only its new partitions if that is enough. '
	'"rename" {"old": "new"} names columns that were renamed';
COMMENT ON FUNCTION aer_unfollow(regclass, boolean) IS
'stops following a table: drops the triggers, their function and, if "drop", the log';
COMMENT ON FUNCTION aer_compact(regclass, boolean) IS
'merges rows of a log that have similar sizes or, if "everything", all of them, and returns their '
	'number. Writers do not wait for it';
COMMENT ON FUNCTION aer_check(regclass, boolean) IS
'compares a log with its table: the number of rows or, if "deep", all sums. "detail" describes a '
	'difference; aer_refollow is the remedy';
COMMENT ON FUNCTION aer_logs() IS
'the logs that the caller may read: the table that each follows, its rows, its bytes on disk, and '
	'the number of its problems';

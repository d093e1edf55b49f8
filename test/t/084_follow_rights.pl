
# Nobody gains anything by a followed table: not by TRIGGER, INSERT or CREATE on any
# table or schema, by a search path, or by moving, renaming or giving away his own
# things.  A role, the attacker, tries; each attempt wants a function of his to run
# with the rights of somebody else, who then makes him a superuser.

use strict;
use warnings;

use lib 'test/perl';
use AerTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = start_server('rights', 'client_min_messages = warning');

# aer is where the attacker may create: overloads of its functions are part of the trial.
$node->safe_psql('postgres', q{
	CREATE ROLE victim LOGIN;
	CREATE ROLE attacker LOGIN;
	CREATE ROLE reader LOGIN;
	CREATE ROLE favourite;
	CREATE SCHEMA aer;
	CREATE EXTENSION aer SCHEMA aer;
	GRANT USAGE, CREATE ON SCHEMA aer TO attacker;
	GRANT USAGE ON SCHEMA aer TO PUBLIC;
	CREATE SCHEMA study;
	GRANT ALL ON SCHEMA study TO victim, attacker;
	GRANT USAGE ON SCHEMA study TO reader;
	CREATE SCHEMA attack AUTHORIZATION attacker;
	GRANT USAGE ON SCHEMA attack TO PUBLIC;
	CREATE TABLE attack.ran (as_whom name, what text);
	GRANT INSERT ON attack.ran TO PUBLIC;
	SET ROLE attacker;
	CREATE FUNCTION attack.evil(what text) RETURNS void LANGUAGE plpgsql AS $$
	BEGIN
		INSERT INTO attack.ran VALUES (current_user, what);
		BEGIN
			ALTER ROLE attacker SUPERUSER;
		EXCEPTION WHEN OTHERS THEN
			NULL;
		END;
	END $$;
	CREATE FUNCTION attack.evil_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('trigger'); RETURN NEW; END $$;
	CREATE FUNCTION attack.evil_value(bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM attack.evil('value'); RETURN $1; END $$;
	RESET ROLE;
});
# what a log does to keep itself short, which it does in the trigger, is tried with each row
fold_every($node, 1);

sub as
{
	my ($role, $query) = @_;
	my ($status, $out, $error) = $node->psql('postgres', "SET search_path = aer, pg_temp;\n$query", extra_params => [ '-U', $role ], on_error_stop => 0);
	return $error;
}

# An attempt may be an error or not; what matters is who ran the attacker's function.
sub nobody_else
{
	my ($what) = @_;
	my $ran = $node->safe_psql('postgres', q{SELECT string_agg(DISTINCT as_whom || ' ran ' || what, ', ') FROM attack.ran WHERE as_whom <> 'attacker'});

	is($ran . $node->safe_psql('postgres', q{SELECT ' superuser' FROM pg_roles WHERE rolname = 'attacker' AND rolsuper}), '', $what);
	$node->safe_psql('postgres', 'TRUNCATE attack.ran; ALTER ROLE attacker NOSUPERUSER');
}

sub victims_table
{
	my $owner = 'postgres';

	as($owner, 'DROP TABLE IF EXISTS study.t, study.t_log CASCADE; DROP FUNCTION IF EXISTS study.t_log_follow CASCADE');
	is(as('victim', q{
		CREATE TABLE study.t (id bigint PRIMARY KEY, a float8, b float8, y float8);
		INSERT INTO study.t SELECT i, i % 3, i % 5, i FROM generate_series(1, 20) i;
		SELECT aer.aer_follow('study.t', 'y', aer.aer_design(include => '{a,b}'), 'id', 't_log');
		GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES ON study.t TO attacker;
	}), '', 'a table of the victim, followed');
}

# all that a superuser's job may do to anybody's log
my $upkeep = sub {
	my ($log) = @_;

	return map { ("BEGIN ISOLATION LEVEL $_", "SELECT 1 FROM pg_class LIMIT 1", "SELECT aer_followed('$log')", "ROLLBACK",
			"BEGIN ISOLATION LEVEL $_", "SELECT aer_check('$log', true)", "ROLLBACK",
			"BEGIN ISOLATION LEVEL $_", "SELECT aer_compact('$log', true)", "ROLLBACK",
			"BEGIN ISOLATION LEVEL $_", "SELECT aer_logs()", "ROLLBACK",
			"BEGIN ISOLATION LEVEL $_", "SELECT aer_refollow('$log')", "ROLLBACK") } 'READ COMMITTED', 'REPEATABLE READ';
};
my $do_upkeep = sub { my ($log) = @_; as('postgres', join ";\n", $upkeep->($log), '') };

# Default privileges on the log are revoked.
$node->safe_psql('postgres', q{
	ALTER DEFAULT PRIVILEGES FOR ROLE victim GRANT ALL ON TABLES TO attacker, PUBLIC;
	ALTER DEFAULT PRIVILEGES FOR ROLE victim GRANT ALL ON SEQUENCES TO attacker;
	ALTER DEFAULT PRIVILEGES FOR ROLE victim IN SCHEMA study GRANT ALL ON FUNCTIONS TO attacker, favourite WITH GRANT OPTION;
});
victims_table();
is($node->safe_psql('postgres', q{
	SELECT relname, a.grantee::regrole FROM pg_class, aclexplode(relacl) a WHERE relname ~ '^t_log' AND a.grantee <> relowner
	UNION ALL SELECT proname, a.grantee::regrole FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) a WHERE proname = 't_log_follow' AND a.grantee <> proowner}),
	'', 'nobody has a right on log and trigger function, whatever the default privileges are');
is($node->safe_psql('postgres', q{SELECT prosecdef, proowner::regrole, proconfig FROM pg_proc WHERE proname = 't_log_follow'}),
	't|victim|{"search_path=pg_catalog, pg_temp",jit=off,quote_all_identifiers=off}', 'a function of the owner, with a path of its own');
$node->safe_psql('postgres', q{
	ALTER DEFAULT PRIVILEGES FOR ROLE victim REVOKE ALL ON TABLES FROM attacker, PUBLIC;
	ALTER DEFAULT PRIVILEGES FOR ROLE victim REVOKE ALL ON SEQUENCES FROM attacker;
	ALTER DEFAULT PRIVILEGES FOR ROLE victim IN SCHEMA study REVOKE ALL ON FUNCTIONS FROM attacker, favourite;
});
is(as('attacker', 'INSERT INTO study.t VALUES (100, 1, 2, 3); UPDATE study.t SET a = 7 WHERE id = 100; DELETE FROM study.t WHERE id = 1'), '', 'who may write to the table needs no right on the log');
like(as('attacker', 'SELECT aer_followed(\'study.t_log\')'), qr/permission denied for table t_log/, 'nor can he read it');
is($node->safe_psql('postgres', q{SET search_path = aer; SELECT sound FROM aer_check('study.t_log', true)}), 't', 'and it is right');

# 1: a planted log
as('victim', 'ALTER TABLE study.t_log RENAME TO t_log_before');
is(as('attacker', q{
	CREATE TABLE study.t_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, added aer.aer_moments, removed aer.aer_moments, problem text, study jsonb);
	GRANT ALL ON study.t_log TO PUBLIC;
	CREATE TRIGGER evil BEFORE INSERT ON study.t_log FOR EACH ROW EXECUTE FUNCTION attack.evil_trigger();
}), '', 'another table has the name of the log');
like(as($_, 'INSERT INTO study.t VALUES (101, 1, 2, 3)'), qr/log study.t_log of the followed table study.t is not as aer_follow\(\) created it.*same owner/s, "a statement of $_ is an error") for qw(attacker victim postgres);
like(as('postgres', 'TRUNCATE study.t'), qr/is not as aer_follow\(\) created it/, 'and so is TRUNCATE');
$do_upkeep->('study.t_log');
nobody_else('a planted log');
as('attacker', 'DROP TABLE study.t_log');
as('victim', 'ALTER TABLE study.t_log_before RENAME TO t_log');

# 2: things are moved, under a log whose owner they have
victims_table();
as('attacker', q{
	CREATE TABLE attack.t (id bigint PRIMARY KEY, a float8, b float8, y float8);
	SELECT aer_follow('attack.t', 'y', aer_design(include => '{a,b}'), 'id', 't_log');
	CREATE TRIGGER evil BEFORE INSERT ON attack.t_log FOR EACH ROW EXECUTE FUNCTION attack.evil_trigger();
	ALTER TABLE attack.t_log RENAME TO hidden;
	ALTER TABLE attack.hidden SET SCHEMA study;
	ALTER TABLE attack.t RENAME TO t_log;
	ALTER TABLE attack.t_log SET SCHEMA study;
	ALTER FUNCTION attack.t_log_follow() SET SCHEMA study;
	ALTER FUNCTION attack.t_log_follow() OWNER TO victim;
	ALTER TABLE study.hidden OWNER TO victim;
});
as($_, 'INSERT INTO study.t VALUES (102, 1, 2, 3)') for qw(victim postgres);
$do_upkeep->($_) for 'study.t_log', 'study.hidden';
nobody_else('tables and functions moved and given away');
as('attacker', 'DROP TABLE IF EXISTS study.hidden, attack.t CASCADE; DROP FUNCTION attack.t_log_follow CASCADE');

# 3: triggers, rules and whatever else is computed on a log; the victim gave the right to
victims_table();
is(as('victim', 'GRANT TRIGGER ON study.t_log TO attacker'), '', 'the right to hang triggers on the log');
# a snapshot that is older than the trigger: the catalogs do not show it, and it would run
my $script = q{
	BEGIN ISOLATION LEVEL REPEATABLE READ;
	SELECT count(*) FROM pg_trigger;
	\! } . "psql -X -q -U attacker -d '" . $node->connstr('postgres') . "' -c 'CREATE TRIGGER evil BEFORE INSERT ON study.t_log FOR EACH ROW EXECUTE FUNCTION attack.evil_trigger()'" . q{
	SELECT 'seen ' || count(*) FROM pg_trigger WHERE tgname = 'evil' AND tgrelid = 'study.t_log'::regclass;
	INSERT INTO study.t VALUES (103, 1, 2, 3);
	ROLLBACK;
};
my ($status, $out, $error) = $node->psql('postgres', $script, on_error_stop => 0);
like($out, qr/seen 0/, 'a trigger on the log that the snapshot does not show');
like($error, qr/is not as aer_follow\(\) created it.*triggers, rules/s, 'is an error all the same');
$do_upkeep->('study.t_log');
nobody_else('a trigger on the log');
as('victim', 'DROP TRIGGER evil ON study.t_log; REVOKE TRIGGER ON study.t_log FROM attacker');
# on a log of his own, which a superuser keeps short
as('attacker', q{
	CREATE TABLE attack.t (id bigint PRIMARY KEY, a float8, b float8, y float8);
	SELECT aer_follow('attack.t', 'y', aer_design(include => '{a,b}'), 'id', 't_log');
	INSERT INTO attack.t SELECT i, i % 3, i % 5, i FROM generate_series(1, 20) i;
	DELETE FROM attack.t WHERE id < 5;
	CREATE VIEW attack.mirror AS SELECT * FROM attack.t_log;
});
for (
	[ 'CREATE RULE evil AS ON INSERT TO attack.t_log DO ALSO SELECT attack.evil(\'rule\')', 'DROP RULE evil ON attack.t_log' ],
	[ 'CREATE RULE evil AS ON DELETE TO attack.t_log DO ALSO SELECT attack.evil(\'rule\')', 'DROP RULE evil ON attack.t_log' ],
	[ 'CREATE TRIGGER evil AFTER DELETE ON attack.t_log FOR EACH ROW EXECUTE FUNCTION attack.evil_trigger()', 'DROP TRIGGER evil ON attack.t_log' ],
	[ 'ALTER TABLE attack.t_log ADD CONSTRAINT evil CHECK (attack.evil_value(id) > 0) NOT VALID', 'ALTER TABLE attack.t_log DROP CONSTRAINT evil' ],
	[ 'ALTER TABLE attack.t_log ADD evil bigint, ALTER evil SET DEFAULT attack.evil_value(1)', 'ALTER TABLE attack.t_log DROP evil' ],
	[ 'CREATE DOMAIN attack.checked AS bigint DEFAULT attack.evil_value(1) CHECK (attack.evil_value(VALUE) > 0); ALTER TABLE attack.t_log ADD evil attack.checked',
		'ALTER TABLE attack.t_log DROP evil; DROP DOMAIN attack.checked' ],
	[ 'CREATE INDEX evil ON attack.t_log (attack.evil_value(id))', 'DROP INDEX attack.evil' ],
	[ 'CREATE INDEX evil ON attack.t_log (id) WHERE attack.evil_value(id) > 0', 'DROP INDEX attack.evil' ],
	# the planner computes this
	[ 'CREATE INDEX evil ON attack.t_log (id) WHERE attack.evil_value(1) > 0', 'DROP INDEX attack.evil' ],
	[ 'ALTER TABLE attack.t_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY evil ON attack.t_log USING (attack.evil_value(id) > 0)',
		'DROP POLICY evil ON attack.t_log; ALTER TABLE attack.t_log DISABLE ROW LEVEL SECURITY' ])
{
	my ($hang, $take) = @$_;

	is(as('attacker', $hang), '', $hang);
	$do_upkeep->('attack.t_log');
	nobody_else('it does not run');
	is(as('attacker', $take), '', 'and is taken away');
}
unlike($do_upkeep->('attack.t_log'), qr/is not as aer_follow\(\) created it/, 'without all that the upkeep goes on');

# 4: the function on another table
victims_table();
my $hang = q{CREATE TRIGGER mine AFTER INSERT ON attack.other REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION study.t_log_follow('root')};
as('attacker', q{
	CREATE TYPE attack.number AS ENUM ('1', '2');
	CREATE FUNCTION attack.cast_to(attack.number) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('cast'); RETURN 1; END $$;
	CREATE FUNCTION attack.cast_to_float(attack.number) RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('cast'); RETURN 1; END $$;
	CREATE CAST (attack.number AS bigint) WITH FUNCTION attack.cast_to AS IMPLICIT;
	CREATE CAST (attack.number AS float8) WITH FUNCTION attack.cast_to_float AS IMPLICIT;
	CREATE TABLE attack.other (id attack.number, a attack.number, b attack.number, y attack.number);
});
like(as('attacker', $hang), qr/permission denied for function study.t_log_follow/, 'EXECUTE is revoked');
# as after pg_restore -x
$node->safe_psql('postgres', 'GRANT EXECUTE ON FUNCTION study.t_log_follow TO PUBLIC');
is(as('attacker', $hang), '', 'where it is not');
like(as($_, q{INSERT INTO attack.other VALUES ('1', '1', '2', '1')}), qr/log study.t_log of the followed table attack.other is not as aer_follow\(\) created it.*same owner/s, "it is an error to $_") for qw(attacker postgres);
is($node->safe_psql('postgres', 'SELECT count(added), count(problem) FROM study.t_log'), '1|0', 'and the log has nothing of it');
nobody_else('the function on another table');
like(as('victim', q{SELECT aer_refollow('study.t_log')}), qr/permission denied for schema attack|must be owner of relation other/, 'the owner cannot take his trigger away');
like(as('victim', q{SELECT aer_followed('study.t_log')}), qr/study.t was changed/, 'and is told of it');
as('attacker', 'DROP TABLE attack.other');
is(as('victim', q{SELECT aer_refollow('study.t_log')}), '', 'the table taken in anew');
like(as('attacker', $hang =~ s/attack.other/attack.t/r), qr/permission denied for function study.t_log_follow/, 'EXECUTE is revoked again');
# a key, target or features whose casts are somebody's
as('attacker', q{
	CREATE TABLE attack.typed (id bigint PRIMARY KEY, a float8, y float8);
	INSERT INTO attack.typed VALUES (1, 1, 1), (2, 1, 2);
	SELECT aer_follow('attack.typed', 'y', aer_design(include => '{a}'), 'id', 'typed_log');
	ALTER TABLE attack.typed ALTER y TYPE attack.number USING y::int::text::attack.number;
	ALTER TABLE attack.typed ALTER id TYPE attack.number USING id::text::attack.number;
	DO $$ BEGIN
		EXECUTE (SELECT format('CREATE OR REPLACE FUNCTION attack.typed_log_follow() RETURNS trigger LANGUAGE plpgsql AS %L',
			replace(replace(prosrc, '"type": "bigint"', '"type": "attack.number"'), '"name": "y", "type": "double precision"', '"name": "y", "type": "attack.number"'))
			FROM pg_proc WHERE proname = 'typed_log_follow');
	END $$;
	UPDATE attack.typed_log SET study = replace(replace(study::text, '"type": "bigint"', '"type": "attack.number"'), '"name": "y", "type": "double precision"', '"name": "y", "type": "attack.number"')::jsonb WHERE id = 0;
});
$do_upkeep->('attack.typed_log');
is($node->safe_psql('postgres', q{SET search_path = aer; SELECT sound FROM aer_check('attack.typed_log', true)}), 'f', 'columns of the attacker\'s type');
nobody_else('casts of the attacker\'s types');
like(as('postgres', q{SELECT aer_follow('attack.typed', 'y', aer_design(include => '{a}'), 'id', 'other_log')}), qr/cannot be a key/, 'they cannot be followed');
# what a log says of itself is believed as little
for my $forged (
	q{"key_type": "bigint), attack.evil('injected')) --"}, q{"shape": "1), attack.evil('injected')) --"},
	q{"features": "a", "features_type": "float8[], attack.evil('injected')"}, q{"features": "a", "features_type": "jsonb", "target_type": "float8, attack.evil('injected')"},
	q{"log": "attack.typed_log; SELECT attack.evil('injected')"}, q{"design": "' || attack.evil('injected') || '"}, q{"columns": [{"name": "a, attack.evil('injected')", "type": "x", "number": 1}]})
{
	my ($name) = $forged =~ /^"(\w+)"/;

	as('attacker', qq{UPDATE attack.t_log SET study = study || \$json\${$forged}\$json\$ WHERE id = 0});
	as('postgres', 'UPDATE attack.t SET a = a + 1');
	$do_upkeep->('attack.t_log');
	nobody_else("a forged $name");
	as('attacker', q{SELECT aer_unfollow('attack.t_log', true); DROP FUNCTION IF EXISTS attack.t_log_follow CASCADE; DROP TABLE IF EXISTS attack.t_log CASCADE;
		SELECT aer_follow('attack.t', 'y', aer_design(include => '{a,b}'), 'id', 't_log')});
}

# 5: functions and operators in a path, and beside those of aer
as('attacker', q{
	CREATE FUNCTION attack.text_op(text, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('operator'); RETURN $1; END $$;
	CREATE OPERATOR attack.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = attack.text_op);
	CREATE FUNCTION attack.moments_op(aer.aer_moments, aer.aer_moments) RETURNS aer.aer_moments LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('operator'); RETURN $1; END $$;
	CREATE OPERATOR attack.- (LEFTARG = aer.aer_moments, RIGHTARG = aer.aer_moments, FUNCTION = attack.moments_op);
	CREATE FUNCTION attack.moments_equal(aer.aer_moments, aer.aer_moments) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('operator'); RETURN true; END $$;
	CREATE OPERATOR attack.= (LEFTARG = aer.aer_moments, RIGHTARG = aer.aer_moments, FUNCTION = attack.moments_equal);
	DO $$
	DECLARE
		f text;
	BEGIN
		FOREACH f IN ARRAY '{statement_timestamp(),current_setting(text),pg_column_size(aer.aer_moments),pg_partition_root(regclass),regexp_match(text\,text),to_regclass(text),parse_ident(text),row_security_active(regclass),row_security_active(oid),pg_has_role(oid\,text),quote_ident(name),jsonb_typeof(jsonb),starts_with(text\,text)}'::text[] LOOP
			EXECUTE format('CREATE FUNCTION attack.%s RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM attack.evil(%L); RETURN NULL; END $f$', f, f);
		END LOOP;
	END $$;
});
my $path = 'SET search_path = attack, aer, pg_catalog;';
victims_table();
as($_, "$path INSERT INTO study.t VALUES (104, 1, 2, 3); UPDATE study.t SET a = 9 WHERE id = 104; UPDATE study.t SET b = 'NaN' WHERE id = 104; DELETE FROM study.t WHERE id = 104; TRUNCATE study.t") for qw(attacker postgres);
as('attacker', "SET plpgsql.variable_conflict = use_variable; SET plpgsql.extra_errors = 'all'; SET standard_conforming_strings = off; SET quote_all_identifiers = on; SET check_function_bodies = off;
	INSERT INTO study.t VALUES (105, 1, 2, 3); UPDATE study.t SET b = 'NaN' WHERE id = 105");
is($node->safe_psql('postgres', q{SELECT string_agg(problem, ', ' ORDER BY id) FROM study.t_log}), 'attribute 2 ("b") of record 105 is NaN or infinite', 'settings of who writes do not matter');
as('postgres', "$path SELECT aer_refollow('study.t_log'); $_") for $upkeep->('study.t_log');
as('postgres', qq{$path
	SELECT aer_check('study.t_log', true); SELECT aer_followed('study.t_log'); SELECT aer_compact('study.t_log', true); SELECT aer_unfollow('study.t_log', true);
	SELECT aer_follow('study.t', 'y', aer_design(include => '{a,b}'), 'id', 't_log');});
nobody_else('a search path with functions and operators');
# closer ones than aer's own, in its schema
as('attacker', q{
	DO $$
	DECLARE
		f text;
	BEGIN
		FOREACH f IN ARRAY '{aer_key(varchar),_aer_log_fault(name\,regclass\,boolean\,regrole),_aer_trigger_fault(regclass\,name\,text\,text\,text),_aer_trigger_fault(oid\,text\,text\,text\,text),_aer_trigger_log(text),_aer_changed_column(regclass\,jsonb\,boolean),_aer_fingerprint(regclass\,regprocedure\,oid\,oid[]\,jsonb),_aer_fingerprint(oid\,oid\,oid\,oid[]\,jsonb),_aer_changed(oid\,oid\,oid\,oid[]\,jsonb),_aer_members(regclass),_aer_fold(name\,boolean),_aer_reuse_space(oid),_aer_log_writer(oid),_aer_followed_table(regprocedure\,oid),_aer_study(oid),_aer_columns(regclass\,text[]),_aer_is_log(oid),_aer_trigger_function(name),_aer_triggers(regprocedure),_aer_lock_source(oid),_aer_check_source(oid),_aer_check_isolation(name),_aer_install(jsonb\,oid),_aer_read_source(jsonb\,oid),_aer_new_study(oid\,text\,jsonb\,text\,text\,text),_aer_base_type(regtype),_aer_key_type(oid\,text),_aer_moments_query(jsonb\,name),_aer_rows_query(jsonb\,name),_aer_log_query(oid)}'::text[] LOOP
			EXECUTE format('CREATE FUNCTION aer.%s RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM attack.evil(%L); RETURN NULL; END $f$', f, f);
		END LOOP;
	END $$;
	CREATE FUNCTION attack.add(aer.aer_moments, study.t, text, jsonb, bigint) RETURNS aer.aer_moments LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('overload'); RETURN $1; END $$;
	CREATE AGGREGATE aer.aer_moments(study.t, text, jsonb, bigint) (SFUNC = attack.add, STYPE = aer.aer_moments);
	CREATE FUNCTION attack.add(aer.aer_moments, record, text, jsonb, integer) RETURNS aer.aer_moments LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('overload'); RETURN $1; END $$;
});
is($node->safe_psql('postgres', q{SELECT count(*) > 17 FROM pg_proc WHERE pronamespace = 'aer'::regnamespace AND proowner = 'attacker'::regrole}), 't', 'closer functions in the schema of aer');
as($_, 'INSERT INTO study.t VALUES (106, 1, 2, 3); UPDATE study.t SET a = 9 WHERE id = 106; DELETE FROM study.t WHERE id = 106; TRUNCATE study.t') for qw(victim postgres);
as('postgres', qq{
	SELECT aer_check('study.t_log', true); SELECT aer_followed('study.t_log'); SELECT aer_compact('study.t_log', true); SELECT aer_refollow('study.t_log'); SELECT aer_unfollow('study.t_log', true);
	SELECT aer_follow('study.t', 'y', aer_design(include => '{a,b}'), 'id', 't_log');});
is($node->safe_psql('postgres', q{SET search_path = aer; SELECT sound FROM aer_check('study.t_log', true)}), 't', 'and all goes on as it did');
nobody_else('closer functions in the schema of aer are not taken');
$node->safe_psql('postgres', 'DROP AGGREGATE aer.aer_moments(study.t, text, jsonb, bigint)');

# 6: a view with functions, as the source that is followed
is(as('attacker', q{
	DROP TABLE attack.t CASCADE;
	CREATE VIEW attack.t AS SELECT 1::bigint AS id, 1::float8 AS a, 1::float8 AS b, attack.evil_value(1)::float8 AS y;
	CREATE TRIGGER one AFTER INSERT ON attack.t FOR EACH STATEMENT EXECUTE FUNCTION attack.t_log_follow('root');
}), '', 'a view in place of the table');
is($node->safe_psql('postgres', q{SELECT relkind FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE tgfoid = 'attack.t_log_follow'::regproc}), 'v', 'a view is what the log says it follows');
$do_upkeep->('attack.t_log');
as('postgres', q{SELECT aer_follow('attack.t', 'y', aer_design(include => '{a,b}'), 'id', 'v_log')});
nobody_else('a view with functions');

# 7: policies of a table that is read by aer_check, and by a TRUNCATE of its partition
as('attacker', q{
	CREATE TABLE attack.p (id bigint PRIMARY KEY, a float8, y float8);
	INSERT INTO attack.p VALUES (1, 1, 1);
	SELECT aer_follow('attack.p', 'y', aer_design(include => '{a}'), 'id', 'p_log');
	GRANT SELECT ON attack.p, attack.p_log TO PUBLIC;
	ALTER TABLE attack.p ENABLE ROW LEVEL SECURITY;
	CREATE POLICY evil ON attack.p USING (attack.evil_value(id) > 0);
});
like(as('reader', q{SELECT aer_check('attack.p_log', true)}), qr/must be owner of log/, 'only the owner checks a log');
is(as('reader', q{SELECT aer_followed('attack.p_log')}), '', 'the log can be read');
nobody_else('a policy');
as('victim', q{
	CREATE TABLE study.p (id bigint PRIMARY KEY, a float8, y float8) PARTITION BY RANGE (id);
	CREATE TABLE study.p_1 PARTITION OF study.p FOR VALUES FROM (0) TO (100);
	SELECT aer_follow('study.p', 'y', aer_design(include => '{a}'), 'id', 'p_log');
	INSERT INTO study.p VALUES (1, 1, 1), (2, 1, 1);
	ALTER TABLE study.p_1 ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
	TRUNCATE study.p_1;
});
is($node->safe_psql('postgres', 'SELECT problem FROM study.p_log ORDER BY id DESC LIMIT 1'), 'row-level security hides rows of partition study.p_1, which was truncated', 'what a policy hides of a partition cannot be taken back');

# 8: readers of the log may call aer_followed; its owner or a superuser maintains it, as the owner
victims_table();
as('victim', 'GRANT SELECT ON study.t_log TO reader; GRANT SELECT ON study.t TO reader');
is(as('reader', q{SELECT aer_followed('study.t_log')}), '', 'what the log says is for who may read it');
like(as('reader', q{SELECT aer_check('study.t_log', } . $_ . ')'), qr/must be owner of log study.t_log/, "what the table says is for the owner ($_)") for qw(false true);
as('victim', 'REVOKE SELECT ON study.t FROM victim');
like(as('postgres', q{SELECT aer_check('study.t_log')}), qr/permission denied for table t\b/, 'what the owner may not do a superuser does not do for him');
as('victim', 'GRANT SELECT ON study.t TO victim');
like(as('reader', "SELECT $_"), qr/must be owner|permission denied/, "$_: the owner's") for q{aer_refollow('study.t_log')}, q{aer_unfollow('study.t_log', true)}, q{aer_compact('study.t_log')},
	q{aer_follow('study.t', 'y', aer_design(include => '{a,b}'), 'id', 'r_log')};

# 9: the trigger function as another trigger, by who may hang triggers on the table and call it
victims_table();
$node->safe_psql('postgres', 'GRANT EXECUTE ON FUNCTION study.t_log_follow TO attacker');
as('attacker', q{CREATE TABLE attack.secrets (owner name); GRANT INSERT ON attack.secrets TO PUBLIC;
	CREATE FUNCTION attack.spy(whom name) RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN PERFORM attack.evil('a temporary view'); RETURN 1; END $$});
# rows that the function would read as the owner, were there no transition table of that name
my $view = q{CREATE TEMP VIEW new_rows AS SELECT 900::bigint AS id, attack.spy(current_user) AS a, 1::float8 AS b, 1::float8 AS y;
	CREATE TEMP VIEW old_rows AS TABLE new_rows; GRANT ALL ON new_rows, old_rows TO PUBLIC;};
my $ours = 'CREATE OR REPLACE TRIGGER aer_follow_insert_t_log AFTER INSERT ON study.t REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION study.t_log_follow(\'root\')';
my $whole = $ours =~ s/EACH STATEMENT/EACH STATEMENT WHEN ('study.t_log'::regclass IS NOT NULL)/r;
my $insert = 'INSERT INTO study.t VALUES (901, 1, 2, 3)';
for (
	[ 'without the rows', 'CREATE TRIGGER zzz AFTER INSERT ON study.t EXECUTE FUNCTION study.t_log_follow(\'root\')' ],
	[ 'under a name of aer\'s, without the rows', $whole =~ s/REFERENCING \S+ \S+ \S+ \S+//r ],
	[ 'with rows of another name', $whole =~ s/AS new_rows/AS my_rows/r ],
	[ 'of another event, too', $whole =~ s/INSERT ON/INSERT OR DELETE ON/r =~ s/REFERENCING \S+ \S+ \S+ \S+//r ],
	[ 'before', $whole =~ s/AFTER/BEFORE/r =~ s/REFERENCING \S+ \S+ \S+ \S+//r ],
	[ 'of each row', $whole =~ s/EACH STATEMENT/EACH ROW/r ],
	[ 'with another argument', $whole =~ s/'root'/'other'/r ],
	[ 'with none', $whole =~ s/'root'//r ],
	[ 'with a condition of his', $ours =~ s/EACH STATEMENT/EACH STATEMENT WHEN (1 = 1)/r ],
	[ 'with another log\'s condition', $ours =~ s/EACH STATEMENT/EACH STATEMENT WHEN ('study.t'::regclass IS NOT NULL)/r ],
	[ 'without its condition', $ours ],
	[ 'as that of a partition', $whole =~ s/'root'/'part'/r ],
	[ 'that is replaced while its statement runs', $whole =~ s/REFERENCING \S+ \S+ \S+ \S+//r, q{CREATE FUNCTION pg_temp.swap() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN EXECUTE '} . $whole =~ s/'/''/gr . q{'; RETURN 902; END $$;
		INSERT INTO study.t SELECT pg_temp.swap(), 1, 2, 3} ])
{
	my ($how, $hang, $run) = @$_;

	my $got = as('attacker', "$view $hang; " . ($run // $insert));
	like($got, qr/the log study.t_log of the followed table study.t is not as aer_follow\(\) created it/, "a trigger $how is an error") unless $how =~ /of a partition/;
	nobody_else("a trigger $how");
	is($node->safe_psql('postgres', q{SELECT count(*) FROM study.t_log WHERE added IS NOT NULL}), '1', 'which adds nothing');
	is(as('victim', q{SELECT aer_refollow('study.t_log')}), '', 'its owner takes the table in anew');
	$node->safe_psql('postgres', 'GRANT EXECUTE ON FUNCTION study.t_log_follow TO attacker');
	is($node->safe_psql('postgres', q{SELECT string_agg(tgname, ' ' ORDER BY tgname) FROM pg_trigger WHERE tgfoid = 'study.t_log_follow'::regproc AND tgtype & 1 = 0}),
		'aer_follow_delete_t_log aer_follow_insert_t_log aer_follow_truncate_t_log aer_follow_update_t_log', 'with aer\'s triggers alone');
}
is(as('attacker', "$view INSERT INTO study.t VALUES (903, 1, 2, 3)"), '', 'relations of those names do not matter else');
is($node->safe_psql('postgres', q{SET search_path = aer; SELECT sound FROM aer_check('study.t_log', true)}), 't', 'nor for what is counted');
as('victim', 'ALTER TRIGGER aer_follow_delete_t_log ON study.t RENAME TO mine');
like(as('victim', 'DELETE FROM study.t WHERE id = 1'), qr/Trigger "mine" was not created by aer_follow/, 'a trigger that was renamed is none of aer\'s');
is(as('victim', q{SELECT aer_refollow('study.t_log'); DELETE FROM study.t WHERE id = 1}), '', 'and is made anew');
nobody_else('triggers that others made');

# 10: what runs as the owner in a superuser's session stays the owner, and nothing that it sets stays
is(as('attacker', q{
	CREATE TABLE attack.late (a int);
	CREATE CONSTRAINT TRIGGER late AFTER INSERT ON attack.late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION attack.evil_trigger();
	CREATE FUNCTION attack.escape() RETURNS void LANGUAGE plpgsql AS $$
	DECLARE
		way text;
	BEGIN
		PERFORM attack.evil('an index'), set_config('search_path', 'attack', false), set_config('work_mem', '64kB', false);
		FOREACH way IN ARRAY ARRAY['SET ROLE postgres', 'RESET ROLE', 'RESET SESSION AUTHORIZATION', 'INSERT INTO attack.late VALUES (1)', 'PREPARE way AS SELECT attack.evil(''prepared'')'] LOOP
			BEGIN
				EXECUTE way;
				PERFORM attack.evil(way);
				RAISE WARNING 'escaped by %', way;
			EXCEPTION WHEN insufficient_privilege OR feature_not_supported THEN
				NULL;
			END;
		END LOOP;
		IF current_setting('attack.fail', true) = 'on' THEN
			RAISE 'failed as %', current_user;
		END IF;
	END $$;
	CREATE FUNCTION attack.escape_value(bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN IF session_user = 'postgres' THEN PERFORM attack.escape(); END IF; RETURN $1; END $$;
	CREATE TABLE attack.own (id bigint PRIMARY KEY, a float8, y float8);
	SELECT aer_follow('attack.own', 'y', aer_design(include => '{a}'), 'id', 'own_log');
	INSERT INTO attack.own VALUES (1, 1, 1), (2, 1, 2);
	DELETE FROM attack.own WHERE id = 2;
	ALTER TABLE attack.own_log ADD c bigint DEFAULT 1;
	CREATE INDEX ON attack.own_log (attack.escape_value(c));
}), '', 'an index of the attacker that tries to become somebody else');
my $still = q{SELECT current_user, current_setting('search_path'), current_setting('work_mem')};
my $was = $node->safe_psql('postgres', $still);
($status, $out, $error) = $node->psql('postgres', qq{
	SELECT aer.aer_compact('attack.own_log', true);
	$still;
	SET attack.fail = on;
	DO \$\$ BEGIN PERFORM aer.aer_refollow('attack.own_log'); EXCEPTION WHEN raise_exception THEN RAISE WARNING '%', sqlerrm; END \$\$;
	$still;
});
is($out, "2\n$was\n$was", 'after it, and after its error, the superuser is himself, with his settings');
like($error, qr/^psql:<stdin>:\d+: WARNING:  failed as attacker$/, 'it ran as its owner, and could not become another, nor leave anything behind');
nobody_else('upkeep of a log with such an index');

# 11: a superuser follows the attacker's table: as its owner, from the first statement that the planner sees
is(as('attacker', q{
	CREATE TABLE attack.planned (id bigint PRIMARY KEY, a float8, y float8);
	INSERT INTO attack.planned VALUES (1, 1, 1), (2, 1, 2);
	CREATE INDEX ON attack.planned (a) WHERE attack.evil_value(1) > 0;
}), '', 'an index whose condition the planner computes');
$node->safe_psql('postgres', 'TRUNCATE attack.ran');
is(as('postgres', q{SELECT aer_follow('attack.planned', 'y', aer_design(include => '{a}'), 'id'); SELECT aer_refollow('attack.planned_log')}), '', 'a superuser follows its table');
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT as_whom, ' ') FROM attack.ran}), 'attacker', 'the condition was computed');
nobody_else('as the owner of the table');

# 12: a log that its owner has locked does not keep others from seeing theirs
as('attacker', q{GRANT SELECT ON attack.planned_log TO reader});
my $locked = $node->background_psql('postgres', on_error_stop => 0, extra_params => [ '-U', 'attacker' ]);
$locked->query('BEGIN; LOCK TABLE attack.planned_log');
is($node->safe_psql('postgres', q{SET statement_timeout = '60s'; SET search_path = aer; SELECT log, rows, problems FROM aer_logs() WHERE "table" IS NULL}, extra_params => [ '-U', 'reader' ]),
	'attack.planned_log||', 'a log that is locked');
$locked->quit;

# A schema that somebody else could clear away is no place for a log; a member of the owner follows for him.
as('attacker', 'GRANT CREATE ON SCHEMA attack TO victim');
as('victim', 'CREATE TABLE attack.mine (id bigint PRIMARY KEY, a float8, y float8)');
like(as('victim', q{SELECT aer_follow('attack.mine', 'y', aer_design(include => '{a}'), 'id', 'mine_log')}), qr/the log cannot be in schema "attack"/, 'a log in the schema of another');
$node->safe_psql('postgres', 'GRANT victim TO favourite; GRANT favourite TO reader; GRANT CREATE ON SCHEMA study TO favourite');
is(as('reader', q{SELECT aer_follow('study.t', 'y', aer_design(include => '{a}'), 'id', 'm_log')}), '', 'a member of the owner');
is($node->safe_psql('postgres', q{SELECT relowner::regrole FROM pg_class WHERE relname = 'm_log' UNION ALL SELECT proowner::regrole FROM pg_proc WHERE proname = 'm_log_follow'}), "victim\nvictim", 'makes what is the owner\'s');
is(as('attacker', 'INSERT INTO study.t VALUES (107, 1, 2, 3)'), '', 'and all may write as before');
nobody_else('in the end');

stop_server($node);

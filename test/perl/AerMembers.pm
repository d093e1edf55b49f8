
# The objects of an extension, told so that two databases can be compared: each
# with everything that its catalogs have of it, names in place of numbers.

package AerMembers;

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT = qw(members);

# What stands in the catalog of each kind.  A column that may have a number which
# is of this database only has its name by a reg-type.
my %told = (
	pg_proc => q{SELECT CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid)
			ELSE (to_jsonb(a) || jsonb_build_object('aggfnoid', 0, 'aggtranstype', aggtranstype::regtype, 'aggmtranstype', aggmtranstype::regtype,
				'aggsortop', aggsortop::regoperator, 'arguments', pg_get_function_arguments(p.oid), 'result', pg_get_function_result(p.oid),
				'proparallel', proparallel, 'provolatile', provolatile, 'procost', procost, 'proisstrict', proisstrict))::text END || coalesce(proacl::text, '')
		FROM pg_proc p LEFT JOIN pg_aggregate a ON aggfnoid = p.oid WHERE p.oid = m.objid},
	pg_type => q{SELECT to_jsonb(t) - '{oid,typowner,typrelid}'::text[] || jsonb_build_object('typnamespace', typnamespace::regnamespace, 'typelem', typelem::regtype, 'typarray', typarray::regtype,
			'typbasetype', typbasetype::regtype, 'attributes', ARRAY(SELECT (attname, format_type(atttypid, atttypmod), attstorage) FROM pg_attribute WHERE attrelid = typrelid AND NOT attisdropped ORDER BY attnum))
		FROM pg_type t WHERE oid = m.objid},
	pg_operator => q{SELECT to_jsonb(o) - '{oid,oprowner}'::text[] || jsonb_build_object('oprnamespace', oprnamespace::regnamespace, 'oprleft', oprleft::regtype, 'oprright', oprright::regtype,
			'oprresult', oprresult::regtype, 'oprcom', oprcom::regoperator, 'oprnegate', oprnegate::regoperator)
		FROM pg_operator o WHERE oid = m.objid},
	pg_cast => q{SELECT (castsource::regtype, casttarget::regtype, castfunc::regprocedure, castcontext, castmethod) FROM pg_cast WHERE oid = m.objid},
	pg_opclass => q{SELECT (opcname, opcnamespace::regnamespace, opcintype::regtype, opcdefault, opckeytype::regtype, amname) FROM pg_opclass JOIN pg_am a ON a.oid = opcmethod WHERE pg_opclass.oid = m.objid},
	pg_opfamily => q{SELECT (opfname, opfnamespace::regnamespace, amname,
			ARRAY(SELECT (amoplefttype::regtype, amoprighttype::regtype, amopstrategy, amoppurpose, amopopr::regoperator) FROM pg_amop WHERE amopfamily = m.objid ORDER BY amopopr::regoperator::text),
			ARRAY(SELECT (amproclefttype::regtype, amprocrighttype::regtype, amprocnum, amproc::regprocedure) FROM pg_amproc WHERE amprocfamily = m.objid ORDER BY amproc::regprocedure::text))
		FROM pg_opfamily JOIN pg_am a ON a.oid = opfmethod WHERE pg_opfamily.oid = m.objid});

# A hash: what an object is, and what is told of it.
sub members
{
	my ($node, $database, $extension) = @_;
	my $of_kind = join ' ', map { "WHEN '$_'::regclass THEN ($told{$_})::text" } sort keys %told;
	my $rows = $node->safe_psql($database, qq{
		SELECT what || E'\\t' || replace(replace(coalesce(definition, 'a kind that AerMembers.pm does not know') || ' -- ' || coalesce(obj_description(objid, classid::regclass::name), ''), E'\\t', ' '), E'\\n', ' ')
		FROM (SELECT *, pg_describe_object(classid, objid, 0) AS what, CASE classid $of_kind END AS definition
			FROM pg_depend m WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
				AND refobjid = (SELECT oid FROM pg_extension WHERE extname = '$extension')) m});

	return { map { split /\t/, $_, 2 } split /\n/, $rows };
}

1;

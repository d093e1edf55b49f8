
# The version is the same wherever it is written, scripts lead to it from each release,
# META.json is as PGXN wants it, and debian/control as PostgreSQL's tools make it.

use strict;
use warnings;

use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;

my ($version) = slurp_file('aer.control') =~ /^default_version = '(\d+\.\d+\.\d+)'$/m;
ok(defined $version, 'aer.control names a version');

# Scripts lead from each release to the next, and the last one to this version.
my %next = map { /^sql\/aer--(.+)--(.+)\.sql$/ ? ($1 => $2) : () } glob 'sql/aer--*';
is(join(' ', map { "sql/aer--$_--$next{$_}.sql" } sort keys %next), join(' ', sort glob 'sql/aer--*'), 'sql/ has one script from each release to the next');
is(join(' ', grep { !exists $next{$_} && $_ ne $version } values %next), '', 'which lead to this version');
is(join(' ', sort glob 'sql/[a-z]*[a-z].sql'), join(' ', sort map { "sql/$_.sql" } split ' ', (slurp_file('Makefile') =~ /^FAMILIES = (.*)/m)[0]), 'its script is made of all families');
like(slurp_file('CHANGELOG.md'), qr/^# Changelog\n\n## \Q$version\E \((?:not yet released|\d{4}-\d\d-\d\d)\)\n/, 'CHANGELOG.md begins with it');
like(slurp_file('debian/changelog'), qr/^aer \(\Q$version\E\) (?:UNRELEASED|unstable); /, 'so does debian/changelog');
is(slurp_file('debian/control.in') =~ s/PGVERSION/15/gr, slurp_file('debian/control'), 'debian/control is made from debian/control.in');

# PGXN Meta Spec 1.0.0.
my @wrong;
my $meta = decode_json(slurp_file('META.json'));
my $semantic = qr/^\d+\.\d+\.\d+(?:-[A-Za-z][0-9A-Za-z-]*)?$/;
my $term = qr{^[^\s/\\[:cntrl:]]{2,}$};

my $want = sub { my ($what, $fine) = @_; push @wrong, $what unless $fine };
my %known = map { $_ => 1 } qw(name version abstract maintainer license provides meta-spec
  description generated_by tags no_index prereqs release_status resources);
$want->("key $_", $known{$_} || /^x_./i) for sort keys %$meta;
$want->($_, defined $meta->{$_} && !ref $meta->{$_} && length $meta->{$_}) for qw(name version abstract maintainer license);
$want->('name', $meta->{name} =~ $term);
$want->('version', $meta->{version} =~ $semantic);
$want->('license', grep { $_ eq $meta->{license} } qw(agpl_3 apache_1_1 apache_2_0 artistic_1 artistic_2 bsd freebsd
	gfdl_1_2 gfdl_1_3 gpl_1 gpl_2 gpl_3 lgpl_2_1 lgpl_3_0 mit mozilla_1_0 mozilla_1_1 openssl perl_5 postgresql qpl_1_0
	ssleay sun zlib open_source restricted unrestricted unknown));
$want->('meta-spec', $meta->{'meta-spec'}{version} eq '1.0.0' && $meta->{'meta-spec'}{url} =~ m{^https?://});
$want->('release_status', $meta->{release_status} =~ /^(?:stable|testing|unstable)$/);
$want->('tags', @{ $meta->{tags} } && !grep { ref || !m{^[^/\\[:cntrl:]]{2,255}$} } @{ $meta->{tags} });
$want->('provides', join(' ', keys %{ $meta->{provides} }) eq 'aer');
for my $provided (values %{ $meta->{provides} })
{
	$want->("$_ of what is provided", defined $provided->{$_}) for qw(file version);
	$want->("$provided->{$_}, which is provided", -f $provided->{$_}) for qw(file docfile);
	$want->('its version', $provided->{version} eq $meta->{version});
	# "pgxn load" leaves out what has another file
	$want->('its script', $provided->{file} =~ /\.sql$/);
}
while (my ($phase, $relations) = each %{ $meta->{prereqs} })
{
	$want->("phase $phase", $phase =~ /^(?:configure|build|test|runtime|develop)$/);
	while (my ($relation, $names) = each %$relations)
	{
		$want->("relation $relation", $relation =~ /^(?:requires|recommends|suggests|conflicts)$/);
		$want->("range of $_", $_ =~ $term && !grep { !/^(?:[<>]=?|[!=]=)? ?\d+\.\d+\.\d+$/ } split /, */, $names->{$_}) for keys %$names;
	}
}
is(join(', ', @wrong), '', 'META.json is valid');
is($meta->{version}, $version, 'and of this version');

done_testing();

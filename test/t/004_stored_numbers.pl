
# The numbers that stand in stored values are those of every release: enums and
# flags, pinned one by one in test/modules/stored_numbers.c.

use strict;
use warnings;

use PostgreSQL::Test::Utils;
use Test::More;

my $pins = 'test/modules/stored_numbers.c';

chomp(my ($cc, $include) = map { `pg_config --$_` } qw(cc includedir-server));
my $output = `$cc -std=gnu99 -fsyntax-only -Isrc -I'$include' $pins 2>&1`;
is($?, 0, 'stored numbers are what they were') or diag($output);

# To be pinned: these enums, and every flag of a stored form.
my %stored;
for my $file (split /\n/, `find src -name '*.h'`)
{
	my $text = slurp_file($file);

	for my $enum ($text =~ /typedef enum (?:AttributeType|TargetType)\n\{(.*?)\}/sg)
	{
		$stored{$_} = $file for $enum =~ /^\s*([A-Z]\w*)/mg;
	}
	next unless $file =~ /_form\.h$/;
	$stored{$_} = $file for $text =~ /^#define\s+(\w+)\s+(?:\d|0x|\()/mg;
}
cmp_ok(scalar keys %stored, '>', 30, 'there are numbers to be pinned');
my %pinned = map { $_ => 1 } slurp_file($pins) =~ /^PIN\((\w+),/mg;
is(join(' ', grep { !$pinned{$_} && !/_FLAGS$/ } sort keys %stored), '', 'every stored number is pinned');

done_testing();

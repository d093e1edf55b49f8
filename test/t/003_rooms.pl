# The rules of src/README.md: where files stand, and what they include.
use strict;
use warnings;
use Test::More;

use File::Basename;
use File::Find;

# What the kernel may include that is not ours.
my %kernel_takes = map { $_ => 1 } qw("c.h" "common/pg_prng.h"
  <cblas.h> <lapacke.h> <float.h> <limits.h> <math.h> <stddef.h> <stdint.h> <string.h>);

sub slurp
{
	my ($name) = @_;
	open my $file, '<', $name or die "$name: $!";
	local $/;
	return scalar <$file>;
}

sub none
{
	my ($name, @wrong) = @_;
	is(join("\n", @wrong), '', $name);
}

# room -> [entry headers], [rooms that it may include]
my (%entry, %may);
for my $line (split /\n/, slurp('src/README.md'))
{
	my @cell = split /\s*\|\s*/, $line;
	next unless @cell > 3 && $cell[1] =~ /^`((?:kernel|pg)[\w\/]*)`$/;
	my $room = $1;
	$entry{$room} = $cell[3] eq 'all' ? undef : { map { $_ => 1 } $cell[3] =~ /`([^`]+)`/g };
	$may{$room} = { map { $_ => 1 } ($cell[4] // '') =~ /`([^`]+)`/g };
}
cmp_ok(scalar keys %entry, '>=', 10, 'src/README.md names the rooms');

my @source;
find({ no_chdir => 1, wanted => sub { push @source, $_ if -f && /\.[ch]$/ } }, 'src');
@source = map { s{^src/}{}r } sort @source;
cmp_ok(scalar @source, '>=', 100, 'there are sources');
my %text = map { $_ => slurp("src/$_") } @source;
my %include = map { $_ => [ $text{$_} =~ /^[ \t]*#[ \t]*include[ \t]+(\S+)/mg ] } @source;

# Where files stand.
my (%folder, @wrong);
for my $file (@source)
{
	my ($name, $room) = fileparse($file, qr/\.[ch]/);
	$room =~ s{/$}{};
	push @wrong, "$file: $folder{$name} has a $name too" if ($folder{$name} // $room) ne $room;
	$folder{$name} = $room;
	push @wrong, "$file: src/README.md does not know its room" unless exists $entry{$room};
}
for my $room (sort keys %entry)
{
	push @wrong, "$room: no folder" unless -d "src/$room";
	push @wrong, "$room: $_ is not there" for grep { !-f "src/$room/$_" } sort keys %{ $entry{$room} // {} };
}
none('base names are unique, every room is described and there', @wrong);

@wrong = ();
for my $file (@source)
{
	my ($head) = $text{$file} =~ m{\A(/\*.*?\*/)}s;

	push @wrong, "$file: its opening comment does not begin with its name"
	  unless ($head // '') =~ m{\A/\*\n \* \Q@{[ basename $file ]}\E\n};
}
none('files begin with what they are', @wrong);

# What they include.
@wrong = ();
my %wanted;
for my $file (@source)
{
	my $room = dirname($file);
	my %once;

	for my $include (@{ $include{$file} })
	{
		my ($name) = $include =~ /^["<](.*)[">]$/;
		my $other = dirname($name);

		push @wrong, "$file: includes $name twice" if $once{$include}++ && $name !~ /_list\.h$/;
		if (!exists $text{$name})
		{
			push @wrong, "$file: $name is not written from src/"
			  if exists $folder{ basename($name, '.h') };
			push @wrong, "$file: $include is not for the kernel"
			  if $room =~ /^kernel\b/ && !$kernel_takes{$include};
			next;
		}
		push @wrong, "$file: ours are written in quotes ($include)" if $include =~ /^</;
		$wanted{$name}++ unless $file eq $name =~ s/\.h$/.c/r;
		next if $other eq $room;
		push @wrong, "$file: $room may not include $other ($name)"
		  unless $other eq 'kernel' || $may{$room}{$other};
		push @wrong, "$file: $name is no entry header"
		  if $entry{$other} && !$entry{$other}{ basename($name) };
	}
}
none('includes keep to the rules', @wrong);

none('what one file alone uses is in no header', grep { /\.h$/ && !$wanted{$_} } @source);

# The kernel never leads to src/pg, and no room to itself.
sub reaches
{
	my ($room, $goal, %seen) = @_;
	for my $next (keys %{ $may{$room} })
	{
		return 1 if $next eq $goal || (!$seen{$next} && reaches($next, $goal, %seen, $next => 1));
	}
	return 0;
}
none('rooms include each other in one direction', grep { reaches($_, $_) } sort keys %may);
none('the kernel knows nothing of src/pg', grep { /^kernel\b/ && grep { /^pg\b/ } keys %{ $may{$_} } } sort keys %may);

# postgres.h must come first, and pg/aer.h has it.
@wrong = ();
for my $file (grep { m{^pg/} && !m{^pg/(aer|compat)\.h$} } @source)
{
	my $first = $file;
	$first = ($include{$first}[0] // '') =~ s/"//gr
	  while exists $text{$first} && $first ne 'pg/aer.h';
	push @wrong, "$file: first of all it includes $first" if $first ne 'pg/aer.h';
}
none('pg/aer.h comes first', @wrong);

done_testing();

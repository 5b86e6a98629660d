#!/usr/bin/perl
# Reduces a package of ICU's tables to those that an English-only program needs.
#
# Usage: icu-tables.pl < icudt76l.dat > small.dat
#
# It omits other languages, other character sets, and their rules for word and line breaks. The format is ICU's own
# for common data ("CmnD" 1.0): a header, which starts with its length; the number of tables; for each, the positions
# of its name and its data; the names; the tables, each at a multiple of 16. Source: ICU's `ucmndata.h`.
use strict;
use warnings;

binmode $_ for *STDIN, *STDOUT;
my $package = do { local $/; <STDIN> };
my ($header_length, @magic) = unpack 'v C2', $package;
die "icu-tables: not a little-endian package of ICU\n"
  unless $magic[0] == 0xda && $magic[1] == 0x27 && substr($package, 12, 4) eq 'CmnD';

print substr($package, 0, $header_length), repacked(grep { is_kept($_->{name}) } tables());

# A locale's file is named after it in every directory; files for no locale have longer names.
sub is_kept {
  my ($directory, $file) = $_[0] =~ m{^[^/]+/(?:(\w+)/)?([^/]+)$} or return 1;
  return 0 if $file =~ /\.(cnv|dict)$/ || ($directory // '') =~ /^(translit|rbnf)$/;
  return 0 if $file =~ /_cj\.brk$/;
  return $file !~ /^([a-z]{2,3}(_\w+)?)\.res$/ || $1 =~ /^en(_US(_POSIX)?)?$/;
}

sub tables {
  my $count = unpack 'V', substr($package, $header_length, 4);
  my @entries = map { [unpack 'V2', substr($package, $header_length + 4 + 8 * $_, 8)] } 0 .. $count - 1;
  my @ends = ((map { $_->[1] } @entries[1 .. $#entries]), length($package) - $header_length);
  return map {
    my ($name, $start) = @{$entries[$_]};
    {
      name => name_at($header_length + $name),
      bytes => substr($package, $header_length + $start, $ends[$_] - $start),
    }
  } 0 .. $#entries;
}

sub name_at { return substr $package, $_[0], index($package, "\0", $_[0]) - $_[0] }

sub repacked {
  my @kept = @_;
  my ($names, $tables, @places) = ('', '');
  for (@kept) {
    push @places, [length $names, length $tables];
    $names .= "$_->{name}\0";
    $tables .= padded($_->{bytes});
  }
  my $before_names = 4 + 8 * @kept;
  $names .= "\0" x (-($header_length + $before_names + length $names) % 16);
  my $before_tables = $before_names + length $names;
  my $entries = join '', map { pack 'V2', $_->[0] + $before_names, $_->[1] + $before_tables } @places;
  return pack('V', scalar @kept) . $entries . $names . $tables;
}

sub padded { return $_[0] . "\0" x (-length($_[0]) % 16) }

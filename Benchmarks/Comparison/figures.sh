# Computes figures from the measurements. Sourced by ../compare.

median() { sort -n | awk '{ all[NR] = $1 } END { if (NR) print all[int((NR + 1) / 2)] }'; }

# Milliseconds: the median of the rounds' medians.
wall() { field 2 "$1"; }

# Processor milliseconds, user and system: the median of the rounds' means.
processor() {
  awk -F, -v label="$1" '$1 == label { print 1000 * ($3 + $4) }' "$work/raw.csv" | median
}

field() {
  awk -F, -v label="$2" -v column="$1" '$1 == label { print 1000 * $column }' "$work/raw.csv" | median
}

# Megabytes.
memory() { awk -v label="$1" '$1 == label { print $2 / 1000 }' "$work/memory"; }

megabytes() { wc -c < "$1" | awk '{ print $1 / 1e6 }'; }

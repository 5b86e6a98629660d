# Measures the parts of the program. Sourced by ../compare.

# Prints megabytes of code and data by module, the largest first. Swift's mangled names begin with the
# length and the name of their module (docs/ABI/Mangling.rst in the compiler).
list_sizes() {
  nm --print-size --radix=d "$program" | awk '
    NF == 4 && $3 ~ /[tTrRdDwWVv]/ {
      size = $2 + 0
      name = $4
      origin = "C and C++: ICU, dispatch, the runtime"
      if (name ~ /^icudt/) origin = "the tables of ICU, which come with Foundation"
      else if (name ~ /^\$s/) origin = module(substr(name, 3))
      total[origin] += size
    }
    function module(rest,   count) {
      if (match(rest, /^[0-9]+/)) {
        count = substr(rest, 1, RLENGTH) + 0
        return substr(rest, RLENGTH + 1, count)
      }
      return "Swift and what is generic over it"
    }
    END { for (origin in total) printf "%.2f\t%s\n", total[origin] / 1e6, origin }
  ' | sort -rn | head -24
}

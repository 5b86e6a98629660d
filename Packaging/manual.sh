#!/bin/sh
# Prints the manual page in roff (man(7)), made from the help of a program that has been built:
# manual.sh PROGRAM VERSION DATE
set -eu
program=$1
export COLUMNS=80

# The help of a command, and of its subcommands after it.
helps() {
  text=$("$program" "$@" --help)
  printf '\n$ ghsearch%s\n%s\n' "${*:+ $*}" "$text"
  for name in $(printf '%s\n' "$text" |
    awk '/^[A-Z]/ { inside = /^SUBCOMMANDS:/ } inside && /^  [a-z]/ { print $1 }'); do
    (helps "$@" "$name")
  done
}

helps | awk -v version="$2" -v date="$3" '
  # Dashes can be copied from the page, and no text is read as a request.
  function escaped(text) {
    gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); gsub(/\047/, "\\(aq", text)
    gsub(/\^/, "\\(ha", text); gsub(/~/, "\\(ti", text)
    return text
  }
  function line(text) { return (text ~ /^\./ ? "\\&" : "") text "\n" }
  # With `code` in bold.
  function filled(text,   parts, n, i, result) {
    n = split(escaped(text), parts, "`")
    if (n % 2 == 0) return line(escaped(text))
    for (i = 1; i <= n; i++) result = result (i % 2 ? parts[i] : "\\fB" parts[i] "\\fP")
    return line(result)
  }
  # Flags and commands are bold, placeholders without their brackets italic.
  function usage(text,   result) {
    while (match(text, /<[^<>]*>|--?[A-Za-z][A-Za-z0-9-]*|flags|^ghsearch( [a-z]+)*/)) {
      word = substr(text, RSTART, RLENGTH)
      isPlace = word ~ /^</ || word == "flags"
      gsub(/[<>]/, "", word)
      result = result escaped(substr(text, 1, RSTART - 1)) (isPlace ? "\\fI" : "\\fB") escaped(word) "\\fP"
      text = substr(text, RSTART + RLENGTH)
    }
    return result escaped(text)
  }
  function put(text) { page[section] = page[section] text }
  # A flag, variable or file, and on the same line or below it its meaning, which begins in a column.
  function entry(text,   label, meaning) {
    label = substr(text, 3)
    if (match(label, /  +/)) {
      meaning = substr(label, RSTART + RLENGTH)
      label = substr(label, 1, RSTART - 1)
    } else if (substr(text, 26, 1) == " " && substr(text, 27, 1) !~ /[<[]/) {
      meaning = substr(text, 27)
      label = substr(text, 3, 23)
    }
    isSkipped = !isRoot && (label == "--version" || label == "-h, --help")
    if (isSkipped) return
    put(heading ".TP\n" (title ~ /^(ENVIRONMENT|FILES)$/ ? "\\fB" escaped(label) "\\fP" : usage(label)) "\n")
    heading = ""
    words = meaning
  }
  # Prints the words of an entry or a paragraph, which the help has in several lines.
  function flush() { if (words != "") put(filled(words)); words = "" }
  function end() { flush(); if (isExample) put(".EE\n"); isExample = 0 }

  /^\$ / {
    end()
    path = substr($0, 3)
    isRoot = path == "ghsearch"
    if (!isRoot) { section = "COMMANDS"; put(".SS " escaped(path) "\n") }
    title = ""
    next
  }
  /^OVERVIEW: / {
    text = substr($0, 11)
    if (isRoot) {
      section = "NAME"
      sub(/\.$/, "", text)
      put("ghsearch \\- " tolower(substr(text, 1, 1)) escaped(substr(text, 2)) "\n")
    } else {
      summary = text
    }
    title = "OVERVIEW"
    count = 0
    next
  }
  /^USAGE: / { title = "USAGE"; if (isRoot) section = "SYNOPSIS"; $0 = substr($0, 8); isFirst = 1 }
  /^[A-Z][A-Z ()]*:$/ {
    end()
    title = substr($0, 1, length($0) - 1)
    if (isRoot) section = title
    heading = isRoot ? "" : ".PP\n\\fI" escaped(title) "\\fP\n"
    if (title ~ /^(EXAMPLES|EXIT STATUS|JSON FIELDS)$/ || title == "ENVIRONMENT" && !isRoot) {
      put(heading ".EX\n")
      isExample = 1
    }
    next
  }
  isExample { if ($0 != "") put(line(escaped(isRoot ? substr($0, 3) : $0))); next }
  title == "SUBCOMMANDS" { next }
  title == "OVERVIEW" {
    if ($0 == "") count++; else paragraphs[count] = paragraphs[count] (paragraphs[count] == "" ? "" : " ") $0
    next
  }
  title == "USAGE" && $0 != "" {
    sub(/^ +/, "")
    put((isFirst ? "" : ".br\n") usage($0) "\n")
    isFirst = 0
    next
  }
  title == "USAGE" {
    if (isRoot) section = "DESCRIPTION"; else put(".PP\n" filled(summary))
    for (i = 0; i <= count; i++) {
      if (paragraphs[i] != "") put((isRoot && i < 2 ? "" : ".PP\n") filled(paragraphs[i]))
      delete paragraphs[i]
    }
    title = ""
    next
  }
  /^   / { sub(/^ +/, ""); if (!isSkipped) words = words (words == "" ? "" : " ") $0; next }
  /^  / { flush(); entry($0); next }

  END {
    end()
    page["EXIT STATUS"] = page["EXIT STATUS"] ".PP\n" \
      "130 means interrupted; any other signal exits with 128 plus its number.\n.PP\n" \
      "Every failure is one line on standard error:\n\\fBghsearch: \\fIwhat\\fB: \\fIwhy\\fB; \\fIwhat to do\\fR.\n"
    page["FILES"] = \
      "The token is the first one in the variables above, in \\fI.env\\fP, in the token file of ghsearch, and in\n" \
      "that of gh; tokens for another host are skipped.\n" page["FILES"]
    page["SEE ALSO"] = ".BR gh (1),\n.BR jq (1)\n.PP\n" \
      "Qualifiers of GitHub: https://docs.github.com/search\\-github\n"
    printf ".TH GHSEARCH 1 %s \"ghsearch %s\" \"User Commands\"\n", date, version
    n = split("NAME,SYNOPSIS,DESCRIPTION,OPTIONS,COMMANDS,EXIT STATUS,ENVIRONMENT,FILES,EXAMPLES,SEE ALSO", names, ",")
    for (i = 1; i <= n; i++) printf ".SH %s\n%s", names[i], page[names[i]]
  }'

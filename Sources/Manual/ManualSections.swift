/// The handwritten sections, in roff.
enum ManualSections {
  static let name = """
    .SH NAME
    ghsearch \\- find, inspect and star GitHub repositories

    """

  static let synopsis = """
    .SH SYNOPSIS
    .B ghsearch
    .br
    .B ghsearch
    .I query ...\\&
    .RI [ flags ]
    .br
    .B ghsearch
    .I command ...

    """

  static let options = """
    .SH OPTIONS
    .TP
    \\fB\\-h\\fP, \\fB\\-\\-help\\fP
    Show the help of the program or, after a command, of that command.
    .TP
    \\fB\\-\\-version\\fP
    Show the version.
    .TP
    \\fB\\-\\-generate\\-completion\\-script\\fP \\fIshell\\fP
    Print the completion script for bash, zsh or fish, as
    \\fBghsearch completion\\fP does.

    """

  static let failures = """
    .PP
    130 means interrupted; any other signal exits with 128 plus its number.
    .PP
    Every failure is one line on standard error:
    \\fBghsearch: \\fIwhat\\fB: \\fIwhy\\fB; \\fIwhat to do\\fR.

    """

  /// The text before the files.
  static let tokenOrder = """
    The token is the first one in the variables above, in \\fI.env\\fP, in ghsearch\\(aqs own file, and in
    gh\\(aqs; tokens for another host are skipped.

    """

  static let end = """
    .SH SEE ALSO
    .BR gh (1),
    .BR jq (1)
    .PP
    GitHub\\(aqs qualifiers: https://docs.github.com/search\\-github

    """
}

/// The sections that are written by hand, in roff.
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
    130 stands for an interruption; after another signal it is 128 plus its number.
    .PP
    Every failure is one line on standard error:
    \\fBghsearch: \\fIwhat\\fB: \\fIwhy\\fB; \\fIwhat to do\\fR.

    """

  static let environment = """
    .SH ENVIRONMENT
    .TP
    .B GHSEARCH_TOKEN
    A token for the configured API, whatever its host.
    .TP
    .BR GH_TOKEN ", " GITHUB_TOKEN
    A token for https://api.github.com only.
    .TP
    .BR GH_ENTERPRISE_TOKEN ", " GITHUB_ENTERPRISE_TOKEN
    A token for the host in \\fBGH_HOST\\fP only, also when
    \\fB\\-\\-hostname\\fP names it.
    .TP
    .B GH_HOST
    A GitHub Enterprise host.
    .TP
    .B GHSEARCH_API_URL
    The base URL of the API; http only on loopback. It takes precedence over
    \\fBGH_HOST\\fP, and \\fB\\-\\-hostname\\fP over both.
    .TP
    .BR NO_COLOR ", " CLICOLOR_FORCE ", " CLICOLOR
    Never use color; always use color; no color if it is 0.
    .TP
    .B BROWSER
    The browsers to try, separated by colons; %s is replaced with the URL.
    Without it the system\\(aqs opener is used.
    .TP
    .BR HTTPS_PROXY ", " NO_PROXY
    A proxy, and the hosts that bypass it.
    .TP
    .BR SSL_CERT_FILE ", " SSL_CERT_DIR
    A certificate bundle or directory, instead of the system\\(aqs.
    .TP
    .B ESCDELAY
    How many milliseconds Escape waits for the rest of a key sequence.
    .TP
    .BR XDG_CONFIG_HOME ", " XDG_STATE_HOME ", " XDG_DATA_HOME ", " XDG_CACHE_HOME
    The directories of the files below.

    """

  static let files = """
    .SH FILES
    The token is looked up in this order; sources for another host are skipped: \\fBGHSEARCH_TOKEN\\fP, \\fBGH_TOKEN\\fP,
    \\fBGITHUB_TOKEN\\fP, the variables for Enterprise, and then
    .TP
    .I .env
    in the working directory: only those first three keys,
    .TP
    .I \\(ti/.config/ghsearch/token
    which \\fBghsearch auth login\\fP writes, and only you can read,
    .TP
    .I \\(ti/.config/gh/hosts.yml
    which is gh\\(aqs.
    .PP
    Other files are
    .TP
    .I \\(ti/.config/ghsearch/keys.toml
    Key bindings of the interactive search.
    .TP
    .I \\(ti/.local/state/ghsearch/
    What is left of the rate limits, the search history, and the last list shown on each
    terminal.
    .TP
    .I \\(ti/.local/share/ghsearch/
    Favorites and the local copy of your stars.
    .TP
    .I \\(ti/.cache/ghsearch/
    Cached repositories; may be deleted at any time.

    """

  static let end = """
    .SH SEE ALSO
    .BR gh (1),
    .BR jq (1)
    .PP
    GitHub\\(aqs qualifiers: https://docs.github.com/search\\-github

    """
}

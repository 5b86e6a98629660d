/// What no flag's help can say, in roff.
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
    Show the help of the program or, behind a command, of that command.
    .TP
    \\fB\\-\\-version\\fP
    Show the version.
    .TP
    \\fB\\-\\-generate\\-completion\\-script\\fP \\fIshell\\fP
    Print the completions for bash, zsh or fish.

    """

  static let rest = exitStatus + environment + files + examples + end

  private static let exitStatus = """
    .SH EXIT STATUS
    .TS
    r lx.
    0	done; no results is also 0
    1	the answer is no (\\fBstarred\\fP)
    3	not found
    4	no token where one is needed, or GitHub does not accept it
    5	the token may not do this
    6	a rate limit, and it was not waited for
    7	network: names, connecting, TLS, proxy, time\\-out
    8	an answer that cannot be used
    9	a local file
    10	some done, some not
    11	output could not be written
    64	usage
    70	a bug
    130	interrupted; 128 and the number for any other signal
    .TE
    .PP
    Every failure is one line on standard error:
    \\fBghsearch: \\fIwhat\\fB: \\fIwhy\\fB; \\fIwhat to do\\fR.

    """

  private static let environment = """
    .SH ENVIRONMENT
    .TP
    .B GHSEARCH_TOKEN
    A token for the configured API, whatever its host.
    .TP
    .BR GH_TOKEN ", " GITHUB_TOKEN
    A token for https://api.github.com alone.
    .TP
    .BR GH_ENTERPRISE_TOKEN ", " GITHUB_ENTERPRISE_TOKEN
    A token for the host in \\fBGH_HOST\\fP alone, also where
    \\fB\\-\\-hostname\\fP names it.
    .TP
    .B GH_HOST
    A GitHub Enterprise host.
    .TP
    .B GHSEARCH_API_URL
    The base URL of the API; http on loopback alone. It goes before
    \\fBGH_HOST\\fP, and \\fB\\-\\-hostname\\fP before both.
    .TP
    .BR NO_COLOR ", " CLICOLOR_FORCE ", " CLICOLOR
    No colour at all; colour always; no colour where it is 0.
    .TP
    .B BROWSER
    The programs that may open a page, separated by colons; %s in one stands for
    the address.
    .TP
    .BR HTTPS_PROXY ", " NO_PROXY
    A proxy, and the hosts that it is not for.
    .TP
    .BR SSL_CERT_FILE ", " SSL_CERT_DIR
    Another bundle or folder of certificate authorities.
    .TP
    .B ESCDELAY
    Milliseconds that the Escape key waits for the rest of a sequence.
    .TP
    .BR XDG_CONFIG_HOME ", " XDG_STATE_HOME ", " XDG_DATA_HOME ", " XDG_CACHE_HOME
    Where the folders of the files below are.

    """

  private static let files = """
    .SH FILES
    The token is looked up in this order, and a source that is meant for another
    host is passed over: \\fBGHSEARCH_TOKEN\\fP, \\fBGH_TOKEN\\fP,
    \\fBGITHUB_TOKEN\\fP, the variables for Enterprise, and then
    .TP
    .I .env
    in the working directory: those first three keys alone,
    .TP
    .I \\(ti/.config/ghsearch/token
    which \\fBghsearch auth login\\fP writes, for nobody else to read,
    .TP
    .I \\(ti/.config/gh/hosts.yml
    which is gh\\(aqs.
    .PP
    Other files are
    .TP
    .I \\(ti/.config/ghsearch/keys.toml
    The keys of the search as you type.
    .TP
    .I \\(ti/.local/state/ghsearch/
    How many requests GitHub still grants, and what was searched for.
    .TP
    .I \\(ti/.local/share/ghsearch/
    Favourites, stars, and what is still to be told to GitHub.
    .TP
    .I \\(ti/.cache/ghsearch/
    What was seen; it may be removed at any time.

    """

  private static let examples = """
    .SH EXAMPLES
    .EX
    ghsearch http client \\-\\-language c++ \\-\\-sort stars
    ghsearch \\-\\- cli \\-language:go
    ghsearch json \\-\\-limit 150 \\-\\-csv fullName,stargazersCount
    ghsearch cli \\-\\-topic terminal \\-\\-jsonl all | jq .fullName
    ghsearch swift \\-\\-topic cli | ghsearch star \\-
    ghsearch view swiftlang/swift \\-\\-hostname github.example
    ghsearch auth login < token.txt
    .EE

    """

  private static let end = """
    .SH SEE ALSO
    .BR gh (1),
    .BR jq (1)
    .PP
    GitHub\\(aqs qualifiers: https://docs.github.com/search\\-github

    """
}

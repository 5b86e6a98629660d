/// A query in its parts: what `q` means.
struct SearchRequest {
  /// How forks are treated: left out unless `fork:true` or `fork:only` says otherwise.
  enum Forks {
    case without
    case with
    case only
  }

  var expression = SearchExpression.all([])
  var fields = SearchTerm.Fields.usual
  var forks = Forks.without
  /// The positive words, for `text_matches`.
  var terms: [SearchTerm] = []
  /// What `user:`, `org:` and `repo:` ask for; GitHub refuses when none of it can be seen.
  var scopes: [SearchQualifier] = []
  /// How many characters the words have, qualifiers and operators aside; 256 are allowed.
  var wordLength = 0
  /// How many AND, OR and NOT there are; five are allowed.
  var operatorCount = 0
}

/// Why a source that has something has no usable token; it never holds any part of one.
package struct TokenError: Error, Sendable, Equatable {
  /// What is wrong.
  package enum Problem: Sendable, Equatable {
    /// No 1 to 255 letters, digits and underscores.
    case malformed
    /// A line of a `.env` that is outside the dialect, counted from 1.
    case syntax(line: Int)
    case file(GuardedFile.Problem)
    /// The token file could not be changed, and is as it was.
    case unwritable(errno: Int32)
    /// Another process is changing the token file, and does not come to an end.
    case busy
    /// There is no folder for it: neither `XDG_CONFIG_HOME` nor `HOME` is set.
    case homeless
  }

  package let source: TokenSource
  package let problem: Problem

  init(_ source: TokenSource, _ problem: Problem) {
    self.source = source
    self.problem = problem
  }
}

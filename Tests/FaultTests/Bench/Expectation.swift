/// The expected outcome of a case, besides the invariants of all cases.
struct Expectation: Sendable {
  /// The expected standard output.
  enum Output: Sendable {
    case nothing
    case exactly(String)
    case containing(String)
    /// This number of lines.
    case lines(Int)
    /// No text that controls a terminal.
    case tame
    /// Valid JSON.
    case json
    case anything
  }

  /// The expected standard error; a line is a ghsearch message of at most 500 bytes.
  enum Errors: Sendable {
    case nothing
    /// One line that contains this text.
    case line(String)
    /// This number of lines, one of which contains the text.
    case lines(ClosedRange<Int>, containing: String)
    case anything
  }

  /// The accepted exit statuses, as a shell shows them.
  var status: Set<Int32>
  var output: Output
  var errors: Errors
  /// The duration from start to end.
  var seconds: ClosedRange<Double>
  /// The number of requests that reach the server.
  var requests: ClosedRange<Int>?
  /// Texts that the requests must not contain.
  var unsent: [String] = []
  /// Files that must not exist afterward, relative to the case's directory.
  var unmade: [String] = []

  private init(_ status: Set<Int32>, _ output: Output, _ errors: Errors, _ seconds: Double) {
    self.status = status
    self.output = output
    self.errors = errors
    self.seconds = 0...seconds
  }

  /// The time limit in seconds for an undelayed command on a busy machine: less than any limit in
  /// the program.
  static let promptly = 25.0

  /// The command succeeds.
  static func works(
    _ output: Output = .anything,
    says errors: Errors = .nothing,
    within seconds: Double = promptly
  ) -> Self {
    Self([0], output, errors, seconds)
  }

  /// The command fails with one line on standard error and no other output.
  static func fails(
    _ status: Int32...,
    saying text: String = "",
    output: Output = .nothing,
    within seconds: Double = promptly
  ) -> Self {
    Self(Set(status), output, .line(text), seconds)
  }

  /// The command ends with one of these statuses and this standard error.
  static func ends(
    _ status: Int32...,
    output: Output = .anything,
    errors: Errors,
    within seconds: Double = promptly
  ) -> Self {
    Self(Set(status), output, errors, seconds)
  }

  /// The same expectation, with this number of requests to the server.
  func asking(_ requests: ClosedRange<Int>) -> Self {
    var other = self
    other.requests = requests
    return other
  }

  func asking(_ requests: Int) -> Self { asking(requests...requests) }

  func notSending(_ texts: String...) -> Self {
    var other = self
    other.unsent += texts
    return other
  }

  func notMaking(_ paths: String...) -> Self {
    var other = self
    other.unmade += paths
    return other
  }

  /// The same expectation, after at least this many seconds.
  func notBefore(_ seconds: Double) -> Self {
    var other = self
    other.seconds = seconds...max(seconds, self.seconds.upperBound)
    return other
  }
}

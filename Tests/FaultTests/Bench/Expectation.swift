/// What must come of a case, beside what must hold in all of them.
struct Expectation: Sendable {
  /// What standard output holds.
  enum Output: Sendable {
    case nothing
    case exactly(String)
    case containing(String)
    /// So many lines.
    case lines(Int)
    /// No line that starts like a row; gh prints the body of a failure.
    case noRows
    /// Nothing that acts on a terminal.
    case tame
    /// JSON that a program can read.
    case json
    case anything
  }

  /// What standard error holds; a line is one of ours, at most 500 bytes.
  enum Errors: Sendable {
    case nothing
    /// One line, with that in it.
    case line(String)
    /// So many lines, with that in one of them.
    case lines(ClosedRange<Int>, containing: String)
    case anything
  }

  /// As a shell shows it; any of them.
  var status: Set<Int32>
  var output: Output
  var errors: Errors
  /// From the start to the end.
  var seconds: ClosedRange<Double>
  /// How many of them reach the server.
  var requests: ClosedRange<Int>?
  /// Parts of what the server gets, and of what it must not get.
  var sent: [String] = []
  var unsent: [String] = []
  /// Files that must come to be, and that must not, below the folder of the case.
  var made: [String] = []
  var unmade: [String] = []

  private init(_ status: Set<Int32>, _ output: Output, _ errors: Errors, _ seconds: Double) {
    self.status = status
    self.output = output
    self.errors = errors
    self.seconds = 0...seconds
  }

  /// Seconds within which what nobody holds up is done, on a machine that has other things to do.
  static let promptly = 10.0

  /// The command did what it said.
  static func works(
    _ output: Output = .anything,
    says errors: Errors = .nothing,
    within seconds: Double = promptly
  ) -> Self {
    Self([0], output, errors, seconds)
  }

  /// It says in one line what it did not do, and prints nothing else.
  static func fails(
    _ status: Int32...,
    saying text: String = "",
    output: Output = .nothing,
    within seconds: Double = promptly
  ) -> Self {
    Self(Set(status), output, .line(text), seconds)
  }

  /// It ends as said, with that on standard error.
  static func ends(
    _ status: Int32...,
    output: Output = .anything,
    errors: Errors,
    within seconds: Double = promptly
  ) -> Self {
    Self(Set(status), output, errors, seconds)
  }

  /// The same, and so many requests reach the server.
  func asking(_ requests: ClosedRange<Int>) -> Self {
    var other = self
    other.requests = requests
    return other
  }

  func asking(_ requests: Int) -> Self { asking(requests...requests) }

  func sending(_ texts: String...) -> Self {
    var other = self
    other.sent += texts
    return other
  }

  func notSending(_ texts: String...) -> Self {
    var other = self
    other.unsent += texts
    return other
  }

  func making(_ paths: String...) -> Self {
    var other = self
    other.made += paths
    return other
  }

  func notMaking(_ paths: String...) -> Self {
    var other = self
    other.unmade += paths
    return other
  }

  /// The same, and not before that many seconds.
  func notBefore(_ seconds: Double) -> Self {
    var other = self
    other.seconds = seconds...max(seconds, self.seconds.upperBound)
    return other
  }
}

import Testing

/// A row of the bench: a situation, a command, and the expected outcome.
struct FaultCase: Sendable {
  let name: String
  var arguments: [Bytes]
  var door: Door
  var script: Script
  /// Additions to an environment with only a token; nil removes a variable.
  var environment: [String: String?]
  var files: [FaultFile]
  var wiring: Wiring
  var expected: Expectation
  /// Whether it waits for seconds.
  var isSlow: Bool

  /// The program's input, output and settings.
  struct Wiring: Sendable {
    var input = ChildCommand.Input.nothing
    var output = ChildCommand.Output.pipe
    var errors = ChildCommand.Output.pipe
    var columns: UInt16 = 80
    var rows: UInt16 = 24
    var settings: [String] = []
    var reactions: [ChildCommand.Reaction] = []
    /// A shell script to run instead, with the program as `$0`.
    var shellScript: String?
  }

  init(
    _ name: String,
    _ arguments: [Bytes] = ["swift"],
    at door: Door = .plain,
    server script: Script = .rows(3),
    environment: [String: String?] = [:],
    files: [FaultFile] = [],
    wiring: Wiring = Wiring(),
    _ expected: Expectation,
    isSlow: Bool = false
  ) {
    self.name = name
    self.arguments = arguments
    self.door = door
    self.script = script
    self.environment = environment
    self.files = files
    self.wiring = wiring
    self.expected = expected
    self.isSlow = isSlow
  }
}

extension FaultCase: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension FaultCase {
  /// The same case, connected differently.
  func connected(_ change: (inout Wiring) -> Void) -> Self {
    var other = self
    change(&other.wiring)
    return other
  }
}

/// A file that exists before the program starts.
struct FaultFile: Sendable {
  enum Content: Sendable {
    case bytes(Bytes)
    case directory
    case pipe
    case link(to: String)
    /// A sparse file of this many bytes.
    case hole(Int64)
  }

  /// The path relative to the case's directory, which has `home` and `here`.
  let path: String
  let content: Content
  var mode: UInt16

  init(_ path: String, _ content: Content, mode: UInt16 = 0o600) {
    self.path = path
    self.content = content
    self.mode = mode
  }

  /// Whether the case runs the file.
  var isProgram: Bool { mode & 0o100 != 0 }

  static let tokenFile = "home/.config/ghsearch/token"
}

import Testing

/// A row of the bench: a world, a command in it, and what must come of it.
struct FaultCase: Sendable {
  let name: String
  var arguments: [Bytes]
  var door: Door
  var script: Script
  /// On top of an empty environment with a token; nil takes one away.
  var environment: [String: String?]
  var files: [FaultFile]
  var wiring: Wiring
  var expected: Expectation
  /// It waits, for seconds.
  var isSlow: Bool
  /// It is much like another one, which stands for it in the quick half.
  var isExtra = false

  /// What the program is connected to.
  struct Wiring: Sendable {
    var input = ChildCommand.Input.nothing
    var output = ChildCommand.Output.pipe
    var errors = ChildCommand.Output.pipe
    var columns: UInt16 = 80
    var rows: UInt16 = 24
    var settings: [String] = []
    var reactions: [ChildCommand.Reaction] = []
    /// Runs this instead, with the program as `$0`.
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
  /// Connected otherwise than to pipes.
  func connected(_ change: (inout Wiring) -> Void) -> Self {
    var other = self
    change(&other.wiring)
    return other
  }
}

extension [FaultCase] {
  /// The same cases, of which one in so many is in the quick half.
  func thinned(to period: Int) -> Self {
    enumerated().map { index, row in
      var row = row
      row.isExtra = !index.isMultiple(of: period)
      return row
    }
  }
}

/// A file that is there before the program starts.
struct FaultFile: Sendable {
  enum Content: Sendable {
    case bytes(Bytes)
    case folder
    case pipe
    case link(to: String)
    /// That many bytes which take no room.
    case hole(Int64)
  }

  /// Below the folder of the case; `home` and `work` are there.
  let path: String
  let content: Content
  var mode: UInt16

  init(_ path: String, _ content: Content, mode: UInt16 = 0o600) {
    self.path = path
    self.content = content
    self.mode = mode
  }

  static let tokenFile = "home/.config/ghsearch/token"
}

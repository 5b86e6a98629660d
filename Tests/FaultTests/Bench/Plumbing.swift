import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The descriptors that connect the bench and a program, both ends.
final class Plumbing {
  private let command: ChildCommand
  /// Our read ends; nil if there is none or it is closed.
  private(set) var control: Int32?
  private(set) var output: Int32?
  private(set) var errors: Int32?
  /// Our end of the program's terminal.
  private(set) var terminal: Int32?

  /// The program's descriptors 0, 1 and 2, and the launcher's 3.
  private var theirs: [Int32: Int32] = [:]
  private var terminalPath: String?
  /// Descriptors that stay open to the end.
  private var others: [Int32] = []

  init(_ command: ChildCommand) throws {
    self.command = command
    if command.usesTerminal { try openTerminal() }
    try connectInput()
    output = try connect(1, command.output)
    errors = try connect(2, command.errors)
    control = try pipe(to: 3)
    if case .pipeCut(0) = command.output { closeOutput() }
  }

  deinit {
    for descriptor in Array(theirs.values) + others { close(descriptor) }
    // The terminal's end is in `others` and may also serve as output or errors.
    for descriptor in [control, output, errors] {
      if let descriptor, descriptor != terminal { close(descriptor) }
    }
  }

  /// The process id of the launcher.
  func spawn() throws -> pid_t {
    #if canImport(Darwin)
      var (attributes, actions): (posix_spawnattr_t?, posix_spawn_file_actions_t?)
    #else
      var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if let terminalPath {
      // The first terminal that a session leader opens becomes its controlling terminal.
      posix_spawnattr_setflags(&attributes, Self.newSession)
      for number in terminalDescriptors {
        posix_spawn_file_actions_addopen(&actions, number, terminalPath, O_RDWR, 0)
      }
    } else {
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    }
    for (number, descriptor) in theirs.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    var pid: pid_t = 0
    let problem = CStrings.with(arguments, environment) { arguments, environment in
      posix_spawn(&pid, Program.launcher, &actions, &attributes, arguments, environment)
    }
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EINVAL) }
    // Otherwise these copies would keep the pipes open and prevent their end of file.
    for descriptor in theirs.values { close(descriptor) }
    theirs = [:]
    return pid
  }

  private static let newSession: Int16 = 0x80

  private var terminalDescriptors: [Int32] {
    var numbers: [Int32] = []
    if case .terminal = command.input { numbers.append(0) }
    if command.output == .terminal { numbers.append(1) }
    if command.errors == .terminal { numbers.append(2) }
    return numbers
  }

  private var arguments: [[UInt8]] {
    var settings = command.settings + ["directory=\(command.directory)"]
    if case .closed = command.input { settings.append("close=0") }
    if command.output == .closed { settings.append("close=1") }
    if command.errors == .closed { settings.append("close=2") }
    let start = [Program.launcher] + settings + ["--", command.program]
    return start.map { Array($0.utf8) } + command.arguments
  }

  private var environment: [[UInt8]] {
    command.environment.map { Array("\($0.key)=\($0.value)".utf8) }
  }
}

// MARK: Opening

extension Plumbing {
  private func connectInput() throws {
    switch command.input {
    case .terminal: break
    case .nothing, .closed: try open("/dev/null", O_RDONLY, as: 0)
    case .file(let path): try open(path, O_RDONLY, as: 0)
    case .bytes(let bytes): try fillFile(bytes.filled(Places()))
    }
  }

  /// Uses an unlinked file, which needs no writer while the program reads.
  private func fillFile(_ bytes: [UInt8]) throws {
    let path = NSTemporaryDirectory() + "ghsearch-input-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    try open(path, O_RDONLY, as: 0)
  }

  private func connect(_ number: Int32, _ output: ChildCommand.Output) throws -> Int32? {
    switch output {
    case .pipe, .pipeCut, .pipeUnread, .pipeSlow: return try pipe(to: number)
    case .terminal: return number == 2 && command.output == .terminal ? nil : terminal
    case .closed: try open("/dev/null", O_WRONLY, as: number)
    case .file(let path): try open(path, O_WRONLY | O_CREAT | O_TRUNC, as: number)
    }
    return nil
  }

  private func open(_ path: String, _ flags: Int32, as number: Int32) throws {
    let descriptor = openFile(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
    theirs[number] = descriptor
  }

  /// Opens a pipe and returns the end to read from.
  private func pipe(to number: Int32) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard openPipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    theirs[number] = ends[1]
    return ends[0]
  }

  private func openTerminal() throws {
    let pair = try TerminalPair(columns: command.columns, rows: command.rows)
    terminalPath = pair.path
    terminal = pair.descriptor
    others.append(pair.descriptor)
  }
}

// MARK: Reading

extension Plumbing {
  /// Returns nil at the end of file, which includes a terminal whose program has ended.
  func read(_ descriptor: Int32?, _ count: Int) -> [UInt8]? {
    guard let descriptor else { return nil }
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let received = readBytes(descriptor, &buffer, count)
      if received > 0 { return Array(buffer[..<received]) }
      if received == 0 || errno != EINTR { return nil }
    }
  }

  /// Returns the available bytes without waiting for more, because a grandchild may hold the other
  /// end.
  func drain(_ descriptor: Int32?) -> [UInt8] {
    guard let descriptor else { return [] }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    while let more = read(descriptor, 65_536) { bytes += more }
    return bytes
  }

  func closeOutput() {
    if let output, output != terminal { close(output) }
    output = nil
  }

  func closeErrors() {
    if let errors, errors != terminal { close(errors) }
    errors = nil
  }
}

/// `open(2)`, `pipe(2)` and `read(2)`, whose names ``Plumbing`` shadows.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func openPipe(_ ends: inout [Int32]) -> Int32 {
  pipe(&ends)
}

private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}

import System
package import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pseudoterminal (pty(7)): a program runs on one end, and the test reads and types at the other.
///
/// Every wait has a limit, and the terminal kills the child when released.
package final class PseudoTerminal {
  package struct Failure: Error {
    package let attempted: String
    package let number: Int32
  }

  package enum Ending: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The program's output so far.
  package private(set) var output: [UInt8] = []

  private var primary: Int32
  /// Held open, so that the settings can be read after the program has ended.
  private var secondary: Int32
  private var path: [CChar]
  private var child: pid_t = 0
  /// A child that starts between a terminal's `open` and its close-on-exec flag would keep it open.
  private static let spawnings = Guarded(0)

  package init(size: ScreenSize = .fallback) throws {
    var ends: (Int32, Int32) = (-1, -1)
    let problem = Self.spawnings.withLock { count -> Int32 in
      count += 1
      guard openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { return errno }
      for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard problem == 0 else { throw Failure(attempted: "open a terminal", number: problem) }
    (primary, secondary) = ends
    path = [CChar](repeating: 0, count: 256)
    ttyname_r(secondary, &path, path.count)
    resize(columns: UInt16(size.columns), rows: UInt16(size.rows))
  }

  /// Closes the terminal, like a user closing its window.
  package func hangUp() {
    close(primary)
    close(secondary)
    (primary, secondary) = (-1, -1)
  }

  deinit {
    if child > 0 {
      kill(-child, SIGKILL)
      waitpid(child, nil, 0)
    }
    if primary >= 0 { hangUp() }
  }

  package var text: String { String(decoding: output, as: UTF8.self) }

  package var processID: Int32 { child }

  /// The screen of a terminal of this size after the output so far.
  package func screen(_ size: ScreenSize = .fallback) -> ScreenModel {
    var model = ScreenModel(size)
    model.write(output)
    return model
  }

  // MARK: The program

  /// Starts a program as the leader of a new session on this terminal.
  ///
  /// Its standard streams are the terminal, except for those given here; `third` becomes its
  /// descriptor 3.
  package func run(
    _ program: String,
    _ arguments: [String] = [],
    environment: [String: String] = ["TERM": "xterm-256color"],
    standardInput: Int32? = nil,
    standardOutput: Int32? = nil,
    third: Int32? = nil
  ) throws {
    var actions = FileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, standardInput ?? STDERR_FILENO, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, standardOutput ?? STDERR_FILENO, STDOUT_FILENO)
    if let third { posix_spawn_file_actions_adddup2(&actions, third, 3) }
    let problem = try spawn([program] + arguments, environment, &actions)
    guard problem == 0 else { throw Failure(attempted: "run \(program)", number: problem) }
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias SpawnAttributes = posix_spawnattr_t?
  #else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias SpawnAttributes = posix_spawnattr_t
  #endif

  /// `POSIX_SPAWN_SETSID` of <spawn.h>, which Glibc declares only with GNU extensions.
  #if canImport(Darwin)
    private static let newSession: Int32 = 0x400
  #else
    private static let newSession: Int32 = 0x80
  #endif

  /// The options of the sanitizer that the tests run under; the child was built with it too.
  private static let sanitizing: [String: String] = Dictionary(
    uniqueKeysWithValues: ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }
    }
  )

  private func spawn(
    _ words: [String],
    _ environment: [String: String],
    _ actions: inout FileActions
  ) throws -> Int32 {
    var attributes = SpawnAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Self.newSession | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = words.map { strdup($0) } + [nil]
    let all = environment.merging(Self.sanitizing) { given, _ in given }
    var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    return Self.spawnings.withLock { count in
      count += 1
      return posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
    }
  }

  // MARK: The user

  package func type(_ text: String) {
    type(Array(text.utf8))
  }

  package func type(_ bytes: [UInt8]) {
    _ = write(primary, bytes, bytes.count)
  }

  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
  }

  package func send(_ signal: Int32) {
    kill(child, signal)
  }

  /// Sends a signal to all foreground processes, like the terminal's own keys.
  package func sendToForeground(_ signal: Int32) {
    kill(-tcgetpgrp(primary), signal)
  }

  /// All of the terminal's settings, for comparison.
  package var settings: [UInt8] {
    var settings = termios()
    tcgetattr(secondary, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }

  /// Long, because only a failing test waits for it, and sanitizers are slow.
  package static let patience = Duration.seconds(40)

  /// Reads until the output satisfies the condition; returns false if it never does.
  package func read(
    within patience: Duration = patience,
    until isDone: (PseudoTerminal) -> Bool
  ) -> Bool {
    let limit = ContinuousClock.now + patience
    while !isDone(self) {
      guard ContinuousClock.now < limit, readOnce(patience: 100) || child > 0 else { return false }
    }
    return true
  }

  /// Reads until the output contains a text after an index.
  package func read(
    until text: String,
    after start: Int = 0,
    within patience: Duration = patience
  ) -> Bool {
    read(within: patience) { Self.contains(Array(text.utf8), in: $0.output.dropFirst(start)) }
  }

  private static func contains(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return true }
    var rest = bytes
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Reads the available output; returns false if there is none.
  package func readMore() -> Bool { readOnce(patience: 0) }

  /// Waits for the program to end and returns how; nil if it keeps running.
  package func ending() -> Ending? {
    let limit = ContinuousClock.now + Self.patience
    var status: Int32 = 0
    while waitpid(child, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < limit else { return nil }
      _ = readOnce(patience: 5)
    }
    child = 0
    while readOnce(patience: 0) {}
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Returns false if nothing arrived within `patience` milliseconds.
  private func readOnce(patience: Int32) -> Bool {
    var request = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, patience) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = systemRead(primary, &buffer)
    if count > 0 { output += buffer[..<count] }
    return count > 0
  }
}

/// `read(2)`, whose name is shadowed inside types with a `read` method.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

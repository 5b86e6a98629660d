import CLibrary

/// A program started by this process.
///
/// `unsafe` because the calls that start it take pointers: to locals, and to copied strings that
/// are freed after the call.
package final class ChildProcess: Sendable {
  /// The environment variables of a program.
  package enum Environment: Sendable {
    /// This process's variables, byte for byte, except some names, with additional entries such as
    /// `LESS=FRX`, which replace those with the same name.
    case inherited(except: [String], adding: [String] = [])
    case exactly([String: String])
  }

  /// The process ID; nil once the program has ended, since the system may reuse it.
  private let number: Guarded<pid_t?>

  /// Starts a program, which is found as in ``ProgramPath``; no shell parses the words.
  ///
  /// `streams` maps this process's descriptors to the program's standard streams; it inherits no
  /// others, such as libcurl's connections, which are not closed automatically. A detached program
  /// has its own session and none of our streams, so it outlives the terminal. A program that takes
  /// the terminal gets it in place of our redirected standard streams.
  package init(
    _ words: [String],
    environment: Environment,
    streams: [Int32: Int32] = [:],
    isDetached: Bool = false,
    takesTerminal: Bool = false
  ) throws(SystemError) {
    let variables = unsafe ["PATH": getenv("PATH").map { unsafe String(cString: $0) } ?? ""]
    guard let name = words.first,
      let path = name.contains("/") ? name : ProgramPath.find(name, in: variables)
    else { throw SystemError(ENOENT) }
    #if canImport(Darwin)
      var (attributes, actions): (posix_spawnattr_t?, posix_spawn_file_actions_t?)
    #else
      var (attributes, actions) = unsafe (posix_spawnattr_t(), posix_spawn_file_actions_t())
    #endif
    unsafe Self.configureSignals(&attributes, isDetached: isDetached)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO where isDetached {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    for descriptor in STDIN_FILENO...STDERR_FILENO where takesTerminal && isatty(descriptor) != 1 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/tty", O_RDWR, 0)
    }
    for (ours, theirs) in streams {
      unsafe posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    unsafe Self.closeOthers(&actions)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    let (inherited, added) = unsafe environment.entries
    defer { for index in unsafe added.indices { unsafe free(added[index]) } }
    var entries = unsafe inherited + added + [nil]
    var number = pid_t()
    let code = unsafe posix_spawn(&number, path, &actions, &attributes, &arguments, &entries)
    guard code == 0 else { throw SystemError(code) }
    self.number = Guarded(number)
  }

  /// Unblocks all signals for the program, with default actions for those that we ignore.
  private static func configureSignals(
    _ attributes: UnsafeMutablePointer<Attributes>,
    isDetached: Bool
  ) {
    unsafe posix_spawnattr_init(attributes)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(attributes, &none)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in CurrentProcess.configuredSignals { unsafe sigaddset(&defaults, number) }
    unsafe posix_spawnattr_setsigdefault(attributes, &defaults)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | closesOthers
    unsafe posix_spawnattr_setflags(attributes, flags | (isDetached ? newSession : 0))
  }

  /// Leaves the program only the standard streams.
  private static func closeOthers(_ actions: UnsafeMutablePointer<FileActions>) {
    #if canImport(Darwin)
      // The flags close all others.
      for descriptor in STDIN_FILENO...STDERR_FILENO {
        unsafe posix_spawn_file_actions_addinherit_np(actions, descriptor)
      }
    #elseif canImport(Glibc)
      unsafe posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1)
    #endif
  }

  #if canImport(Darwin)
    private static let closesOthers = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
    private typealias Attributes = posix_spawnattr_t?
    private typealias FileActions = posix_spawn_file_actions_t?
  #else
    private static let closesOthers: Int16 = 0
    /// POSIX_SPAWN_SETSID of glibc and musl, which Swift does not import.
    private static let newSession: Int16 = 0x80
    private typealias Attributes = posix_spawnattr_t
    private typealias FileActions = posix_spawn_file_actions_t
  #endif
}

extension ChildProcess {
  /// Sends the program SIGTERM, unless it has ended.
  package func terminate() { send(SIGTERM) }

  /// Sends the program a signal, unless it has ended.
  package func send(_ signal: Int32) {
    number.withLock { number in
      if let number { kill(number, signal) }
    }
  }

  /// Waits on a dedicated thread until the program ends.
  ///
  /// - Returns: The exit status, or 128 plus the signal's number; nil if the system does not report
  ///   it.
  package func wait() async -> Int32? {
    await DedicatedThread.run { [self] in waitOnThisThread() }
  }

  /// Waits like ``wait()``, on a thread that may block.
  package func waitOnThisThread() -> Int32? {
    guard let number = number.withLock(\.self) else { return nil }
    // The process ID is released under the lock, so that no signal reaches another process.
    var ending = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(number), &ending, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return collect(options: 0)
  }

  /// Waits like ``wait()``, but returns nil if the program is still running after this time.
  package func wait(atMost milliseconds: Int) async -> Int32? {
    await DedicatedThread.run { [self] in
      for _ in 0..<milliseconds / 20 {
        if let status = collect(options: WNOHANG) { return status }
        SystemClock.block(milliseconds: 20)
      }
      return nil
    }
  }

  private func collect(options: Int32) -> Int32? {
    number.withLock { number in
      guard let child = number else { return nil }
      var status: Int32 = 0
      var ended: pid_t
      repeat { ended = unsafe waitpid(child, &status, options) } while ended < 0 && errno == EINTR
      if ended != 0 { number = nil }
      guard ended == child else { return nil }
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}

extension ChildProcess.Environment {
  fileprivate typealias Entries = [UnsafeMutablePointer<CChar>?]

  /// This process's entries and the new ones, which the caller frees.
  fileprivate var entries: (inherited: Entries, added: Entries) {
    switch self {
    case .exactly(let variables):
      return unsafe ([], variables.map { unsafe strdup("\($0)=\($1)") })
    case .inherited(let names, let added):
      let replaced = added.map { $0.prefix { $0 != "=" } }
      return unsafe (
        Self.inherited(except: names.map { "\($0)=" } + replaced.map { "\($0)=" }),
        unsafe added.map { unsafe strdup($0) }
      )
    }
  }

  private static func inherited(except prefixes: [String]) -> Entries {
    unsafe sequence(state: environ) { entry in
      defer { unsafe entry += 1 }
      return unsafe entry.pointee
    }
    .filter { entry in !prefixes.contains { unsafe strncmp(entry, $0, $0.utf8.count) == 0 } }
  }
}

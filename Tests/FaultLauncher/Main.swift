#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts one program for the fault bench and reports its progress on descriptor 3.
///
/// The bench cannot start the program itself: a process inherits its parent's peak memory, and the
/// bench's exceeds the limit under test.
///
/// `FaultLauncher [directory=PATH | limit=NAME:VALUE | close=FD | ignore=SIGNAL]… -- PROGRAM
/// ARGUMENT…` writes `pid N`, then `stopped` and `ended STATUS PEAK` as they happen; STATUS comes
/// from `wait4`, and PEAK is in KiB. If it cannot start the program, it writes `failed ERRNO`.
@main
struct Main {
  private static let control: Int32 = 3

  static func main() {
    closeStrangers()
    guard let gap = CommandLine.arguments.firstIndex(of: "--") else { exit(2) }
    let ignored = prepare(CommandLine.arguments[1..<gap])
    let program = spawn(gap + 1, closing: closed(CommandLine.arguments[1..<gap]), ignored)
    report("pid \(program)")
    follow(program)
  }

  /// Another thread of the bench may have opened a descriptor just before spawning this process.
  private static func closeStrangers() {
    for descriptor in control + 1..<1024 { close(descriptor) }
    _ = fcntl(control, F_SETFD, FD_CLOEXEC)
  }

  /// Applies the settings and returns the signals that the program should ignore.
  private static func prepare(_ settings: ArraySlice<String>) -> Set<Int32> {
    for setting in settings where setting.hasPrefix("directory=") {
      guard chdir(String(setting.dropFirst("directory=".count))) == 0 else { exit(2) }
    }
    for setting in settings where setting.hasPrefix("limit=") { limit(setting.dropFirst(6)) }
    // A terminal's key signals the whole group, but only the program should get it.
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGXFSZ] { signal(number, SIG_IGN) }
    let ignored = settings.filter { $0.hasPrefix("ignore=") }.compactMap { Int32($0.dropFirst(7)) }
    for number in ignored { signal(number, SIG_IGN) }
    return Set(ignored)
  }

  private static func closed(_ settings: ArraySlice<String>) -> [Int32] {
    settings.filter { $0.hasPrefix("close=") }.compactMap { Int32($0.dropFirst(6)) }
  }

  private static func limit(_ text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let value = rlim_t(parts[1]) else { exit(2) }
    let resources = [
      "files": RLIMIT_NOFILE, "size": RLIMIT_FSIZE, "memory": RLIMIT_AS, "stack": RLIMIT_STACK,
    ]
    guard let resource = resources[String(parts[0])] else { exit(2) }
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    #if canImport(Glibc)
      guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(2) }
    #else
      guard setrlimit(resource, &limit) == 0 else { exit(2) }
    #endif
  }

  private static func spawn(_ first: Int, closing: [Int32], _ ignored: Set<Int32>) -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in Int32(1)..<32 where !ignored.contains(number) { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // The bench's threads block signals, and the program would inherit the mask.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    for descriptor in closing { close(descriptor) }
    let arguments = CommandLine.unsafeArgv + first
    var pid: pid_t = 0
    guard let path = arguments[0] else { exit(2) }
    let problem = posix_spawn(&pid, path, nil, &attributes, arguments, environ)
    guard problem == 0 else {
      report("failed \(problem)")
      exit(1)
    }
    return pid
  }

  private static func follow(_ program: pid_t) {
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let ended = wait4(program, &status, WUNTRACED, &usage)
      if ended < 0 && errno == EINTR { continue }
      if ended < 0 { exit(1) }
      // For a stopped process these bits are 0x7F, otherwise the signal that ended it (wait(2)).
      guard status & 0xFF == 0x7F else { break }
      report("stopped")
    }
    report("ended \(status) \(usage.ru_maxrss)")
  }

  private static func report(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(control, $0.baseAddress, $0.count) }
  }
}

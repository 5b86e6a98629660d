import CLibrary

/// The configuration, arguments and exit of this process.
///
/// `unsafe` because system calls take pointers, each to a value that outlives the call. The
/// arguments stay valid until the process ends.
package enum CurrentProcess {
  /// The limit on open files is too low for the process to run.
  package struct TooFewDescriptors: Error {
    /// The highest limit that the process may set.
    package let limit: Int
    /// The number of open files that the process needs.
    package let needed: Int
  }

  /// Configures limits and signals; called once on the main thread, before any other thread starts.
  package static func configure() throws(TooFewDescriptors) {
    occupyStandardDescriptors()
    try raiseDescriptorLimit()
    forbidCoreFiles()
    // Even if the parent ignores it, so that `… | head -1` ends the process silently.
    signal(SIGPIPE, SIG_DFL)
    // If it is ignored, as some parents do, the system does not record how child processes end.
    signal(SIGCHLD, SIG_DFL)
    // Exceeding the limit on file sizes is then a write error.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.block()
    // Swift's own handlers would print a backtrace with the contents of memory.
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
      signal(number, SIG_DFL)
    }
  }

  /// Signals whose action this process sets for itself; child processes get the default action.
  static let configuredSignals = [SIGPIPE, SIGXFSZ, SIGCHLD, SIGQUIT]

  /// Opens closed standard descriptors, which the system would otherwise reuse for the next socket.
  ///
  /// Reading or writing them remains an error.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Raises the limit on open files, since the runtime crashes if it cannot open one.
  private static func raiseDescriptorLimit() throws(TooFewDescriptors) {
    var limit = rlimit()
    guard unsafe getrlimit(Resource.files, &limit) == 0, limit.rlim_cur < minDescriptors else {
      return
    }
    let found = limit.rlim_cur
    limit.rlim_cur = min(minDescriptors, limit.rlim_max)
    if unsafe setrlimit(Resource.files, &limit) == 0, limit.rlim_cur == minDescriptors { return }
    throw TooFewDescriptors(limit: Int(found), needed: Int(minDescriptors))
  }

  private static let minDescriptors: rlim_t = 32

  /// Disables core files, since they would contain the token.
  ///
  /// Keeps the hard limit, so that programs started through this one, such as a browser, can set
  /// theirs.
  private static func forbidCoreFiles() {
    var limit = rlimit()
    guard unsafe getrlimit(Resource.core, &limit) == 0 else { return }
    limit.rlim_cur = 0
    unsafe setrlimit(Resource.core, &limit)
  }

  private enum Resource {
    #if canImport(Glibc)
      static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      static let files = RLIMIT_NOFILE
      static let core = RLIMIT_CORE
    #endif
  }
}

extension CurrentProcess {
  /// The arguments after the program's name; nil if one of them is not UTF-8.
  ///
  /// Also nil on Linux without /proc, from which Swift reads them.
  package static func arguments() -> [String]? {
    let raw = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv,
      count: Int(CommandLine.argc)
    )
    guard !raw.isEmpty else { return nil }
    let arguments = unsafe raw.dropFirst().map { argument in
      unsafe argument.flatMap { unsafe String(validatingCString: $0) }
    }
    return arguments.contains(nil) ? nil : arguments.compactMap(\.self)
  }

  /// The working directory; `.` if it was removed.
  package static func workingDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Ends the process (exit(3)).
  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  /// A name for this process's terminal session that no later session gets; empty if the session is
  /// unknown.
  package static func session() -> String { sessionName(leader: getsid(0)) }

  /// A name for the session that a process leads; empty for process 0.
  ///
  /// getsid(2) returns 0 if the leader is in another PID namespace, as in a container entered from
  /// outside. Session IDs are reused after a session ends and after a reboot, so the name also
  /// includes the boot and the leader's start time.
  static func sessionName(leader: pid_t) -> String {
    let boot = SystemClock.boot()
    guard leader > 0, !boot.isEmpty else { return "" }
    return "\(boot)-\(leader)-\(startTime(of: leader))"
  }

  /// The start time in the system's unit; empty for a process that has ended or is not visible.
  private static func startTime(of process: pid_t) -> String {
    #if canImport(Darwin)
      var info = unsafe kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      guard unsafe sysctl(&name, u_int(name.count), &info, &size, nil, 0) == 0, size > 0 else {
        return ""
      }
      let start = unsafe info.kp_proc.p_un.__p_starttime
      return "\(start.tv_sec).\(start.tv_usec)"
    #else
      // Field 22 of proc_pid_stat(5); the second, in parentheses, may contain anything.
      let fields = SystemClock.kernelText("/proc/\(process)/stat").split(separator: ")").last
      let values = (fields ?? "").split(separator: " ")
      return values.count > 19 ? String(values[19]) : ""
    #endif
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a process that holds a token settles before it does anything else.
package enum ProcessHygiene {
  package static func settle() {
    occupyStandardDescriptors()
    demandDescriptors()
    forbidCoreFiles()
    // Whoever started us may ignore it; `… | head -1` must end us silently all the same.
    signal(SIGPIPE, SIG_DFL)
    // A file that may grow no further is an error of the write, which says so.
    signal(SIGXFSZ, SIG_IGN)
    Interruption.block()
    // Swift's own handlers would print a backtrace, and memory with it.
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
      signal(number, SIG_DFL)
    }
  }

  /// A closed standard descriptor would be given to the next socket, and our output with it.
  ///
  /// The stand-in can be neither read nor written with success: what goes there is still an error.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Threads and sockets need some, and the runtime crashes where it gets none.
  private static func demandDescriptors() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < fewestDescriptors else { return }
    let found = limit.rlim_cur
    limit.rlim_cur = min(fewestDescriptors, limit.rlim_max)
    if setrlimit(resource, &limit) == 0, limit.rlim_cur == fewestDescriptors { return }
    let failure = CommandFailure(
      .localFile,
      "start",
      "only \(found) files may be open at a time",
      advice: "allow \(fewestDescriptors), as with `ulimit -n`"
    )
    try? DescriptorSink(STDERR_FILENO).write(failure.line + "\n")
    exit(failure.status.rawValue)
  }

  private static let fewestDescriptors: rlim_t = 32

  /// A core file would hold the token.
  private static func forbidCoreFiles() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_CORE, &limit)
    #endif
  }

  /// The arguments behind the program's name, or nil when one of them is no UTF-8 text, or when
  /// there is no /proc, which is where Swift reads them on Linux.
  package static func arguments() -> [String]? {
    let raw = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    guard !raw.isEmpty else { return nil }
    var arguments: [String] = []
    for pointer in raw.dropFirst() {
      guard let pointer, let text = String(validatingCString: pointer) else { return nil }
      arguments.append(text)
    }
    return arguments
  }
}

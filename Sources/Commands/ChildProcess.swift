import TokenStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that is run on the user's behalf.
enum ChildProcess {
  /// Runs it in the foreground, with our standard streams and our environment but for the tokens in
  /// it; its exit status, or 128 and the signal's number.
  ///
  /// The words are handed over as they are: no shell reads them.
  static func run(_ words: [String]) throws(CommandFailure) -> Int32 {
    guard let name = words.first else { return 0 }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    settle(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var process = pid_t()
    var environment = environmentWithoutTokens() + [nil]
    let problem = posix_spawnp(&process, name, nil, &attributes, &arguments, &environment)
    guard problem == 0 else {
      throw CommandFailure(
        .localFile,
        "run \(name)",
        SystemError.text(problem),
        advice: "check the variable BROWSER"
      )
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Which signals we block is no business of the program's.
  private static func settle(_ attributes: UnsafeMutablePointer<Attributes>) {
    posix_spawnattr_init(attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(attributes, &none)
    posix_spawnattr_setflags(attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// The entries of our environment, which stays theirs.
  private static func environmentWithoutTokens() -> [UnsafeMutablePointer<CChar>?] {
    let secrets = TokenVariable.allCases.map { "\($0.rawValue)=" }
    return sequence(state: environ) { entry in
      defer { entry += 1 }
      return entry.pointee
    }
    .filter { entry in !secrets.contains { strncmp(entry, $0, $0.utf8.count) == 0 } }
  }
}

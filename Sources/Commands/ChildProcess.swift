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
    try run(words, input: nil, adding: [], variable: "BROWSER")
  }

  /// Runs a program that shows a text, which it reads from its standard input; its exit status.
  ///
  /// The text lies in a file without a name: there is no pipe that could fill up or break.
  static func show(
    _ text: String,
    with words: [String],
    adding variables: [String]
  ) throws(CommandFailure) -> Int32 {
    guard let file = NamelessFile(text) else {
      throw CommandFailure(.localFile, "show it page by page", SystemError.text(errno))
    }
    return try run(words, input: file.descriptor, adding: variables, variable: "PAGER")
  }

  private static func run(
    _ words: [String],
    input: Int32?,
    adding variables: [String],
    variable: String
  ) throws(CommandFailure) -> Int32 {
    guard let name = words.first else { return 0 }
    let added = variables.map { strdup($0) }
    defer { for entry in added { free(entry) } }
    do throws(SpawnProblem) {
      return wait(
        for: try spawn(
          words,
          environment: environmentWithoutTokens() + added,
          streams: input.map { [$0: STDIN_FILENO] } ?? [:]
        )
      )
    } catch {
      throw CommandFailure(
        .localFile,
        "run \(name)",
        SystemError.text(error.errno),
        advice: "check the variable \(variable)"
      )
    }
  }

  /// Starts it beside us with an environment of its own, the tokens in that left out.
  ///
  /// `streams` are descriptors of ours, and the standard ones that they become.
  static func start(
    _ words: [String],
    environment: [String: String],
    streams: [Int32: Int32]
  ) throws(CommandFailure) -> pid_t {
    let secrets = Set(TokenVariable.allCases.map(\.rawValue))
    let entries = environment.filter { !secrets.contains($0.key) }.map { strdup("\($0)=\($1)") }
    defer { for entry in entries { free(entry) } }
    do throws(SpawnProblem) {
      return try spawn(words, environment: entries, streams: streams)
    } catch {
      throw CommandFailure(
        .localFile,
        "run \(words.first ?? "")",
        SystemError.text(error.errno)
      )
    }
  }

  /// Waits for its end: its exit status, or 128 and the signal's number.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private struct SpawnProblem: Error {
    let errno: Int32
  }

  private static func spawn(
    _ words: [String],
    environment: [UnsafeMutablePointer<CChar>?],
    streams: [Int32: Int32]
  ) throws(SpawnProblem) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    #if canImport(Darwin)
      var (attributes, actions): (posix_spawnattr_t?, posix_spawn_file_actions_t?)
    #else
      var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
    #endif
    settle(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, theirs) in streams {
      posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    var process = pid_t()
    var environment = environment + [nil]
    let problem = posix_spawnp(
      &process,
      words[0],
      &actions,
      &attributes,
      &arguments,
      &environment
    )
    guard problem == 0 else { throw SpawnProblem(errno: problem) }
    return process
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

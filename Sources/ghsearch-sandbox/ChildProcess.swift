import Foundation

/// A command that shares this process's terminal, group and open files.
///
/// Sharing the group is the point: an interactive child stays in the terminal's foreground. For
/// that `posix_spawn` is used directly; Foundation's `Process` gives a child a group of its own.
struct ChildProcess: Sendable {
  let id: pid_t

  struct SpawnFailure: Error, CustomStringConvertible {
    let command: String
    let code: Int32

    var description: String { "\(command): \(String(cString: strerror(code)))" }

    /// As shells have it.
    var exitStatus: Int32 { code == ENOENT ? 127 : 126 }
  }

  /// Starts `command`, whose first word is looked up in `PATH`.
  init(_ command: [String], environment: [String: String]) throws(SpawnFailure) {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    var id = pid_t()
    let code = posix_spawnp(&id, command[0], nil, &attributes, &arguments, &variables)
    guard code == 0 else { throw SpawnFailure(command: command[0], code: code) }
    self.id = id
  }

  /// The child starts with no signal blocked and the usual reaction to each.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = Signals.handled
    sigaddset(&all, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    )
    return attributes
  }

  /// Waits for the end: the exit status, or 128+n after signal n.
  func exitStatus() async -> Int32 {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [id] in
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
    }
  }

  /// Passes on what was sent to this process alone.
  ///
  /// What the terminal sent (Ctrl-C, for instance) the child has got itself.
  func forwardSignals() async {
    for await signal in Signals.arrivals where !signal.isFromTerminal { kill(id, signal.number) }
  }
}

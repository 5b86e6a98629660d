#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The three connections to a filter; no other program inherits them.
///
/// Sockets, all three: nothing that is written to one whose reader has gone is a signal to us.
struct FilterStreams {
  /// We write here.
  let input: Int32
  /// We read these.
  let output: Int32
  let errors: Int32
  /// The program's ends, and the standard streams that they become.
  let child: [Int32: Int32]

  /// - Throws: ``CommandFailure`` in the name of `name` when no more descriptors are to be had.
  init(name: String) throws(CommandFailure) {
    var pairs: [(ours: Int32, theirs: Int32)] = []
    for _ in 0..<3 {
      guard let pair = Self.pair() else {
        let problem = errno
        for pair in pairs { Self.close([pair.ours, pair.theirs]) }
        throw CommandFailure(.localFile, name, SystemError.text(problem))
      }
      pairs.append(pair)
    }
    (input, output, errors) = (pairs[0].ours, pairs[1].ours, pairs[2].ours)
    child = [
      pairs[0].theirs: STDIN_FILENO, pairs[1].theirs: STDOUT_FILENO, pairs[2].theirs: STDERR_FILENO,
    ]
  }

  /// Once the program has them: an end is seen only when nobody else holds the other side.
  func closeChildEnds() { Self.close(Array(child.keys)) }

  func close() {
    closeChildEnds()
    Self.close([input, output, errors])
  }

  private static func pair() -> (ours: Int32, theirs: Int32)? {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
      var on: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // At once: a program that is started meanwhile must not keep an end open.
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #endif
    return (ends[0], ends[1])
  }

  private static func close(_ descriptors: [Int32]) {
    for descriptor in descriptors { closeDescriptor(descriptor) }
  }
}

/// `close(2)`, whose name ``FilterStreams`` takes.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

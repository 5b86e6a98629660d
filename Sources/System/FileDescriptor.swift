import CLibrary

/// An open file descriptor, closed when the value is destroyed.
///
/// `unsafe` because system calls take pointers, each to a value that outlives the call.
///
/// The static functions are for descriptors with another owner, such as the standard ones.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number of the descriptor, valid as long as the value exists.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit { CLibrary.close(number) }

  package static let standardInput = STDIN_FILENO
  package static let standardOutput = STDOUT_FILENO
  package static let standardError = STDERR_FILENO
}

// MARK: - Opening

extension FileDescriptor {
  /// The mode in which a file is opened.
  package enum Mode: Sendable {
    case read
    /// Appends; a missing file is created with permissions only for the user.
    case append
    /// Creates a file with permissions only for the user; an existing file is an error.
    case create
    /// Replaces the contents; a missing file is created with permissions from the user's umask.
    case overwrite

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .append: O_RDWR | O_APPEND | O_CREAT
      case .create: O_WRONLY | O_CREAT | O_EXCL
      case .overwrite: O_WRONLY | O_CREAT | O_TRUNC
      }
    }

    fileprivate var permissions: mode_t { self == .overwrite ? 0o666 : 0o600 }
  }

  /// Opens a file without waiting, even if it is a named pipe; child processes do not inherit it.
  package init(_ path: String, _ mode: Mode, followsLinks: Bool = false) throws(SystemError) {
    let flags = mode.flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let number = unsafe CLibrary.open(path, flags, mode.permissions)
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Opens a file named by the user like any filter: follows links, and waits for the writer of a
  /// named pipe.
  package init(input path: String) throws(SystemError) {
    let number = unsafe CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Opens a directory, to lock it or to flush it to the disk.
  package init(directory path: String) throws(SystemError) {
    let number = unsafe CLibrary.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Creates an unnamed temporary file with a text, to be read from its start.
  ///
  /// It is in the directory of `TMPDIR`, or in `/tmp` if no file can be created there.
  package static func unlinkedFile(
    with text: String,
    in directory: String = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
  ) throws(SystemError) -> Self {
    var template = Array("\(directory)/ghsearch-XXXXXX".utf8CString)
    var number = unsafe directory.isEmpty ? -1 : mkostemp(&template, O_CLOEXEC)
    if number < 0 {
      template = Array("/tmp/ghsearch-XXXXXX".utf8CString)
      number = unsafe mkostemp(&template, O_CLOEXEC)
    }
    guard number >= 0 else { throw .last }
    let file = Self(owning: number)
    unsafe unlink(template)
    try write(text, to: number)
    guard lseek(number, 0, SEEK_SET) == 0 else { throw .last }
    return file
  }

  /// Creates two connected sockets, which child processes do not inherit.
  ///
  /// With ``send(_:to:)``, writing to a socket whose other end is closed is an error instead of a
  /// signal.
  package static func socketPair() throws(SystemError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      guard unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { throw .last }
      var on: Int32 = 1
      unsafe setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // In the same call, so that a program started in between does not inherit an end.
      #if canImport(Musl)
        let kind = SOCK_STREAM | SOCK_CLOEXEC
      #else
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      #endif
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    #endif
    return (ends[0], ends[1])
  }
}

// MARK: - Using

extension FileDescriptor {
  /// The status of the open file, even if its path was removed or renamed.
  package var status: FileStatus { FileStatus(of: number) }

  /// The position of the next read, shared with other processes that have the file open; nil if
  /// there is none.
  package var position: Int? {
    let place = lseek(number, 0, SEEK_CUR)
    return place < 0 ? nil : Int(place)
  }

  /// Reads bytes from a position, by default the start; empty at the end.
  package func bytes(from start: Int = 0, atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(count, 1))
    let read = unsafe pread(number, &bytes, bytes.count, off_t(start))
    guard read >= 0 else { throw .last }
    return Array(bytes.prefix(read))
  }

  /// Writes all bytes; see ``write(_:to:)``.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try Self.write(bytes, to: number) }

  /// Closes the sending side of a socket from ``socketPair()``; its reader sees the end.
  package func endSending() { shutdown(number, Int32(SHUT_WR)) }

  /// Returns when all written bytes are on the disk.
  package func flush() throws(SystemError) {
    guard fsync(number) == 0 else { throw .last }
  }

  /// Closes the descriptor, for callers that need to know of a failure.
  package consuming func close() throws(SystemError) {
    let number = number
    discard self
    guard CLibrary.close(number) == 0 else { throw .last }
  }

  /// Transfers ownership of the descriptor to the caller.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes a descriptor, ignoring errors.
  package static func close(_ number: Int32) { CLibrary.close(number) }

  package static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }
}

// MARK: - Reading

extension FileDescriptor {
  /// Waits for the next bytes, at most 64 KiB; empty at the end.
  package static func read(
    from number: Int32,
    atMost capacity: Int = 65_536
  ) throws(SystemError) -> [UInt8] {
    // Without capacity, Swift would write the count into the shared empty array.
    guard capacity > 0 else { return [] }
    var problem: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while true {
        let received = unsafe CLibrary.read(number, buffer.baseAddress, buffer.count)
        if received >= 0 {
          count = received
          return
        }
        guard errno == EINTR || waitAfterRefusal(number, for: POLLIN) else {
          problem = .last
          return
        }
      }
    }
    if let problem { throw problem }
    return bytes
  }

  /// Reads to the end; nil if there is more than the given number of bytes.
  ///
  /// The bytes may be a secret, so this leaves no other copy of them in memory.
  package static func readAll(
    from number: Int32,
    atMost limit: Int
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, 65_536))
    while bytes.count <= limit {
      var next = try read(from: number)
      if next.isEmpty { return bytes }
      bytes += next
      next.wipe()
    }
    bytes.wipe()
    return nil
  }
}

// MARK: - Writing

extension FileDescriptor {
  /// Writes all bytes; throws errors that `print` would ignore, such as a full disk.
  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    let problem = unsafe bytes.withUnsafeBytes {
      unsafe transfer($0, to: number, by: CLibrary.write)
    }
    if let problem { throw problem }
  }

  /// Writes text as UTF-8, like ``write(_:to:)`` with bytes.
  package static func write(_ text: String, to number: Int32) throws(SystemError) {
    try unsafe transfer(text, to: number, by: CLibrary.write)
  }

  /// Writes to a socket from ``socketPair()``.
  package static func send(_ text: String, to number: Int32) throws(SystemError) {
    try unsafe transfer(text, to: number, by: sendBytes)
  }

  private typealias Call = (Int32, UnsafeRawPointer?, Int) -> Int

  private static func transfer(
    _ text: String,
    to number: Int32,
    by call: Call
  ) throws(SystemError) {
    var text = text
    let problem = text.withUTF8 {
      unsafe transfer(UnsafeRawBufferPointer($0), to: number, by: call)
    }
    if let problem { throw problem }
  }

  /// Transfers bytes; returns the error that ended it, or nil.
  private static func transfer(
    _ bytes: UnsafeRawBufferPointer,
    to number: Int32,
    by call: Call
  ) -> SystemError? {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let chunk = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe call(number, chunk.baseAddress, chunk.count)
      if count > 0 {
        unsafe rest = rest.dropFirst(count)
      } else if count < 0, errno != EINTR, !waitAfterRefusal(number, for: POLLOUT) {
        return .last
      }
    }
    return nil
  }
}

/// Waits until a non-blocking descriptor is ready, and returns true; false after any other error.
///
/// Another process that shares the descriptor may have made it non-blocking.
private func waitAfterRefusal(_ number: Int32, for event: some BinaryInteger) -> Bool {
  guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
  var request = pollfd(fd: number, events: Int16(event), revents: 0)
  _ = unsafe poll(&request, 1, -1)
  return true
}

extension [UInt8] {
  /// Overwrites every byte with a call that the optimizer does not remove.
  ///
  /// Copies of the array are not affected.
  package mutating func wipe() {
    unsafe withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      #if canImport(Darwin)
        _ = memset_s(start, bytes.count, 0, bytes.count)
      #else
        unsafe explicit_bzero(start, bytes.count)
      #endif
    }
  }
}

private func sendBytes(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(number, bytes, count, 0)  // The socket has SO_NOSIGPIPE instead.
  #else
    unsafe send(number, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}

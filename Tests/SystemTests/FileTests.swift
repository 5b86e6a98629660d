import Foundation
import System
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  // MARK: Descriptors

  @Test func `creates a file only for the user, and never in place of another`() throws {
    try FileDescriptor(path("new"), .create).write(Array("text".utf8))

    #expect(try folder.text("new") == "text")
    #expect(FileStatus(of: path("new")).mode == 0o600)
    #expect(throws: SystemError(EEXIST)) { try FileDescriptor(path("new"), .create).close() }
  }

  @Test func `appends to a new or existing file`() throws {
    for word in ["one ", "two"] {
      try FileDescriptor(path("log"), .append).write(Array(word.utf8))
    }

    #expect(try folder.text("log") == "one two")
  }

  @Test func `opens a pipe without waiting for its other end`() throws {
    mkfifo(path("pipe"), 0o600)

    let pipe = try FileDescriptor(path("pipe"), .read)

    let isFile = pipe.status.isFile
    #expect(!isFile)
  }

  @Test func `follows a symbolic link only on request`() throws {
    try folder.write("text", to: "target")
    symlink(path("target"), path("link"))

    #expect(throws: SystemError(ELOOP)) { try FileDescriptor(path("link"), .read).close() }
    let bytes = try FileDescriptor(path("link"), .read, followsLinks: true).bytes(atMost: 9)
    #expect(bytes == Array("text".utf8))
  }

  @Test func `reads to the end, and rejects a file above the limit`() throws {
    let text = String(repeating: "x", count: 100_000)
    try folder.write(text, to: "large")
    func read(atMost limit: Int) throws -> [UInt8]? {
      let file = try FileDescriptor(path("large"), .read)
      return try FileDescriptor.readAll(from: file.number, atMost: limit)
    }

    #expect(try read(atMost: 100_000) == Array(text.utf8))
    #expect(try read(atMost: 99_999) == nil)
  }

  @Test func `waits until a non-blocking pipe has room, and writes everything`() async throws {
    let ends = try FileDescriptor.socketPair()
    let reader = FileDescriptor(owning: ends.ours)
    let writer = ends.theirs
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789", count: 200_000)

    async let result = DedicatedThread.run {
      defer { FileDescriptor.close(writer) }
      return (try? FileDescriptor.write(text, to: writer)) != nil
    }
    let received = try FileDescriptor.readAll(from: reader.number, atMost: .max)

    #expect(await result)
    #expect(received == Array(text.utf8))
  }

  @Test func `a closed reader is a write error and not a signal`() throws {
    let ends = try FileDescriptor.socketPair()
    FileDescriptor.close(ends.theirs)
    let ours = FileDescriptor(owning: ends.ours)

    let number = ours.number
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.send("text", to: number)
    }
    _ = consume ours
    #expect(error?.isBrokenConnection == true)
  }

  @Test func `reads an unlinked file from its start`() throws {
    let file = try FileDescriptor.unlinkedFile(with: "text")

    let bytes = try FileDescriptor.readAll(from: file.number, atMost: 10)
    #expect(bytes == Array("text".utf8))
  }

  #if os(Linux)
    @Test func `an unlinked file is in the directory for temporary files, or in /tmp`() throws {
      for (wanted, used) in [(path(""), path("")), (path("missing"), "/tmp/"), ("", "/tmp/")] {
        let file = try FileDescriptor.unlinkedFile(with: "text", in: wanted)
        let link = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(file.number)"
        )
        #expect(link.hasPrefix(used) && link.hasSuffix(" (deleted)"), "\(link)")
        _ = consume file
      }
    }
  #endif

  // MARK: Replacing

  @Test(arguments: [false, true])
  func `replaces a file as a whole, readable only by the user`(_ isDurable: Bool) throws {
    try folder.write("a longer text", to: "file", mode: 0o644)

    try AtomicFile.replace(path("file"), with: Array("new".utf8), isDurable: isDurable)

    #expect(try folder.text("file") == "new")
    #expect(FileStatus(of: path("file")).mode == 0o600)
    #expect(try folder.names() == ["file"])
  }

  @Test func `replaces leftovers of a process killed while it held the lock`() throws {
    try folder.write("half of a te", to: "file.new", mode: 0o644)

    try AtomicFile.replace(path("file"), with: Array("new".utf8), isLocked: true)

    #expect(try folder.text("file") == "new")
    #expect(FileStatus(of: path("file")).mode == 0o600)
    #expect(try folder.names() == ["file"])
  }

  @Test func `leaves nothing behind if a file cannot be replaced`() throws {
    try FileManager.default.createDirectory(
      atPath: path("folder/inner"),
      withIntermediateDirectories: true
    )

    #expect(throws: SystemError.self) { try AtomicFile.replace(path("folder"), with: [1]) }
    #expect(throws: SystemError(ENOENT)) { try AtomicFile.replace(path("no/file"), with: [1]) }
    #expect(try folder.names() == ["folder"])
  }

  @Test func `creates an empty file once, and keeps an existing one`() throws {
    try FileSystem.create(path("file"))
    #expect(FileStatus(of: path("file")).mode == 0o600)

    try folder.write("text", to: "file")
    try FileSystem.create(path("file"))

    #expect(try folder.text("file") == "text")
    #expect(try folder.names() == ["file"])
  }

  @Test func `returns whether there was a file to remove`() throws {
    try folder.write("", to: "file")

    #expect(try FileSystem.remove(path("file")))
    #expect(try !FileSystem.remove(path("file")))
    #expect(throws: SystemError.self) { try FileSystem.remove(folder.path) }
  }

  @Test func `creates the directories above a file only for the user`() {
    PrivateDirectory.make(for: path("a/b/file"))

    let status = FileStatus(of: path("a/b"))
    #expect(status.isDirectory && status.mode == 0o700)
    #expect(PrivateDirectory.path(of: "/file") == "/")
    #expect(PrivateDirectory.path(of: "file") == ".")
  }

  @Test func `a file keeps its identity when renamed`() throws {
    let file = try folder.write("1", to: "file")
    let before = FileStatus(of: file).identity

    #expect(FileSystem.move(file, to: path("other")))
    try folder.write("2", to: "file")

    #expect(FileStatus(of: path("other")).identity == before)
    #expect(FileStatus(of: file).identity != before)
    #expect(FileStatus(of: path("none")).identity == nil)
  }

  // MARK: Secrets

  @Test func `reads a secret without its byte order mark`() throws {
    let file = try folder.write("\u{FEFF}secret\n", to: "token")

    #expect(try GuardedFile.text(at: file, policy: .secret) == "secret\n")
    #expect(try GuardedFile.text(at: path("none"), policy: .secret) == nil)
  }

  @Test func `rejects a secret that others can read, in a symlink, a directory or too large`()
    throws
  {
    let open = try folder.write("x", to: "open", mode: 0o640)
    let large = try folder.write(String(repeating: "x", count: 65_537), to: "large")
    let binary = try folder.write("a\0b", to: "binary")
    symlink(large, path("link"))
    mkfifo(path("pipe"), 0o600)

    #expect(problem(open) == .readableByOthers(mode: 0o640))
    #expect(problem(large) == .tooLarge)
    #expect(problem(binary) == .notText)
    #expect(problem(path("link")) == .symbolicLink)
    #expect(problem(path("pipe")) == .notRegular)
    #expect(problem(folder.path) == .notRegular)
  }

  @Test func `reads shared configuration that others can read, through symlinks`() throws {
    let file = try folder.write("text", to: "file", mode: 0o644)
    symlink(file, path("link"))

    #expect(try GuardedFile.text(at: path("link"), policy: .sharedConfiguration) == "text")
    #expect(try GuardedFile.text(at: folder.path, policy: .sharedConfiguration) == nil)
  }

  private func problem(_ path: String) -> GuardedFile.Problem? {
    do throws(GuardedFile.Problem) {
      _ = try GuardedFile.text(at: path, policy: .secret)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Locks

  @Test func `only one holder has a lock until it is released`() throws {
    let first = try FileLock(path("lock"))
    #expect(throws: FileLock.Problem.taken) { _ = try FileLock(path("lock")) }
    _ = consume first

    _ = try FileLock(path("lock"))
  }

  #if os(Linux)
    @Test func `releases a lock although a process being started has it open`() throws {
      let lock = try FileLock(path("lock"))
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      let copies = open.compactMap { Int32($0) }.filter { number in
        let link = "/proc/self/fd/\(number)"
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        return target?.hasSuffix(path("lock")) == true
      }.map { dup($0) }
      defer { for copy in copies { close(copy) } }
      #expect(copies.count == 1)

      _ = consume lock

      _ = try FileLock(path("lock"))
    }
  #endif

  @Test func `acquires a released lock, and creates its directory`() async throws {
    let holder = Guarded<Int32?>(nil)
    let lock = path("folder/lock")
    PrivateDirectory.make(for: lock)
    let file = try FileDescriptor(lock, .append).release()
    #expect(flock(file, LOCK_EX) == 0)
    holder.withLock { $0 = file }

    _ = try await FileLock.take(lock) {
      if let file = holder.withLock({ $0.take() }) { FileDescriptor.close(file) }
    }
    _ = try await FileLock.take(path("new/folder/lock")) {}

    #expect(FileStatus(of: path("new/folder")).isDirectory)
  }

  @Test func `does not wait forever for a lock, nor if it cannot exist`() async throws {
    let held = try FileLock(path("lock"))
    let waits = Guarded(0)

    await #expect(throws: FileLock.Problem.taken) {
      _ = try await FileLock.take(path("lock")) { waits.withLock { $0 += 1 } }
    }
    await #expect(throws: FileLock.Problem.impossible) {
      _ = try await FileLock.take(path("lock/inside")) {}
    }

    #expect(waits.withLock { $0 } > 10)
    _ = consume held
  }
}

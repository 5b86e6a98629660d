import Foundation
import TestSupport
import Testing

@testable import System

@Suite struct ChildProcessTests {
  private let folder = TemporaryFolder()

  private func shell(
    _ script: String,
    _ environment: ChildProcess.Environment = .inherited(except: []),
    isDetached: Bool = false
  ) throws -> ChildProcess {
    try ChildProcess(["sh", "-c", script], environment: environment, isDetached: isDetached)
  }

  @Test func `returns the exit status, or 128 plus the signal number`() async throws {
    #expect(try await shell("exit 3").wait() == 3)
    #expect(try await shell("kill -TERM $$").wait() == 128 + SIGTERM)
  }

  @Test func `a program that does not exist is a launch error`() {
    #expect(throws: SystemError(ENOENT)) {
      _ = try ChildProcess(["ghsearch-no-such-program"], environment: .exactly([:]))
    }
    #expect(throws: SystemError(ENOENT)) { _ = try ChildProcess([], environment: .exactly([:])) }
  }

  @Test func `passes arguments and named variables unchanged`() async throws {
    let script = "test \"$1\" = 'a b;$HOME' && test \"$A$B\" = 12 && test -z \"$HOME\""
    let words = ["/bin/sh", "-c", script, "name", "a b;$HOME"]

    let child = try ChildProcess(words, environment: .exactly(["A": "1", "B": "2"]))

    #expect(await child.wait() == 0)
  }

  @Test func `removes and adds variables`() async throws {
    let script = "test -z \"$HOME\" && test -n \"$PATH\" && test \"$ADDED\" = yes"

    let child = try shell(script, .inherited(except: ["HOME"], adding: ["ADDED=yes"]))

    #expect(await child.wait() == 0)
  }

  @Test func `an added variable replaces the inherited one`() async throws {
    let output = try FileDescriptor.unlinkedFile(with: "")
    // No shell, because it would merge two entries before they could be read.
    let child = try ChildProcess(
      ["env"],
      environment: .inherited(except: [], adding: ["PATH=/"]),
      streams: [output.number: FileDescriptor.standardOutput]
    )

    #expect(await child.wait() == 0)

    let lines = String(decoding: try output.bytes(atMost: 65_536), as: UTF8.self).split(
      separator: "\n"
    )
    #expect(lines.filter { $0.hasPrefix("PATH=") } == ["PATH=/"])
  }

  @Test func `a signal ends a program, and is ignored after its end`() async throws {
    let ends = try FileDescriptor.socketPair()
    defer { for end in [ends.ours, ends.theirs] { FileDescriptor.close(end) } }
    let child = try ChildProcess(
      ["cat"],
      environment: .inherited(except: []),
      streams: [ends.theirs: FileDescriptor.standardInput]
    )

    child.terminate()
    #expect(await child.wait() == 128 + SIGTERM)

    child.terminate()
    #expect(await child.wait() == nil)
  }

  @Test func `a program gets only the standard streams`() async throws {
    let text = try FileDescriptor.unlinkedFile(with: "text")
    // Like a descriptor of a library that does not mark its own.
    let inherited = dup(STDERR_FILENO)
    defer { FileDescriptor.close(inherited) }
    try #require(fcntl(inherited, F_GETFD) == 0)
    #expect(fcntl(text.number, F_GETFD) == FD_CLOEXEC)
    let script = """
      test "$(cat)" = text && : >&2 && test ! -e /dev/fd/\(inherited) && test ! -e /dev/fd/\(text.number)
      """

    for isDetached in [false, true] {
      let child = try ChildProcess(
        ["sh", "-c", script],
        environment: .inherited(except: []),
        streams: [text.number: FileDescriptor.standardInput],
        isDetached: isDetached
      )
      #expect(await child.wait() == 0)
      #expect(lseek(text.number, 0, SEEK_SET) == 0)
    }
  }

  @Test func `a detached program has its own session`() async throws {
    let (out, hold) = (folder.path + "/out", folder.path + "/hold")
    mkfifo(out, 0o600)
    mkfifo(hold, 0o600)

    let child = try shell("echo $$ > \(out); read line < \(hold)", isDetached: true)
    let text = try await DedicatedThread.run {
      Result { try FileHandle(forReadingFrom: URL(filePath: out)).readToEnd() ?? Data() }
    }.get()
    let number = try #require(pid_t(String(decoding: text, as: UTF8.self).dropLast()))

    #expect(getsid(number) == number)
    child.terminate()
    #expect(await child.wait() == 128 + SIGTERM)
  }

  @Test func `returns nil while a program runs, and its status once it has ended`()
    async throws
  {
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let child = try shell("read line < \(pipe); exit 7", isDetached: true)

    #expect(await child.wait(atMost: 40) == nil)
    try await release(pipe)

    #expect(await child.wait(atMost: 60_000) == 7)
  }

  /// Starts more programs than the pool has threads, none of which ends before a task in the pool
  /// has run.
  @Test(.timeLimit(.minutes(20)))
  func `waiting for programs does not block Swift's thread pool`() async throws {
    let pipe = folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let children = try (0..<count).map { _ in try shell("read line < \(pipe); exit 7") }
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    let statuses = try await withThrowingTaskGroup(of: Int32?.self) { group in
      for child in children {
        group.addTask {
          begin.yield()
          return await child.wait(atMost: 50_000)
        }
      }
      group.addTask {
        for await _ in begun.prefix(count) {}
        for child in children { child.terminate() }
        return nil
      }
      return try await group.reduce(into: [Int32?]()) { $0.append($1) }
    }

    #expect(statuses.filter { $0 == 128 + SIGTERM }.count == count)
  }

  /// Writes a line to a named pipe once it has a reader.
  private func release(_ pipe: String) async throws {
    try await DedicatedThread.run {
      Result { try Data("line\n".utf8).write(to: URL(filePath: pipe)) }
    }.get()
  }

  // MARK: Where things are

  @Test func `finds a program only in absolute directories of PATH`() throws {
    let tool = try folder.write("", to: "tool", mode: 0o700)

    #expect(ProgramPath.find("tool", in: ["PATH": "relative:/none:\(folder.path)"]) == tool)
    #expect(ProgramPath.find("tool", in: ["PATH": "."]) == nil)
    #expect(ProgramPath.find("tool", in: [:]) == nil)
    #expect(ProgramPath.find(tool, in: [:]) == tool)
    #expect(ProgramPath.find(folder.path + "/none", in: ["PATH": folder.path]) == nil)
  }

  /// In a separate process, whose working directory and `PATH` no other test uses.
  @Test func `starts no program from a relative directory of PATH`() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      try folder.write("#!/bin/sh\n", to: "tool", mode: 0o700)
      precondition(chdir(folder.path) == 0)
      var outcomes: [Int32?] = []
      for path in [".", "", folder.path] {
        setenv("PATH", path, 1)
        outcomes.append(
          try? ChildProcess(["tool"], environment: .exactly([:])).waitOnThisThread()
        )
      }
      precondition(outcomes == [nil, nil, 0])
    }
  }

  @Test(arguments: ["folder", "text", "link to a folder", "link to nothing", "pipe"])
  func `skips files named like a program that are not executable`(_ kind: String) throws {
    let (first, second) = (folder.path + "/first", folder.path + "/second")
    for path in [first, second] { mkdir(path, 0o700) }
    let tool = try folder.write("", to: "second/jq", mode: 0o700)
    let decoy = first + "/jq"
    switch kind {
    case "folder": mkdir(decoy, 0o755)
    case "text": try folder.write("#!/bin/sh\n", to: "first/jq", mode: 0o600)
    case "link to a folder": symlink("/", decoy)
    case "link to nothing": symlink("none", decoy)
    default: mkfifo(decoy, 0o777)
    }

    #expect(ProgramPath.find("jq", in: ["PATH": "\(first):\(second)"]) == tool)
    #expect(ProgramPath.find("jq", in: ["PATH": first]) == nil)
    #expect(ProgramPath.find(decoy, in: ["PATH": second]) == nil)
  }

  @Test func `user directories follow the XDG variables, or are in the home directory`() {
    let home = UserDirectories(["HOME": "/h", "XDG_DATA_HOME": "relative"])
    #expect(home.config == "/h/.config")
    #expect(home.state == "/h/.local/state")
    #expect(home.data == "/h/.local/share")
    #expect(home.cache == "/h/.cache")
    #expect(home.gh == "/h/.config/gh")

    let set = UserDirectories([
      "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d",
      "XDG_CACHE_HOME": "/k", "GH_CONFIG_DIR": "/g",
    ])
    let folders = [set.config, set.state, set.data, set.cache, set.gh]
    #expect(folders == ["/c", "/s", "/d", "/k", "/g"])
    #expect(UserDirectories([:]).config == nil)
  }

  @Test func `writes a time as a date and time of day`() throws {
    let time = try #require(CalendarTime(local: 1_795_000_000))

    // Time zones differ by quarters of an hour.
    #expect(["2026-11-17", "2026-11-18", "2026-11-19"].contains(time.date))
    #expect(time.clock.hasSuffix(":40") && time.clock.count == 8)
    #expect(CalendarTime(local: .max) == nil)
  }

  @Test func `a session's name consists of the boot, its leader, and the leader's start time`()
    throws
  {
    let leader = ProcessInfo.processInfo.processIdentifier

    let name = CurrentProcess.sessionName(leader: leader)

    let start = try #require(name.split(separator: "-").last)
    #expect(name == "\(SystemClock.boot())-\(leader)-\(start)")
    #expect(Double(start) != nil)
    #expect(CurrentProcess.sessionName(leader: leader) == name)
  }

  @Test func `a session whose leader is in another PID namespace has no name`() {
    #expect(CurrentProcess.sessionName(leader: 0).isEmpty)
  }
}

import System
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A full-screen program that shows its events and ends in a way selected by a key.
///
/// If the variable IDLE is set, it writes a byte to descriptor 3 after each step unless more input
/// is available; an incomplete sequence or a signal may still follow.
@main
struct Main {
  static func main() async {
    // Swift's own handlers would print a backtrace over the output under test.
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
    let environment = Environment.current
    do {
      let capabilities = TerminalCapabilities(environment: environment)
      let hasMouse = CommandLine.arguments.contains("mouse")
      let session = try TerminalSession(
        on: TTY(),
        capabilities: capabilities,
        modes: .fullScreen(capabilities, hasMouse: hasMouse)
      )
      let idle: Int32? = environment["IDLE"] == nil ? nil : 3
      if CommandLine.arguments.contains("thread") {
        await DedicatedThread.run { Fixture(session, idle: idle).run() }
      } else {
        Fixture(session, idle: idle).run()
      }
      session.end()
      print("left")
    } catch {
      print("error: \(error)")
      exit(2)
    }
  }
}

enum Environment {
  static var current: [String: String] {
    var variables: [String: String] = [:]
    for name in ["TERM", "IDLE", "ESCDELAY", "NO_COLOR"] {
      variables[name] = getenv(name).map { String(cString: $0) }
    }
    return variables
  }
}

struct Fixture {
  private let session: TerminalSession
  private let idle: Int32?

  init(_ session: TerminalSession, idle: Int32?) {
    self.session = session
    self.idle = idle
  }

  func run() {
    var loop = EventLoop(session)
    var screen = Screen(size: session.size)
    loop.run { events, _ in
      screen.note(events)
      session.draw(screen.frame)
      let next = perform(screen.typed)
      if let idle, case .wait = next, !hasInput {
        var byte: UInt8 = 0
        _ = write(idle, &byte, 1)
      }
      return next
    }
  }

  /// Whether more input is available, which is read before the loop sleeps.
  private var hasInput: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private func perform(_ key: Character?) -> EventLoop.Next {
    switch key {
    case "q": return .leave
    case "x": exit(3)
    case "f": fatalError("the message of the crash")
    case "a": abort()
    case "o":
      let numbers: [Int] = []
      print(numbers[numbers.count])
    case "s": raise(SIGSEGV)
    case "c": _ = session.copy("foobar")
    case "C": _ = session.copy(String(repeating: "x", count: 56_001))
    case "z": return .suspend
    case "r": return .lend { Self.runProgram() }
    case "t": DedicatedThreadCrash.start()
    default: break
    }
    return .wait(until: nil)
  }

  /// A program that shows its settings, and waits for a line.
  private static func runProgram() {
    let words = ["/bin/sh", "-c", "echo lent; read line; echo $line."]
    _ = try? ChildProcess(words, environment: .inherited(except: []), takesTerminal: true)
      .waitOnThisThread()
  }
}

/// Ends the process with a trap on a thread without a session.
enum DedicatedThreadCrash {
  static func start() {
    Task.detached {
      await DedicatedThread.run { if getpid() > 0 { fatalError("the message of the thread") } }
    }
  }
}

/// The fixture's screen: its size and the last events.
struct Screen {
  private var size: ScreenSize
  private var events: [String] = []
  private var hasPicture = false
  private var keyCount = 0
  private(set) var typed: Character?

  init(size: ScreenSize) { self.size = size }

  mutating func note(_ events: [EventLoop.Event]) {
    typed = nil
    for event in events { note(event) }
  }

  private mutating func note(_ event: EventLoop.Event) {
    switch event {
    case .resized(let size), .resumed(let size): self.size = size
    case .input(.key(let key)):
      typed = key.text
      keyCount += 1
    case .input, .lost: break
    }
    if typed == "p" { hasPicture.toggle() }
    events.append(Self.name(event))
  }

  private static func name(_ event: EventLoop.Event) -> String {
    switch event {
    case .resized(let size): "resized \(size.columns)x\(size.rows)"
    case .resumed(let size): "resumed \(size.columns)x\(size.rows)"
    case .lost: "lost"
    case .input(.key(let key)): key.text.map { "typed \($0)" } ?? "\(key.code)"
    case .input(.paste(let text)): "pasted \(text)"
    case .input(.mouse(let event)): "mouse \(event.action)"
    case .input(let event): "\(event)"
    }
  }

  var frame: Frame {
    var grid = Grid(size)
    let title = SafeText("fixture \(size.columns)x\(size.rows) keys \(keyCount)")
    grid.put(title, at: ScreenPosition(column: 0, row: 0), style: .reverse)
    for (row, event) in events.suffix(10).enumerated() {
      grid.put(SafeText(event), at: ScreenPosition(column: 0, row: row + 1))
    }
    let cursor = ScreenPosition(column: 0, row: min(events.count, 10) + 1)
    return Frame(
      grid,
      cursor: cursor,
      title: title,
      picture: hasPicture ? picture : nil
    )
  }

  private var picture: PicturePlacement? {
    let region = ScreenRegion(column: 40, row: 2, columns: 6, rows: 3)
    return Picture([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      .map { PicturePlacement($0, in: region) }
  }
}

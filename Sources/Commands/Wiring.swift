package import CurlTransport
import GitHubAPI
import SearchUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Context {
  /// The world of this process: the one place that knows who fulfils what.
  ///
  /// `loop` is what drives libcurl, prepared or not.
  package static func live(on loop: CurlLoop = CurlLoop()) -> Self {
    let environment = ProcessInfo.processInfo.environment
    let output = DescriptorSink(STDOUT_FILENO)
    let clock = RequestClock.live
    let transport = CurlTransport(
      CurlConfiguration(trust: .system(environment: environment)),
      on: loop
    )
    return Self(
      environment: environment,
      workingDirectory: currentDirectory(),
      output: output,
      errors: DescriptorSink(STDERR_FILENO),
      readInput: StandardInput.read,
      lines: DescriptorLines(STDIN_FILENO),
      hasInputTerminal: isatty(STDIN_FILENO) == 1,
      mayTakeTerminal: true,
      history: StateFolder.path(environment).map { HistoryFile(folder: $0, rest: clock.rest) },
      session: String(getsid(0)),
      terminal: TerminalDevice.size(of: STDOUT_FILENO),
      errorTerminal: TerminalDevice.size(of: STDERR_FILENO),
      now: { Date() },
      transport: transport,
      budget: FileBudget(
        folder: StateFolder.path(environment),
        boot: LiveClock.boot(),
        rest: clock.rest
      ),
      clock: clock,
      retries: .usual,
      launch: { words throws(CommandFailure) in try ChildProcess.run(words) },
      show: { text, words, variables throws(CommandFailure) in
        try ChildProcess.show(text, with: words, adding: variables)
      }
    )
  }

  /// `.` where the folder is gone: files in it are not found then, and that is true.
  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}

import ArgumentParser
import Foundation
import GitHubSandbox

/// `ghsearch-sandbox serve`: runs until interrupted.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve until interrupted; prints the base URL."
  )

  @Option(help: "Port on 127.0.0.1; 0 picks a free one.")
  var port: UInt16 = 0

  @OptionGroup var options: SandboxOptions

  func run() async throws {
    let sandbox: Sandbox
    do {
      sandbox = try await Sandbox.start(options.configuration(port: port))
    } catch {
      throw StartFailure(port: port, cause: error)
    }
    try FileHandle.standardOutput.write(contentsOf: Data("\(sandbox.baseURL)\n".utf8))
    for await _ in Signals.arrivals { break }
    await sandbox.stop()
  }
}

/// The sandbox cannot listen on the port.
struct StartFailure: Error, CustomStringConvertible {
  let port: UInt16
  let cause: any Error

  var description: String { "cannot listen on 127.0.0.1:\(port): \(cause)" }
}

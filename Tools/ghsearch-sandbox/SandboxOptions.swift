import ArgumentParser
import GitHubSandbox

/// The options that `serve` and `run` share.
struct SandboxOptions: ParsableArguments {
  @Option(help: "Token to accept; its user is octocat.")
  var token = SandboxToken.demonstration.value

  @Option(help: ArgumentHelp("Delay of every response, in milliseconds.", valueName: "ms"))
  var latency = 0

  @Option(help: "Number of repositories to generate besides the built-in ones.")
  var repositories = 0

  @Option(
    help: ArgumentHelp("Repository to star at the start; may be repeated.", valueName: "repo")
  )
  var star: [String] = []

  @Flag(help: "Star the generated repositories too, before all others.")
  var starGenerated = false

  @Option(
    help: ArgumentHelp(
      "Requests and GraphQL points per hour, besides searches.",
      valueName: "count"
    )
  )
  var hourlyLimit = 5_000

  func validate() throws {
    guard (1...4096).contains(token.utf8.count), token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw ValidationError("A token has up to 4096 visible ASCII characters.")
    }
    guard (0...600_000).contains(latency) else {
      throw ValidationError("The latency must be between 0 and 600000 ms.")
    }
    guard (0...1_000_000).contains(repositories) else {
      throw ValidationError("The number of generated repositories must be between 0 and 1000000.")
    }
    guard hourlyLimit >= 0 else { throw ValidationError("The limit must not be negative.") }
  }

  /// The requested configuration; port 0 picks a free port.
  func configuration(port: UInt16) -> SandboxConfiguration {
    var configuration = SandboxConfiguration()
    configuration.port = port
    configuration.tokens = [SandboxToken(token)]
    configuration.latency = .milliseconds(latency)
    configuration.generatedRepositories = repositories
    configuration.rateLimits.core = hourlyLimit
    configuration.rateLimits.graphQL = hourlyLimit
    let generated = starGenerated ? configuration.allRepositories.suffix(repositories) : []
    configuration.stars = [SandboxToken(token).login: generated.map(\.fullName) + star]
    return configuration
  }
}

import ArgumentParser
import Core
import GitHubModel
import MCP
import Output
import System

struct MCPCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.mcp.rawValue,
    abstract: "Serve agents over the Model Context Protocol.",
    usage: "ghsearch mcp [--allow-writes]",
    discussion: """
      An agent starts it and talks to it over standard input and output, one JSON message per \
      line. Its tools search repositories and your stars, show repositories and their READMEs, \
      compare repositories and count the stars they gained; with --allow-writes they also star, \
      unstar and fill star lists. It never waits for a rate limit.

      To search for the word mcp, use `ghsearch search mcp`.

      EXAMPLES:
        claude mcp add ghsearch -- ghsearch mcp
        ghsearch mcp --allow-writes
      """
  )

  @Flag(help: "Offer tools that star, unstar and change star lists.")
  var allowWrites = false

  @Argument(help: .hidden)
  var words: [String] = []

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func validate() throws {
    guard connection.wait != true else {
      throw ValidationError("mcp never waits; an agent is told when to call again")
    }
  }

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    guard words.isEmpty, !context.hasInputTerminal else {
      throw OperationFailure(
        .usage,
        "mcp",
        "this is a server for agents, not an interactive command",
        advice:
          "to search for the word, use `ghsearch search \((["mcp"] + words).joined(separator: " "))`"
      )
    }
    let context = context.connected(connection)
    let server = MCPServer(
      MCPTools.tools(allowsWrites: allowWrites).map { tool in
        tool.tool(in: context) { await Entry.run($0, in: $1) }
      },
      instructions: MCPTools.instructions,
      version: Version.current
    )
    let failure = await server.run(reading: context.lines(.messages), writingTo: context.output)
    if let failure { throw OperationFailure(.output, "write the answers", failure.description) }
    return .success
  }
}

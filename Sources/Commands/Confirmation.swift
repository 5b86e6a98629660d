import GitHubModel
import System

/// A question that the user answers at the terminal before a change, even when names are read from a pipe.
struct Confirmation {
  let question: String
  let context: Context

  /// Only `y` and `yes` count; an empty line and the end of the input mean no.
  ///
  /// - Throws: ``CommandFailure`` if there is no terminal.
  func isGiven() async throws(CommandFailure) -> Bool {
    guard case .line(let answer) = try await answer() else { return false }
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }

  private func answer() async throws(CommandFailure) -> LineRead {
    let prompt = "\(question) [y/N] "
    if context.hasInputTerminal, context.messageFormat == .text {
      try? context.errors.write(prompt)
      return await context.lines(.typed).next()
    }
    if let answer = await context.ask(prompt) { return answer }
    throw CommandFailure(.usage, "no terminal to ask on: \(question)", advice: "add --yes")
  }
}

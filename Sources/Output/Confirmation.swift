package import Core
import GitHubModel
import System
import Terminal

extension Context {
  /// Asks the user at the terminal before a change, even if names come from a pipe.
  ///
  /// The question may contain text of any origin. Only `y` and `yes` count; an empty line, the end
  /// of input and a canceled task mean no.
  ///
  /// - Throws: ``OperationFailure`` if there is no terminal.
  package func isConfirmed(_ question: String) async throws(OperationFailure) -> Bool {
    guard let answer = await ask(SafeText(question).description) else {
      throw OperationFailure(
        .usage,
        "cannot ask for confirmation without a terminal",
        advice: "add --yes"
      )
    }
    guard !Task.isCancelled, case .line(let text) = answer else { return false }
    return ["y", "yes"].contains(text.filter { !$0.isWhitespace }.lowercased())
  }
}

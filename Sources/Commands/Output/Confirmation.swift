import SearchUI

/// A question that somebody at a terminal answers before something is done.
struct Confirmation {
  private let question: String
  private let context: Context

  init(_ question: String, in context: Context) {
    (self.question, self.context) = (question, context)
  }

  /// Only a yes is one: an empty line and the end of the input are not.
  ///
  /// - Throws: ``CommandFailure`` where there is nobody to ask.
  func isGiven() async throws(CommandFailure) -> Bool {
    guard context.hasInputTerminal else {
      throw CommandFailure(.usage, question, "there is nobody to ask", advice: "add --yes")
    }
    try? context.errors.write("\(question) [y/N] ")
    guard case .line(let answer) = await context.lines.next() else { return false }
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}

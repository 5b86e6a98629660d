/// Which GitHub is talked to, and who hears of it, as it was asked for.
struct ConnectionChoice: Equatable, Sendable {
  /// Nil for the one that the environment names.
  var hostname: String?
  /// Whether requests and waits are told on standard error.
  var isVerbose = false
}

extension Context {
  /// The same world as such a choice wants it.
  func connected(_ choice: ConnectionChoice) -> Self {
    var context = self
    context.hostname = choice.hostname ?? hostname
    return choice.isVerbose ? context.traced() : context
  }
}

import Terminal

extension Context {
  /// Prints a name, a tab and a value; safe where a terminal shows them.
  func printFact(_ name: String, _ value: String) throws(CommandFailure) {
    let shown = terminal == nil ? value : SafeText(value).description
    try print(TSV.record([name, shown]))
  }
}

import ArgumentParser

/// What both faces of the search as you type have in common.
struct InteractiveOptions: ParsableArguments {
  @Flag(name: .customLong("no-history"), help: "Keep no history of searches, and read none.")
  var hasNoHistory = false
}

import ArgumentParser
import Core
import GitHubModel
import Output

extension MessageFormat: ExpressibleByArgument {
  private static let flag = "--message-format"

  /// Removes the option from the arguments before `--`, and returns the last format given.
  ///
  /// This precedes parsing, because the parser's messages use the format, too.
  static func remove(from arguments: inout [String]) throws(OperationFailure) -> Self? {
    var format: Self?
    let options = { (argument: String) in argument == flag || argument.hasPrefix(flag + "=") }
    while let index = arguments.prefix(while: { $0 != "--" }).firstIndex(where: options) {
      let option = arguments.remove(at: index)
      var value: String? = option == flag ? nil : String(option.dropFirst(flag.count + 1))
      if value == nil, index < arguments.endIndex { value = arguments.remove(at: index) }
      guard let value else {
        throw OperationFailure(.usage, flag, "missing value", advice: "use text, json")
      }
      format = Self(rawValue: value)
      guard format != nil else {
        let advice = Suggestion.advice(value, among: allCases.map(\.rawValue))
        throw OperationFailure(.usage, flag, "invalid value \"\(value)\"", advice: advice)
      }
    }
    return format
  }
}

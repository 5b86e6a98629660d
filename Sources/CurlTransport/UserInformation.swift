extension String {
  /// The text with what stands between `://` and `@` taken out of every address in it.
  ///
  /// libcurl repeats the address of a proxy that it does not understand, password and all. Where it
  /// cannot tell the parts of it, neither can we, and all of it is taken out.
  var hidingUserInformation: String {
    if let quote = firstRange(of: "proxy syntax in '") {
      return self[..<quote.upperBound] + "(hidden)'"
    }
    var hidden = ""
    var rest = self[...]
    while let start = rest.firstRange(of: "://") {
      hidden += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let word = rest.prefix { !$0.isWhitespace }
      guard let end = word.lastIndex(of: "@") else { continue }
      hidden += "(hidden)"
      rest = rest[end...]
    }
    return hidden + rest
  }
}

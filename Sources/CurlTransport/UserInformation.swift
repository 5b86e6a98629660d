extension String {
  /// The text with what stands between `://` and `@` taken out of every address in it.
  ///
  /// libcurl repeats the address of a proxy that it does not understand, password and all.
  var hidingUserInformation: String {
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

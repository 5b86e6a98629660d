extension String {
  /// Without a NUL, where SQLite's texts end.
  var storable: String {
    guard utf8.contains(0) else { return self }
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 })
    return String(scalars)
  }
}

/// Writes the little JSON that this program keeps for itself.
enum JSONWriter {
  /// An object of values that are JSON already.
  static func object(_ members: [(key: String, json: String)]) -> String {
    var json = "{"
    for (index, member) in members.enumerated() {
      if index > 0 { json += "," }
      json += quoted(member.key)
      json += ":"
      json += member.json
    }
    return json + "}"
  }

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    return isPlain ? "\"" + text + "\"" : escaped(text)
  }

  private static func escaped(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\0"..."\u{1F}":
        json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

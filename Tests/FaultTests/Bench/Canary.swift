/// The bench's token, which only the server may ever see.
enum Canary {
  static let token = "ghp_c4n4ryBENCHc4n4ryBENCHc4n4ryBENCH00"

  /// The recognizable parts of the token, none of which may appear.
  private static let traces = ["c4n4ry", "C4N4RY"].map { Array($0.utf8) }

  static func isIn(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return traces.contains { contains(bytes, $0) }
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, bytes.count >= part.count else { return false }
    return bytes.indices.dropLast(part.count - 1).contains { index in
      bytes[index] == first && bytes[index..<index + part.count].elementsEqual(part)
    }
  }
}

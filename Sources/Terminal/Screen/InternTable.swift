/// Texts that many cells share, each kept once and known by its place.
struct InternTable: Sendable, Equatable {
  /// As many as a cell's link can count; a screen holds fewer.
  private static let most = Int(UInt16.max)

  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  /// The text's place, which it gets when it is new; nil when the table is full.
  mutating func index(of text: String) -> Int? {
    if let place = places[text] { return place }
    guard texts.count < Self.most else { return nil }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  /// The place that a text has, if it has one.
  func place(of text: String) -> Int? { places[text] }
}

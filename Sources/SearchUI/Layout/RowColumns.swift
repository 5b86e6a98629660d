/// Which columns of a row there is room for, and how wide they are; 0 leaves one out.
///
/// By priority: the star, the full name, the count of stars, the language, the age, the description.
struct RowColumns: Equatable {
  /// Pointer, mark, star, favourite, origin, and a space.
  static let gutter = 6
  /// `99.9k` and `1.2m`, with the gap before them.
  private static let widestStars = 6
  /// A dot, a space and ten letters, with the gap before them.
  private static let widestLanguage = 13
  /// `11mo`, with the gap before it.
  private static let widestAge = 5
  /// Less of a name or a description tells nothing.
  private static let leastName = 20
  private static let leastDescription = 24
  /// More than most names need.
  private static let mostName = 36

  private(set) var name = 0
  private(set) var stars = 0
  private(set) var language = 0
  private(set) var age = 0
  private(set) var description = 0

  init(width: Int) {
    var room = max(width - Self.gutter, 0)
    func take(_ columns: Int) -> Int {
      guard room >= Self.leastName + columns else { return 0 }
      room -= columns
      return columns
    }
    stars = take(Self.widestStars)
    language = stars > 0 ? take(Self.widestLanguage) : 0
    age = language > 0 ? take(Self.widestAge) : 0
    let hasDescription = age > 0 && room >= Self.mostName + Self.leastDescription
    name = hasDescription ? Self.mostName : room
    description = hasDescription ? room - name : 0
  }
}

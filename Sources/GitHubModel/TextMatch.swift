/// Where words of a search stand in a text of a repository.
package struct TextMatch: Sendable, Hashable {
  /// The texts that GitHub tells it of, as far as this program shows them.
  package enum Property: String, Sendable {
    case name
    case description
  }

  package let property: Property
  /// All of the text, or a piece of it.
  package let fragment: String
  /// Of the fragment's UTF-8.
  package let ranges: [Range<Int>]

  package init(property: Property, fragment: String, ranges: [Range<Int>]) {
    self.property = property
    self.fragment = fragment
    self.ranges = ranges
  }
}

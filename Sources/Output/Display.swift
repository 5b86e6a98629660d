package import Essentials
import GitHubModel
import SearchUI
import Terminal

/// The terminal that shows rows: its size and abilities, and the time to which ages refer.
package struct Display: Sendable {
  /// In columns.
  var width: Int
  /// In rows.
  var height = 24
  var hasColor: Bool
  private(set) var capabilities: TerminalCapabilities
  /// Whether it shows only ASCII.
  var isPlain = false
  var now: Date
  /// Whether repositories have the time when they were starred, in place of that of the last push.
  var showsStarDates = false

  package init(
    width: Int = 80,
    hasColor: Bool = false,
    hasHyperlinks: Bool = false,
    now: Date
  ) {
    (self.width, self.hasColor, self.now) = (width, hasColor, now)
    capabilities = TerminalCapabilities(hasHyperlinks: hasHyperlinks)
  }

  init(_ terminal: TerminalSize, _ color: ColorChoice, in context: Context) {
    (width, height) = (terminal.columns, terminal.rows)
    hasColor = color.isColored(context)
    capabilities = TerminalCapabilities(environment: context.world.environment)
    isPlain = context.world.environment["TERM"] == "dumb"
    now = context.world.now()
  }

  var hasHyperlinks: Bool { hasColor && capabilities.hasHyperlinks }

  /// How it shows pictures; nil if it does not.
  var pictures: PictureProtocol? { hasColor ? capabilities.pictures : nil }

  func styled(_ style: CellStyle?, _ text: String) -> String {
    hasColor && !text.isEmpty ? style?(text) ?? text : text
  }
}

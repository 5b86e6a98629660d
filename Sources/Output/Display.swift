import Core
package import Essentials
import GitHubModel
package import Presentation
package import Terminal

/// The terminal that shows rows: its size and abilities, and the time that ages are relative to.
package struct Display: Sendable {
  /// The width in columns.
  package var width: Int
  /// The height in rows.
  package var height = 24
  package var hasColor: Bool
  package private(set) var capabilities: TerminalCapabilities
  /// Whether it shows only ASCII.
  package var isPlain = false
  package var now: Date
  /// Whether to show when repositories were starred instead of their last push.
  package var showsStarDates = false
  /// The words of a query to highlight; nil for none.
  package var marks: QueryMarks?

  package init(width: Int = 80, hasColor: Bool = false, hasHyperlinks: Bool = false, now: Date) {
    (self.width, self.hasColor, self.now) = (width, hasColor, now)
    capabilities = TerminalCapabilities(hasHyperlinks: hasHyperlinks)
  }

  package init(_ terminal: TerminalSize, _ color: ColorChoice, in context: Context) {
    (width, height) = (terminal.columns, terminal.rows)
    hasColor = color.isColored(context)
    capabilities = TerminalCapabilities(environment: context.world.environment)
    isPlain = context.world.environment["TERM"] == "dumb"
    now = context.world.now()
  }

  package var hasHyperlinks: Bool { hasColor && capabilities.hasHyperlinks }

  /// The picture protocol; nil if it shows no pictures.
  package var pictures: PictureProtocol? { hasColor ? capabilities.pictures : nil }

  package func styled(_ style: CellStyle?, _ text: String) -> String {
    hasColor && !text.isEmpty ? style?(text) ?? text : text
  }
}

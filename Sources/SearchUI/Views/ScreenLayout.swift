package import Terminal

/// The positions of the screen's parts, by its size.
package struct ScreenLayout: Sendable, Equatable {
  /// How the list and the details share the screen.
  package enum Kind: Sendable, Hashable {
    /// Too small for rows: the query and its result on one line; opened parts use all lines.
    case oneLine
    /// Only the list; opened details replace it.
    case single
    /// The details below the list; opened details replace it.
    case stacked
    /// The details to the right of the list.
    case sideBySide
  }

  package let kind: Kind
  package private(set) var query: ScreenRegion
  /// The tabs above the query, and a line between list and details; nil if there is no space.
  package private(set) var tabs: ScreenRegion?
  package private(set) var divider: ScreenRegion?
  /// The list; nil if the details or the help replace it.
  package private(set) var list: ScreenRegion?
  package private(set) var detail: ScreenRegion?
  /// Always present, so that no message takes a row from the list; on a low screen it replaces the
  /// status.
  package private(set) var message: ScreenRegion?
  package private(set) var status: ScreenRegion?
  /// Everything between the query and the status, where the help is shown.
  package private(set) var body: ScreenRegion

  /// Lays out a screen.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - hasDetail: Whether there is a repository whose details could be shown.
  ///   - isDetailOpen: Whether the details are open, and therefore get more space.
  package init(_ size: ScreenSize, hasDetail: Bool = true, isDetailOpen: Bool = false) {
    kind = Self.kind(size)
    query = ScreenRegion(column: 0, row: 0, columns: size.columns, rows: 1)
    body = ScreenRegion(size)
    guard kind != .oneLine else {
      if hasDetail, isDetailOpen { detail = body }
      return
    }
    let isLow = size.rows < Self.minRowsForTabs
    if !isLow {
      tabs = query
      query.row = 1
    }
    let last = ScreenRegion(column: 0, row: size.rows - 1, columns: size.columns, rows: 1)
    (status, message) = (last, last)
    if !isLow { message?.row -= 1 }
    let top = query.row + 1
    body.row = top
    body.rows = size.rows - top - (isLow ? 1 : 2)
    list = body
    if hasDetail { divide(isDetailOpen: isDetailOpen) }
  }

  private static func kind(_ size: ScreenSize) -> Kind {
    if size.columns < 20 || size.rows < 4 { return .oneLine }
    if size.columns >= 100 { return .sideBySide }
    return size.columns >= 60 && size.rows >= minRowsForStack ? .stacked : .single
  }

  private static let minRowsForTabs = 8
  private static let minRowsForStack = 15

  /// The minimum width for both; on a narrower screen, open details use all of it, since a README
  /// needs about 70 columns and a list 40.
  private static let minColumnsForBoth = 110

  private mutating func divide(isDetailOpen: Bool) {
    if isDetailOpen, body.columns < Self.minColumnsForBoth {
      (list, detail) = (nil, body)
      return
    }
    switch kind {
    case .oneLine, .single: break
    case .stacked: stack()
    case .sideBySide: splitSideways(isDetailOpen: isDetailOpen)
    }
  }

  private mutating func stack() {
    let listRows = (body.rows + 1) / 2
    let split = body.row + listRows
    list = ScreenRegion(column: 0, row: body.row, columns: body.columns, rows: listRows)
    divider = ScreenRegion(column: 0, row: split, columns: body.columns, rows: 1)
    detail = ScreenRegion(
      column: 0,
      row: split + 1,
      columns: body.columns,
      rows: body.rows - listRows - 1
    )
  }

  /// Splits the width into halves, or gives two thirds to open details.
  private mutating func splitSideways(isDetailOpen: Bool) {
    let listColumns = isDetailOpen ? body.columns / 3 : body.columns * 11 / 20
    list = ScreenRegion(column: 0, row: body.row, columns: listColumns - 1, rows: body.rows)
    divider = ScreenRegion(column: listColumns, row: body.row, columns: 1, rows: body.rows)
    detail = ScreenRegion(
      column: listColumns + 2,
      row: body.row,
      columns: body.columns - listColumns - 2,
      rows: body.rows
    )
  }
}

import Essentials
import GRDB
import GitHubModel

extension Date {
  /// Whole seconds since 1970, as stored; nil for a date out of range.
  ///
  /// Rounded down, since a future time would not count as recent.
  var wholeSeconds: Int64? { Int64(exactly: timeIntervalSince1970.rounded(.down)) }

  init(wholeSeconds: Int64) { self.init(timeIntervalSince1970: Double(wholeSeconds)) }
}

extension String {
  /// The text with NUL replaced, since SQLite's texts end there.
  var storable: String {
    let hasNUL = utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? true
    return hasNUL ? replacing("\0", with: "\u{FFFD}") : self
  }
}

extension SQLInterpolation {
  mutating func appendInterpolation(_ account: AccountID) {
    appendInterpolation(account.rawValue)
  }

  mutating func appendInterpolation(_ name: RepositoryName) {
    appendInterpolation(name.fullName)
  }
}

extension Database {
  /// Runs statements with bound values.
  func run(_ sql: SQL) throws { try execute(literal: sql) }

  /// The first value selected by a statement; nil if there is none, or it is null.
  func value<Value: DatabaseValueConvertible>(_ sql: SQL) throws -> Value? {
    try SQLRequest<Value>(literal: sql).fetchOne(self)
  }

  /// The IDs selected by a statement, which is prepared once.
  func ids(_ sql: SQL) throws -> [Int64] {
    try SQLRequest<Int64>(literal: sql, cached: true).fetchAll(self)
  }

  /// The rows selected by a statement.
  func rows(_ sql: SQL) throws -> [Row] { try SQLRequest<Row>(literal: sql).fetchAll(self) }

  /// The records that a statement selects; unreadable ones are omitted.
  func records<Record: RowRecord>(_ sql: SQL) throws -> [Record] {
    try rows(sql).compactMap { try? Record(row: $0) }
  }

  /// The first column that a statement selects, without nulls.
  func column<Value: DatabaseValueConvertible>(_ sql: SQL) throws -> [Value] {
    try rows(sql).compactMap { $0.value(0, Value.self) }
  }

  /// The first two columns that a statement selects; rows with a null in either are omitted.
  func pairs<First: DatabaseValueConvertible, Second: DatabaseValueConvertible>(
    _ sql: SQL
  ) throws -> [(First, Second)] {
    try rows(sql).compactMap { row in
      guard let first = row.value(0, First.self), let second = row.value(1, Second.self) else {
        return nil
      }
      return (first, second)
    }
  }
}

/// A value with a property for each column, named in snake case; dates are in seconds since 1970.
protocol RowRecord: Decodable, FetchableRecord {}

extension RowRecord {
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .convertFromSnakeCase
  }

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}

extension Row {
  /// The value of a column; nil if it is null or of another type.
  ///
  /// GRDB's own subscripts trap on a value of the wrong type, which a damaged file may have.
  func value<Value: DatabaseValueConvertible>(_ index: Int, _ type: Value.Type) -> Value? {
    Value.fromDatabaseValue(databaseValue(index))
  }

  /// The full name of a repository; nil if the column contains none.
  func name(_ index: Int) -> RepositoryName? {
    value(index, String.self).flatMap { RepositoryName($0) }
  }

  /// The value of a column; null if there is no such column.
  func databaseValue(_ index: Int) -> DatabaseValue {
    index < count ? self[index] : .null
  }
}

extension Collection<Int64> {
  /// A list of numbers for `json_each`.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}

import GRDB

extension Row {
  /// The value of a column, or nil where it is null or of another type.
  ///
  /// GRDB's own subscripts end the process on a value of the wrong type, which a damaged file may
  /// hold.
  func value<Value: DatabaseValueConvertible>(_ index: Int, _ type: Value.Type) -> Value? {
    guard index < count else { return nil }
    let stored: DatabaseValue = self[index]
    return Value.fromDatabaseValue(stored)
  }
}

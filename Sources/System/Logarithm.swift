import CLibrary

extension Double {
  /// The natural logarithm; not a number for a negative value.
  package var naturalLogarithm: Double { log(self) }
}

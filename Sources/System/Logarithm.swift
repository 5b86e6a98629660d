import CLibrary

extension Double {
  /// The natural logarithm; NaN for a negative value.
  package var naturalLogarithm: Double { log(self) }
}

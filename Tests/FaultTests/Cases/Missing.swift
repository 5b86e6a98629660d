extension FaultCase {
  static let json: [Self] = []
  static let output: [Self] = []
  static let signals: [Self] = []
  static let files: [Self] = []
}

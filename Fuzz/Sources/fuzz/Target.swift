/// The parsers to fuzz; the directory of the same name in `Corpus` has the initial inputs.
enum Target: String, CaseIterable {
  case page, failure, fields, secrets, names, text, keys

  /// A C callback cannot capture, so each target has its own.
  var callback: FuzzCallback {
    switch self {
    case .page: { bytes, count in run(checkPage, bytes, count) }
    case .failure: { bytes, count in run(checkFailure, bytes, count) }
    case .fields: { bytes, count in run(checkFields, bytes, count) }
    case .secrets: { bytes, count in run(checkSecrets, bytes, count) }
    case .names: { bytes, count in run(checkNames, bytes, count) }
    case .text: { bytes, count in run(checkText, bytes, count) }
    case .keys: { bytes, count in run(checkKeys, bytes, count) }
    }
  }
}

private func run(_ check: ([UInt8]) -> Void, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Traps with the reason unless the condition holds.
func demand(_ holds: Bool, _ reason: @autoclosure () -> String) {
  if !holds { fatalError(reason()) }
}

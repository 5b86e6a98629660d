/// A control sequence (ECMA-48, 5.4), taken apart.
struct ControlSequence {
  /// `<`, `=`, `>` or `?`, which make a sequence private.
  let marker: UInt8?
  /// Parameters, each with its parts between colons; what is left out is nil.
  let parameters: [[Int?]]
  let intermediates: ArraySlice<UInt8>
  let final: UInt8

  init(body: ArraySlice<UInt8>, final: UInt8) {
    let marker = body.first.flatMap { 0x3C...0x3F ~= $0 ? $0 : nil }
    let rest = marker == nil ? body : body.dropFirst()
    let numbers = rest.prefix { 0x30...0x3F ~= $0 }
    self.marker = marker
    self.final = final
    intermediates = rest[numbers.endIndex...]
    parameters =
      numbers.isEmpty
      ? []
      : numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(
        Self.parts
      )
  }

  private static func parts(_ parameter: ArraySlice<UInt8>) -> [Int?] {
    parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
  }

  /// Numbers that no terminal sends are all the same large one.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = min(number * 10 + Int(digit - 0x30), 9_999_999)
    }
    return number
  }

  /// The first part of a parameter.
  func number(_ index: Int) -> Int? {
    parameters.indices.contains(index) ? parameters[index].first ?? nil : nil
  }

  func part(_ index: Int, of parameter: Int) -> Int? {
    guard parameters.indices.contains(parameter), parameters[parameter].indices.contains(index)
    else { return nil }
    return parameters[parameter][index]
  }
}

/// The beginning of a control sequence, behind `ESC [`.
struct PartialSequence {
  enum Step {
    case incomplete(PartialSequence)
    case complete(ControlSequence)
    /// CAN or SUB, which end a sequence without effect.
    case cancelled
    /// The byte does not belong to the sequence and is to be read anew.
    case invalid
  }

  /// Longer than any terminal sends; what comes beyond is forgotten, and the sequence with it.
  private static let longest = 256

  private var body: [UInt8] = []

  var isEmpty: Bool { body.isEmpty }

  func adding(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "$") where isOneNumber, 0x40...0x7E:
      // rxvt ends keys with `$`, which elsewhere stands before a final byte.
      if body.count > Self.longest { return .cancelled }
      return .complete(ControlSequence(body: body[...], final: byte))
    case 0x20...0x3F: return .incomplete(appending(byte))
    case 0x18, 0x1A: return .cancelled
    default: return .invalid
    }
  }

  private var isOneNumber: Bool {
    !body.isEmpty && body.count < 4 && body.allSatisfy { 0x30...0x39 ~= $0 }
  }

  private func appending(_ byte: UInt8) -> Self {
    var next = self
    if body.count <= Self.longest { next.body.append(byte) }
    return next
  }
}

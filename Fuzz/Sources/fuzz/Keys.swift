import Terminal

/// Keys: no input is pending after the deadline, no matter how the bytes are split.
func checkKeys(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  var decoder = KeyDecoder()
  var now = ContinuousClock.now
  var rest = bytes.dropFirst()
  while !rest.isEmpty {
    let piece = rest.prefix(Int(first % 7) + 1)
    rest = rest.dropFirst(piece.count)
    checkEvents(decoder.decode(piece, at: now))
    now += .milliseconds(Int(first / 7))
    checkEvents(decoder.expire(at: now))
  }
  if let deadline = decoder.deadline {
    checkEvents(decoder.expire(at: deadline))
    demand(decoder.deadline == nil, "still waiting")
  }
}

private func checkEvents(_ events: [InputEvent]) {
  for case .paste(let text) in events {
    demand(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "unsafe")
  }
}

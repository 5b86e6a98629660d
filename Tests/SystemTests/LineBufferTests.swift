import Foundation
import Testing

@testable import System

/// The lines in bytes, however these are split.
@Suite struct LineBufferTests {
  private func lines(_ pieces: [[UInt8]], _ rules: LineRules = .typed) -> [LineRead] {
    var buffer = LineBuffer(rules)
    var lines: [LineRead] = []
    for piece in pieces + [[]] {
      buffer.add(piece)
      while let line = buffer.takeLine() {
        lines.append(line)
        if line == .end { return lines }
      }
    }
    return lines
  }

  @Test(arguments: 1...9)
  func `lines are the same however the bytes arrive`(size: Int) {
    let bytes = Array("swift\n\nnio é\r\nlast".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }

    #expect(lines(pieces) == [.line("swift"), .line(""), .line("nio é"), .line("last"), .end])
  }

  @Test func `empty input has no lines`() {
    #expect(lines([]) == [.end])
    #expect(lines([Array("a\n".utf8)]) == [.line("a"), .end])
  }

  @Test func `bytes that are not text are an unreadable line, and the next one is read`() {
    #expect(
      lines([[0x66, 0xFF, 0x0A, 0x61, 0x0A]])
        == [.unreadable("it is not UTF-8 text"), .line("a"), .end]
    )
  }

  @Test func `skips an endless line`() {
    let piece = [UInt8](repeating: 0x61, count: 4096)

    let read = lines(Array(repeating: piece, count: 100) + [Array("\nnext\n".utf8)])

    #expect(read == [.overlong("it is longer than 65536 bytes"), .line("next"), .end])
  }

  @Test func `drops an unfinished message`() {
    #expect(lines([Array("one\ntwo".utf8)], .messages) == [.line("one"), .end])
    #expect(lines([Array("two".utf8)], .messages) == [.end])
  }

  @Test func `reads a pipe line by line to its end`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo".utf8))
    try pipe.fileHandleForWriting.close()
    let lines = DescriptorLines(pipe.fileHandleForReading.fileDescriptor)

    #expect(await lines.next() == .line("one"))
    #expect(await lines.next() == .line("two"))
    #expect(await lines.next() == .end)
    #expect(await lines.next() == .end)
  }
}

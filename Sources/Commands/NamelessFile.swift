#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text in a file that nobody else can find, and that is gone with its last reader.
struct NamelessFile: ~Copyable {
  /// Reads from the start of the text.
  let descriptor: Int32

  /// Nil when it cannot be written; `errno` says why.
  init?(_ text: String) {
    guard let descriptor = Self.make(text) else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func make(_ text: String) -> Int32? {
    var template = Array("/tmp/ghsearch-XXXXXX".utf8CString)
    let descriptor = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkstemp($0) } ?? -1
    }
    guard descriptor >= 0 else { return nil }
    unlink(template)
    var text = text
    let problem = text.withUTF8 {
      DescriptorSink.write(UnsafeRawBufferPointer($0), to: descriptor)
    }
    guard problem == nil, lseek(descriptor, 0, SEEK_SET) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}

import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A case's directory: an empty home, an empty working directory, and the case's files.
struct World {
  let root: String
  private let given: Set<String>

  init(_ files: [FaultFile], _ places: Places) throws {
    root = NSTemporaryDirectory() + "ghsearch-fault-\(UUID().uuidString)"
    given = Set(files.map(\.path))
    for directory in ["home", "here"] { try Self.makeDirectory("\(root)/\(directory)") }
    for file in files { try make(file, places) }
  }

  func remove() {
    // The contents of an unwritable directory cannot be removed.
    let paths = FileManager.default.enumerator(atPath: root)
    while let path = paths?.nextObject() as? String { chmodDirectory("\(root)/\(path)") }
    try? FileManager.default.removeItem(atPath: root)
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(root)/\(path)")
  }

  /// The paths of files that contain a part of the token but did not get it from the case.
  func leaks() -> [String] {
    let paths = FileManager.default.enumerator(atPath: root)
    var leaks: [String] = []
    while let path = paths?.nextObject() as? String {
      guard !given.contains(path), let content = Self.content("\(root)/\(path)") else { continue }
      if Canary.isIn(content) { leaks.append(path) }
    }
    return leaks
  }

  private func make(_ file: FaultFile, _ places: Places) throws {
    let path = "\(root)/\(file.path)"
    try Self.makeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    switch file.content {
    case .bytes(let bytes) where file.isProgram:
      try writeScript(String(decoding: bytes.filled(places), as: UTF8.self), to: path)
    case .bytes(let bytes): try Data(bytes.filled(places)).write(to: URL(fileURLWithPath: path))
    case .directory: try Self.makeDirectory(path)
    case .pipe: guard mkfifo(path, mode_t(file.mode)) == 0 else { throw POSIXError(.EINVAL) }
    case .link(let target):
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      return
    case .hole(let size):
      try Data().write(to: URL(fileURLWithPath: path))
      guard truncate(path, off_t(size)) == 0 else { throw POSIXError(.EINVAL) }
    }
    guard chmod(path, mode_t(file.mode)) == 0 else { throw POSIXError(.EINVAL) }
  }

  private static func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func chmodDirectory(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { chmod(path, 0o700) }
  }

  /// Returns nil for anything but a regular file, and for a file too large to be ghsearch's.
  private static func content(_ path: String) -> Data? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size < 32 << 20
    else { return nil }
    return try? Data(contentsOf: URL(fileURLWithPath: path))
  }
}

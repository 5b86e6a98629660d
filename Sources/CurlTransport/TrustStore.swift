#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the certificate authorities are that a TLS peer is checked against.
///
/// A directory of hashed certificates is preferred: OpenSSL opens only the files it needs, where
/// the whole bundle costs some 25 ms of processor time for its 140 certificates.
package struct TrustStore: Sendable, Equatable {
  /// A PEM bundle, or nil for libcurl's own choice.
  package var file: String?
  /// A directory with `HASH.0` links, or nil.
  package var directory: String?

  package init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// The system's store, or what `SSL_CERT_FILE` and `SSL_CERT_DIR` name instead, as OpenSSL has it.
  package static func system(environment: [String: String] = [:]) -> Self {
    let file = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    let directory = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    if file != nil || directory != nil { return Self(file: file, directory: directory) }
    return Self(directory: hashedDirectories.first(where: hasHashedCertificates))
  }

  /// Debian and its relatives, then Fedora's and SUSE's.
  private static let hashedDirectories = [
    "/etc/ssl/certs", "/etc/pki/tls/certs", "/var/lib/ca-certificates/openssl",
  ]

  /// Stops at the first entry named like `2c543cd1.0`.
  private static func hasHashedCertificates(_ path: String) -> Bool {
    guard let directory = unsafe opendir(path) else { return false }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let length = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: length) {
          unsafe String(cString: $0)
        }
      }
      if isHashedName(name) { return true }
    }
    return false
  }

  static func isHashedName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 8
      && parts[0].utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
      && !parts[1].isEmpty && parts[1].allSatisfy(\.isWholeNumber)
  }
}

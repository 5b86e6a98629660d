import CLibrary
import System

/// The certificate authorities for TLS.
///
/// A directory of hashed certificates is preferred: OpenSSL opens only the files it needs, whereas the whole
/// bundle costs some 25 ms of processor time for its 140 certificates.
///
/// `unsafe` below because the system's calls take pointers: each is to a value that outlives the call.
package struct TrustStore: Sendable, Equatable {
  /// The path of a PEM bundle; nil for libcurl's default.
  package var file: String?
  /// The path of a directory with `HASH.0` links; nil for libcurl's default.
  package var directory: String?

  package init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// The system's store, or that of `SSL_CERT_FILE` and `SSL_CERT_DIR`, as for OpenSSL.
  package static func system(environment: [String: String] = [:]) -> Self {
    let file = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    let directory = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    if file != nil || directory != nil { return Self(file: file, directory: directory) }
    return Self(directory: Self.directory(among: systemDirectories, covering: systemBundles))
  }

  /// Whether neither the system nor OpenSSL's variables name certificate authorities, so that no
  /// server can be verified.
  package static func isMissing(environment: [String: String]) -> Bool {
    system(environment: environment) == Self() && systemBundle == nil
  }

  /// The bundle that libcurl reads on this system; nil if there is none.
  package static var systemBundle: String? {
    systemBundles.first { FileStatus(of: $0).isReadable }
  }

  /// The bundles that libcurl is built to read on Debian, Fedora, SUSE, and macOS, Alpine and the BSDs.
  private static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Debian and its relatives, then Fedora's.
  private static let systemDirectories = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}

// MARK: - Hashed directories

extension TrustStore {
  /// The first directory in which OpenSSL finds every certificate of the bundles.
  ///
  /// A directory may have some certificates hashed and most not, when an administrator has run
  /// `openssl rehash` for one of their own; using only that one would reject every other server. The
  /// certificates are therefore compared byte for byte, which takes a millisecond while libcurl loads.
  /// Whether a name is the hash of its certificate is not checked.
  static func directory(among directories: [String], covering bundles: [String]) -> String? {
    for directory in directories {
      let found = hashedCertificates(in: directory)
      guard !found.isEmpty else { continue }
      let needed = bundles.lazy.compactMap(contents(of:)).flatMap(certificates(in:))
      if needed.allSatisfy(found.contains) { return directory }
    }
    return nil
  }

  /// The certificates that OpenSSL finds by their hashes.
  ///
  /// It opens `HASH.0`, `HASH.1` and so on, up to the first that it cannot read. Only a file's first
  /// certificate is the one that the name is made of (X509_LOOKUP_hash_dir(3)).
  private static func hashedCertificates(in directory: String) -> Set<String> {
    let names = Set(FileSystem.names(in: directory))
    var found: Set<String> = []
    for hash in names.compactMap(hash(ofName:)) {
      for number in 0... {
        let name = "\(hash).\(number)"
        guard names.contains(name), let bytes = contents(of: "\(directory)/\(name)"),
          let certificate = certificates(in: bytes).first
        else { break }
        found.insert(certificate)
      }
    }
    return found
  }

  /// `2c543cd1` of `2c543cd1.0`, the first file with a hash; nil for any other name.
  static func hash(ofName name: String) -> String? {
    guard name.hasSuffix(".0"), name.utf8.count == 10 else { return nil }
    let hash = name.utf8.prefix(8)
    let isHexadecimal = hash.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return isHexadecimal ? String(name.prefix(8)) : nil
  }

  /// The PEM blocks of certificates in a text (RFC 7468), markers included.
  ///
  /// `TRUSTED CERTIFICATE`, OpenSSL's own form with other contents, is not one.
  private static func certificates(in bytes: [UInt8]) -> [String] {
    var blocks: [String] = []
    var start: Int?
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "-") {
      if line.starts(with: "-----BEGIN CERTIFICATE-----".utf8) {
        start = line.startIndex
      } else if let first = start, line.starts(with: "-----END CERTIFICATE-----".utf8) {
        blocks.append(String(decoding: bytes[first..<line.endIndex], as: UTF8.self))
        start = nil
      }
    }
    return blocks
  }
}

// MARK: - Files

extension TrustStore {
  /// The bytes of a file; nil if it cannot be read or is not a regular file.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor(path, .read, followsLinks: true) else { return nil }
    let status = file.status
    guard status.isFile else { return nil }
    let bytes = try? FileDescriptor.read(from: file.number, atMost: status.size)
    return bytes?.count == status.size ? bytes : nil
  }
}

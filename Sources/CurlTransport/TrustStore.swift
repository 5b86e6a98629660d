import System

/// The certificate authorities for TLS.
///
/// A directory of hashed certificates is preferred: OpenSSL opens only the files it needs, whereas
/// the whole bundle of 140 certificates costs about 25 ms of processor time.
package struct TrustStore: Sendable, Equatable {
  /// The path of a PEM bundle; nil for libcurl's default.
  package var file: String?
  /// The path of a directory with `HASH.0` links; nil for libcurl's default.
  package var directory: String?

  package init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// The system's store, or the one in `SSL_CERT_FILE` and `SSL_CERT_DIR`, as for OpenSSL.
  package static func system(environment: [String: String] = [:]) -> Self {
    let file = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    let directory = environment["SSL_CERT_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    if file != nil || directory != nil { return Self(file: file, directory: directory) }
    return Self(directory: Self.directory(among: systemDirectories, covering: systemBundles))
  }

  /// Whether neither the system nor OpenSSL's variables name any certificate authorities, so that
  /// no server can be verified.
  package static func isMissing(environment: [String: String]) -> Bool {
    system(environment: environment) == Self() && systemBundle == nil
  }

  /// The bundle that libcurl reads on this system; nil if there is none.
  package static var systemBundle: String? {
    systemBundles.first { FileStatus(of: $0).isReadable }
  }

  /// The bundles that libcurl reads by default on Debian, Fedora, SUSE, macOS, Alpine and the BSDs.
  private static let systemBundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// The directories of Debian and its derivatives, then Fedora's.
  private static let systemDirectories = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}

// MARK: - Hashed directories

extension TrustStore {
  /// The first directory in which OpenSSL finds as many certificates as the largest bundle
  /// contains.
  ///
  /// A directory may have only a few hashed certificates, if an administrator has run `openssl
  /// rehash` for one of their own; using only those would reject every other server.
  static func directory(among directories: [String], covering bundles: [String]) -> String? {
    var needed: Int?
    return directories.first { directory in
      let count = hashedNames(in: directory)
      guard count > 0 else { return false }
      let largest = needed ?? bundles.map(certificateCount(in:)).max() ?? 0
      needed = largest
      return count >= largest
    }
  }

  /// The number of names that OpenSSL looks up for certificates.
  ///
  /// It opens `HASH.0`, `HASH.1` and so on, until one is missing (X509_LOOKUP_hash_dir(3)).
  private static func hashedNames(in directory: String) -> Int {
    let names = Set(FileSystem.names(in: directory))
    return names.compactMap(hash(ofName:)).reduce(0) { count, hash in
      var number = 1
      while names.contains("\(hash).\(number)") { number += 1 }
      return count + number
    }
  }

  /// The hash in the name of its first file, such as `2c543cd1` in `2c543cd1.0`; nil for any other
  /// name.
  static func hash(ofName name: String) -> String? {
    guard name.hasSuffix(".0"), name.utf8.count == 10 else { return nil }
    let hash = name.utf8.prefix(8)
    let isHexadecimal = hash.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return isHexadecimal ? String(name.prefix(8)) : nil
  }

  /// The number of certificates in a bundle (RFC 7468); 0 if it cannot be read or is not a regular
  /// file.
  private static func certificateCount(in bundle: String) -> Int {
    guard let file = try? FileDescriptor(bundle, .read, followsLinks: true), file.status.isFile,
      let bytes = try? file.bytes(atMost: file.status.size)
    else { return 0 }
    return bytes.split(separator: UInt8(ascii: "\n"))
      .count { $0.starts(with: "-----BEGIN CERTIFICATE-----".utf8) }
  }
}

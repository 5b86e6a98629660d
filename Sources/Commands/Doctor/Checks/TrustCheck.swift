import CurlTransport

/// The certificate authorities that servers are checked against.
struct TrustCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    let environment = patient.context.environment
    let trust = TrustStore.system(environment: environment)
    let named = [trust.file, trust.directory].compactMap(\.self)
    if let missing = named.first(where: { !FileStatus(of: $0).isReadable }) {
      return [
        .failure(
          .network,
          "trust",
          "\(missing) cannot be read",
          remedy: "correct SSL_CERT_FILE and SSL_CERT_DIR, or unset them"
        )
      ]
    }
    guard named.isEmpty else {
      return [.fine("trust", "certificate authorities in \(named.joined(separator: " and "))")]
    }
    return [Self.choiceOfLibcurl]
  }

  private static var choiceOfLibcurl: Finding {
    guard let bundle = bundles.first(where: { FileStatus(of: $0).isReadable }) else {
      let remedy = "install ca-certificates, or set SSL_CERT_FILE"
      return .warning("trust", "no certificate authorities were found", remedy: remedy)
    }
    return .fine("trust", "certificate authorities in \(bundle)")
  }

  /// What libcurl is built to look at on Debian, Fedora, SUSE, and macOS, Alpine and the BSDs.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
}

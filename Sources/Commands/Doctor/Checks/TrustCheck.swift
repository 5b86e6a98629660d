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
    guard !named.isEmpty else { return [.fine("trust", "libcurl's own certificate authorities")] }
    return [.fine("trust", "certificate authorities in \(named.joined(separator: " and "))")]
  }
}

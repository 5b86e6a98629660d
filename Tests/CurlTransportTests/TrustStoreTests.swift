import Foundation
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import TestTraits
import Testing

@testable import CurlTransport

@Suite(.ownThread) struct TrustStoreTests {
  private let root = TemporaryFolder()

  @Test func `OpenSSL's variables replace the system's store`() {
    let both = TrustStore.system(environment: ["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])

    #expect(both == TrustStore(file: "/f", directory: "/d"))
    #expect(TrustStore.system(environment: ["SSL_CERT_FILE": "/f"]) == TrustStore(file: "/f"))
  }

  @Test func `treats an empty variable as unset`() {
    #expect(TrustStore.system(environment: ["SSL_CERT_DIR": ""]) == TrustStore.system())
  }

  @Test(arguments: [
    ("2c543cd1.0", "2c543cd1"), ("2c543cd1.1", nil), ("2c543cd1.00", nil), ("2C543CD1.0", nil),
    ("2c543cd1.r0", nil), ("2c543cdg.0", nil), ("ca-certificates.crt", nil), (".", nil),
    ("é234567.0", nil),
  ])
  func `recognizes the first certificate of a hash by its name`(_ name: String, _ hash: String?) {
    #expect(TrustStore.hash(ofName: name) == hash)
  }

  // MARK: Which directory is used instead of the bundle

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func folder(_ name: String, _ names: [String] = []) throws -> String {
    let folder = try root.makeDirectory(name)
    for name in names { try write("", to: "\(folder)/\(name)") }
    return folder
  }

  /// A bundle with this many certificates, and an entry that OpenSSL does not count.
  private func bundle(_ count: Int, _ name: String = "bundle.crt") throws -> String {
    let (path, label) = ("\(root.path)/\(name)", "CERTIFICATE")
    func pem(_ label: String) -> String {
      "-----BEGIN \(label)-----\nTUlJ\n-----END \(label)-----\n"
    }
    let other = "# Authorities\n" + pem("TRUSTED \(label)") + pem("X509 CRL")
    try write(other + String(repeating: pem(label), count: count), to: path)
    return path
  }

  @Test func `uses a directory with as many certificates as the bundle, but not with fewer`() throws
  {
    let folder = try folder("certs", (1...5).map { "0000000\($0).0" } + ["a.pem", "0000000a.r0"])

    #expect(TrustStore.directory(among: [folder], covering: [try bundle(5)]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(4)]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(6)]) == nil)
  }

  @Test func `uses the bundle if only an administrator's own certificate is hashed`() throws {
    let folder = try folder("certs", (1...5).map { "\($0).pem" } + ["2c543cd1.0"])

    #expect(TrustStore.directory(among: [folder], covering: [try bundle(5)]) == nil)
  }

  @Test func `counts certificates with the same hash up to a gap`() throws {
    let folder = try folder("certs", [0, 1, 3].map { "2c543cd1.\($0)" } + ["00000001.1"])

    #expect(TrustStore.directory(among: [folder], covering: [try bundle(2)]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(3)]) == nil)
  }

  @Test func `uses the first complete directory, and ignores an unreadable one`()
    throws
  {
    let partial = try folder("partial", ["00000001.0"])
    let full = try folder("full", ["00000001.0", "00000002.0"])
    let places = [
      "\(root.path)/gone", "\(root.path)/bundle.crt", try folder("empty"), partial, full,
    ]

    #expect(TrustStore.directory(among: places, covering: [try bundle(2)]) == full)
  }

  @Test func `compares directories with the largest bundle, or any if there is none`() throws {
    let folder = try folder("certs", ["00000001.0"])
    let (gone, pipe) = ("\(root.path)/gone", "\(root.path)/pipe.crt")
    try #require(mkfifo(pipe, 0o600) == 0)
    let bundles = [try bundle(1), try bundle(2, "other.crt")]

    #expect(TrustStore.directory(among: [folder], covering: [gone, pipe]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: bundles) == nil)
    #expect(TrustStore.directory(among: [try self.folder("empty")], covering: [gone]) == nil)
  }

  // MARK: TLS

  @Test func `trusts a server in the bundle regardless of hashed certificates`()
    async throws
  {
    for name in ["server", "other"] { try OpenSSL.makeCertificate(name, in: root.path) }
    let bundle = "\(root.path)/bundle.crt"
    let pems = try ["server", "other"].map {
      try String(contentsOfFile: "\(root.path)/\($0).pem", encoding: .utf8)
    }
    try write(pems.joined(), to: bundle)
    let (partial, full) = (try folder("partial"), try folder("full"))
    try write(pems[1], to: "\(partial)/other.pem")
    try write(pems[0], to: "\(full)/server.pem")
    try write(pems[1], to: "\(full)/other.pem")
    for folder in [partial, full] { try OpenSSL.run(["rehash", folder]) }
    let server = try OpenSSL.Server(
      certificate: "\(root.path)/server.pem",
      key: "\(root.path)/server.key"
    )

    #expect(TrustStore.directory(among: [partial], covering: [bundle]) == nil)
    #expect(TrustStore.directory(among: [full], covering: [bundle]) == full)
    #expect(await failure(server, TrustStore(directory: partial)) == .tls)
    #expect(await failure(server, TrustStore(directory: full)) == nil)
    #expect(await failure(server, TrustStore(file: bundle)) == nil)
    server.stop()
  }

  /// Takes two steps because `x509 -req` can backdate and `req -x509` cannot.
  private static let certificates = """
    openssl ecparam -name prime256v1 -genkey -noout -out key
    sign() {
      openssl req -new -key key -subj "/CN=$1" -out $1.csr
      echo "subjectAltName=$3" > $1.ext
      openssl x509 -req -in $1.csr -CA $2.pem -CAkey key -CAcreateserial -extfile $1.ext -days $4 \
        -out $1.pem
    }
    for name in authority stranger; do
      openssl req -x509 -new -key key -subj "/CN=$name" -days 2 -out $name.pem
    done
    sign good authority IP:127.0.0.1 2
    sign expired authority IP:127.0.0.1 -1
    sign elsewhere authority DNS:elsewhere.test 2
    sign strange stranger IP:127.0.0.1 2
    """

  @Test func `trusts only a valid certificate for this host from an authority in the store`()
    async throws
  {
    let shell = ["/bin/sh", "-e", "-c", "cd \"$0\"\n\(Self.certificates)", root.path]
    try #require(try FinishedProgram(shell).status == 0)
    let trust = TrustStore(file: "\(root.path)/authority.pem")
    let old = ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"]

    for (name, options, expected) in [
      ("good", [], nil), ("good", ["-tls1_2"], nil), ("good", old, .tls), ("expired", [], .tls),
      ("elsewhere", [], .tls), ("strange", [], .tls), ("stranger", [], .tls),
    ] as [(String, [String], TransportError.Code?)] {
      let server = try OpenSSL.Server(
        certificate: "\(root.path)/\(name).pem",
        key: "\(root.path)/key",
        ["-www"] + options
      )
      #expect(await failure(server, trust) == expected, "\(name) \(options)")
      if name == "good", options.isEmpty {
        for other in ["\(root.path)/none.pem", "\(root.path)/key", "/etc/passwd"] {
          #expect(await failure(server, TrustStore(file: other)) == .tls, "\(other)")
        }
        #expect(await failure(server, .system(environment: [:])) == .tls)
      }
      server.stop()
    }
  }

  /// Runs in a process that has not loaded libcurl yet, since libcurl reads the variable only once.
  @Test func `writes no connection keys to any file`() async {
    await #expect(processExitsWith: .success) {
      setenv("SSLKEYLOGFILE", "/dev/null", 1)
      let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/")
      _ = try? await CurlTransport(CurlConfiguration()).send(TransportRequest(head: head))
      precondition(getenv("SSLKEYLOGFILE") == nil)
    }
  }

  private func failure(_ server: OpenSSL.Server, _ trust: TrustStore) async -> TransportError.Code?
  {
    let head = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
    do throws(TransportError) {
      _ = try await CurlTransport(CurlConfiguration(trust: { trust })).send(
        TransportRequest(head: head)
      )
      return nil
    } catch {
      return error.code
    }
  }
}

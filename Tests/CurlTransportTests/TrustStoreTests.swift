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

  @Test func `an empty variable counts as none`() {
    #expect(TrustStore.system(environment: ["SSL_CERT_DIR": ""]) == TrustStore.system())
  }

  @Test(arguments: [
    ("2c543cd1.0", "2c543cd1"), ("2c543cd1.1", nil), ("2c543cd1.00", nil), ("2C543CD1.0", nil),
    ("2c543cd1.r0", nil), ("2c543cdg.0", nil), ("ca-certificates.crt", nil), (".", nil),
    ("é234567.0", nil),
  ])
  func `recognizes the first certificate with a hash by its name`(_ name: String, _ hash: String?) {
    #expect(TrustStore.hash(ofName: name) == hash)
  }

  // MARK: Which directory is used instead of the bundle

  /// The file that a name in a directory refers to.
  private enum Entry: CaseIterable {
    case certificate, link, staleLink, folder, pipe, empty, otherText, trusted, twoCertificates
  }

  private static func pem(_ number: Int, _ label: String = "CERTIFICATE") -> String {
    "-----BEGIN \(label)-----\nTUlJ\(number)\n-----END \(label)-----\n"
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func folder(_ name: String) throws -> String {
    try root.makeDirectory(name)
  }

  private func bundle(_ numbers: some Sequence<Int>) throws -> String {
    let path = "\(root.path)/bundle.crt"
    try write("# Authorities\n" + numbers.map { Self.pem($0) }.joined(), to: path)
    return path
  }

  private func add(_ entry: Entry, _ certificate: Int, as name: String, in folder: String) throws {
    let path = "\(folder)/\(name)"
    let files = FileManager.default
    switch entry {
    case .certificate: try write("# One\n" + Self.pem(certificate), to: path)
    case .link:
      let target = "\(certificate)-\(UUID().uuidString).pem"
      try write(Self.pem(certificate), to: "\(folder)/\(target)")
      try files.createSymbolicLink(atPath: path, withDestinationPath: target)
    case .staleLink: try files.createSymbolicLink(atPath: path, withDestinationPath: "gone.pem")
    case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .empty: try write("", to: path)
    case .otherText: try write(Self.pem(certificate, "X509 CRL"), to: path)
    case .trusted: try write(Self.pem(certificate, "TRUSTED CERTIFICATE"), to: path)
    case .twoCertificates: try write(Self.pem(1000) + Self.pem(certificate), to: path)
    }
  }

  @Test func `uses a directory with every certificate, but not with one missing`() throws {
    let folder = try folder("certs")
    for number in 1...5 { try add(.link, number, as: "0000000\(number).0", in: folder) }

    #expect(TrustStore.directory(among: [folder], covering: [try bundle(1...5)]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(2...4)]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(1...6)]) == nil)
  }

  @Test func `uses the bundle if only an administrator's own certificate is hashed`() throws {
    let folder = try folder("certs")
    for number in 1...5 { try add(.certificate, number, as: "\(number).pem", in: folder) }
    try add(.link, 6, as: "2c543cd1.0", in: folder)

    #expect(TrustStore.directory(among: [folder], covering: [try bundle(1...5)]) == nil)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle(1...6)]) == nil)
  }

  @Test func `certificates with the same hash count up to a gap`() throws {
    let folder = try folder("certs")
    for number in [0, 1, 3] { try add(.link, number, as: "2c543cd1.\(number)", in: folder) }

    #expect(TrustStore.directory(among: [folder], covering: [try bundle([0, 1])]) == folder)
    #expect(TrustStore.directory(among: [folder], covering: [try bundle([3])]) == nil)
  }

  @Test func `uses the first complete directory, and ignores an unreadable one`()
    throws
  {
    let (partial, full) = (try folder("partial"), try folder("full"))
    try add(.link, 1, as: "00000001.0", in: partial)
    for number in 1...2 { try add(.link, number, as: "0000000\(number).0", in: full) }
    let places = [
      "\(root.path)/gone", "\(root.path)/bundle.crt", try folder("empty"), partial, full,
    ]

    #expect(TrustStore.directory(among: places, covering: [try bundle(1...2)]) == full)
  }

  @Test func `requires the certificates of every bundle, and any certificate without one`()
    throws
  {
    let folder = try folder("certs")
    try add(.link, 1, as: "00000001.0", in: folder)
    let (gone, other) = ("\(root.path)/gone", "\(root.path)/other.crt")
    try write(Self.pem(2), to: other)

    let none = TrustStore.directory(among: [folder], covering: [gone])
    let both = TrustStore.directory(among: [folder], covering: [try bundle([1]), other])

    #expect(none == folder)
    #expect(both == nil)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `uses a directory only if OpenSSL would find the whole bundle in it`(seed: UInt64)
    throws
  {
    var random = Dice(state: seed)
    let folder = try folder("certs")
    var found: Set<Int> = []
    for hash in 0..<3 {
      var isReachable = true
      for number in 0..<3 {
        let certificate = hash * 3 + number
        // Half of them as they should be, and now and then none at all.
        let isGood = Bool.random(using: &random)
        let entry = isGood ? .link : Entry.allCases.randomElement(using: &random)
        if let entry, Int.random(in: 0..<8, using: &random) > 0 {
          try add(entry, certificate, as: "0000000\(hash).\(number)", in: folder)
          switch entry {
          case .certificate, .link: if isReachable { found.insert(certificate) }
          case .twoCertificates: if isReachable { found.insert(1000) }
          default: isReachable = false
          }
        } else {
          isReachable = false
        }
      }
    }
    let wanted = (0..<9).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }

    let taken = TrustStore.directory(among: [folder], covering: [try bundle(wanted)])

    #expect(
      (taken != nil) == (!found.isEmpty && found.isSuperset(of: wanted)),
      "\(wanted) of \(found)"
    )
  }

  // MARK: TLS

  @Test func `trusts a server that the bundle has, whatever else is hashed`()
    async throws
  {
    for name in ["server", "other"] {
      try OpenSSL.run(
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=\(name)",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout",
        "\(root.path)/\(name).key",
        "-out",
        "\(root.path)/\(name).pem"
      )
    }
    let bundle = "\(root.path)/bundle.crt"
    let pems = try ["server", "other"].map {
      try String(contentsOfFile: "\(root.path)/\($0).pem", encoding: .utf8)
    }
    try write(pems.joined(), to: bundle)
    let (partial, full) = (try folder("partial"), try folder("full"))
    try write(pems[1], to: "\(partial)/other.pem")
    try write(pems[0], to: "\(full)/server.pem")
    try write(pems[1], to: "\(full)/other.pem")
    for folder in [partial, full] { try OpenSSL.run("rehash", folder) }
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

  @Test func `trusts no certificate but a valid one of this host from an authority in the store`()
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
        options
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

  /// In a process where nothing has loaded libcurl, which reads the variable once.
  @Test func `the keys of a connection are written nowhere`() async {
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

/// The `openssl` program.
private enum OpenSSL {
  static func run(_ arguments: String...) throws {
    #expect(try FinishedProgram(["openssl"] + arguments).status == 0, "openssl \(arguments)")
  }

  /// `openssl s_server`, which answers every request with a page about the connection.
  struct Server {
    let authority: String
    private let process: Process

    init(certificate: String, key: String, _ options: [String] = []) throws {
      process = OpenSSL.process(
        ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", key] + options
      )
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var text = ""
      // As in `ACCEPT 127.0.0.1:40001`.
      while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty, "openssl s_server ended: \(text)")
        text += String(decoding: data, as: UTF8.self)
      }
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") })
      authority = String(line.dropFirst("ACCEPT ".count))
    }

    /// By SIGKILL: the child has inherited a mask that blocks SIGTERM.
    func stop() {
      kill(process.processIdentifier, SIGKILL)
    }
  }

  private static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}

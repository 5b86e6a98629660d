import Foundation
import System
import TestSupport

/// The certificates of a run, made with the `openssl` program: an authority that the program under
/// test trusts, and the servers' certificates.
struct Certificates: Sendable {
  /// The kind of certificate that a server presents.
  enum Kind: String, Sendable, CaseIterable {
    case good, expired, wrongHost, selfSigned, strangeAuthority
  }

  /// The certificate of the trusted authority.
  let authority: String
  private let directory: String

  func identity(_ kind: Kind, newestVersion: Int? = nil) -> TLSIdentity {
    TLSIdentity(
      certificate: "\(directory)/\(kind.rawValue).pem",
      key: "\(directory)/key",
      newestVersion: newestVersion
    )
  }

  /// Created once for all cases and removed at exit; nil without the `openssl` program.
  static let shared: Certificates? = {
    atexit { Certificates.shared.map { try? FileManager.default.removeItem(atPath: $0.directory) } }
    return try? Certificates()
  }()

  private init() throws {
    directory = NSTemporaryDirectory() + "ghsearch-certificates-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    authority = "\(directory)/authority.pem"
    let shell = ["/bin/sh", "-e", "-c", "cd \"$0\"\n\(Self.script)", directory]
    // The program under test has the real clock, even if this process has a fake one.
    let environment = ChildProcess.Environment.inherited(except: ["LD_PRELOAD"])
    guard try FinishedProgram(shell, environment: environment).status == 0 else {
      throw CocoaError(.executableLoad)
    }
  }

  /// Takes two steps because `x509 -req` can backdate and `req -x509` cannot.
  private static let script = """
    for name in key authority.key stranger.key; do
      openssl ecparam -name prime256v1 -genkey -noout -out $name
    done
    root() { openssl req -x509 -new -key $1.key -subj "/CN=$1" -days 30 -out $1.pem; }
    root authority
    root stranger
    names=DNS:localhost,IP:127.0.0.1,DNS:api.github.com,DNS:*.github.com,DNS:evil.test,\
    DNS:*.evil.test,DNS:github.com,DNS:*.github.com.evil.test
    sign() {
      openssl req -new -key key -subj "/CN=fault server" -out $1.csr
      echo "subjectAltName=$3" > $1.ext
      openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -CAcreateserial -extfile $1.ext \
        -out $1.pem $4
    }
    sign good authority "$names" '-days 30'
    sign expired authority "$names" '-days -1'
    sign wrongHost authority DNS:elsewhere.test '-days 30'
    sign strangeAuthority stranger "$names" '-days 30'
    openssl req -x509 -new -key key -subj /CN=localhost -addext "subjectAltName=$names" -days 30 \
      -out selfSigned.pem
    """
}

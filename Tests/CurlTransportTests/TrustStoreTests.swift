import Foundation
import Testing

@testable import CurlTransport

@Suite struct TrustStoreTests {
  @Test func `OpenSSL's variables replace the system's store`() {
    let both = TrustStore.system(environment: ["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"])

    #expect(both == TrustStore(file: "/f", directory: "/d"))
    #expect(TrustStore.system(environment: ["SSL_CERT_FILE": "/f"]) == TrustStore(file: "/f"))
  }

  @Test func `an empty variable counts as none`() {
    #expect(TrustStore.system(environment: ["SSL_CERT_DIR": ""]) == TrustStore.system())
  }

  @Test(arguments: [
    ("2c543cd1.0", true), ("2c543cd1.12", true), ("ca-certificates.crt", false), (".", false),
    ("..", false), ("2C543CD1.0", false), ("2c543cd1.r0", false),
  ])
  func `knows a hashed certificate by its name`(_ name: String, _ isHashed: Bool) {
    #expect(TrustStore.isHashedName(name) == isHashed)
  }
}

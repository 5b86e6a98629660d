#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of OpenSSL that a TLS server needs.
///
/// The tests look them up at run time: libcurl has already loaded the library, so nothing new is
/// linked. If libcurl uses another TLS library, the lookup fails, and so do the cases over TLS.
struct OpenSSL: Sendable {
  typealias Pointer = OpaquePointer
  typealias Text = UnsafePointer<UInt8>

  let newSession: @convention(c) (Pointer) -> Pointer?
  let freeSession: @convention(c) (Pointer) -> Void
  let freeContext: @convention(c) (Pointer) -> Void
  let setDescriptor: @convention(c) (Pointer, Int32) -> Int32
  let accept: @convention(c) (Pointer) -> Int32
  let read: @convention(c) (Pointer, UnsafeMutableRawPointer?, Int32) -> Int32
  let write: @convention(c) (Pointer, UnsafeRawPointer?, Int32) -> Int32
  let shutdown: @convention(c) (Pointer) -> Int32
  let chosenProtocol:
    @convention(c) (Pointer, UnsafeMutablePointer<Text?>, UnsafeMutablePointer<UInt32>) -> Void

  private let serverMethod: @convention(c) () -> Pointer?
  private let newContext: @convention(c) (Pointer?) -> Pointer?
  private let control: @convention(c) (Pointer, Int32, Int, UnsafeMutableRawPointer?) -> Int
  private let useCertificates: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
  private let useKey: @convention(c) (Pointer, UnsafePointer<CChar>, Int32) -> Int32
  private let setCiphers: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
  private let setProtocolChoice:
    @convention(c) (Pointer, ProtocolChoice, UnsafeMutableRawPointer?) -> Void

  /// SSL_CTX_set_alpn_select_cb(3).
  private typealias ProtocolChoice =
    @convention(c) (
      Pointer?, UnsafeMutablePointer<Text?>?, UnsafeMutablePointer<UInt8>?, Text?, UInt32,
      UnsafeMutableRawPointer?
    ) -> Int32

  static let shared = try? OpenSSL(DynamicLibrary("libssl.so.3"))

  private init(_ library: DynamicLibrary) throws {
    newSession = try library.function("SSL_new")
    freeSession = try library.function("SSL_free")
    freeContext = try library.function("SSL_CTX_free")
    setDescriptor = try library.function("SSL_set_fd")
    accept = try library.function("SSL_accept")
    read = try library.function("SSL_read")
    write = try library.function("SSL_write")
    shutdown = try library.function("SSL_shutdown")
    chosenProtocol = try library.function("SSL_get0_alpn_selected")
    serverMethod = try library.function("TLS_server_method")
    newContext = try library.function("SSL_CTX_new")
    control = try library.function("SSL_CTX_ctrl")
    useCertificates = try library.function("SSL_CTX_use_certificate_chain_file")
    useKey = try library.function("SSL_CTX_use_PrivateKey_file")
    setCiphers = try library.function("SSL_CTX_set_cipher_list")
    setProtocolChoice = try library.function("SSL_CTX_set_alpn_select_cb")
  }
}

extension OpenSSL {
  /// Creates a context for sessions with this identity; nil if its files cannot be read.
  func context(for identity: TLSIdentity) -> Pointer? {
    guard let context = newContext(serverMethod()) else { return nil }
    let isUsable =
      useCertificates(context, identity.certificate) == 1
      && useKey(context, identity.key, Self.pem) == 1
    guard isUsable else {
      freeContext(context)
      return nil
    }
    if let newest = identity.newestVersion {
      // The system's security level rejects TLS versions this old.
      _ = setCiphers(context, "DEFAULT@SECLEVEL=0")
      _ = control(context, Self.setOldestVersion, newest, nil)
      _ = control(context, Self.setNewestVersion, newest, nil)
    }
    choose(identity.speaksHTTP2, context)
    return context
  }

  /// Chooses the first of our protocols that the client offers; each is a length and a name.
  private func choose(_ isHTTP2: Bool, _ context: Pointer) {
    let choice: ProtocolChoice = { _, chosen, length, offered, count, isHTTP2 in
      let wanted = Array((isHTTP2 == nil ? "http/1.1" : "h2").utf8)
      let offered = UnsafeBufferPointer(start: offered, count: Int(count))
      var index = 0
      while index < offered.count {
        let name = offered[(index + 1)...].prefix(Int(offered[index]))
        if name.elementsEqual(wanted) {
          chosen?.pointee = offered.baseAddress.map { $0 + index + 1 }
          length?.pointee = UInt8(wanted.count)
          return 0
        }
        index += 1 + Int(offered[index])
      }
      return 3
    }
    setProtocolChoice(context, choice, isHTTP2 ? UnsafeMutableRawPointer(bitPattern: 1) : nil)
  }

  private static let pem: Int32 = 1
  private static let setOldestVersion: Int32 = 123
  private static let setNewestVersion: Int32 = 124
}

/// A loaded library that is never unloaded.
private struct DynamicLibrary {
  struct Missing: Error {}

  private let handle: UnsafeMutableRawPointer

  init(_ name: String) throws {
    guard let handle = dlopen(name, RTLD_NOW) else { throw Missing() }
    self.handle = handle
  }

  /// The caller's type must match the C declaration.
  func function<Function>(_ name: String) throws -> Function {
    guard let address = dlsym(handle, name) else { throw Missing() }
    return unsafeBitCast(address, to: Function.self)
  }
}

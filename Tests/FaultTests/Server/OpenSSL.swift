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

  let newSession: @convention(c) (Pointer) -> Pointer?
  let freeSession: @convention(c) (Pointer) -> Void
  let freeContext: @convention(c) (Pointer) -> Void
  let setDescriptor: @convention(c) (Pointer, Int32) -> Int32
  let accept: @convention(c) (Pointer) -> Int32
  let read: @convention(c) (Pointer, UnsafeMutableRawPointer?, Int32) -> Int32
  let write: @convention(c) (Pointer, UnsafeRawPointer?, Int32) -> Int32
  let shutdown: @convention(c) (Pointer) -> Int32

  private let serverMethod: @convention(c) () -> Pointer?
  private let newContext: @convention(c) (Pointer?) -> Pointer?
  private let control: @convention(c) (Pointer, Int32, Int, UnsafeMutableRawPointer?) -> Int
  private let useCertificates: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
  private let useKey: @convention(c) (Pointer, UnsafePointer<CChar>, Int32) -> Int32
  private let setCiphers: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32

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
    serverMethod = try library.function("TLS_server_method")
    newContext = try library.function("SSL_CTX_new")
    control = try library.function("SSL_CTX_ctrl")
    useCertificates = try library.function("SSL_CTX_use_certificate_chain_file")
    useKey = try library.function("SSL_CTX_use_PrivateKey_file")
    setCiphers = try library.function("SSL_CTX_set_cipher_list")
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
    return context
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

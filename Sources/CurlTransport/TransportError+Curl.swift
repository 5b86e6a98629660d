import CCurl
import HTTPTransport

extension TransportError.Code {
  /// libcurl's result in our classes (libcurl-errors(3)).
  init(_ code: CURLcode) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameResolution
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: self = .connection
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .tls
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .connectionLost
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR:
      self = .malformedResponse
    // A single header line past libcurl's own bound is reported as exhausted memory.
    case CURLE_OUT_OF_MEMORY: self = .responseTooLarge
    case CURLE_URL_MALFORMAT: self = .invalidRequest
    default: self = .other
    }
  }
}

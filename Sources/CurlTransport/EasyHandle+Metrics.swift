import CCurl
import HTTPTransport

extension EasyHandle {
  /// What libcurl measured of a transfer that has ended (curl_easy_getinfo(3)).
  borrowing func metrics() -> TransferMetrics {
    TransferMetrics(
      version: version(),
      receivedBytes: long(CURLINFO_HEADER_SIZE) + offset(CURLINFO_SIZE_DOWNLOAD_T),
      timing: TransferMetrics.Timing(
        nameLookup: .microseconds(offset(CURLINFO_NAMELOOKUP_TIME_T)),
        connected: .microseconds(offset(CURLINFO_CONNECT_TIME_T)),
        secured: .microseconds(offset(CURLINFO_APPCONNECT_TIME_T))
      )
    )
  }

  private borrowing func version() -> String? {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
    case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
    case CURL_HTTP_VERSION_2_0: "HTTP/2"
    case CURL_HTTP_VERSION_3: "HTTP/3"
    default: nil
    }
  }
}

import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LoopbackConnection {
  /// Returns false once the peer is gone; leaves incoming bytes unread.
  func pause(milliseconds: Int32) -> Bool {
    // POLLRDHUP (poll(2)): the peer closed its end.
    var request = pollfd(fd: descriptor, events: 0x2000, revents: 0)
    return poll(&request, 1, milliseconds) == 0
  }

  func close() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Ends the connection with RST, as a rebooted machine does.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, size)
  }
}

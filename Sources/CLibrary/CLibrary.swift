// The C library of the platform, for the few modules that call it.

#if canImport(Glibc)
  @_exported public import CGlibc
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import CGlibc
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

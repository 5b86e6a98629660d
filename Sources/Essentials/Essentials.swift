// `Date`, `Data`, `Calendar` and their like, without the parts of Foundation that need ICU's tables.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

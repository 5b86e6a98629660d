import Commands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Main {
  static func main() async {
    ProcessHygiene.settle()
    exit(await Entry.run(ProcessHygiene.arguments(), in: .live()).rawValue)
  }
}

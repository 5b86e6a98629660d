/// `fuzz TARGET [libFuzzer's own arguments]`; `make fuzz` runs all targets.
///
/// A target reads bytes and checks its invariants; if one fails, it traps, and libFuzzer stores the
/// bytes.
@main
struct Main {
  static func main() {
    guard CommandLine.arguments.count > 1, let target = Target(rawValue: CommandLine.arguments[1])
    else {
      print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
      return
    }
    // libFuzzer gets the arguments without the target's name.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    _ = runFuzzer(&count, &arguments, target.callback)
  }
}

typealias FuzzCallback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer's entry point for programs with their own `main`
/// (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: FuzzCallback
) -> CInt

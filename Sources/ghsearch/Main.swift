import Commands

@main
struct Main {
  static func main() {
    ProcessHygiene.settle()
    Interruption.run { await Entry.run(ProcessHygiene.arguments(), in: .live()) }
  }
}

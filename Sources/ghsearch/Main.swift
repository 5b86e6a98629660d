import Commands

@main
struct Main {
  static func main() async {
    ProcessHygiene.settle()
    await Interruption.run { await Entry.run(ProcessHygiene.arguments(), in: .live()) }
  }
}

import Commands

@main
struct Main {
  static func main() {
    ProcessHygiene.settle()
    Program.run(ProcessHygiene.arguments())
  }
}

import Commands

@main
struct Main {
  static func main() {
    Program.main()
  }
}

import DiagnoseCommand

@main
enum Main {
  static func main() { Diagnose.main() }
}

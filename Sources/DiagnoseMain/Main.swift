import DiagnoseCommand

@main
enum Main {
  static func main() { CommandLineTool.main() }
}

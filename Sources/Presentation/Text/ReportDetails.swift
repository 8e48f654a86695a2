import CrashReports
import Vocabulary

/// The additions of `--verbose`: header, registers, number of images, and notes of the reader.
struct ReportDetails {
  let report: CrashReport
  let notes: [Note]

  func write(to renderer: inout TextRenderer) {
    header(&renderer)
    registers(&renderer)
    if let images = report.images {
      let named = images.count { $0.uuid != nil }
      renderer.line(StyledText("Images", .bold), StyledText(" \(images.count), \(named) with a UUID"))
      renderer.blank()
    }
    if !notes.isEmpty {
      renderer.line(StyledText("Notes", .bold))
      for note in notes {
        renderer.paragraph(
          Wording.oneLine(note.text), indent: 2, right: StyledText(note.line.map { "line \($0)" } ?? note.code, .dim))
      }
      renderer.blank()
    }
  }

  private func header(_ renderer: inout TextRenderer) {
    let process = report.process
    let version = [process?.version, process?.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    let system = [
      report.host.os, report.host.osBuild.map { "(\($0))" }, report.host.architecture,
      report.host.isSimulator == true ? "simulator" : nil, report.host.isTranslated == true ? "translated" : nil,
    ].compactMap { $0 }.joined(separator: " ")
    let rows: [(String, String?)] = [
      ("Process", process?.name.map { $0 + (process?.pid.map { " [\($0)]" } ?? "") }), ("Path", process?.path),
      ("Identifier", process?.bundleID), ("Version", version.isEmpty ? nil : version),
      ("Parent", process?.parent?.name), ("System", system.isEmpty ? nil : system),
      ("Runtime", report.host.simulatedRuntime), ("Device", report.host.device),
      ("Time", report.times?.crashed?.readable), ("Incident", report.incident), ("Kind", report.kind.rawValue),
      ("Format", report.source.format), ("Exception", report.exception?.type), ("Codes", report.exception?.codesText),
      ("Region", report.exception?.region), ("Note", report.exception?.note),
    ]
    renderer.line(StyledText("Report", .bold))
    for (label, value) in rows {
      guard let value, !value.isEmpty else { continue }
      let padding = String(repeating: " ", count: 12 - label.utf8.count)
      renderer.paragraph(Wording.oneLine(value), lead: [StyledText("  " + label + padding)], indent: 14)
    }
    renderer.blank()
  }

  private func registers(_ renderer: inout TextRenderer) {
    guard let registers = report.crashedThread?.registers, !registers.isEmpty else { return }
    renderer.line(StyledText("Registers", .bold))
    let columns = max(renderer.width / 26, 1)
    for start in stride(from: 0, to: registers.count, by: columns) {
      let cells = registers[start..<min(start + columns, registers.count)].map { register in
        let name = Wrapping.cut(Terminal.escaped(register.name), to: 6, ascii: true)
        let text =
          String(repeating: " ", count: max(6 - DisplayWidth.of(name), 0)) + name + " "
          + register.value.hexadecimal
        return text + String(repeating: " ", count: max(26 - DisplayWidth.of(text), 1))
      }
      let row = cells.joined()
      renderer.line(StyledText(String(row.reversed().drop { $0 == " " }.reversed())))
    }
    renderer.blank()
  }
}

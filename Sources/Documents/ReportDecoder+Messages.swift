import CrashReports

/// Lines that are not known are 0, which no input has.
extension ReportDecoder {
  func note(_ reader: inout JSONReader) -> Note? {
    var note = Note("", "")
    let isThere = reader.object { name, reader in
      switch name {
      case "code": note.code = reader.text() ?? ""
      case "text": note.text = reader.text() ?? ""
      case "line": note.line = reader.lineNumber()
      case "quotation": note.quotation = reader.text()
      default: reader.skip()
      }
    }
    return isThere ? note : nil
  }

  func consoleLine(_ reader: inout JSONReader) -> ConsoleLine? {
    var line = ConsoleLine(text: "", line: 0)
    let isThere = reader.object { name, reader in
      switch name {
      case "text": line.text = reader.text() ?? ""
      case "process": line.process = reader.text()
      case "pid": line.pid = reader.integer()
      case "time": line.time = reader.text()
      case "line": line.line = reader.lineNumber() ?? 0
      default: reader.skip()
      }
    }
    return isThere ? line : nil
  }

  func previewMessage(_ reader: inout JSONReader) -> PreviewMessage? {
    var message = PreviewMessage(action: .other, cause: "", line: 0)
    var last: Int?
    let isThere = reader.object { name, reader in
      switch name {
      case "action": message.action = reader.text().flatMap(PreviewMessage.Action.init(rawValue:)) ?? .other
      case "cause": message.cause = reader.text() ?? ""
      case "document": message.document = reader.text()
      case "severity": message.severity = reader.text().flatMap(PreviewMessage.Severity.init(rawValue:))
      case "objectClass": message.objectClass = reader.text()
      case "objectID": message.objectID = reader.text()
      case "line": message.line = reader.lineNumber() ?? 0
      case "lastLine": last = reader.lineNumber()
      default: reader.skip()
      }
    }
    message.lastLine = last ?? message.line
    return isThere ? message : nil
  }

  func documentMessage(_ reader: inout JSONReader) -> DocumentMessage? {
    var message = DocumentMessage(text: "", line: 0)
    let isThere = reader.object { name, reader in
      switch name {
      case "text": message.text = reader.text() ?? ""
      case "tool": message.tool = reader.text()
      case "document": message.document = reader.text()
      case "objectID": message.objectID = reader.text()
      case "severity": message.severity = reader.text().flatMap(DocumentMessage.Severity.init(rawValue:))
      case "line": message.line = reader.lineNumber() ?? 0
      default: reader.skip()
      }
    }
    return isThere ? message : nil
  }
}

import Documents

extension OutputFormat {
  /// One document of the schema `diagnose/1` a line: first each report, then each input that gave none.
  static let jsonl = OutputFormat(
    id: "jsonl", title: "JSON, one document a line (schema diagnose/1)", isMachineReadable: true,
    render: { reports, errors, style in
      var text = ""
      for report in reports { text += EncodedDocument(reports: [report]).line(from: style.minimumConfidence) }
      for error in errors { text += EncodedDocument(errors: [error]).line(from: style.minimumConfidence) }
      return text
    })
}

import Documents

extension OutputFormat {
  /// One `diagnose/1` document per line: first the reports, then the unreadable inputs.
  static let jsonl = OutputFormat(
    id: "jsonl", title: "JSON, one document per line (schema diagnose/1)", isMachineReadable: true,
    openings: [OutputOpening(#"{"schema":"diagnose"#)],
    render: { reports, errors, style in
      var text = ""
      for report in reports {
        text += EncodedDocument(reports: [report], sources: style.sources).line(from: style.minimumConfidence)
      }
      for error in errors { text += EncodedDocument(errors: [error]).line(from: style.minimumConfidence) }
      return WorkflowCommands.defusedJSON(text)
    })
}

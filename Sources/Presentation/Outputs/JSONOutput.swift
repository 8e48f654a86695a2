import Documents

extension OutputFormat {
  /// One `diagnose/1` document for all inputs.
  package static let json = OutputFormat(
    id: "json", title: "JSON, one document (schema diagnose/1)", isMachineReadable: true,
    openings: [OutputOpening("{\n  \"schema\": \"diagnose")],
    render: {
      WorkflowCommands.defusedJSON(
        EncodedDocument(reports: $0, errors: $1, sources: $2.sources).indented(from: $2.minimumConfidence))
    }, renderCheck: { page, _ in page.json() })
}

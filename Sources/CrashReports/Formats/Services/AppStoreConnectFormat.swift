extension ReportFormat {
  /// The diagnostic logs of App Store Connect: trees as those of MetricKit, with names.
  static let appStoreConnect = ReportFormat(
    id: "app-store-connect",
    title: "App Store Connect diagnostic logs",
    summary:
      "What the API of App Store Connect returns for a diagnostic signature: hangs, disk writes and launches of an "
      + "app in the App Store, with symbolicated call stack trees. Each log is a report. A list of signatures has no "
      + "stacks and is named.",
    example: #"{"version":"1.0","productData":[{"diagnosticLogs":[{"callStackTree":[…],"diagnosticMetaData":{…}}]}]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard let shape = segment.shape else { return .no }
      return shape.isAppStoreConnect || shape.isSignatureList ? .certain : .no
    },
    decode: { segment, limits in
      if segment.shape?.isSignatureList == true {
        var outcome = unreadOutcome(
          segment, limits, "a list of diagnostic signatures of App Store Connect, which have no stacks")
        if !outcome.faults.isEmpty {
          outcome.faults[0].hint = "Download the logs of a signature: GET /v1/diagnosticSignatures/{id}/logs."
        }
        return outcome
      }
      return decodeBody(segment) { segment in
        var decoder = MetricKitDecoder(segment, limits, format: "app-store-connect")
        return decoder.decode()
      }
    })
}

internal import Transfer

/// The time limits of a request.
package struct RequestTimeouts: Sendable, Equatable {
  /// The maximum time until the connection is established, in seconds.
  package var connect = 10
  /// The maximum time of the whole request, in seconds.
  package var total = 120
  /// The maximum time in seconds in which less than one byte per second is transferred; it includes the time in which
  /// the server computes the answer.
  package var stall = 60

  /// The limits for ordinary questions.
  package init() {}
}

/// A request to the HTTP interface.
struct HTTPRequest: Sendable {
  /// The parameters of the URL, in order, not encoded.
  var parameters: [(name: String, value: [UInt8])] = []
  var body: [UInt8] = []
  /// Whether the body is compressed with gzip.
  var isCompressed = false
  /// Whether the answer may be compressed with gzip.
  var acceptsCompression = false
  var timeouts = RequestTimeouts()
}

/// Sends requests. The implementation for programs is `CurlTransport`; tests have others.
protocol Transport: Sendable {
  /// Sends a request and calls `receive` with each part of the body, as it was transferred.
  ///
  /// - Returns: The head, after the complete body was received.
  func send(
    _ request: HTTPRequest, isCanceled: @Sendable () -> Bool,
    receive: (HTTPHead, ArraySlice<UInt8>) throws(ServerError) -> Void
  ) throws(ServerError) -> HTTPHead
}

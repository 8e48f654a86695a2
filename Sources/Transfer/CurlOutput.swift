package import Platform

/// The output of curl: the head of the answer and its body.
package struct CurlOutput {
  let endpoint: String
  private var heads = HTTPHeadReader()
  private var head: HTTPHead?

  /// A reader at the beginning of the output.
  ///
  /// - Parameter endpoint: The host and port, with which messages begin.
  package init(endpoint: String) { self.endpoint = endpoint }

  /// Reads the next part of the output; returns the part of the body that it contains, with the head.
  package mutating func append(
    _ part: ArraySlice<UInt8>
  ) throws(TransferFault) -> (head: HTTPHead, part: ArraySlice<UInt8>)? {
    var part = part
    if head == nil {
      do { head = try heads.take(&part) } catch {
        let what =
          error == .tooLong ? "the head of the answer is longer than \(HTTPHead.limit) bytes" : "the answer is not HTTP"
        throw TransferFault(.notUnderstood, "\(endpoint): \(what)")
      }
    }
    if let head, !part.isEmpty { return (head, part) }
    return nil
  }

  /// Returns the head if curl received the complete answer.
  ///
  /// - Parameter report: What curl reports as the status code; the answer cannot change it.
  package func finish(_ state: ChildProcess.State, _ report: [UInt8]) throws(TransferFault) -> HTTPHead {
    switch state {
    case .exited(status: 0):
      guard let head else {
        throw TransferFault(.incomplete, "\(endpoint): the connection ended before the answer was complete")
      }
      guard report.elementsEqual("\(head.status)".utf8) else {
        throw TransferFault(.notUnderstood, "\(endpoint): the answer is not HTTP")
      }
      return head
    case .exited(status: let status):
      if let exit = CurlExit.catalog.first(where: { $0.status == status }) {
        throw TransferFault(exit.kind, "\(endpoint): \(exit.text) (curl \(status))")
      }
      throw TransferFault(.unreachable, "\(endpoint): the request failed (curl \(status))")
    case .signaled(let number):
      throw TransferFault(.localFailure, "\(endpoint): curl was terminated by signal \(number)")
    case .running, .lost: throw TransferFault(.localFailure, "\(endpoint): the end of curl was not observed")
    }
  }
}

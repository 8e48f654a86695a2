internal import FlyingSocks
internal import Foundation
internal import Platform

/// A connection, which carries one request and its response.
struct Connection {
  let socket: AsyncSocket
  let entry: ConnectionTable.Entry
  let table: ConnectionTable
  let limits: PageServer.Limits

  func serve(_ handler: PageHandler) async {
    await within(limits.connection) {
      // If the client sends nothing, or sends too slowly, the connection is closed without a response.
      guard let (request, rest) = await within(limits.head, readHead) else { return }
      table.set(entry, isDroppable: false)
      let response: Response
      var isHead = false
      switch request {
      case .success(let head):
        isHead = head.method == "HEAD"
        if head.method == "POST" {
          guard let answer = await change(head, rest, handler) else { return }
          response = answer
        } else {
          response = await handler.response(to: head)
        }
      case .failure(let fault): response = PageHandler.message(fault.status)
      }
      do {
        try await socket.write(Data(response.bytes(isHead: isHead)))
        if response.status.rawValue >= 400 {
          table.set(entry, isDroppable: true)
          await linger()
        }
      } catch {
        // The browser closed the connection.
      }
    }
  }

  /// Reads up to the empty line. Returns the head, and what was read of the body; `nil` if the client closes the connection
  /// before it.
  @Sendable private func readHead() async -> (Result<RequestHead, RequestHead.Fault>, rest: [UInt8])? {
    var reader = RequestHeadReader()
    while true {
      guard let more = try? await socket.read(atMost: 4096) else { return nil }
      if let head = reader.append(more) { return (head, reader.rest) }
    }
  }

  /// Answers the request of a form. The body is read only if the head is accepted. Returns `nil` if the body does not arrive
  /// in time.
  private func change(_ head: RequestHead, _ rest: [UInt8], _ handler: PageHandler) async -> Response? {
    if let refusal = await handler.refusal(of: head) { return refusal }
    guard case .length(let length)? = try? RequestFraming(head), length <= IssueEdit.requestLimit else { return nil }
    let form = await within(limits.head) { [socket] () async -> [UInt8]? in
      var bytes = rest
      while bytes.count < length {
        guard let more = try? await socket.read(atMost: length - bytes.count), !more.isEmpty else { return nil }
        bytes += more
      }
      return bytes
    }
    guard let form else { return nil }
    // Bytes after the body would be another request.
    return form.count == length ? await handler.response(to: head, form: form) : PageHandler.message(.badRequest)
  }

  /// Reads the rest of the request, so that the response arrives: closing with unread bytes resets the connection (RFC
  /// 9112, section 9.6). Bytes and time are limited.
  private func linger() async {
    FileDescriptor(rawValue: socket.socket.file.rawValue).shutDown(.writing)
    await within(.milliseconds(500)) {
      var left = 256 << 10
      while left > 0, let bytes = try? await socket.read(atMost: 4096) { left -= bytes.count }
    }
  }

  /// Returns the result of `work`. After the time limit, cancels `work` and returns `nil`.
  @discardableResult
  private func within<Value: Sendable>(
    _ time: Duration, _ work: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask(operation: work)
      group.addTask {
        try? await Task.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}

extension RequestHead.Fault {
  var status: Response.Status {
    switch self {
    case .malformed: .badRequest
    case .lineTooLong: .uriTooLong
    case .tooLarge: .fieldsTooLarge
    case .unsupportedVersion: .unsupportedVersion
    }
  }
}

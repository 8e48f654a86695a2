import Bytes
import Foundation
import Platform
import Vocabulary

extension AlertDelivery {
  /// A message through `sendmail`.
  static let email = AlertDelivery(id: "email") { (alert, settings) throws(DeliveryFailure) in
    let recipients = settings.texts("to")
    let sender = settings.texts("from").first
    guard !recipients.isEmpty, recipients.count <= 50,
      (recipients + [sender].compactMap { $0 }).allSatisfy(MailText.isAddress)
    else { throw DeliveryFailure("to or from is not an address of the form name@example.com") }
    guard let program = settings.mailProgram ?? MailText.program() else {
      throw DeliveryFailure("the program sendmail was not found")
    }
    let text = MailText.message(alert.message, to: recipients, from: sender)
    try MailText.pass(text, to: program, ["-i"] + (sender.map { ["-f", $0] } ?? []) + ["--"] + recipients)
    return ""
  }
}

/// Mail, and the program that sends it.
enum MailText {
  /// Where systems have the program.
  private static let usual = ["/usr/sbin/sendmail", "/usr/lib/sendmail"]
  /// How long the program may take, in seconds.
  private static let timeout = 30.0

  /// Returns whether a text is an address that can be an argument and part of a header: the dot-atom form of RFC 5322, in
  /// ASCII, not quoted.
  static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].count), !parts[1].isEmpty,
      text.utf8.first != UInt8(ascii: "-")
    else { return false }
    let isLocal = parts[0].allSatisfy { $0.isLetterOrDigit || ".!#$%&'*+-/=?^_{|}~".utf8.contains($0) }
    return isLocal && parts[1].allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
  }

  /// Returns the path of `sendmail`: the usual ones, then the absolute folders of `PATH`.
  static func program() -> String? {
    let folders = (ProcessEnvironment.value(of: "PATH") ?? []).split(separator: 0x3A).compactMap { folder in
      folder.first == UInt8(ascii: "/") ? String(streamSafe: folder) : nil
    }
    return (usual + folders.map { $0 + "/sendmail" }).first { path in
      (try? FileStatus(of: FilePath(path)))?.kind == .regular
    }
  }

  /// Returns the message. Subject and body are encoded as base64, so that no text of a report is in a header or at the
  /// beginning of a line.
  static func message(_ message: AlertMessage, to recipients: [String], from sender: String?) -> [UInt8] {
    let subject = "[diagnose] \(message.subject): \(message.headline)"
    let body =
      ([message.headline, ""] + message.lines.map { "\($0.label): \($0.value)" } + [
        "", "Rule: \(message.rule)", "Alert: \(message.id)",
      ]).joined(separator: "\n") + "\n"
    var lines = [
      "To: \(recipients.joined(separator: ",\n "))", "Subject: \(encodedWords(subject))",
      "Message-ID: <\(message.id)@diagnose.invalid>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    if let sender { lines.insert("From: \(sender)", at: 0) }
    let encoded = Data(body.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    return Array((lines.joined(separator: "\n") + "\n" + encoded + "\n").utf8)
  }

  /// Returns a text as encoded words (RFC 2047), each of at most 75 characters, on folded lines.
  static func encodedWords(_ text: String) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    for character in text {
      let bytes = Array(character.utf8)
      // 45 bytes are 60 characters of base64. A longer character is not shown.
      guard bytes.count <= 45, words.count < 6 else { continue }
      if part.count + bytes.count > 45 {
        words.append(encodedWord(part))
        part = []
      }
      part += bytes
    }
    if !part.isEmpty { words.append(encodedWord(part)) }
    return words.joined(separator: "\n ")
  }

  private static func encodedWord(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }

  /// Runs the program without a shell, with the message on its standard input.
  static func pass(_ message: [UInt8], to program: String, _ arguments: [String]) throws(DeliveryFailure) {
    let child: ChildProcess
    do throws(SystemError) {
      let folder = ProcessEnvironment.value(of: "TMPDIR").map(FilePath.init(bytes:)) ?? FilePath("/tmp")
      let input = try FileDescriptor.unnamedFile(in: folder)
      defer { try? input.close() }
      try input.write(message)
      try input.rewind()
      child = try ChildProcess(
        starting: program, arguments, environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
        ChildProcess.Streams(input: input))
    } catch { throw DeliveryFailure("sendmail cannot be run (\(error.description))") }
    let deadline = Moment.now.advanced(by: timeout)
    var state = child.state()
    while state == .running, Moment.now < deadline {
      SystemClock.sleep(milliseconds: 10)
      state = child.state()
    }
    if state == .running {
      child.kill()
      child.wait()
      throw DeliveryFailure("sendmail did not end within \(Int(timeout)) s")
    }
    guard state == .exited(status: 0) else { throw DeliveryFailure("sendmail failed") }
  }
}

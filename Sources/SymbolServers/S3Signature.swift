internal import Bytes
package import Vocabulary

/// Amazon's signature of a request, version 4 (AWS documentation, "Authenticating Requests: Using the Authorization
/// Header"), which S3-compatible servers use as well.
package struct S3Signature: Sendable {
  /// The keys of an account.
  package struct Keys: Sendable {
    /// The public ID of the key.
    package var id: String
    /// The secret key.
    package var secret: String
    /// The token of a temporary key; `nil` for a permanent one.
    package var session: String?

    /// Creates keys.
    package init(id: String, secret: String, session: String? = nil) {
      (self.id, self.secret, self.session) = (id, secret, session)
    }
  }

  /// The keys.
  package var keys: Keys
  /// The region of the bucket.
  package var region: String
  /// The name of the service.
  package var service = "s3"

  /// The digest of an empty body.
  package static let emptyBody = SHA256.digest(of: []).hexadecimal

  /// A signature with the keys of a region.
  package init(_ keys: Keys, region: String, service: String = "s3") {
    (self.keys, self.region, self.service) = (keys, region, service)
  }

  /// Returns the fields of a request without a body, with the signature.
  ///
  /// - Parameters:
  ///   - path: The encoded path, without a query.
  ///   - host: The value of the field `Host`.
  ///   - more: Further fields that are signed; their names are in lowercase.
  package func fields(
    method: String = "GET", path: String, host: String, more: [(name: String, value: String)] = [], now: Timestamp
  ) -> [(name: String, value: String)] {
    let time = Self.time(now)
    var fields = more + [("host", host), ("x-amz-content-sha256", Self.emptyBody), ("x-amz-date", time)]
    if let session = keys.session { fields.append(("x-amz-security-token", session)) }
    fields.sort { $0.name < $1.name }
    let names = fields.map(\.name).joined(separator: ";")
    let canonical =
      "\(method)\n\(path.isEmpty ? "/" : path)\n\n" + fields.map { "\($0.name):\($0.value)\n" }.joined()
      + "\n\(names)\n\(Self.emptyBody)"
    let day = String(streamSafe: Array(time.utf8)[..<8])
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(SHA256.digest(of: Array(canonical.utf8)).hexadecimal)"
    let code = MessageAuthentication.code(of: Array(text.utf8), secret: key(day: day)).bytes
    let signature = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    fields.append(
      (
        "authorization",
        "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
      ))
    // curl sends the field Host itself.
    return fields.filter { $0.name != "host" }
  }

  /// Returns the key of a day.
  func key(day: String) -> [UInt8] {
    [day, region, service, "aws4_request"].reduce(Array(("AWS4" + keys.secret).utf8)) {
      MessageAuthentication.code(of: Array($1.utf8), secret: $0).bytes
    }
  }

  /// Returns the time in the basic form of ISO 8601: `20130524T000000Z`.
  static func time(_ now: Timestamp) -> String { now.rfc3339.filter { $0 != "-" && $0 != ":" } }
}

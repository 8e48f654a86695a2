import Platform
import Symbolication
import SymbolServers
import UserFiles
import Vocabulary
import YAMLText

/// The symbol servers of the configuration (`symbols.servers`).
enum ConfiguredServers {
  /// Returns the search of the servers; `nil` without one, or if there is no folder for what is downloaded. Throws if an
  /// entry is wrong.
  static func search(_ session: Session) throws -> SymbolServerSearch? {
    let servers = try session.settings.symbolServers.map { entry, file in
      try server(entry, file, session)
    }
    guard !servers.isEmpty, let folder = session.cacheFolder else { return nil }
    return SymbolServerSearch(servers, cache: DownloadCache(folder: folder.appending("symbols")))
  }

  private static func server(
    _ entry: Configuration.ServerEntry, _ file: UserFile, _ session: Session
  ) throws -> SymbolServer {
    guard let layout = SymbolLayout.named(entry.layout.text), !layout.templates.isEmpty else {
      let names = SymbolLayout.catalog.filter { !$0.templates.isEmpty }.map(\.name).joined(separator: ", ")
      throw fault(
        file, entry.layout, "'\(entry.layout.text)' is not a layout of servers", hint: "Use one of: \(names).")
    }
    if entry.url.text.hasPrefix("s3://") { return try bucket(entry, layout, file, session) }
    guard let address = try? WebAddress(entry.url.text), !address.target.contains("?") else {
      throw fault(
        file, entry.url, "'url' is not an address of the form https://HOST/PATH or s3://BUCKET/PREFIX",
        hint: "Credentials are not part of it: name environment variables with 'token', or 'user' and 'password'.")
    }
    var server = SymbolServer(address, layout, offersSystemImages: entry.offersSystemImages)
    var missing: String?
    let value = { (key: String) -> String? in
      guard let name = entry.texts[key] else { return nil }
      if session.variable(name) == nil { missing = name }
      return session.variable(name)
    }
    if let token = value("token") { server.credentials = .bearer(token) }
    if let user = value("user"), let password = value("password") {
      server.credentials = .basic(user: user, password: password)
    }
    server.fault = missing.map { "the environment variable \($0) is not set" }
    if case .none = server.credentials { return server }
    guard address.isSecure || address.isLoopback else {
      throw fault(file, entry.url, "credentials would be sent without encryption", hint: "Use https.")
    }
    return server
  }

  private static func bucket(
    _ entry: Configuration.ServerEntry, _ layout: SymbolLayout, _ file: UserFile, _ session: Session
  ) throws -> SymbolServer {
    let parts = entry.url.text.split(separator: "/", omittingEmptySubsequences: true).dropFirst()
    guard let bucket = parts.first, let region = entry.texts["region"] else {
      throw fault(
        file, entry.url, "a bucket and its 'region' are necessary", hint: "s3://BUCKET/PREFIX, region: REGION")
    }
    let base = entry.texts["endpoint"] ?? "https://\(bucket).s3.\(region).amazonaws.com"
    let components = (entry.texts["endpoint"] == nil ? [] : [bucket]) + parts.dropFirst()
    guard let host = try? WebAddress(base), host.target.isEmpty || host.target == "/" else {
      throw fault(file, entry.url, "the bucket or 'endpoint' is not an address", hint: "endpoint: https://HOST:PORT")
    }
    guard host.isSecure || host.isLoopback else {
      throw fault(file, entry.url, "credentials would be sent without encryption", hint: "Use https.")
    }
    let address = host.appending(components.map { Array($0.utf8) })
    var server = SymbolServer(address, layout, offersSystemImages: entry.offersSystemImages)
    let idName = entry.texts["access-key"] ?? "AWS_ACCESS_KEY_ID"
    let secretName = entry.texts["secret-key"] ?? "AWS_SECRET_ACCESS_KEY"
    guard let id = session.variable(idName), let secret = session.variable(secretName) else {
      server.fault = "the environment variables \(idName) and \(secretName) are not set"
      return server
    }
    let token = session.variable(entry.texts["session-token"] ?? "AWS_SESSION_TOKEN")
    server.credentials = .s3(S3Signature(S3Signature.Keys(id: id, secret: secret, session: token), region: region))
    return server
  }

  private static func fault(
    _ file: UserFile, _ value: Configuration.Located, _ words: String, hint: String
  ) -> CommandFault {
    file.explain([FileFault(line: value.line, column: value.column, words, hint: hint)])
    return CommandFault(.wrongConfiguration)
  }
}

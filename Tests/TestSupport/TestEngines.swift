import Foundation

/// ClickHouse servers for tests, from the variable `DIAGNOSE_CLICKHOUSE`: addresses of HTTP interfaces, separated by
/// blanks, such as `http://127.0.0.1:8198 http://127.0.0.1:8199`. `scripts/clickhouse-servers start` prints it.
///
/// Tests that need a server are disabled with `.enabled(if:)` where there is none.
public enum TestEngines {
  /// The hosts and ports: `127.0.0.1:8198`.
  public static let endpoints: [String] = (ProcessInfo.processInfo.environment["DIAGNOSE_CLICKHOUSE"] ?? "")
    .split { $0 == " " || $0 == "," }
    .map { $0.replacingOccurrences(of: "http://", with: "").trimmingCharacters(in: ["/"]) }

  /// Whether at least one server is available.
  public static let exist = !endpoints.isEmpty

  /// The comment of disabled tests.
  public static let comment = "DIAGNOSE_CLICKHOUSE names no server (scripts/clickhouse-servers)"

  /// The addresses of the database `default` as the user `default`.
  public static let addresses: [String] = endpoints.map { "clickhouse://default@\($0)/default" }
}

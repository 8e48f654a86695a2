internal import Vocabulary

/// Why a request to a ClickHouse server failed.
///
/// No text of it contains a control character, a password, or more than 300 characters of the server's text.
package struct ServerError: Error, Equatable, Sendable {
  /// The kind of failure, for programs.
  package var kind: Kind
  /// What failed, beginning with the host and port where a server is involved; without the remedy.
  package var message: String
  /// The number of the server's exception (`Code: 60`); `nil` if the server stated none.
  package var code: Int?

  /// Creates an error.
  package init(_ kind: Kind, _ message: String, code: Int? = nil) {
    self.kind = kind
    self.message = message
    self.code = code
  }

  /// What failed and what to do, in one sentence without a period.
  package var sentence: String { message + "; " + kind.remedy }

  /// The exit status of a command that ends with this error.
  package var exitStatus: Int32 { kind.exitStatus }

  /// Whether the same request may succeed within seconds.
  package var isRetriable: Bool { kind.isRetriable }
}

extension ServerError: CustomStringConvertible {
  /// The sentence.
  package var description: String { sentence }
}

extension ServerError {
  /// The kinds of failure.
  package enum Kind: String, CaseIterable, Sendable {
    /// The address cannot be used.
    case invalidAddress
    /// The password cannot be used, or the file that contains it.
    case invalidCredentials
    /// The program `curl` is missing or too old.
    case curlUnusable
    /// A request exceeds a limit of this client or of the server.
    case requestTooLarge
    /// The name cannot be resolved, or the server does not accept or loses connections.
    case unreachable
    /// The certificate of the server, or the TLS connection, was not verified.
    case notVerified
    /// Wrong user or password, or missing rights.
    case accessDenied
    /// The database does not exist.
    case unknownDatabase
    /// A table or one of its columns does not exist.
    case unknownTable
    /// The cluster is not configured on the server.
    case unknownCluster
    /// The request took longer than its time limit.
    case timeout
    /// Limits of memory, rows, or simultaneous queries, or a quota.
    case overloaded
    /// The server merges parts more slowly than they are inserted.
    case tooManyParts
    /// A replica or ZooKeeper is unavailable.
    case replicaUnavailable
    /// The disk of the server is full.
    case diskFull
    /// The version of the server is not supported.
    case serverTooOld
    /// The connection ended before the answer was complete.
    case incomplete
    /// The answer is not that of a ClickHouse server, or its types are not the expected ones.
    case notUnderstood
    /// A table of the database was not created by this program.
    case foreignTable
    /// A later version of this program created the tables, or sent a record.
    case newerSchema
    /// The server was replaced, or restored from a backup that lacks the snapshot of a copy.
    case snapshotLost
    /// The answer exceeds a limit of this client.
    case answerTooLarge
    /// The server rejected the statement for another reason.
    case rejected
    /// The caller canceled the request.
    case canceled
    /// This machine lacks a resource: a temporary file, a process.
    case localFailure
  }
}

extension ServerError.Kind {
  /// The facts of a kind.
  private struct Facts {
    var exitStatus: Int32
    var isRetriable = false
    var remedy: String
  }

  private var facts: Facts {
    switch self {
    case .invalidAddress:
      Facts(exitStatus: 78, remedy: "write clickhouse://USER@HOST:PORT/DATABASE?secure=1")
    case .invalidCredentials:
      Facts(
        exitStatus: 78,
        remedy: "set DIAGNOSE_DATABASE_PASSWORD, or DIAGNOSE_DATABASE_PASSWORD_FILE to a file with mode 0600")
    case .curlUnusable: Facts(exitStatus: 78, remedy: "install curl 7.66 or later in a folder of PATH")
    case .requestTooLarge:
      Facts(exitStatus: 74, remedy: "raise the limit of the server or of the proxy in front of it")
    case .unreachable:
      Facts(
        exitStatus: 75, isRetriable: true, remedy: "check host, port and network, and whether the server is running")
    case .notVerified:
      Facts(
        exitStatus: 78, remedy: "check the host name, or name the certificate of the issuer with ca=FILE in the address"
      )
    case .accessDenied:
      Facts(exitStatus: 77, remedy: "check user, password and grants (diagnose database init prints the grants)")
    case .unknownDatabase, .unknownTable:
      Facts(exitStatus: 74, remedy: "check the address, or create the tables with diagnose database init")
    case .unknownCluster: Facts(exitStatus: 78, remedy: "check the name in --cluster against system.clusters")
    case .timeout: Facts(exitStatus: 75, isRetriable: true, remedy: "try again later, or ask for a shorter period")
    case .overloaded: Facts(exitStatus: 75, isRetriable: true, remedy: "try again later, or raise the server's limits")
    case .tooManyParts: Facts(exitStatus: 75, isRetriable: true, remedy: "try again after the server has merged them")
    case .replicaUnavailable:
      Facts(exitStatus: 75, isRetriable: true, remedy: "check the replicas and ZooKeeper or Keeper of the server")
    case .diskFull: Facts(exitStatus: 74, remedy: "free space on the server")
    case .serverTooOld: Facts(exitStatus: 74, remedy: "update the server to \(ServerVersion.minimum) or later")
    case .incomplete: Facts(exitStatus: 75, isRetriable: true, remedy: "try again")
    case .notUnderstood:
      Facts(exitStatus: 74, remedy: "check that host and port are those of ClickHouse's HTTP interface")
    case .foreignTable: Facts(exitStatus: 74, remedy: "name another database in the address")
    case .newerSchema: Facts(exitStatus: 74, remedy: "update diagnose on this machine")
    case .snapshotLost:
      Facts(exitStatus: 74, remedy: "restore a later backup of the server, or export the copy and import it again")
    case .answerTooLarge: Facts(exitStatus: 74, remedy: "ask for a shorter period or fewer rows")
    case .rejected: Facts(exitStatus: 74, remedy: "check that server and tables have a supported version")
    case .canceled: Facts(exitStatus: 75, remedy: "run the command again")
    case .localFailure: Facts(exitStatus: 74, remedy: "check TMPDIR, free space and limits of this machine")
    }
  }

  /// The exit status: 74, 75, 77 or 78.
  package var exitStatus: Int32 { facts.exitStatus }
  /// Whether the same request may succeed within seconds.
  package var isRetriable: Bool { facts.isRetriable }
  /// What the user can do, in the imperative.
  package var remedy: String { facts.remedy }
}

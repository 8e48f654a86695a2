/// The limits of the endpoint. Each of them bounds what a client can use without a token, or with one.
package struct ReceiverLimits: Sendable {
  /// The maximum size of a body as it is sent, in bytes.
  package var body = 32 << 20
  /// The maximum size of a body after its content coding was removed, in bytes.
  package var decoded = 64 << 20
  /// The maximum ratio of decoded to sent bytes, above `ratioFree` bytes: reports compress to about a tenth.
  package var ratio = 200
  /// The number of decoded bytes for which `ratio` is not checked.
  package var ratioFree = 1 << 20
  /// The maximum number of requests of a token in a minute.
  package var requestsPerMinute = 1_200
  /// The maximum number of bytes of the bodies of a token in a day.
  package var bytesPerDay = 2 << 30
  /// The maximum number of open connections.
  package var connections = 256
  /// The maximum number of open connections from one network. Those of this machine are not counted: they may be those of
  /// a proxy, and then come from all networks.
  package var connectionsPerNetwork = 64
  /// The maximum time for the head of a request, in seconds.
  package var headTime = 10.0
  /// The minimum rate at which a body arrives, in bytes per second. It is checked after `bodyGrace`.
  package var bodyRate = 4_096.0
  /// The time in which a body may arrive at any rate, in seconds.
  package var bodyGrace = 10.0
  /// The maximum time for a body, in seconds.
  package var bodyTime = 600.0
  /// The maximum time for an answer, in seconds.
  package var answerTime = 10.0
  /// The maximum time in which the rest of a rejected request is read, so that its answer arrives, in seconds.
  package var lingerTime = 1.0
  /// The maximum number of bytes of it.
  package var lingerBytes = 1 << 20
  /// The maximum size of the reports that are not recorded yet, in bytes.
  package var spool = 1 << 30

  /// The maximum size of a request of OpenTelemetry in protocol buffers, which is in memory as a whole, in bytes.
  package var message = 4 << 20
  /// The maximum size of all such requests at the same time, in bytes.
  package var messages = 16 << 20

  /// The limits of the reports that wait for symbol files.
  package var waiting = Spool.WaitingLimits()

  /// The maximum size of a symbol file, in bytes.
  package var symbolFile = 1 << 30
  /// The maximum size of all symbol files, in bytes.
  package var symbols = 20 << 30

  /// The limits of a request with a symbol file.
  var forSymbols: ReceiverLimits {
    var limits = self
    (limits.body, limits.decoded) = (symbolFile, symbolFile)
    return limits
  }

  /// The default limits.
  package init() {}
}

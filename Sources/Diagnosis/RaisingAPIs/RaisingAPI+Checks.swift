import Knowledge

extension RaisingAPI {
  /// The entries whose requirements `diagnose check` looks up: those with calls as sources contain them.
  package static let checkedCalls: [RaisingAPI] =
    RaisingAPIIndex([.refusedCalls, .apis]).all.filter { !$0.sourceCalls.isEmpty && !$0.needs.isEmpty }

  /// Whether the system terminates the process because of a missing usage description.
  package var isPrivacyViolation: Bool {
    mechanisms == [.abort] && needs.contains { $0.kind == .plist && $0.names[0].hasSuffix("UsageDescription") }
  }
}

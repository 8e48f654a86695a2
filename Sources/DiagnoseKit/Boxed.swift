/// A value of another module behind a reference.
///
/// Clients of DiagnoseKit do not import the other modules and are not compiled again when the size of one of their types
/// changes. A stored property of such a type would leave them with the old layout of ours.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (left: Boxed, right: Boxed) -> Bool { left.value == right.value }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

import Foundation

/// A validator of the part of JSON Schema 2020-12 that the schemas in `docs` use: `type`, `properties`,
/// `required`, `items`, `enum`, `const`, `pattern`, `minimum`, `maximum`, `anyOf`, `$ref` into the document,
/// `additionalProperties`. Annotations (`description`, `examples`, `format`, …) are not assertions. Every other keyword
/// is reported as an error, so that the schema cannot use keywords that are not validated.
public struct SchemaValidator {
  private let schema: JSONValue
  /// If true, members that the schema does not list are errors, even if the schema permits them.
  private let forbidsUnknownMembers: Bool

  /// Creates a validator.
  public init(schema: JSONValue, forbidsUnknownMembers: Bool = false) {
    self.schema = schema
    self.forbidsUnknownMembers = forbidsUnknownMembers
  }

  private static let annotations: Set<String> = [
    "$schema", "$id", "$defs", "title", "description", "examples", "format",
  ]

  /// Returns the errors in `value`; empty if it is valid.
  public func faults(_ value: JSONValue) -> [String] { faults(value, schema, at: "$", depth: 0) }

  private func faults(_ value: JSONValue, _ schema: JSONValue, at location: String, depth: Int) -> [String] {
    guard depth < 100 else { return ["\(location): nested too deeply"] }
    if case .bool(let allowed) = schema { return allowed ? [] : ["\(location): not allowed"] }
    guard case .object(let rules) = schema else { return ["\(location): the schema is no object"] }
    var found: [String] = []
    for (keyword, rule) in rules where !Self.annotations.contains(keyword) {
      found += check(keyword, rule, rules, value, at: location, depth: depth)
    }
    return found
  }

  private func check(
    _ keyword: String, _ rule: JSONValue, _ rules: [String: JSONValue], _ value: JSONValue, at location: String,
    depth: Int
  ) -> [String] {
    switch keyword {
    case "type": return check(type: rule, value) ? [] : ["\(location): is no \(rule)"]
    case "const": return value == rule ? [] : ["\(location): is not \(rule)"]
    case "enum":
      guard case .array(let allowed) = rule else { return ["\(location): bad enum"] }
      return allowed.contains(value) ? [] : ["\(location): is none of \(allowed)"]
    case "minimum", "maximum":
      guard let number = Self.number(value), let bound = Self.number(rule) else { return [] }
      return (keyword == "minimum" ? number >= bound : number <= bound)
        ? [] : ["\(location): \(number) beyond \(bound)"]
    case "pattern":
      guard case .string(let text) = value, case .string(let pattern) = rule else { return [] }
      return Self.matches(text, pattern) ? [] : ["\(location): '\(text)' does not match \(pattern)"]
    case "properties":
      guard case .object(let members) = value, case .object(let properties) = rule else { return [] }
      return members.flatMap { name, member in
        properties[name].map { faults(member, $0, at: "\(location).\(name)", depth: depth + 1) } ?? []
      }
    case "required":
      guard case .object(let members) = value, case .array(let names) = rule else { return [] }
      return names.compactMap(\.string).filter { members[$0] == nil }.map { "\(location): \($0) is missing" }
    case "additionalProperties": return check(additional: rule, rules, value, at: location, depth: depth)
    case "items":
      guard case .array(let elements) = value else { return [] }
      return elements.enumerated().flatMap { faults($1, rule, at: "\(location)[\($0)]", depth: depth + 1) }
    case "anyOf":
      guard case .array(let schemas) = rule else { return ["\(location): bad anyOf"] }
      let all = schemas.map { faults(value, $0, at: location, depth: depth + 1) }
      return all.contains { $0.isEmpty } ? [] : ["\(location): fits none of: \(all)"]
    case "$ref":
      guard let target = rule.string.flatMap(resolve) else { return ["\(location): cannot resolve \(rule)"] }
      return faults(value, target, at: location, depth: depth + 1)
    default: return ["\(location): keyword \(keyword) is not known to the validator"]
    }
  }

  private func check(type rule: JSONValue, _ value: JSONValue) -> Bool {
    if case .array(let types) = rule { return types.contains { check(type: $0, value) } }
    switch (rule.string, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object): return true
    case ("integer", .integer), ("number", .integer), ("number", .number): return true
    case ("integer", .number(let number)): return number == number.rounded()
    default: return false
    }
  }

  private func check(
    additional rule: JSONValue, _ rules: [String: JSONValue], _ value: JSONValue, at location: String, depth: Int
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    var known: Set<String> = []
    if case .object(let properties)? = rules["properties"] { known = Set(properties.keys) }
    var rule = rule
    if forbidsUnknownMembers, case .bool = rule { rule = .bool(false) }
    return members.filter { !known.contains($0.key) }.flatMap { name, member in
      faults(member, rule, at: "\(location).\(name)", depth: depth + 1)
    }
  }

  private func resolve(_ reference: String) -> JSONValue? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(schema as JSONValue?) { $0?[String($1)] }
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return false }
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}

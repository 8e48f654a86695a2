extension RaisingAPI {
  /// SpriteKit.
  static let spriteKitNodes: StaticString = #"""
    api: -[SKNode addChild:]
    api: -[SKNode insertChild:atIndex:]
    id: sknode-add-child
    image: SpriteKit
    raises: exception NSInvalidArgumentException
    requires: The node that is added is not nil and has no parent.
    reason: Attemped to add a SKNode which already has a parent: {}
    cause: The same node is added twice, or to a second parent without being removed from the first.
    fix: Call `removeFromParent()` (or `move(toParent:)`) first, or add a `copy()`.
    count: 4
    search: Attemped to add a SKNode which already has a parent; Attempted to add a SKNode; SpriteKit addChild crash
    seen: 4
    source: https://developer.apple.com/documentation/spritekit/sknode/addchild(_:)
    """#
}

import UIKit

@IBDesignable
final class CardView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.contents = stripes()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    _ = 0
  }

  private func stripes() -> CGImage? { nil }
}

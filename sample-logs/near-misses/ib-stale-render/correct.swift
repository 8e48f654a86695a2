@IBDesignable
final class DotView: UIView {
  @IBInspectable var dotColor: UIColor = .red { didSet { setNeedsLayout() } }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.backgroundColor = dotColor.cgColor
  }
}

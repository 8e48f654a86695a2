// No error, but a new colour in the inspector changes nothing until the storyboard is reopened.
@IBDesignable
final class DotView: UIView {
  @IBInspectable var dotColor: UIColor = .red

  override init(frame: CGRect) {
    super.init(frame: frame)
    layer.addSublayer(makeDot(color: dotColor))
  }
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.addSublayer(makeDot(color: dotColor))
  }
}

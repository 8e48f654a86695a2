// DialView.swift - neither property appears in the Attributes inspector.
enum DialStyle: Int { case round, flat }

@IBDesignable
final class DialView: UIView {
  @IBInspectable var style: DialStyle = .round
  @IBInspectable var padding: UIEdgeInsets = .zero
  @IBInspectable var radius: CGFloat = 12
}

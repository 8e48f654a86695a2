// Rounded on the device, square in the preview; no error.
IB_DESIGNABLE
@implementation RoundedView
- (void)awakeFromNib {
    [super awakeFromNib];
    self.layer.cornerRadius = 8;
    self.layer.masksToBounds = YES;
}
@end

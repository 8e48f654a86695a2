IB_DESIGNABLE
@implementation GaugeButton
- (void)layoutSubviews {
    [super layoutSubviews];
    self.layer.contents = (__bridge id)[self drawGauge].CGImage;
}
@end

// The gauge is empty in the preview; on the device it is drawn.
IB_DESIGNABLE
@implementation GaugeButton
- (instancetype)initWithFrame:(CGRect)frame {
    if ((self = [super initWithFrame:frame])) {
        self.layer.contents = (__bridge id)[self drawGauge].CGImage;
        [self setImage:[self drawGauge] forState:UIControlStateNormal];
    }
    return self;
}
@end

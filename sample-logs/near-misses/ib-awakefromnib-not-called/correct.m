IB_DESIGNABLE
@implementation RoundedView
- (void)awakeFromNib {
    [super awakeFromNib];
    [self setUp];
}
- (void)prepareForInterfaceBuilder {
    [super prepareForInterfaceBuilder];
    [self setUp];
}
@end

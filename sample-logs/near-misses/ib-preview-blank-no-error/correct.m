IB_DESIGNABLE
@implementation CardView
- (instancetype)initWithFrame:(CGRect)frame {
    if ((self = [super initWithFrame:frame])) {
        UIImage *back = [UIImage imageNamed:@"card-back"
                                   inBundle:[NSBundle bundleForClass:CardView.class]
              compatibleWithTraitCollection:nil];
        [self addSubview:[[UIImageView alloc] initWithImage:back]];
    }
    return self;
}
@end

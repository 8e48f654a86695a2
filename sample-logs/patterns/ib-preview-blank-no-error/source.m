// CardView.m - runs well on the device, the canvas in Xcode stays white and shows no error.
IB_DESIGNABLE
@implementation CardView

- (instancetype)initWithFrame:(CGRect)frame {
    if ((self = [super initWithFrame:frame])) {
        NSString *path = [[NSBundle mainBundle] pathForResource:@"card-back" ofType:@"png"];
        self.imageView = [[UIImageView alloc] initWithImage:[UIImage imageWithContentsOfFile:path]];
        [self addSubview:self.imageView];
    }
    return self;
}

@end

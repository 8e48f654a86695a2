- (instancetype)initWithFrame:(CGRect)frame {
    NSArray *objects = [[NSBundle mainBundle] loadNibNamed:@"PlayerBar" owner:self options:nil];
    self = [objects objectAtIndex:0];
    return self;
}

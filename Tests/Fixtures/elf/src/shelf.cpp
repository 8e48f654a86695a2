namespace shelf {
volatile int sink;

template <typename T> static inline __attribute__((always_inline)) T check(T index, T limit) {
  if (index >= limit) __builtin_trap();
  return index;
}

static inline __attribute__((always_inline)) int item(const int *items, int index) {
  return items[check(index, 4)] + 1;
}

struct Loader {
  int items[4];
  __attribute__((noinline)) int load(int count) const;
};

int Loader::load(int count) const {
  int sum = 0;
  for (int index = 0; index < count; index++) {
    sum += item(items, index);
    sink = sum;
  }
  return sum;
}
}

extern "C" __attribute__((noinline)) int discarded(int value) { return value * 3; }

extern "C" int run(int count) {
  shelf::Loader loader = {{1, 2, 3, 4}};
  return loader.load(count) + 2;
}

// Calls of functions of other images, for the comparison on architectures without a C library here.
extern "C" int other(int value);
extern "C" long many(const char *text, long value);
extern "C" void sink(const void *pointer);

struct Counter {
  long total = 0;
  __attribute__((always_inline)) void add(long value) { total += value * many("counter", value); }
};

static __attribute__((noinline)) long sum(const long *values, int count) {
  Counter counter;
  for (int index = 0; index < count; index++) counter.add(values[index]);
  return counter.total;
}

template <int size> __attribute__((noinline)) long sized(int value) {
  long values[size];
  for (int index = 0; index < size; index++) values[index] = other(value + index);
  sink(values);
  return sum(values, size);
}

extern "C" long entry(int value) {
  switch (value & 7) {
  case 0: return sized<3>(value);
  case 1: return sized<9>(value) + 1;
  case 2: return other(value) * 3;
  case 5: return many("five", value);
  default: return sized<17>(value) - other(value);
  }
}

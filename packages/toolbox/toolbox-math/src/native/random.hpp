// xoshiro256++, seeded by splitmix64: Blackman and Vigna, public domain.
#pragma once
#include <cmath>
#include <cstdint>

struct Random {
  uint64_t state[4];
  double spare = 0;
  bool has_spare = false;

  explicit Random(double seed) {
    uint64_t x = static_cast<uint64_t>(static_cast<int64_t>(seed));
    for (auto& word : state) {
      x += 0x9e3779b97f4a7c15;
      uint64_t z = x;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }

  static uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  uint64_t next() {
    const uint64_t result = rotated(state[0] + state[3], 23) + state[0];
    const uint64_t t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotated(state[3], 45);
    return result;
  }

  // A number in [0, 1) of 53 bits.
  double uniform() { return (next() >> 11) * 0x1.0p-53; }

  // Marsaglia's polar method, which makes two at a time.
  double normal() {
    if (has_spare) {
      has_spare = false;
      return spare;
    }
    double u, v, s;
    do {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s == 0);
    const double scale = sqrt(-2 * log(s) / s);
    spare = v * scale;
    has_spare = true;
    return u * scale;
  }
};

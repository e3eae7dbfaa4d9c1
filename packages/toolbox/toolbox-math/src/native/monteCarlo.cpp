// The distribution of an expression of random variables.
#include <algorithm>
#include <cstring>
#include <vector>
#include "expression.hpp"
#include "module.hpp"
#include "random.hpp"

namespace {

enum { uniform, normal, exponential, triangular, lognormal };

double drawn(Random& random, const double* variable) {
  const double a = variable[1], b = variable[2], c = variable[3];
  switch (static_cast<int>(variable[0])) {
    case uniform:
      return a + (b - a) * random.uniform();
    case normal:
      return a + b * random.normal();
    case exponential:
      return -log1p(-random.uniform()) / a;
    case triangular: {
      // From a to b, with the peak at c.
      const double u = random.uniform();
      return u * (b - a) < c - a ? a + sqrt(u * (b - a) * (c - a)) : b - sqrt((1 - u) * (b - a) * (b - c));
    }
    default:
      return exp(a + b * random.normal());
  }
}

// Up to so many values are kept, and their percentiles are exact.
constexpr double most_kept = 4e6;

// Beyond that, values are counted by their first 22 bits, in the order of numbers: a class is a thousandth of its values wide.
constexpr int shift = 42;
constexpr uint64_t sign = 1ull << 63;

uint32_t class_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return static_cast<uint32_t>((bits & sign ? ~bits : bits | sign) >> shift);
}

double lower_bound_of(uint32_t number) {
  uint64_t bits = static_cast<uint64_t>(number) << shift;
  bits = bits & sign ? bits & ~sign : ~bits;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

struct Counted {
  std::vector<uint32_t> classes = std::vector<uint32_t>(1u << (64 - shift), 0);

  double percentile(double p, double total, double least, double most) const {
    const double rank = p * (total - 1);
    double before = 0;
    for (uint32_t number = 0; number < classes.size(); number++) {
      const double here = classes[number];
      if (here > 0 && before + here > rank) {
        const double from = fmax(least, lower_bound_of(number)), to = fmin(most, lower_bound_of(number + 1));
        return from + (to - from) * ((rank - before + 0.5) / here);
      }
      before += here;
    }
    return most;
  }
};

// Puts the values in the order that it needs, which takes less time than sorting them.
double percentile_of(std::vector<double>& values, double p) {
  const double rank = p * (values.size() - 1);
  const auto below = values.begin() + static_cast<size_t>(rank);
  std::nth_element(values.begin(), below, values.end());
  const double lower = *below;
  if (below + 1 == values.end()) return lower;
  return lower + (rank - floor(rank)) * (*std::min_element(below + 1, values.end()) - lower);
}

}  // namespace

constexpr int bins = 20;

// A variable is four numbers: its distribution, a, b and c. `told` receives the samples that are numbers, mean, standard deviation,
// least, most, the 5th, 50th and 95th percentile, and the counts of 20 bins of equal width from the least to the most.
EXPORT(monte_carlo) void monte_carlo(const double* code, int steps, const double* variables, int size, double samples, double seed, double* told) {
  const Program program(code, steps);
  Random random(seed);
  const bool keeps = samples <= most_kept;
  std::vector<double> kept;
  if (keeps) kept.reserve(static_cast<size_t>(samples));
  Counted counted;
  if (keeps) counted.classes.clear();
  std::vector<double> points(static_cast<size_t>(size > 0 ? size : 1) * block);
  double total = 0, mean = 0, squares = 0, least = INFINITY, most = -INFINITY;
  long blocks = 0;
  for (double done = 0; done < samples; done += block) {
    const int count = samples - done < block ? static_cast<int>(samples - done) : block;
    // One point after the other, so that a sample is the same however many there are.
    for (int j = 0; j < count; j++)
      for (int i = 0; i < size; i++) points[i * block + j] = drawn(random, variables + 4 * i);
    const double* values = program.at(points.data(), block, count);
    for (int j = 0; j < count; j++) {
      const double value = values[j];
      if (!std::isfinite(value)) continue;
      total++;
      const double away = value - mean;
      mean += away / total;
      squares += away * (value - mean);
      if (value < least) least = value;
      if (value > most) most = value;
      if (keeps)
        kept.push_back(value);
      else
        counted.classes[class_of(value)]++;
    }
    if (++blocks % 16384 == 0) progress(done / samples);
  }
  told[0] = total;
  if (total == 0) return;
  told[1] = mean;
  told[2] = total > 1 ? sqrt(squares / (total - 1)) : 0;
  told[3] = least;
  told[4] = most;
  double* histogram = told + 8;
  for (int i = 0; i < bins; i++) histogram[i] = 0;
  const auto bin_of = [&](double value) {
    const int at = most > least ? static_cast<int>((value - least) / (most - least) * bins) : 0;
    return at < 0 ? 0 : at >= bins ? bins - 1 : at;
  };
  const double wanted[3] = {0.05, 0.5, 0.95};
  if (keeps) {
    for (int i = 0; i < 3; i++) told[5 + i] = percentile_of(kept, wanted[i]);
    for (const double value : kept) histogram[bin_of(value)]++;
  } else {
    for (int i = 0; i < 3; i++) told[5 + i] = counted.percentile(wanted[i], total, least, most);
    for (uint32_t number = 0; number < counted.classes.size(); number++) {
      const double here = counted.classes[number];
      if (here > 0) histogram[bin_of((fmax(least, lower_bound_of(number)) + fmin(most, lower_bound_of(number + 1))) / 2)] += here;
    }
  }
}

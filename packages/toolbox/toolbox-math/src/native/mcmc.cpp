// Metropolis and Hastings' sampler, with steps of a normal distribution.
#include <algorithm>
#include <complex>
#include <vector>
#include "expression.hpp"
#include "module.hpp"
#include "random.hpp"

namespace {

using Complex = std::complex<double>;

void transform(std::vector<Complex>& a, bool back) {
  const size_t size = a.size();
  for (size_t i = 1, j = 0; i < size; i++) {
    size_t bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (size_t length = 2; length <= size; length <<= 1) {
    const double angle = 2 * M_PI / length * (back ? -1 : 1);
    std::vector<Complex> roots(length / 2);
    for (size_t j = 0; j < length / 2; j++) roots[j] = Complex(cos(angle * j), sin(angle * j));
    for (size_t i = 0; i < size; i += length)
      for (size_t j = 0; j < length / 2; j++) {
        const Complex u = a[i + j];
        const double re = a[i + j + length / 2].real(), im = a[i + j + length / 2].imag();
        const Complex v(re * roots[j].real() - im * roots[j].imag(), re * roots[j].imag() + im * roots[j].real());
        a[i + j] = u + v;
        a[i + j + length / 2] = u - v;
      }
  }
}

// The number of independent samples that are worth as much: the autocorrelation is summed by pairs until a pair is negative (Geyer 1992).
double effective_size(const std::vector<double>& chain, double mean) {
  const size_t n = chain.size();
  size_t size = 1;
  while (size < 2 * n) size <<= 1;
  std::vector<Complex> a(size);
  for (size_t i = 0; i < n; i++) a[i] = chain[i] - mean;
  transform(a, false);
  for (auto& one : a) one = std::norm(one);
  transform(a, true);
  const double variance = a[0].real();
  if (!(variance > 0)) return 0;
  double sum = -1;
  for (size_t lag = 0; lag + 1 < n; lag += 2) {
    const double pair = (a[lag].real() + a[lag + 1].real()) / variance;
    if (pair < 0) break;
    sum += 2 * pair;
  }
  return n / fmax(sum, 1. / n);
}

}  // namespace

constexpr int wanted_quantiles = 5;

// Returns 0, or 1 if the density is zero at the start. A step of 0 is found during the burn-in. `told` receives the acceptance rate and
// the step, and then for each variable the mean, the standard deviation, five quantiles and the effective sample size.
EXPORT(mcmc) int mcmc(int size, const double* code, int steps, const double* start, double samples, double burn_in, double step, double seed,
                double* told) {
  const Program program(code, steps);
  Random random(seed);
  std::vector<double> x(start, start + size), proposed(size);
  double density = program.at(x.data());
  if (!(density > -INFINITY) || density == INFINITY) return 1;
  const bool adapts = step == 0;
  // Half of the proposals are accepted in one dimension, and a quarter in many.
  const double wanted = size == 1 ? 0.44 : 0.234;
  std::vector<double> scales(size);
  for (int i = 0; i < size; i++) scales[i] = adapts ? fmax(1e-3, 0.1 * fabs(x[i])) : step;
  if (adapts)
    for (auto& one : scales) one = fmax(one, 1);
  double factor = 1, accepted = 0;
  std::vector<double> means(size, 0), squares(size, 0);
  std::vector<std::vector<double>> chains(size);
  for (auto& chain : chains) chain.reserve(static_cast<size_t>(samples));
  const double all = burn_in + samples;
  for (double at = 0; at < all; at++) {
    for (int i = 0; i < size; i++) proposed[i] = x[i] + factor * scales[i] * random.normal();
    const double next = program.at(proposed.data());
    // A density that is no number is zero.
    const bool takes = next < INFINITY && log1p(-random.uniform()) < next - density;
    if (takes) {
      x = proposed;
      density = next;
    }
    if (at < burn_in) {
      if (adapts) {
        factor *= exp(((takes ? 1 : 0) - wanted) / pow(at + 1, 0.6));
        for (int i = 0; i < size; i++) {
          const double away = x[i] - means[i];
          means[i] += away / (at + 1);
          squares[i] += away * (x[i] - means[i]);
        }
        // Halfway, every variable gets a step of its own width.
        if (at + 1 == floor(burn_in / 2))
          for (int i = 0; i < size; i++) {
            const double width = sqrt(squares[i] / (at + 1));
            if (width > 0 && std::isfinite(width)) scales[i] = width;
            if (i == size - 1) factor = 2.4 / sqrt(size);
          }
      }
    } else {
      if (takes) accepted++;
      for (int i = 0; i < size; i++) chains[i].push_back(x[i]);
    }
    if (static_cast<long>(at) % 100000 == 99999) progress(at / all);
  }
  told[0] = accepted / samples;
  told[1] = factor * scales[0];
  const double quantiles[wanted_quantiles] = {0.025, 0.25, 0.5, 0.75, 0.975};
  for (int i = 0; i < size; i++) {
    double* row = told + 2 + i * (3 + wanted_quantiles);
    auto& chain = chains[i];
    double mean = 0, sum = 0;
    for (size_t j = 0; j < chain.size(); j++) {
      const double away = chain[j] - mean;
      mean += away / (j + 1);
      sum += away * (chain[j] - mean);
    }
    row[0] = mean;
    row[1] = chain.size() > 1 ? sqrt(sum / (chain.size() - 1)) : 0;
    row[2 + wanted_quantiles] = effective_size(chain, mean);
    std::sort(chain.begin(), chain.end());
    for (int q = 0; q < wanted_quantiles; q++) {
      const double rank = quantiles[q] * (chain.size() - 1);
      const size_t below = static_cast<size_t>(rank), above = below + 1 < chain.size() ? below + 1 : below;
      row[2 + q] = chain[below] + (rank - below) * (chain[above] - chain[below]);
    }
  }
  return 0;
}

// Dormand and Prince's method of order 5 with steps of order 4, as in Hairer, Nørsett and Wanner, "Solving Ordinary Differential
// Equations I", with its continuous extension for the points in between.
#include <vector>
#include "expression.hpp"
#include "module.hpp"

namespace {

constexpr double c[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
constexpr double a[7][6] = {
    {},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84},
};
// The difference of the two orders.
constexpr double e[7] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
constexpr double d[7] = {-12715105075. / 11282082432, 0, 87487479700. / 32700410799, -10690763975. / 1880347072,
                         701980252875. / 199316789632, -1453857185. / 822651844, 69997945. / 29380423};

struct System {
  std::vector<Program*> equations;
  std::vector<double> point;

  // The variables are the functions, and then the time.
  void slopes(double t, const double* y, double* result) {
    const size_t size = equations.size();
    for (size_t i = 0; i < size; i++) point[i] = y[i];
    point[size] = t;
    for (size_t i = 0; i < size; i++) result[i] = equations[i]->at(point.data());
  }
};

bool are_finite(const std::vector<double>& values) {
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

// The equations stand in `code` one after the other, `steps[i]` steps each. Fills `ys`, a row of all functions for each of `ts`, which
// begin with t0 and end with t1. `told` receives the number of steps taken, the last time reached, and the number of rows.
// Returns 0, or 1 if there were too many steps, 2 if the solution is not finite, 3 if the step became too small.
EXPORT(ode) int ode(int size, const double* code, const double* steps, const double* initial, const double* ts, int points,
               double rtol, double atol, double max_steps, double* ys, double* told) {
  System system;
  for (int i = 0; i < size; i++) {
    system.equations.push_back(new Program(code, static_cast<int>(steps[i])));
    code += 2 * static_cast<int>(steps[i]);
  }
  system.point.resize(size + 1);
  std::vector<double> y(initial, initial + size), next(size), k[7], r[5];
  for (auto& one : k) one.resize(size);
  for (auto& one : r) one.resize(size);
  double t = ts[0];
  const double end = ts[points - 1], direction = end > t ? 1 : -1;
  int row = 0, taken = 0, status = 0;
  double tries = 0;
  for (int i = 0; i < size; i++) ys[i] = y[i];
  row = 1;
  system.slopes(t, y.data(), k[0].data());
  if (!are_finite(k[0]) || !are_finite(y)) status = 2;

  // The first step, so long that a step of Euler's method moves by a hundredth.
  double value = 0, slope = 0;
  for (int i = 0; i < size; i++) {
    const double scale = atol + rtol * fabs(y[i]);
    value += y[i] / scale * (y[i] / scale);
    slope += k[0][i] / scale * (k[0][i] / scale);
  }
  double h = value < 1e-10 || slope < 1e-10 ? 1e-6 : 0.01 * sqrt(value / slope);
  h = fmin(h, fabs(end - t));

  while (status == 0 && row < points) {
    if (tries++ >= max_steps) {
      status = 1;
      break;
    }
    if (h <= 1e-15 * fmax(fabs(t), 1e-300) || h < 1e-300) {
      status = 3;
      break;
    }
    // The last step ends where it has to, and not a rounding error before that.
    const bool is_last = t + direction * h * 1.0000001 == end || (end - t) * direction <= h * 1.0000001;
    const double step = is_last ? end - t : direction * h;
    for (int stage = 1; stage < 7; stage++) {
      for (int i = 0; i < size; i++) {
        double sum = 0;
        for (int j = 0; j < stage; j++) sum += a[stage][j] * k[j][i];
        next[i] = y[i] + step * sum;
      }
      system.slopes(t + c[stage] * step, next.data(), k[stage].data());
    }
    double error = 0;
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int j = 0; j < 7; j++) sum += e[j] * k[j][i];
      const double scale = atol + rtol * fmax(fabs(y[i]), fabs(next[i]));
      error += step * sum / scale * (step * sum / scale);
    }
    error = sqrt(error / size);
    if (!std::isfinite(error)) {
      // A step that leads out of the domain is tried again, shorter.
      h = fabs(step) * 0.1;
      if (h <= 1e-12 * fmax(fabs(t), fabs(end - ts[0]))) status = 2;
      continue;
    }
    if (error <= 1) {
      taken++;
      const double to = is_last ? end : t + step;
      for (int i = 0; i < size; i++) {
        const double moved = next[i] - y[i];
        r[0][i] = y[i];
        r[1][i] = moved;
        r[2][i] = step * k[0][i] - moved;
        r[3][i] = moved - step * k[6][i] - r[2][i];
        double sum = 0;
        for (int j = 0; j < 7; j++) sum += d[j] * k[j][i];
        r[4][i] = step * sum;
      }
      for (; row < points && (ts[row] - to) * direction <= 0; row++) {
        const double x = (ts[row] - t) / step, rest = 1 - x;
        for (int i = 0; i < size; i++)
          ys[row * size + i] = row == points - 1 || ts[row] == to
                                   ? next[i]
                                   : r[0][i] + x * (r[1][i] + rest * (r[2][i] + x * (r[3][i] + rest * r[4][i])));
      }
      t = to;
      y = next;
      k[0] = k[6];
      if (taken % 10000 == 0) progress((t - ts[0]) / (end - ts[0]));
    }
    h = fabs(step) * fmin(10, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
  }
  told[0] = taken;
  told[1] = t;
  told[2] = row;
  return status;
}

// Bayesian optimisation: a Gaussian process with the kernel of a normal curve, and the point where an acquisition function is highest.
#include <Eigen/Dense>
#include <vector>
#include "module.hpp"
#include "random.hpp"

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

struct Process {
  const Matrix& points;
  double length = 0, noise = 0, evidence = -INFINITY;
  Eigen::LLT<Matrix> factor;
  Vector weights;

  double kernel(double squared_distance) const { return exp(-0.5 * squared_distance / (length * length)); }

  // Values have mean 0 and variance 1, points lie in a cube of side 1.
  bool fit(const Vector& values, double with_length, double with_noise) {
    length = with_length;
    noise = with_noise;
    const long n = points.rows();
    Matrix k(n, n);
    for (long i = 0; i < n; i++)
      for (long j = 0; j <= i; j++) k(i, j) = k(j, i) = kernel((points.row(i) - points.row(j)).squaredNorm()) + (i == j ? noise : 0);
    factor.compute(k);
    if (factor.info() != Eigen::Success) return false;
    weights = factor.solve(values);
    evidence = -0.5 * values.dot(weights);
    for (long i = 0; i < n; i++) evidence -= log(factor.matrixLLT()(i, i));
    return std::isfinite(evidence);
  }

  void predict(const Vector& at, double& mean, double& deviation) const {
    Vector k(points.rows());
    for (long i = 0; i < points.rows(); i++) k(i) = kernel((points.row(i).transpose() - at).squaredNorm());
    mean = k.dot(weights);
    const Vector v = factor.matrixL().solve(k);
    deviation = sqrt(fmax(1e-12, 1 - v.squaredNorm()));
  }
};

}  // namespace

// Observations are points in the cube of side 1, in rows, and values with mean 0 and variance 1 of which the highest is wanted.
// `acquisition` is 0 for the expected improvement, 1 for the upper confidence bound. Fills `suggestion`, and `told` with the mean and
// the deviation that are expected there, and the length of the kernel. Returns -1 if no process fits.
EXPORT(bayesopt) int bayesopt(int count, int size, const double* xs, const double* ys, int acquisition, double seed, double* suggestion, double* told) {
  const Matrix points = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(xs, count, size);
  const Vector values = Eigen::Map<const Vector>(ys, count);
  Process best{points};
  for (const double noise : {1e-6, 1e-4, 1e-2, 1e-1})
    for (double length = 0.05; length < 4; length *= 1.3) {
      Process tried{points};
      // A prior about lengths: without it, few observations fit any length.
      if (tried.fit(values, length, noise)) {
        const double away = log(length / (0.3 * sqrt(size))) / 0.75;
        tried.evidence -= 0.5 * away * away;
        if (tried.evidence > best.evidence) {
          best.length = length;
          best.noise = noise;
          best.evidence = tried.evidence;
        }
      }
    }
  if (best.evidence == -INFINITY || !best.fit(values, best.length, best.noise)) return -1;
  const double highest = values.maxCoeff();
  const auto worth = [&](const Vector& at) {
    double mean, deviation;
    best.predict(at, mean, deviation);
    if (acquisition == 1) return mean + 2 * deviation;
    const double z = (mean - highest) / deviation;
    return (mean - highest) * 0.5 * erfc(-z / sqrt(2)) + deviation * exp(-0.5 * z * z) / sqrt(2 * M_PI);
  };
  Random random(seed);
  Vector found(size), tried(size);
  double found_worth = -INFINITY;
  const auto consider = [&] {
    const double here = worth(tried);
    if (here > found_worth) {
      found_worth = here;
      found = tried;
    }
  };
  for (int i = 0; i < 500 * (size < 8 ? size + 1 : 8); i++) {
    for (int j = 0; j < size; j++) tried(j) = random.uniform();
    consider();
  }
  long best_row;
  values.maxCoeff(&best_row);
  for (double width = 0.1; width > 1e-4; width *= 0.7)
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < size; j++) {
        const double from = i % 4 == 3 ? points(best_row, j) : found(j);
        tried(j) = fmin(1, fmax(0, from + width * random.normal()));
      }
      consider();
    }
  best.predict(found, told[0], told[1]);
  told[2] = best.length;
  for (int i = 0; i < size; i++) suggestion[i] = found(i);
  return 0;
}

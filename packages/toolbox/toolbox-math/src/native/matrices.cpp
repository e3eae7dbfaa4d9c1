// Linear algebra by Eigen. Matrices are in rows, one after the other.
#include <Eigen/Dense>
#include <complex>
#include "module.hpp"

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using Complex = std::complex<double>;

namespace {

// The power of two of the largest number of a matrix. A matrix over it has products that neither overflow nor underflow, and a power of
// two rounds nothing.
template <class Numbers>
int size_of(const Numbers& numbers) {
  const double largest = numbers.template lpNorm<Eigen::Infinity>();
  return largest > 0 ? ilogb(largest) : 0;
}

// A matrix or vector times a power of two.
template <class Numbers>
auto scaled(const Numbers& numbers, int power) {
  return numbers.unaryExpr([power](double each) { return scalbn(each, power); });
}

// Makes a vector the eigenvector of a value, unless it is one to within rounding errors. The largest number of the matrix lies between 1
// and 2.
//
// Eigen substitutes back as if the block of a double eigenvalue were a triangle, once the imaginary parts of the block were rounded to
// zero. Such a value is good, but its vector is wrong by as much as the block is large.
void refine(const Matrix& matrix, Complex value, Eigen::Ref<Eigen::VectorXcd> vector) {
  const double epsilon = Eigen::NumTraits<double>::epsilon(), limit = 32 * epsilon * matrix.norm();
  const auto away = [&](const Eigen::VectorXcd& x) { return (matrix * x - value * x).norm(); };
  Eigen::VectorXcd x = vector;
  double least = INFINITY;
  if (x.allFinite())
    least = away(x);
  else
    x.setOnes();
  if (least <= limit) return;
  Eigen::MatrixXcd shifted = matrix.cast<Complex>();
  shifted.diagonal().array() -= value;
  const Eigen::FullPivLU<Eigen::MatrixXcd> lu(shifted);
  Eigen::MatrixXcd factors = lu.matrixLU();
  for (Complex& pivot : factors.diagonal())
    if (std::abs(pivot) < epsilon) pivot = epsilon;
  const auto lower = factors.triangularView<Eigen::UnitLower>();
  const auto upper = factors.triangularView<Eigen::Upper>();
  // Inverse iteration with the adjoint as well: the vector of a defective value is at right angles to the value's left vector, and
  // the iteration with the matrix alone does not come nearer to it.
  for (int step = 0; step < 4 && least > limit; step++) {
    x = lu.permutationQ().inverse() * x;
    upper.adjoint().solveInPlace(x);
    lower.adjoint().solveInPlace(x);
    x.stableNormalize();
    lower.solveInPlace(x);
    upper.solveInPlace(x);
    x = (lu.permutationQ() * x).stableNormalized();
    const double now = away(x);
    if (now < least) {
      least = now;
      vector = x;
    }
  }
}

}  // namespace

// Solves a x = b in the sense of least squares. Of several solutions, x is the shortest. Returns the rank.
EXPORT(solve) int solve(int rows, int columns, const double* a, const double* b, double* x, double* residual) {
  const Eigen::Map<const Rows> given(a, rows, columns);
  const Eigen::Map<const Vector> given_right(b, rows);
  const int left_size = size_of(given), right_size = size_of(given_right);
  const Matrix matrix = scaled(given, -left_size);
  const Vector right = scaled(given_right, -right_size);
  // Columns of one length: the rank then does not depend on the unit of an unknown. What is all but zero beside the
  // largest number stays so.
  Matrix even = matrix;
  Eigen::VectorXi sizes(columns);
  for (int j = 0; j < columns; j++) {
    const int size = size_of(matrix.col(j));
    sizes(j) = size > -963 ? size : 0;
    even.col(j) = scaled(matrix.col(j), -sizes(j));
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(even);
  int rank = static_cast<int>(qr.rank());
  Vector solution;
  if (rank == columns) {
    solution = qr.solve(right);
    *residual = scalbn((even * solution - right).norm(), right_size);
  } else {
    const Eigen::CompleteOrthogonalDecomposition<Matrix> shortest(matrix);
    rank = static_cast<int>(shortest.rank());
    solution = shortest.solve(right);
    *residual = scalbn((matrix * solution - right).norm(), right_size);
    sizes.setZero();
  }
  for (int j = 0; j < columns; j++) x[j] = scalbn(solution(j), right_size - left_size - sizes(j));
  return rank;
}

// Returns 1 if the matrix is symmetric, 0 if it is not, and -1 if the iteration did not converge. Vectors are columns.
EXPORT(eigen) int eigen(int size, const double* a, int with_vectors, double* re, double* im, double* vectors_re, double* vectors_im) {
  const Eigen::Map<const Rows> given(a, size, size);
  const int power = size_of(given);
  const Matrix matrix = scaled(given, -power);
  const bool is_symmetric = given == given.transpose();
  if (is_symmetric) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix, with_vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success) return -1;
    Eigen::Map<Vector>(re, size) = scaled(solver.eigenvalues(), power);
    Eigen::Map<Vector>(im, size).setZero();
    if (with_vectors) {
      Eigen::Map<Rows>(vectors_re, size, size) = solver.eigenvectors();
      Eigen::Map<Rows>(vectors_im, size, size).setZero();
    }
    return 1;
  }
  const Eigen::EigenSolver<Matrix> solver(matrix, with_vectors != 0);
  if (solver.info() != Eigen::Success) return -1;
  Eigen::Map<Vector>(re, size) = scaled(solver.eigenvalues().real(), power);
  Eigen::Map<Vector>(im, size) = scaled(solver.eigenvalues().imag(), power);
  if (with_vectors) {
    const Matrix found = solver.pseudoEigenvectors();
    Eigen::MatrixXcd vectors = found.cast<Complex>();
    for (int j = 0; j < size; j++) {
      const Complex value = solver.eigenvalues()(j);
      const bool is_pair = value.imag() != 0;
      if (is_pair) vectors.col(j).imag() = found.col(j + 1);
      vectors.col(j).stableNormalize();
      refine(matrix, value, vectors.col(j));
      if (is_pair) {
        vectors.col(j + 1) = vectors.col(j).conjugate();
        j++;
      }
    }
    Eigen::Map<Rows>(vectors_re, size, size) = vectors.real();
    Eigen::Map<Rows>(vectors_im, size, size) = vectors.imag();
  }
  return 0;
}

// a = u diag(s) v'. u has as many columns as s has values, and v has them as well. Returns 0, or -1 if the iteration did not converge.
EXPORT(svd) int svd(int rows, int columns, const double* a, double* u, double* s, double* v) {
  const Eigen::Map<const Rows> given(a, rows, columns);
  const int power = size_of(given);
  const Matrix matrix = scaled(given, -power);
  const int values = rows < columns ? rows : columns;
  const Eigen::BDCSVD<Matrix> solver(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  if (solver.info() != Eigen::Success) return -1;
  Eigen::Map<Rows>(u, rows, values) = solver.matrixU();
  Eigen::Map<Vector>(s, values) = scaled(solver.singularValues(), power);
  Eigen::Map<Rows>(v, columns, values) = solver.matrixV();
  return 0;
}

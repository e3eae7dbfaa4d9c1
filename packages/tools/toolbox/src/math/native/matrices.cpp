// Linear algebra by Eigen. Matrices are in rows, one after the other.
#include <Eigen/Dense>
#include "module.hpp"

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// Solves a x = b in the sense of least squares. Of several solutions, x is the shortest. Returns the rank.
EXPORT(solve) int solve(int rows, int columns, const double* a, const double* b, double* x, double* residual) {
  const Matrix matrix = Eigen::Map<const Rows>(a, rows, columns);
  const Eigen::Map<const Vector> right(b, rows);
  Eigen::Map<Vector> solution(x, columns);
  // Columns of one length: the rank then does not depend on the unit of an unknown. A power of two rounds
  // nothing. What is all but zero stays so.
  Vector scales(columns);
  for (int j = 0; j < columns; j++) {
    const double length = matrix.col(j).lpNorm<Eigen::Infinity>();
    scales(j) = length > 1e-290 ? ldexp(1, -ilogb(length)) : 1;
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(matrix * scales.asDiagonal());
  int rank = static_cast<int>(qr.rank());
  if (rank == columns)
    solution = scales.cwiseProduct(qr.solve(right));
  else {
    const Eigen::CompleteOrthogonalDecomposition<Matrix> shortest(matrix);
    rank = static_cast<int>(shortest.rank());
    solution = shortest.solve(right);
  }
  *residual = (matrix * solution - right).norm();
  return rank;
}

// Returns 1 if the matrix is symmetric, 0 if it is not, and -1 if the iteration did not converge. Vectors are columns.
EXPORT(eigen) int eigen(int size, const double* a, int with_vectors, double* re, double* im, double* vectors_re, double* vectors_im) {
  const Matrix matrix = Eigen::Map<const Rows>(a, size, size);
  const bool is_symmetric = matrix == matrix.transpose();
  if (is_symmetric) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix, with_vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success) return -1;
    Eigen::Map<Vector>(re, size) = solver.eigenvalues();
    Eigen::Map<Vector>(im, size).setZero();
    if (with_vectors) {
      Eigen::Map<Rows>(vectors_re, size, size) = solver.eigenvectors();
      Eigen::Map<Rows>(vectors_im, size, size).setZero();
    }
    return 1;
  }
  const Eigen::EigenSolver<Matrix> solver(matrix, with_vectors != 0);
  if (solver.info() != Eigen::Success) return -1;
  Eigen::Map<Vector>(re, size) = solver.eigenvalues().real();
  Eigen::Map<Vector>(im, size) = solver.eigenvalues().imag();
  if (with_vectors) {
    const Eigen::MatrixXcd vectors = solver.eigenvectors();
    Eigen::Map<Rows>(vectors_re, size, size) = vectors.real();
    Eigen::Map<Rows>(vectors_im, size, size) = vectors.imag();
  }
  return 0;
}

// a = u diag(s) v'. u has as many columns as s has values, and v has them as well. Returns 0, or -1 if the iteration did not converge.
EXPORT(svd) int svd(int rows, int columns, const double* a, double* u, double* s, double* v) {
  const Matrix matrix = Eigen::Map<const Rows>(a, rows, columns);
  const int values = rows < columns ? rows : columns;
  const Eigen::BDCSVD<Matrix> solver(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  if (solver.info() != Eigen::Success) return -1;
  Eigen::Map<Rows>(u, rows, values) = solver.matrixU();
  Eigen::Map<Vector>(s, values) = solver.singularValues();
  Eigen::Map<Rows>(v, columns, values) = solver.matrixV();
  return 0;
}

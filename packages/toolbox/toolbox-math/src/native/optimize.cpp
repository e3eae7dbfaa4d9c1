// Nelder and Mead's simplex, with the parameters of Gao and Han (2012) for many variables, started anew until it finds nothing better.
#include <algorithm>
#include <vector>
#include "expression.hpp"
#include "module.hpp"

namespace {

struct Corner {
  std::vector<double> x;
  double value;
};

}  // namespace

// Minimises. `low` and `high` may be infinite. Fills `x` with the best point, and `told` with its value, the iterations, and 1 if the
// simplex came together within the tolerance. A value that is no number counts as infinite.
EXPORT(optimize) void optimize(int size, const double* code, int steps, const double* start, const double* low, const double* high,
                     double max_iterations, double tolerance, double* x, double* told) {
  const Program program(code, steps);
  const auto within = [&](Corner& corner) {
    for (int i = 0; i < size; i++) corner.x[i] = fmin(high[i], fmax(low[i], corner.x[i]));
    corner.value = program.at(corner.x.data());
    if (corner.value != corner.value) corner.value = INFINITY;
  };
  const double expand = 1 + 2. / size, contract = 0.75 - 0.5 / size, shrink = 1 - 1. / size;
  const bool is_line = size == 1;
  const double n_expand = is_line ? 2 : expand, n_contract = is_line ? 0.5 : contract, n_shrink = is_line ? 0.5 : shrink;

  Corner best{std::vector<double>(start, start + size), 0};
  within(best);
  double iterations = 0;
  bool converged = false;
  double scale = 0.05;
  while (iterations < max_iterations) {
    std::vector<Corner> simplex(size + 1, best);
    for (int i = 0; i < size; i++) {
      const double side = best.x[i] != 0 ? scale * fmax(fabs(best.x[i]), 1e-3) : scale * 0.05;
      simplex[i + 1].x[i] += best.x[i] + side > high[i] ? -side : side;
      within(simplex[i + 1]);
    }
    const double before = best.value;
    bool together = false;
    while (iterations < max_iterations) {
      std::stable_sort(simplex.begin(), simplex.end(), [](const Corner& one, const Corner& other) { return one.value < other.value; });
      double apart = 0;
      for (const auto& corner : simplex)
        for (int i = 0; i < size; i++)
          apart = fmax(apart, fabs(corner.x[i] - simplex[0].x[i]) / fmax(1, fabs(simplex[0].x[i])));
      const double spread = fabs(simplex[size].value - simplex[0].value);
      if (apart <= tolerance && (spread <= tolerance * fmax(1, fabs(simplex[0].value)) || spread != spread)) {
        together = true;
        break;
      }
      iterations++;
      std::vector<double> middle(size, 0);
      for (int corner = 0; corner < size; corner++)
        for (int i = 0; i < size; i++) middle[i] += simplex[corner].x[i] / size;
      const auto along = [&](double factor) {
        Corner corner{std::vector<double>(size), 0};
        for (int i = 0; i < size; i++) corner.x[i] = middle[i] + factor * (simplex[size].x[i] - middle[i]);
        within(corner);
        return corner;
      };
      Corner reflected = along(-1);
      if (reflected.value < simplex[0].value) {
        Corner expanded = along(-n_expand);
        simplex[size] = expanded.value < reflected.value ? expanded : reflected;
      } else if (reflected.value < simplex[size - 1].value) {
        simplex[size] = reflected;
      } else {
        Corner contracted = along(reflected.value < simplex[size].value ? -n_contract : n_contract);
        if (contracted.value < fmin(reflected.value, simplex[size].value)) {
          simplex[size] = contracted;
        } else {
          for (int corner = 1; corner <= size; corner++) {
            for (int i = 0; i < size; i++)
              simplex[corner].x[i] = simplex[0].x[i] + n_shrink * (simplex[corner].x[i] - simplex[0].x[i]);
            within(simplex[corner]);
          }
        }
      }
      if (static_cast<long>(iterations) % 100000 == 0) progress(iterations / max_iterations);
    }
    for (const auto& corner : simplex)
      if (corner.value < best.value) best = corner;
    // A simplex may come together beside the minimum. One that is started there finds out.
    if (together && !(before - best.value > tolerance * fmax(1, fabs(best.value)))) {
      converged = true;
      break;
    }
    scale = 0.05;
  }
  for (int i = 0; i < size; i++) x[i] = best.x[i];
  told[0] = best.value;
  told[1] = iterations;
  told[2] = converged;
}

// The values of an expression at given points, and the memory of the module.
#include "expression.hpp"
#include "module.hpp"

// Returns room for numbers. Nothing is given back: an instance of the module does one job.
EXPORT(numbers) double* numbers(int count) {
  double* room = static_cast<double*>(malloc(sizeof(double) * (count > 0 ? count : 1)));
  if (room == nullptr) abort();
  return room;
}

// Variable i of point j is at `variables[i * points + j]`.
EXPORT(evaluate) void evaluate(const double* code, int steps, const double* variables, int points, double* values) {
  const Program program(code, steps);
  for (int from = 0; from < points; from += block) {
    const int count = points - from < block ? points - from : block;
    const double* found = program.at(variables + from, points, count);
    for (int j = 0; j < count; j++) values[from + j] = found[j];
  }
}

// The code of an expression, and its evaluation for many points at once. The numbers of the operations are those of `operations.ts`.
#pragma once
#include <cmath>
#include <cstdlib>

constexpr int block = 128;

struct Program {
  const double* code;
  int steps;
  double* stack;

  Program(const double* code, int steps) : code(code), steps(steps) {
    stack = static_cast<double*>(malloc(sizeof(double) * block * (steps + 1)));
    if (stack == nullptr) abort();
  }
  ~Program() { free(stack); }
  Program(const Program&) = delete;

  // Evaluates at `count` points, at most `block`. Variable i of point j is at `variables[i * stride + j]`. The result is in `stack`.
  const double* at(const double* variables, int stride, int count) const;

  double at(const double* variables) const { return at(variables, 1, 1)[0]; }
};

inline double floored_mod(double a, double b) {
  const double r = fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// A square is what most powers are, and a multiplication is exact to the last bit.
inline double power(double a, double b) { return b == 2 ? a * a : pow(a, b); }

inline const double* Program::at(const double* variables, int stride, int count) const {
  double* top = stack - block;
#define UNARY(number, result)                   \
  case number:                                  \
    for (int j = 0; j < count; j++) {           \
      const double a = top[j];                  \
      top[j] = (result);                        \
    }                                           \
    break;
#define BINARY(number, result)                  \
  case number:                                  \
    top -= block;                               \
    for (int j = 0; j < count; j++) {           \
      const double a = top[j], b = top[block + j]; \
      top[j] = (result);                        \
    }                                           \
    break;
  for (int step = 0; step < steps; step++) {
    const double operand = code[2 * step + 1];
    switch (static_cast<int>(code[2 * step])) {
      case 0:
        top += block;
        for (int j = 0; j < count; j++) top[j] = operand;
        break;
      case 1: {
        top += block;
        const double* from = variables + static_cast<int>(operand) * stride;
        for (int j = 0; j < count; j++) top[j] = from[j];
        break;
      }
        BINARY(2, a + b)
        BINARY(3, a - b)
        BINARY(4, a * b)
        BINARY(5, a / b)
        BINARY(6, floored_mod(a, b))
        BINARY(7, power(a, b))
        UNARY(8, -a)
        UNARY(9, sin(a))
        UNARY(10, cos(a))
        UNARY(11, tan(a))
        UNARY(12, asin(a))
        UNARY(13, acos(a))
        UNARY(14, atan(a))
        BINARY(15, atan2(a, b))
        UNARY(16, sinh(a))
        UNARY(17, cosh(a))
        UNARY(18, tanh(a))
        UNARY(19, exp(a))
        UNARY(20, log(a))
        UNARY(21, log10(a))
        UNARY(22, log2(a))
        UNARY(23, sqrt(a))
        UNARY(24, cbrt(a))
        UNARY(25, fabs(a))
        UNARY(26, floor(a))
        UNARY(27, ceil(a))
        UNARY(28, round(a))
        UNARY(29, a > 0 ? 1 : a < 0 ? -1 : a)
        BINARY(30, a < b || a != a ? a : b)
        BINARY(31, a > b || a != a ? a : b)
        BINARY(32, hypot(a, b))
        UNARY(33, tgamma(a))
        UNARY(34, lgamma(a))
        UNARY(35, erf(a))
      default:
        abort();
    }
  }
#undef UNARY
#undef BINARY
  return top;
}

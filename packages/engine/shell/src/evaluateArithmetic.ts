/** The largest number that all shells handle alike. */
const most = 2 ** 31 - 1

const token = /\s*(?:([1-9][0-9]*|0)(?![0-9A-Za-z_])|\$?([A-Za-z_][A-Za-z0-9_]*)|([-+*/%()]))/y

/**
 * Evaluates an expression of whole numbers with addition, multiplication and division. Returns `undefined` for
 * anything else. `numberOf` returns the value of a name, if known.
 *
 * Source: POSIX.1-2024, Shell Command Language, 2.6.4.
 */
export const evaluateArithmetic = (
  expression: string,
  numberOf: (name: string) => string | undefined
): number | undefined => {
  const tokens: Array<number | string> = []
  token.lastIndex = 0
  let at = 0
  while (at < expression.trimEnd().length) {
    const [, number, name, operator] = token.exec(expression) ?? []
    const value = number ?? (name === undefined ? undefined : numberOf(name))
    if (operator !== undefined) tokens.push(operator)
    else if (value !== undefined && /^(?:[1-9][0-9]{0,8}|0)$/.test(value)) tokens.push(Number(value))
    else return undefined
    at = token.lastIndex
  }
  return new Sum(tokens).whole()
}

class Sum {
  private readonly tokens: ReadonlyArray<number | string>
  private at = 0

  constructor(tokens: ReadonlyArray<number | string>) {
    this.tokens = tokens
  }

  whole(): number | undefined {
    const value = this.terms()
    return this.at === this.tokens.length ? value : undefined
  }

  private take(...operators: ReadonlyArray<string>): string | undefined {
    const next = this.tokens[this.at]
    if (typeof next !== "string" || !operators.includes(next)) return undefined
    this.at++
    return next
  }

  private terms(): number | undefined {
    let sum = this.factors()
    for (let operator = this.take("+", "-"); operator !== undefined; operator = this.take("+", "-")) {
      const next = this.factors()
      sum = bounded(sum, next, (one, other) => (operator === "+" ? one + other : one - other))
    }
    return sum
  }

  private factors(): number | undefined {
    let product = this.atom()
    for (let operator = this.take("*", "/", "%"); operator !== undefined; operator = this.take("*", "/", "%")) {
      const next = this.atom()
      product = bounded(product, next, (one, other) => {
        if (operator === "*") return one * other
        if (other === 0) return Number.NaN
        return operator === "/" ? Math.trunc(one / other) : one % other
      })
    }
    return product
  }

  private atom(): number | undefined {
    const next = this.tokens[this.at]
    if (typeof next === "number") {
      this.at++
      return next
    }
    if (this.take("(") === undefined) return undefined
    const value = this.terms()
    return this.take(")") === undefined ? undefined : value
  }
}

const bounded = (
  one: number | undefined,
  other: number | undefined,
  operate: (one: number, other: number) => number
): number | undefined => {
  if (one === undefined || other === undefined) return undefined
  const value = operate(one, other)
  return Number.isInteger(value) && Math.abs(value) <= most ? value + 0 : undefined
}

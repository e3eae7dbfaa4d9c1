import { describeUnknownName, ToolValidationError } from "@toolgate/core"
import type { Expression, ExpressionStep } from "./Expression.ts"
import { type ExpressionToken, tokenize } from "./ExpressionTokens.ts"
import { constants, functions, type MathOperation, variadic } from "./operations.ts"

/** The limits of an expression: its characters, its nesting depth, and its steps. */
export const expressionBounds = { characters: 10_000, depth: 100, steps: 2_000 } as const

/**
 * Parses an expression of numbers, variables, `+ - * / % ^`, parentheses, functions and the constants pi, e and tau.
 * All tools use this grammar. Throws a `ToolValidationError` with the position of the error; `argument` is the name of
 * the argument in the message.
 *
 * Precedence, lowest first: `+` and `-`; `*`, `/` and `%`; unary signs; `^`, which is right-associative. So -2^2 is -4.
 * The sign of `a % b` is that of b.
 */
export const readExpression = (text: string, variables: ReadonlyArray<string>, argument = '"expression"'): Expression =>
  new Reader(text, variables, argument).whole()

class Reader {
  private readonly tokens: ReadonlyArray<ExpressionToken>
  private readonly variables: ReadonlyArray<string>
  private readonly argument: string
  private readonly steps: Array<ExpressionStep> = []
  private position = 0
  private depth = 0

  constructor(text: string, variables: ReadonlyArray<string>, argument: string) {
    this.variables = variables
    this.argument = argument
    if (text.length > expressionBounds.characters)
      this.fail(`it is longer than ${expressionBounds.characters} characters`)
    this.tokens = tokenize(text, (character, at) =>
      this.fail(`"${character}" means nothing there${hintFor(character)}`, at)
    )
  }

  whole(): Expression {
    if (this.isAtEnd) this.fail("it is empty")
    this.sum()
    if (!this.isAtEnd) this.unexpected()
    return { steps: this.steps, variables: this.variables }
  }

  private sum(): void {
    this.product()
    for (let sign = this.take("+", "-"); sign !== undefined; sign = this.take("+", "-")) {
      this.product()
      this.apply(sign)
    }
  }

  private product(): void {
    this.signed()
    for (let sign = this.take("*", "/", "%"); sign !== undefined; sign = this.take("*", "/", "%")) {
      this.signed()
      this.apply(sign)
    }
  }

  /** Parses a number with unary signs, which bind less tightly than a power. */
  private signed(): void {
    const sign = this.take("-", "+")
    if (sign === undefined) this.power()
    else {
      this.within(() => this.signed())
      if (sign === "-") this.apply("negate")
    }
  }

  private power(): void {
    this.atom()
    if (this.take("^") === undefined) return
    this.within(() => this.signed())
    this.apply("^")
  }

  private atom(): void {
    const { next } = this
    if (next.kind === "number") {
      this.position += 1
      this.push({ kind: "number", text: next.text })
    } else if (next.kind === "name") {
      this.position += 1
      if (this.take("(") === undefined) this.named(next)
      else this.called(next)
    } else if (this.take("(") !== undefined) {
      this.within(() => this.sum())
      this.close(next)
    } else this.unexpected()
  }

  private named({ text, at }: ExpressionToken): void {
    const index = this.variables.indexOf(text)
    if (index >= 0) this.push({ kind: "variable", index })
    else if (constants.has(text)) this.push({ kind: "constant", name: text })
    else if (functions.has(text)) this.fail(`the function "${text}" needs its arguments in parentheses`, at)
    else this.fail(describeUnknownName("variable", text, [...new Set([...this.variables, ...constants.keys()])]), at)
  }

  private called(name: ExpressionToken): void {
    const { text, at } = name
    const wanted = functions.get(text)
    if (wanted === undefined) {
      if (this.variables.includes(text) || constants.has(text))
        this.fail(`"${text}" is not a function; write "*" to multiply`, at)
      this.fail(describeUnknownName("function", text, [...functions.keys()]), at)
    }
    let given = 0
    do {
      this.within(() => this.sum())
      given += 1
      if (given > wanted && variadic.has(text)) this.apply(text as MathOperation)
    } while (this.take(",") !== undefined)
    this.close(name)
    if (given < wanted || (given > wanted && !variadic.has(text))) {
      const most = variadic.has(text) ? " or more" : ""
      this.fail(
        `the function "${text}" takes ${wanted}${most} argument${wanted === 1 && most === "" ? "" : "s"}, not ${given}`,
        at
      )
    }
    this.apply(text as MathOperation)
  }

  private close(opening: ExpressionToken): void {
    if (this.take(")") !== undefined) return
    if (this.next.kind === "end") this.fail("a parenthesis is not closed", opening.at)
    this.unexpected()
  }

  private within(read: () => void): void {
    this.depth += 1
    if (this.depth > expressionBounds.depth)
      this.fail(`it is nested deeper than ${expressionBounds.depth} levels`, this.next.at)
    read()
    this.depth -= 1
  }

  private apply(name: string): void {
    this.push({ kind: "operation", name: name as MathOperation })
  }

  private push(step: ExpressionStep): void {
    this.steps.push(step)
    if (this.steps.length > expressionBounds.steps)
      this.fail(`it has more than ${expressionBounds.steps} numbers and operations`)
  }

  private take(...signs: ReadonlyArray<string>): string | undefined {
    const { kind, text } = this.next
    if (kind !== "sign" || !signs.includes(text)) return undefined
    this.position += 1
    return text
  }

  private get isAtEnd(): boolean {
    return this.next.kind === "end"
  }

  private get next(): ExpressionToken {
    return this.tokens[this.position] ?? { kind: "end", text: "", at: 0 }
  }

  private unexpected(): never {
    const { next } = this
    const before = this.tokens[this.position - 1]
    if (next.kind === "end") return this.fail("it ends where a number is missing", next.at)
    const endsNumber = before !== undefined && (before.kind !== "sign" || before.text === ")")
    const isPower = next.text === "*" && before?.text === "*"
    const multiplies = endsNumber && (next.kind !== "sign" || next.text === "(")
    const hint = isPower ? '; write "^" for a power' : multiplies ? '; write "*" to multiply' : ""
    return this.fail(`"${next.text}" is not expected there${hint}`, next.at)
  }

  private fail(reason: string, at?: number): never {
    const place = at === undefined ? "" : ` at character ${at + 1}`
    throw new ToolValidationError({ message: `The argument ${this.argument} cannot be read${place}: ${reason}.` })
  }
}

const hintFor = (character: string): string => {
  if (/[=<>]/.test(character)) return "; an expression cannot compare values"
  const instead = plain.get(character)
  return instead === undefined ? "" : `; write "${instead}"`
}

/** Typographic variants of operators. */
const plain: ReadonlyMap<string, string> = new Map([
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
  ["−", "-"],
  ["–", "-"],
  ["²", "^2"],
  ["³", "^3"],
  ["√", "sqrt(…)"],
  ["π", "pi"],
  ["!", "gamma(n + 1)"]
])

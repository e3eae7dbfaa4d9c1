import type { AskedWord } from "./AskedWord.ts"
import { checks } from "./checks/checks.ts"
import type { Harm } from "./Danger.ts"
import { matchers } from "./matchers.ts"
import type { Rule } from "./Rule.ts"
import { readPattern } from "./readPattern.ts"

type Condition = (asked: AskedWord) => boolean

/** Makes a function that judges a word by rules: it returns the harm that the word does, or `undefined`. */
export const decideBy = (rules: ReadonlyArray<Rule>): ((asked: AskedWord) => Harm | undefined) => {
  const compiled = rules.map((rule) => ({ rule, conditions: conditionsOf(rule) }))
  return (asked) => {
    for (const { rule, conditions } of compiled) {
      if (!conditions.every((holds) => holds(asked))) continue
      if (rule.harmless) return undefined
      const reason = rule.check === undefined ? rule.reason : checks[rule.check](asked)
      if (reason !== undefined) return rule.reads ? { reason, reads: true } : { reason }
    }
    return undefined
  }
}

const conditionsOf = (rule: Rule): ReadonlyArray<Condition> => {
  const { of, at, from, notAfter, without } = rule
  const conditions: Array<Condition> = []
  if (of !== undefined) {
    const options = new Set(of.split(" "))
    conditions.push(({ option }) => options.has(option ?? ""))
  }
  if (at !== undefined) conditions.push(({ before }) => before.length + 1 === at)
  if (from !== undefined) conditions.push(({ before }) => before.length + 1 >= from)
  if (rule.with !== undefined) {
    const options = rule.with.split(" ")
    // A harmless word may be the value of the option before it.
    conditions.push(({ given, has }) => options.some((option) => given.has(option) || (!rule.harmless && has(option))))
  }
  if (without === "*") conditions.push(({ given }) => [...given].every((option) => option === "--"))
  else if (without !== undefined) {
    const options = without.split(" ")
    conditions.push(({ given }) => !options.some((option) => given.has(option)))
  }
  if (notAfter !== undefined) {
    const pattern = readPattern(notAfter)
    conditions.push(({ before }) => !before.some((word) => pattern.test(word)))
  }
  conditions.push(...wordConditions(rule))
  return conditions
}

const wordConditions = ({ is, isNot, equals, notEquals, matches, except }: Rule): ReadonlyArray<Condition> => [
  ...listed(is).map(
    (name): Condition =>
      ({ word }) =>
        matchers[name](word)
  ),
  ...listed(isNot).map(
    (name): Condition =>
      ({ word }) =>
        !matchers[name](word)
  ),
  ...(equals === undefined ? [] : [isAmong(new Set(listed(equals)))]),
  ...listed(notEquals).map(
    (other): Condition =>
      ({ word }) =>
        word !== other
  ),
  ...listed(matches)
    .map(readPattern)
    .map(
      (pattern): Condition =>
        ({ word }) =>
          pattern.test(word)
    ),
  ...listed(except)
    .map(readPattern)
    .map(
      (pattern): Condition =>
        ({ word }) =>
          !pattern.test(word)
    )
]

const isAmong =
  (words: ReadonlySet<string>): Condition =>
  ({ word }) =>
    words.has(word)

const listed = <A extends string>(one: A | ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  one === undefined ? [] : typeof one === "string" ? [one] : one

import { quoted } from "@toolgate/core"
import { anyText, count, type FileReading, type Key, oneOf, recordOf, type Shape } from "@toolgate/yaml-reading"
import { type CheckName, checks } from "../checks/checks.ts"
import { type MatcherName, matchers } from "../matchers.ts"
import type { Rule } from "../Rule.ts"
import { listGivenKeys } from "./listGivenKeys.ts"
import { pattern } from "./pattern.ts"
import { on, oneOrMore, phrase, words } from "./scalars.ts"

const matcher = oneOf("matcher", Object.keys(matchers) as ReadonlyArray<MatcherName>)

const key = <A>(shape: Shape<A>, description: string): Key<A> => ({ shape, description, absent: "it does not matter" })

const wordKeys = {
  is: key(oneOrMore(matcher), "The matcher that fits the word. If there are several, all must fit."),
  isNot: key(oneOrMore(matcher), "The matchers that must not fit the word."),
  equals: key(oneOrMore(anyText), "The word itself, or a list of words that contains it."),
  notEquals: key(oneOrMore(anyText), "The words that it must not be."),
  matches: key(oneOrMore(pattern), "The pattern that the word matches. If there are several, all must match."),
  except: key(oneOrMore(pattern), "The patterns that the word must not match.")
}

const givenOptions = {
  with: key(
    words,
    "The command has one of these options, before the word if the outcome is `harmless`. `--` stands for the word that ends the options."
  ),
  without: key(words, 'None of these options is before the word. "*" is any option.')
}

const outcome = <A>(shape: Shape<A>, description: string): Key<A> => ({ shape, description, absent: "another outcome" })

const outcomes = {
  reason: outcome(phrase, "Outcome: the word does harm. The phrase says why; it follows the word."),
  check: outcome(
    oneOf("check", Object.keys(checks) as ReadonlyArray<CheckName>),
    "Outcome: a function decides. If it finds no harm, the next rule decides."
  ),
  harmless: outcome(on, "Outcome: the word does no harm, and later rules are skipped.")
}

const reads = {
  reads: {
    shape: on,
    description: "Beside `reason` or `check`: the word does harm only through what it makes the program read.",
    absent: "it may write"
  }
}

const ruleFrom = (given: object, at: number, reading: FileReading): Rule | undefined => {
  const rule = listGivenKeys(given) as Rule
  const found = (Object.keys(outcomes) as ReadonlyArray<keyof typeof outcomes>).filter(
    (name) => rule[name] !== undefined
  )
  if (found.length === 1) return rule
  return reading.fault(at, () =>
    found.length === 0
      ? 'a rule needs an outcome: "reason", "check" or "harmless"'
      : `a rule has one outcome, not ${found.map((name) => quoted(name)).join(" and ")}`
  )
}

/** The shape of a rule about the value of an option. */
export const valueRule: Shape<Rule> = recordOf(
  "a rule about values",
  {
    of: { ...key(words, "The options whose value the rule is about."), absent: "each option of the list" },
    ...givenOptions,
    ...wordKeys,
    ...outcomes,
    ...reads
  },
  ruleFrom
)

/** The shape of a rule about an operand. */
export const operandRule: Shape<Rule> = recordOf(
  "a rule about operands",
  {
    at: key(count(1), "The position of the operand, counted from 1."),
    from: key(count(1), "The first position of the operand."),
    notAfter: key(pattern, "The pattern that no operand before the word may match."),
    ...givenOptions,
    ...wordKeys,
    ...outcomes,
    ...reads
  },
  ruleFrom
)

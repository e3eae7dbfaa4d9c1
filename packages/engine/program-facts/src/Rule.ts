import type { CheckName } from "./checks/checks.ts"
import type { MatcherName } from "./matchers.ts"

/**
 * A rule about a value or an operand, as it stands in a program's file. A rule fits if all its conditions hold, and the
 * first rule that fits decides. Options are separated by blanks. Patterns are regular expressions between slashes.
 */
export interface Rule {
  /** The options whose value the rule looks at. Left out: each option of the list. */
  readonly of?: string
  /** The position of the operand, counted from 1. */
  readonly at?: number
  /** The first position of the operand. */
  readonly from?: number
  /** Options, one of which the command has: before the word, if the word is harmless then. */
  readonly with?: string
  /** None of these options stands before the word; `*`: no option at all. */
  readonly without?: string
  /** An operand before the word does not match this pattern. */
  readonly notAfter?: string
  /** The matcher that fits the word, or several that all fit. */
  readonly is?: MatcherName | ReadonlyArray<MatcherName>
  /** The matcher that does not fit the word, or several of which none fits. */
  readonly isNot?: MatcherName | ReadonlyArray<MatcherName>
  /** The word, or several of which it is one. */
  readonly equals?: string | ReadonlyArray<string>
  /** The words that it is not. */
  readonly notEquals?: string | ReadonlyArray<string>
  /** The pattern that the word matches, or several that it matches all. */
  readonly matches?: string | ReadonlyArray<string>
  /** The pattern that the word does not match, or several of which it matches none. */
  readonly except?: string | ReadonlyArray<string>
  /** The reason why the word does harm: a phrase that continues after the word. */
  readonly reason?: string
  /** The function that decides, in place of a reason. If it finds no harm, the next rule is asked. */
  readonly check?: CheckName
  /** The word does harm only by what it makes the program read. */
  readonly reads?: true
  /** The word does no harm, and no later rule is asked. */
  readonly harmless?: true
}

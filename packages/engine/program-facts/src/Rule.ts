import type { CheckName } from "./checks/checks.ts"
import type { MatcherName } from "./matchers.ts"

/**
 * A rule about a value or an operand, as in a program's file. The first rule whose conditions are all true decides.
 * Options are separated by blanks. Patterns are regular expressions between slashes.
 */
export interface Rule {
  /** The options to whose values the rule applies. Left out: every option of the list. */
  readonly of?: string
  /** The position of the operand, counted from 1. */
  readonly at?: number
  /** The first position of the operand. */
  readonly from?: number
  /** The command must have one of these options. If the word is then harmless, the option must come before the word. */
  readonly with?: string
  /** Options that must not come before the word; `*`: any option. */
  readonly without?: string
  /** A pattern that the operands before the word must not match. */
  readonly notAfter?: string
  /** The matcher that fits the word, or several that all fit. */
  readonly is?: MatcherName | ReadonlyArray<MatcherName>
  /** The matchers that must not fit the word. */
  readonly isNot?: MatcherName | ReadonlyArray<MatcherName>
  /** The word, or several alternatives. */
  readonly equals?: string | ReadonlyArray<string>
  /** The words that are excluded. */
  readonly notEquals?: string | ReadonlyArray<string>
  /** The pattern that the word must match, or several patterns that must all match. */
  readonly matches?: string | ReadonlyArray<string>
  /** The patterns that the word must not match. */
  readonly except?: string | ReadonlyArray<string>
  /** The reason why the word does harm: a phrase that continues after the word. */
  readonly reason?: string
  /** The function that decides, in place of a reason. If it finds no harm, the next rule is tried. */
  readonly check?: CheckName
  /** The word only makes the program read more. */
  readonly reads?: true
  /** The word is harmless, and later rules are skipped. */
  readonly harmless?: true
}

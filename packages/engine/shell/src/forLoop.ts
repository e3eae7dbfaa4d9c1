import { expandBraces } from "./expandBraces.ts"
import type { Reading } from "./Reading.ts"
import { readWord } from "./readWord.ts"
import { type Ends, forgetting, type ShellState, stays } from "./ShellState.ts"
import type { Command } from "./Syntax.ts"
import { isOwn, withVariable } from "./Variables.ts"
import { excerpt } from "./Word.ts"

/**
 * Reads a loop once for each of its words. `between` is the state in which the body begins, apart from the loop's
 * variable.
 */
export const forLoop = (
  reading: Reading,
  { variable, words, body }: Extract<Command, { kind: "for" }>,
  at: ShellState,
  between: ShellState
): Ends => {
  const { parts } = reading
  if (!isOwn(variable)) {
    parts.opaque(`The loop sets "${excerpt(variable)}", which may change what later commands mean.`)
  }
  const seen = new Set<string>()
  const spelled = expandBraces(words, reading.dialect).flat()
  const values = spelled.map((word) => readWord(reading, word, at, "list"))
  for (const { text, computed, parts: pieces } of values) {
    const value = computed === undefined ? (pieces ?? [text]) : undefined
    const found = parts.inner()
    const state = { ...between, variables: withVariable(between.variables, variable, value) }
    reading.readStatements(body, state, "uncertain", found)
    parts.append(found, seen)
    if (parts.isFull) break
  }
  return stays(forgetting(between, new Set([variable])))
}

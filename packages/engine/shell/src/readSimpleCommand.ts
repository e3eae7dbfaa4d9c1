import { getAssignedCommand } from "./commandVariables.ts"
import { expandBraces } from "./expandBraces.ts"
import { listFileTexts, readRedirectedText, readsOrders } from "./inputText.ts"
import { isHarmlessVariable, nameAssignedVariable } from "./isHarmlessVariable.ts"
import { readPieces, readWord } from "./readWord.ts"
import { readRedirections } from "./redirections.ts"
import { runWords } from "./runWords.ts"
import type { Certainty, ShellReading } from "./ShellReading.ts"
import { type Ends, forgetVariables, mergeStates, type ShellState, stays } from "./ShellState.ts"
import type { Assignment, SimpleCommand } from "./Syntax.ts"
import { isOwn, noVariables, setVariable } from "./Variables.ts"
import { excerpt, expandPieces, expandWord, joinParts, type Word } from "./Word.ts"
/** Reads a command with its assignments and redirections, or these alone. */
export const readSimpleCommand = (
  reading: ShellReading,
  { assignments, words, redirections }: SimpleCommand,
  at: ShellState,
  certainty: Certainty
): Ends => {
  const { parts, depth } = reading
  readRedirections(reading, redirections, at)
  if (words.length === 0) return assign(reading, assignments, at, redirections.length > 0)
  const values: Array<string> = []
  const assigned = assignments.map((assignment) => {
    const [value, ...more] = assignedValue(reading, assignment, at) ?? []
    const known = typeof value === "string" && more.length === 0 ? value : undefined
    if (known !== undefined && !isHarmlessVariable(assignment.name)) values.push(known)
    const variable = nameAssignedVariable(assignment.name, known)
    const command = known === undefined ? undefined : getAssignedCommand(`${assignment.name}=${known}`)
    if (command !== undefined && !isHarmlessVariable(variable)) readApart(reading, command, at)
    return variable
  })
  // Within [[ … ]], braces are literal, and have no meaning that a rule could allow.
  const isCondition = reading.source.startsWith("[[", words[0]?.start)
  const found = (isCondition ? [words] : expandBraces(words, reading.dialect)).map((all) =>
    all.map((word) => readWord(reading, word, at))
  )
  // The shell splits a variable with several words, such as `$run x`.
  const [program] = words
  for (const [first, ...others] of found) {
    if (first?.computed === undefined || program === undefined) continue
    const { text, computed, parts: holes } = expandWord(program, reading.source, at.variables, "value")
    const rest = others.map((word) => word.text)
    if (computed === undefined && holes === undefined) readApart(reading, [text, ...rest].join(" "), at)
  }
  const run = (all: ReadonlyArray<Word>): Ends =>
    runWords({ ...reading, parts }, { words: all, assigned, values, startedBy: "shell", depth }, at, certainty)
  const ends = found.map(run).reduce(eitherEnds)
  if (found.some((all) => readsOrders(all.map(({ text }) => text)))) {
    const input = readRedirectedText(redirections, reading.source, at) ?? reading.input ?? []
    const files = [...words, ...redirections.map(({ target }) => target)]
    for (const text of [input, listFileTexts(files, reading.source, at)].flat()) readApart(reading, text, at)
  }
  // Variables before some builtins stay set in the shell.
  const names = new Set(assignments.map(({ name }) => name))
  return { ok: forgetVariables(ends.ok, names), failed: forgetVariables(ends.failed, names) }
}

const eitherEnds = (one: Ends, other: Ends): Ends => ({
  ok: mergeStates(one.ok, other.ok),
  failed: mergeStates(one.failed, other.failed)
})

/**
 * Reads a text that some program runs separately. An opaque part always accompanies it, so its commands can only lead
 * to more denials.
 */
const readApart = ({ parts, depth, readInner }: ShellReading, text: string, at: ShellState) => {
  const inner = { dialect: "bash", parts, depth: depth + 1, certainty: "uncertain" } as const
  readInner(text, inner, { ...at, variables: noVariables })
}

/** Returns the value that an assignment sets. If the value is not known, notes the reason and returns `undefined`. */
const assignedValue = (reading: ShellReading, { start, end, value }: Assignment, at: ShellState) => {
  const word = joinParts(reading.source.slice(start, end), expandPieces(value, at.variables, "value"))
  if (word.computed !== undefined) reading.parts.opaque(word.computed)
  readPieces(reading, value, at)
  return word.computed === undefined ? (word.parts ?? [word.text]) : undefined
}

const assign = (
  reading: ShellReading,
  assignments: ReadonlyArray<Assignment>,
  at: ShellState,
  isRedirected: boolean
): Ends => {
  let { variables } = at
  for (const assignment of assignments) {
    const { name, start, end } = assignment
    const value = assignedValue(reading, assignment, { ...at, variables })
    if (!isOwn(name) && !isHarmlessVariable(name)) {
      const written = excerpt(reading.source.slice(start, end))
      reading.parts.opaque(`The assignment "${written}" changes what later commands mean.`)
    }
    // If a redirected file cannot be opened, the shell does not assign.
    variables = setVariable(variables, name, isRedirected ? undefined : value)
  }
  return stays({ ...at, variables })
}

import { expandBraces } from "./expandBraces.ts"
import { feeds, readPrintedText } from "./inputText.ts"
import { listCommands, listInnerStatements } from "./listCommands.ts"
import { readFileNames } from "./listsFiles.ts"
import { readSimpleCommand } from "./readSimpleCommand.ts"
import { readPieces, readWord } from "./readWord.ts"
import { readRedirections } from "./redirections.ts"
import type { Certainty, ShellReading } from "./ShellReading.ts"
import { type Ends, forgetVariables, mergeStates, type ShellState, stays } from "./ShellState.ts"
import type { Command, Pipeline, Statement, WordPiece } from "./Syntax.ts"
import { every, isOwn, setVariable } from "./Variables.ts"
import { excerpt } from "./Word.ts"

/** Reads statements one after the other. Returns the states in which the last one leaves the shell. */
export const readStatements = (
  reading: ShellReading,
  statements: ReadonlyArray<Statement>,
  at: ShellState,
  certainty: Certainty
): Ends => {
  let ends = stays(at)
  for (const statement of statements) {
    if (reading.parts.isFull) break
    const before = mergeStates(ends.ok, ends.failed)
    const after = andOr(reading, statement, before, statement.isBackground ? "uncertain" : certainty)
    // A background statement does not change the shell.
    ends = statement.isBackground ? stays(before) : after
  }
  return ends
}

const andOr = (reading: ShellReading, { first, rest }: Statement, at: ShellState, certainty: Certainty): Ends => {
  let ends = pipeline(reading, first, at, certainty)
  for (const { operator, pipeline: next } of rest) {
    if (operator === "&&") {
      const after = pipeline(reading, next, ends.ok, certainty)
      ends = { ok: after.ok, failed: mergeStates(ends.failed, after.failed) }
    } else {
      const after = pipeline(reading, next, ends.failed, "uncertain")
      ends = { ok: mergeStates(ends.ok, after.ok), failed: after.failed }
    }
  }
  return ends
}

const pipeline = (
  reading: ShellReading,
  { isNegated, commands }: Pipeline,
  at: ShellState,
  certainty: Certainty
): Ends => {
  const [only, ...more] = commands
  if (only !== undefined && more.length === 0) {
    const { ok, failed } = command(reading, only, at, certainty)
    return isNegated ? { ok: failed, failed: ok } : { ok, failed }
  }
  let input: string | undefined
  for (const [index, one] of commands.entries()) {
    const fileNames = index > 0 ? readFileNames(reading, commands, index, at) : undefined
    const fed = input === undefined ? reading : { ...reading, input }
    const from = index === 0 ? at : { ...at, isFed: true }
    command(fileNames === undefined ? fed : { ...fed, fileNames }, one, from, "uncertain")
    if (index < commands.length - 1) input = readPrintedText(one, reading.source, at, input)
  }
  // Some shells run the last command of a pipeline themselves.
  return stays(forgetVariables(at, assignedIn(commands)))
}

const command = (reading: ShellReading, one: Command, at: ShellState, certainty: Certainty): Ends => {
  const isFed = feeds(one.redirections, reading.source) ?? at.isFed
  if (isFed === at.isFed) return runCommand(reading, one, at, certainty)
  const { ok, failed } = runCommand(reading, one, { ...at, isFed }, certainty)
  return { ok: { ...ok, isFed: at.isFed }, failed: { ...failed, isFed: at.isFed } }
}

const runCommand = (reading: ShellReading, one: Command, at: ShellState, certainty: Certainty): Ends => {
  if (one.kind === "simple") return readSimpleCommand(reading, one, at, certainty)
  readRedirections(reading, one.redirections, at)
  // A branch may or may not be taken, and a body may run any number of times.
  const apart = () => forgetVariables(at, assignedIn([one]))
  switch (one.kind) {
    case "group":
      return reading.readStatements(one.body, at, certainty)
    case "subshell":
      // Changes inside a subshell end with it.
      reading.readStatements(one.body, at, "certain")
      return stays(at)
    case "if": {
      const between = apart()
      for (const each of one.lists) reading.readStatements(each, between, "uncertain")
      return stays(between)
    }
    case "while": {
      const between = apart()
      const { ok, failed } = reading.readStatements(one.condition, between, "uncertain")
      reading.readStatements(one.body, mergeStates(ok, failed), "uncertain")
      return stays(between)
    }
    case "for":
      return forLoop(reading, one, at, forgetVariables(at, assignedIn(listCommands(one.body))))
    case "case": {
      const between = apart()
      readWord(reading, one.subject, at, "value")
      for (const { pieces } of one.patterns) readPieces(reading, pieces, at)
      for (const each of one.lists) reading.readStatements(each, between, "uncertain")
      return stays(between)
    }
  }
}

/** Returns the variables that commands may set in their shell; includes `every` if they are unknown. */
const assignedIn = (commands: ReadonlyArray<Command>): ReadonlySet<string> => {
  const names = new Set<string>()
  const waiting = [...commands]
  for (let command = waiting.pop(); command !== undefined; command = waiting.pop()) {
    if (command.kind === "simple") {
      for (const { name } of command.assignments) names.add(name)
      // A setter may follow other words.
      if (command.words.some(({ pieces }) => setters.test(written(pieces)))) names.add(every)
    }
    if (command.kind === "for") names.add(command.variable)
    for (const list of listInnerStatements(command)) waiting.push(...listCommands(list))
  }
  return names
}

const setters = /^(?:eval|export|read)$/

const written = (pieces: ReadonlyArray<WordPiece>) =>
  pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")

/**
 * Reads a loop once for each of its words. `between` is the state in which the body begins, apart from the loop's
 * variable.
 */
const forLoop = (
  reading: ShellReading,
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
    const state = { ...between, variables: setVariable(between.variables, variable, value) }
    reading.readStatements(body, state, "uncertain", found)
    parts.append(found, seen)
    if (parts.isFull) break
  }
  return stays(forgetVariables(between, new Set([variable])))
}

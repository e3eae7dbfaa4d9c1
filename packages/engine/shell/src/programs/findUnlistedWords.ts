import type { ClosedList, DangerousWord, HasOption } from "@toolgate/program-facts"
import { checkCode, findKnownPrograms, isCodeFile, isOutside, isPublishingTarget } from "@toolgate/program-facts"
import { Findings } from "./Findings.ts"
import { findLastingOrders, findOrdersOutside, findStartedProgram, findStartingWords } from "./findStartingWords.ts"
import { findSubcommands } from "./findSubcommands.ts"
import { isHarmlessWith, isProjectTool } from "./isHarmlessWith.ts"
import { listSubcommandDangers } from "./listSubcommandDangers.ts"
import { OptionReader } from "./OptionReader.ts"
import { readOptionsFrom } from "./readOptionsFrom.ts"

/** Finds the dangers in the words of another program. The first `named` words belong to a pattern. */
type Inner = (
  argv: ReadonlyArray<string>,
  named: number,
  loose: readonly [],
  outside: ReadonlyArray<number>
) => ReadonlyArray<DangerousWord>

/**
 * Finds the words of a command that are not on its closed list, each with a reason. The first `named` words belong to
 * a pattern: they only affect how later words are read. An option whose value the pattern names must not be repeated,
 * in any of the spellings in `synonyms`. `outside` lists the indexes of words that lead out of the workspace.
 */
export const findUnlistedWords = (
  list: ClosedList,
  argv: ReadonlyArray<string>,
  named: number,
  inner: Inner,
  synonyms: ReadonlyArray<ReadonlyArray<string>> = [],
  outside: ReadonlyArray<number> = []
): ReadonlyArray<DangerousWord> => {
  const findings = new Findings(argv, named, synonyms, outside)
  readWords({ findings, inner, style: list.style, skipsDashes: list.skipsDashes === true, above: 0 }, [list], 1)
  return findings.words
}

/**
 * Counts the words from an index on that are harmless options and their values, before a subcommand or target. The
 * words before the index have to name subcommands. Returns 0 if one of the options does harm.
 */
export const countOptions = (program: ClosedList, argv: ReadonlyArray<string>, from: number): number => {
  let lists: Lists = [program]
  for (const word of argv.slice(1, from)) {
    const [found, ...others] = findSubcommands(lists[0], word)
    if (found === undefined || others.length > 0 || found.isProgram) return 0
    lists = [found, ...inherited(lists)]
  }
  const [{ subcommands, targets, style = program.style, skipsDashes = program.skipsDashes }] = lists
  if ((subcommands ?? targets) === undefined) return 0
  const findings = new Findings(argv, 1)
  const options = new OptionReader(findings, lists, style, skipsDashes === true)
  let at = from
  for (; at < argv.length; at++) {
    const word = argv[at] ?? ""
    if (word.length < 2 || !word.startsWith("-") || word === "--") break
    at += options.read(at)
  }
  return options.program === undefined && findings.words.length === 0 ? Math.min(at, argv.length) - from : 0
}

interface Command {
  readonly findings: Findings
  readonly inner: Inner
  readonly style: ClosedList["style"]
  readonly skipsDashes: boolean
  /** The index of the word that names the subcommand that is read; 0 for the program. */
  readonly above: number
}

/** The list of a program or subcommand, followed by the lists of the programs above whose options apply too. */
type Lists = readonly [ClosedList, ...ReadonlyArray<ClosedList>]

const readWords = (command: Command, lists: Lists, from: number): void => {
  const [list] = lists
  const { findings } = command
  let all: ReadonlySet<string> | undefined
  const has: HasOption = (option) => {
    all ??= readOptionsFrom(findings.argv, from, lists, command.style, command.skipsDashes)
    return all.has(option)
  }
  const options = new OptionReader(findings, lists, command.style, command.skipsDashes, has)
  if (list.rest === "anyone") {
    options.reportDangers(from)
    reportForeignCode(findings, from)
    return
  }
  const operands: Array<string> = []
  let isEnded = false
  for (let at = from; at < findings.argv.length; at++) {
    const word = findings.argv[at] ?? ""
    if (!isEnded && word === "--") {
      isEnded = true
      options.given.add("--")
      if (list.rest?.endsWith("behind dashes") !== true) {
        reportForeignCode(findings, at + 1)
        continue
      }
      if (list.rest === "behind dashes") readUnnamed(command, at + 1)
      else reportPasted(findings, at + 1)
      return
    }
    if (!isEnded && word.length > 1 && word.startsWith("-")) {
      at += options.read(at)
      if (options.program === undefined) continue
      readUnnamed(command, options.program)
      return
    }
    if (list.subcommands !== undefined && operands.length === (list.before ?? 0)) {
      readSubcommand(command, lists, at)
      return
    }
    readOperand(list, options, operands, findings, at)
    operands.push(word)
    if (list.rest === undefined || list.rest.endsWith("behind dashes") || operands.length !== 1 + (list.before ?? 0))
      continue
    findings.reportIfDoubtful(at)
    if (list.rest === "command") readUnnamed(command, at)
    if (list.rest === "script") readScript(command, at)
    if (list.rest !== "itself") return
    isEnded = true
  }
  const bare = findings.named < 2 ? list.alone?.(options.given, operands) : undefined
  const reason = bare ?? list.input?.(options.given, operands)
  if (reason !== undefined) findings.add({ word: findings.argv[0] ?? "", reason })
}

/** Reports code files from outside the folder among unknown words: `npm test -- --config=/tmp/x.js`. */
const reportForeignCode = (findings: Findings, from: number): void => {
  for (let at = from; at < findings.argv.length; at++) {
    const value = (findings.argv[at] ?? "").replace(/^-[^=]*=/, "")
    const reason = isCodeFile(value) ? checkCode(value, isOutside(value)) : undefined
    if (reason !== undefined) findings.report(at, reason)
  }
}

/** Reports the words that may be more than plain words when they are inserted into the text of a command. */
const reportPasted = (findings: Findings, from: number): void => {
  for (let at = from; at < findings.argv.length; at++)
    if (!/^(?![-/~])(?!(?:.*\/)?\.\.(?:\/|$))[\w./:@,+-]+$/.test(findings.argv[at] ?? ""))
      findings.report(at, "is pasted into a command, and is more than a plain word")
}

const readOperand = (
  { operands, operand, targets, objects, rest, runsOperands, before: skipped = 0 }: ClosedList,
  options: OptionReader,
  before: ReadonlyArray<string>,
  findings: Findings,
  at: number
): void => {
  const word = findings.argv[at] ?? ""
  if (operands !== undefined && before.length + 1 >= operands.from) findings.report(at, operands.reason)
  // A word that sets a variable is not a subcommand if the list checks operands.
  const isVariable = operand !== undefined && word.includes("=")
  const target = targets === true && !isVariable ? before.find((one) => !one.includes("=")) : undefined
  if (target !== undefined && findings.isNamed(target)) findings.report(at, "is another target")
  const object = objects === undefined ? undefined : before[objects - 1]
  if (object !== undefined && findings.isNamed(object)) findings.report(at, "is not what the pattern names")
  const isScript = rest === "script" && before.length === skipped
  const strange =
    runsOperands === true || isScript
      ? (checkCode(word, findings.isOutside(at)) ?? (isScript ? lastingOrder(word) : undefined))
      : undefined
  const harm = operand?.(word, before, options.given, options.has) ?? options.operandHarm(word) ?? strange
  if (harm !== undefined) findings.report(at, harm)
}

/** Returns the reason if a word seems to be a subcommand with lasting effects: `push` in `dotnet nuget push`. */
const lastingOrder = (word: string): string | undefined =>
  /^[a-z][\w:-]*$/i.test(word) && isPublishingTarget(word)
    ? "publishes, installs or deletes something in many programs"
    : undefined

/**
 * Reports a script's subcommand if its name suggests that it publishes or throws away: `manage.py flush`. It is the
 * first operand; `setup.py` takes several: `setup.py sdist upload`.
 */
const readScriptOrder = (findings: Findings, from: number): void => {
  const isOrder = (word: string, index: number) => index >= from && !word.startsWith("-")
  const first = findings.argv.findIndex(isOrder)
  const takesSeveral = /(?:^|\/)setup\.py$/.test(findings.argv[from - 1] ?? "")
  for (const [at, word] of findings.argv.entries())
    if (isOrder(word, at) && (at === first || takesSeveral) && isPublishingTarget(word))
      findings.report(at, "publishes, installs or deletes something in many programs")
}

/**
 * Reads the words of a script: its first operand and, after an interpreter, all words by the file for the script's
 * name, such as `artisan` in `php artisan`. The pattern does not have to name the operand.
 */
const readScript = (command: Command, at: number): void => {
  const { argv } = command.findings
  readScriptOrder(command.findings, at + 1)
  const isKnown = command.above === 0 && findKnownPrograms(argv[at] ?? "").some(({ closed }) => closed !== undefined)
  const order = argv.findIndex((word, index) => index > at && !word.startsWith("-"))
  if (isKnown && order !== -1) readCommand(command, at, order + 1 - at)
}

const readUnnamed = (command: Command, at: number): void => {
  const { findings } = command
  const program = findings.argv[at] ?? ""
  if (program !== "" && !isProjectTool(program) && !isHarmlessWith(program, "any words"))
    findings.report(at, "is a program that the pattern does not name")
  readCommand(command, at)
}

const readCommand = ({ findings, inner }: Command, at: number, named = 0): void => {
  for (const word of inner(findings.argv.slice(at), Math.max(named, findings.named - at), [], findings.outsideFrom(at)))
    findings.add(word)
}

const readSubcommand = (command: Command, lists: Lists, at: number): void => {
  const [list] = lists
  const { findings } = command
  const word = findings.argv[at] ?? ""
  const found = findSubcommands(list, word)
  findings.reportIfDoubtful(at)
  if (found.length === 0) {
    readUnlisted(command, lists, at)
    return
  }
  if (found.some(({ isProgram }) => isProgram)) {
    readCommand(command, at)
    return
  }
  findings.title += ` ${word}`
  const isHelp = findings.argv.length === at + 2 && findings.argv[at + 1] === "--help"
  for (const one of found) {
    const isNamed = one.namedAbove === true && command.above > 0 && command.above < findings.named
    if (one.asks !== undefined && !isHelp && !isNamed) findings.report(at, one.asks, word)
    const style = one.style ?? command.style
    const skipsDashes = one.skipsDashes ?? command.skipsDashes
    readWords({ ...command, style, skipsDashes, above: at }, [one, ...inherited(lists)], at + 1)
  }
}

const inherited = (lists: Lists) => lists.filter(({ everywhere }) => everywhere)

const readUnlisted = (command: Command, lists: Lists, at: number): void => {
  const { findings, style, skipsDashes } = command
  const [{ otherwise, operand }] = lists
  if (otherwise === "script") {
    const script = findings.argv[at] ?? ""
    const strange = operand?.(script, [], new Set()) ?? checkCode(script, findings.isOutside(at))
    if (strange !== undefined) findings.report(at, strange)
    readScriptOrder(findings, at + 1)
    return
  }
  if (otherwise === "command" && at < findings.named) {
    readCommand(command, at)
    return
  }
  const word = findings.argv[at] ?? ""
  findings.report(at, `is not among the subcommands of "${findings.title}" that are known to be harmless`, word)
  // The subcommand is unknown, so it is checked like an unlisted program. An option also counts as harmful if it is
  // harmful in the whole program or in another subcommand. The pattern has to restrict the rest.
  new OptionReader(findings, inherited(lists), style, skipsDashes).reportDangers(at + 1)
  const { argv } = findings
  const words = argv.slice(at + 1)
  const outside = findings.outsideFrom(at).map((one) => one + at)
  const asOther = [
    findStartingWords(words),
    findLastingOrders(words),
    findStartedProgram(words),
    findOrdersOutside(argv, outside)
  ]
  const found = new Map(asOther.flat().map((one) => [one.word, one.reason]))
  const elsewhere = listSubcommandDangers(lists[0])
  for (const [index, one] of words.entries()) {
    const other = elsewhere.get(one.split("=", 1)[0] ?? "")
    const reason = found.get(one) ?? (other && `${other} in another subcommand`)
    if (reason !== undefined) findings.report(at + 1 + index, reason)
  }
}

import type { CommandResource } from "@toolgate/core"
import { fold } from "@toolgate/core/access"
import {
  type Act,
  type DangerousWord,
  getCommandName,
  isHarmlessVariable,
  normalizeProgramName,
  normalizeSubcommand,
  readAct,
  unwrapCommand
} from "@toolgate/shell"
import { doesActOf } from "./actMatches.ts"
import type { CommandPattern } from "./CommandPattern.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import {
  concerns,
  covers,
  findObstacle,
  foldProgramName,
  type IsHarmless,
  isOption,
  mayBeValue
} from "./commandMatches.ts"
import { findStartedCommands, takeStartedCommand } from "./findStartedCommands.ts"
import type { MatchMode } from "./MatchMode.ts"

interface CommandRule {
  readonly rule: CompiledRule
  readonly command: CommandPattern
  /** The act that the pattern of a deny or ask rule names, in one spelling. Absent: nothing is known of its program. */
  readonly act?: Act
  /** Whether the words by which the table finds the rule are the whole rule, so that no comparison is needed. */
  readonly isFound: boolean
}

/** A word of a command, and the rule that does not cover the command because of the word. */
export interface Obstacle {
  readonly rule: CompiledRule
  readonly word: DangerousWord
}

/** A table of command patterns, indexed by the program and by the first word after it that is not an option. */
export class CommandRules {
  private readonly programs = new Map<string, Map<string, Array<CommandRule>>>()
  /** The deny or ask rules about programs of which something is known, by the plain names of program and first operand. */
  private readonly acts = new Map<string, Map<string, Array<CommandRule>>>()
  private readonly matches: (pattern: CommandPattern, command: CommandResource) => boolean
  private readonly isHarmless: IsHarmless
  private readonly reading: MatchMode
  private readonly nameOf: (word: string) => string
  size = 0

  /** `exact` patterns match the commands that they cover; `wide` patterns match the commands that they concern. */
  constructor(reading: MatchMode, isHarmless: IsHarmless = isHarmlessVariable) {
    this.reading = reading
    this.isHarmless = isHarmless
    this.nameOf = reading === "exact" ? getCommandName : foldProgramName
    this.matches = reading === "exact" ? (pattern, command) => covers(pattern, command, isHarmless) : concerns
  }

  add(rule: CompiledRule, given: CommandPattern): void {
    // A wrapped command is read as the command that the wrapper starts. The pattern of an allow rule is read in the
    // same way.
    const command = this.reading === "exact" ? { ...given, words: unwrapCommand(given.words) } : given
    const [program = "", ...rest] = command.words
    const act =
      this.reading === "wide" ? readAct(command.words.map((word, at) => (at === 0 ? fold(word) : word))) : undefined
    const one: CommandRule = {
      rule,
      command,
      ...(act === undefined ? {} : { act }),
      isFound: this.reading === "wide" && command.open && rest.length <= 1 && rest[0] !== "" && !rest.some(isOption)
    }
    addTo(this.programs, this.nameOf(program), this.wordOf(program, rest.find((word) => !isOption(word)) ?? ""), one)
    if (act !== undefined) addTo(this.acts, act.program, act.operands[0]?.word ?? "", one)
    this.size++
  }

  *all(): Generator<CompiledRule> {
    for (const words of this.programs.values())
      for (const rules of words.values()) for (const { rule } of rules) yield rule
  }

  /** Returns every rule that matches the command. */
  *matching(command: CommandResource): Generator<CompiledRule> {
    const { commands, names } = this.commandsOf(command)
    for (const words of this.programs.values())
      for (const rules of words.values())
        for (const one of rules)
          if (commands.some((command) => this.matchesRule(one, command)) || this.isNamedIn(one, names)) yield one.rule
  }

  /** Whether a rule matches a command, either as written or by its effect. */
  private matchesRule({ command: pattern, act }: CommandRule, command: CommandResource): boolean {
    if (this.matches(pattern, command)) return true
    const given = act === undefined ? undefined : actOf(command)
    return act !== undefined && given?.program === act.program && doesActOf(act, pattern.open, given, command)
  }

  /** Returns a rule that matches the command and spells out its word at this place; `undefined` if none does. */
  spelling(command: CommandResource, at: number): CompiledRule | undefined {
    for (const words of this.programs.values())
      for (const rules of words.values())
        for (const { rule, command: pattern } of rules)
          if (pattern.words.length > at && this.matches(pattern, command)) return rule
    return undefined
  }

  /** Returns the first rule, in the order of the file, that matches the command; `undefined` if none does. */
  first(command: CommandResource): CompiledRule | undefined {
    if (this.size === 0) return undefined
    let found: CompiledRule | undefined
    const note = (rule: CompiledRule | undefined) => {
      if (rule !== undefined && (found === undefined || rule.order < found.order)) found = rule
    }
    const { commands, names } = this.commandsOf(command)
    for (const one of commands) {
      note(this.firstOf(one))
      note(this.firstOfAct(one))
    }
    if (names !== undefined)
      for (const words of this.programs.values())
        for (const rules of words.values()) for (const one of rules) if (this.isNamedIn(one, names)) note(one.rule)
    return found
  }

  /** Returns the first deny or ask rule that names a command's effect, in any spelling. */
  private firstOfAct(command: CommandResource): CompiledRule | undefined {
    if (this.acts.size === 0) return undefined
    const act = actOf(command)
    const words = act === undefined ? undefined : this.acts.get(act.program)
    if (act === undefined || words === undefined) return undefined
    let found: CompiledRule | undefined
    const isLoose = command.loose !== undefined
    const names = isLoose ? words.keys() : ["", ...act.operands.map(({ word }) => word)]
    for (const name of new Set(names))
      for (const { rule, command: pattern, act: wanted } of words.get(name) ?? [])
        if (
          (found === undefined || rule.order < found.order) &&
          wanted !== undefined &&
          doesActOf(wanted, pattern.open, act, command)
        )
          found = rule
    return found
  }

  /**
   * Returns the rule with the longest pattern that would cover the command without one word, and that word. Otherwise
   * returns `undefined`.
   */
  nearest(command: CommandResource): Obstacle | undefined {
    let found: (Obstacle & { readonly length: number }) | undefined
    for (const program of [getCommandName(command.argv[0] ?? ""), ""])
      for (const rules of this.programs.get(program)?.values() ?? [])
        for (const { rule, command: pattern } of rules) {
          const word = findObstacle(pattern, command, this.isHarmless)
          if (word === undefined || (found !== undefined && found.length >= pattern.words.length)) continue
          found = { rule, word, length: pattern.words.length }
        }
    return found
  }

  /** Returns the command and, for deny and ask rules, the commands that it may start, judging by its words. */
  private commandsOf(command: CommandResource): PossibleCommands {
    if (this.reading === "exact") return { commands: [command] }
    const { commands: started, isFull } = findStartedCommands(command.argv)
    const [own, ...inner] = started
    if (inner.length === 0 && own?.anywhere === undefined) return { commands: [command] }
    const commands = [command]
    for (const { argv, from } of inner) commands.push(takeStartedCommand(command, argv, from))
    // Beyond the bound, single words are not compared. A rule then matches if its program's name occurs in the text.
    const names = isFull ? [fold(command.argv.join(" "))] : []
    for (const { argv, from, anywhere = argv.length } of started)
      for (let at = anywhere; at < argv.length; at++) {
        const word = valueIn(argv[at] ?? "")
        const name = foldProgramName(word)
        const isNamed = this.programs.has(name) || (this.acts.size > 0 && this.acts.has(normalizeProgramName(name)))
        if (!isNamed) continue
        if (commands.length > maxCommands) names.push(name)
        else
          commands.push(
            takeStartedCommand(command, [word, ...argv.slice(at + 1)], from === undefined ? undefined : from + at)
          )
      }
    return names.length === 0 ? { commands } : { commands, names: names.join(" ") }
  }

  private isNamedIn({ command: { words } }: CommandRule, text: string | undefined): boolean {
    return text?.includes(this.nameOf(words[0] ?? "")) === true
  }

  /** Returns the form of a subcommand by which rules are indexed. */
  private wordOf(program: string, word: string): string {
    return this.reading === "exact" ? word : normalizeSubcommand(program, word)
  }

  private firstOf(command: CommandResource): CompiledRule | undefined {
    const words = this.programs.get(this.nameOf(command.argv[0] ?? ""))
    let found = firstOf(this.programs.get("")?.get(""), command, this.matches, undefined)
    if (words === undefined) return found
    if (this.reading === "wide" && command.loose !== undefined) {
      // The loose word may be any of the words by which rules are indexed.
      for (const rules of words.values()) found = firstOf(rules.map(unfound), command, this.matches, found)
      return found
    }
    found = firstOf(words.get(""), command, this.matches, found)
    const { argv } = command
    let tried: Set<string> | undefined
    for (let i = 1; i < argv.length; i++) {
      const given = argv[i] ?? ""
      if (isOption(given)) continue
      const word = this.wordOf(argv[0] ?? "", given)
      // A repeated word finds the same rules again. Without this check, a long command would be read once for each of
      // its words.
      if (word !== "" && tried?.has(word) !== true) found = firstOf(words.get(word), command, this.matches, found)
      if (!mayBeValue(argv, i)) break
      tried ??= new Set()
      tried.add(word)
    }
    return found
  }
}

interface PossibleCommands {
  readonly commands: ReadonlyArray<CommandResource>
  /** A text with the names of programs that may start in commands beyond the bound. */
  readonly names?: string
}

/** The largest number of started commands that are compared with rules for one command. */
const maxCommands = 256

/** Returns the value of an option that is joined to it, or the word itself. */
const valueIn = (word: string): string => (word.startsWith("-") ? word.slice(word.indexOf("=") + 1) : word)

/** Returns what a command does. On file systems that ignore case, `RM` is `rm`. */
const actOf = ({ argv }: CommandResource): Act | undefined =>
  readAct(argv.length === 0 ? argv : [fold(argv[0] ?? ""), ...argv.slice(1)])

const addTo = (
  table: Map<string, Map<string, Array<CommandRule>>>,
  program: string,
  word: string,
  one: CommandRule
) => {
  const words = entry(table, program, () => new Map<string, Array<CommandRule>>())
  entry(words, word, (): Array<CommandRule> => []).push(one)
}

const unfound = (rule: CommandRule): CommandRule => ({ ...rule, isFound: false })

const entry = <A>(map: Map<string, A>, key: string, make: () => A): A => {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

const firstOf = (
  rules: ReadonlyArray<CommandRule> | undefined,
  command: CommandResource,
  matches: (pattern: CommandPattern, command: CommandResource) => boolean,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  if (rules !== undefined)
    for (const one of rules)
      if ((found === undefined || one.rule.order < found.order) && (one.isFound || matches(one.command, command)))
        found = one.rule
  return found
}

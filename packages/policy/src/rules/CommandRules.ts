import type { CommandResource } from "@toolgate/core"
import type { CommandPattern } from "./CommandPattern.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import { concerns, covers, firstOperands, isOption, programName } from "./commandMatches.ts"

interface CommandRule {
  readonly rule: CompiledRule
  readonly command: CommandPattern
}

/** Command patterns, found by their program and the first word after it that is no option. */
export class CommandRules {
  private readonly programs = new Map<string, Map<string, Array<CommandRule>>>()
  private readonly matches: typeof covers
  size = 0

  /** `exact` patterns cover a command, `wide` ones concern it. */
  constructor(reading: "exact" | "wide") {
    this.matches = reading === "exact" ? covers : concerns
  }

  add(rule: CompiledRule, command: CommandPattern): void {
    const [program = "", ...rest] = command.words
    const words = entry(this.programs, programName(program), () => new Map<string, Array<CommandRule>>())
    entry(words, rest.find((word) => !isOption(word)) ?? "", (): Array<CommandRule> => []).push({ rule, command })
    this.size++
  }

  /** The first rule, in the order of the file, that matches the command. */
  first(command: CommandResource): CompiledRule | undefined {
    if (this.size === 0) return undefined
    const words = this.programs.get(programName(command.argv[0] ?? ""))
    let found = firstOf(this.programs.get("")?.get(""), command, this.matches, undefined)
    if (words === undefined) return found
    found = firstOf(words.get(""), command, this.matches, found)
    for (const word of firstOperands(command.argv))
      if (word !== "") found = firstOf(words.get(word), command, this.matches, found)
    return found
  }
}

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
  matches: typeof covers,
  before: CompiledRule | undefined
): CompiledRule | undefined => {
  let found = before
  if (rules !== undefined)
    for (const one of rules)
      if ((found === undefined || one.rule.order < found.order) && matches(one.command, command)) found = one.rule
  return found
}

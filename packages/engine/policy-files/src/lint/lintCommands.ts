import { cachePerObject, type Resource, Resources, type ToolDefinition } from "@toolgate/core"
import {
  type CommandPattern,
  collectPrograms,
  concerns,
  covers,
  HarmlessVariables,
  type PolicyConfig,
  parseCommandPattern,
  quoteWord,
  type Rule
} from "@toolgate/policy"
import { unwrapCommand, withPrograms } from "@toolgate/shell"
import * as Effect from "effect/Effect"
import { makeDryContext } from "../dryRun/makeDryContext.ts"
import { filterCommandTools } from "./filterCommandTools.ts"
import { getShellArgument, nowhere } from "./getShellArgument.ts"
import { prepareLint } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { lintExamples } from "./lintExamples.ts"

/**
 * Returns findings about command rules that never apply, because the gate parses even their own command differently.
 * Commands built from each rule are judged like calls. If the rule does not answer for any of them, the finding says
 * why.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { lintCommands, parsePolicy } from "@toolgate/policy-files"
 * import { WorkspaceResources } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 * import { shell } from "toolgate"
 *
 * const config = Effect.runSync(parsePolicy('version: 1\nrules: { allow: ["shell(git status)"] }', "toolgate.yaml"))
 * const lint = lintCommands([config], [shell])
 * assert.deepEqual(await Effect.runPromise(Effect.provide(lint, WorkspaceResources.layer)), [])
 * ```
 */
export const lintCommands = Effect.fnUntraced(function* (
  configs: ReadonlyArray<PolicyConfig>,
  tools: ReadonlyArray<ToolDefinition>
): Effect.fn.Return<ReadonlyArray<LintFinding>, never, Resources> {
  const linted = prepareLint(configs, tools, { installed: undefined, home: undefined })
  const found: Array<LintFinding> = [...(yield* lintExamples(configs, tools))]
  for (const [at, file] of linted.files.entries()) {
    const { rules } = file.config
    const programs = collectPrograms(configs, at)
    const isHarmless = new HarmlessVariables(rules.harmlessVariables).has
    const allowedBy = cachePerObject((tool: ToolDefinition) =>
      groupRules(rules.allow.filter((one) => file.matches({ text: one.tool }, tool)))
    )
    for (const effect of ["deny", "ask", "allow"] as const)
      for (const rule of rules[effect]) {
        if (rule.pattern === undefined || rule.pattern.startsWith("domain:")) continue
        const [tool] = filterCommandTools(rule, file, linted).filter((one) => getShellArgument(one) !== undefined)
        const pattern = parseCommandPattern(rule.pattern, effect === "allow" ? "exact" : "wide")
        if (tool === undefined || typeof pattern === "string" || pattern.words.length === 0) continue
        const allowed = allowedBy(tool)
        if (effect === "allow" && allowed === "always") continue
        const covered = ({ resources }: Read) =>
          withPrograms(programs, () =>
            effect === "allow" && allowed !== "always"
              ? whyUnanswered(resources, { tool, allowed, isHarmless, pattern })
              : whyUnconcerned(resources, pattern)
          )
        const why = yield* firstReason(commandsOf(rule.pattern, pattern), tool, covered)
        if (why === undefined) continue
        const { source, text } = rule
        found.push({
          source,
          level: "warning",
          code: "never-matches",
          message: `the ${effect} rule "${text}" can never match by itself: ${why}`
        })
      }
  }
  return found
})

interface Read {
  readonly resources: ReadonlyArray<Resource>
}

/** Returns the reason why the rule does not answer for the first command; `undefined` if it answers for one of them. */
const firstReason = Effect.fnUntraced(function* (
  commands: Iterable<string>,
  tool: ToolDefinition,
  whyNot: (read: Read) => string | undefined
): Effect.fn.Return<string | undefined, never, Resources> {
  const { resolve } = yield* Resources
  let first: string | undefined
  for (const text of commands) {
    const args = { [getShellArgument(tool) ?? ""]: text }
    const resources = yield* Effect.catch(resolve(tool, args, makeDryContext({}, nowhere)), () =>
      Effect.succeed(undefined)
    )
    const why = resources === undefined ? "the command cannot be read" : whyNot({ resources })
    if (why === undefined) return undefined
    first ??= why
  }
  return first
})

const commandsOf = (text: string, { words, open }: CommandPattern): ReadonlyArray<string> => {
  const plain = words.map(quoteWord).join(" ")
  const written = open ? text.slice(0, -":*".length) : text
  const behind = open ? ["", " x", " --help", " ]", " ]]", " x ]", " x x", " x ';'"] : [""]
  return [...behind.map((more) => `${plain}${more}`), written]
}

/**
 * The patterns of allow rules by program. `always` stands for a rule without a pattern, which answers for every
 * command.
 */
type AllowedCommands = ReadonlyMap<string, ReadonlyArray<CommandPattern>> | "always"

const groupRules = (rules: ReadonlyArray<Rule>): AllowedCommands => {
  const grouped = new Map<string, Array<CommandPattern>>()
  for (const { pattern } of rules) {
    if (pattern === undefined) return "always"
    const command = parseCommandPattern(pattern, "exact")
    if (typeof command === "string") continue
    const words = unwrapCommand(command.words)
    const same = grouped.get(words[0] ?? "")
    if (same === undefined) grouped.set(words[0] ?? "", [{ ...command, words }])
    else same.push({ ...command, words })
  }
  return grouped
}

/** Returns the reason why no allow rule answers for a command; `undefined` if rules answer for all of it. */
const whyUnanswered = (
  resources: ReadonlyArray<Resource>,
  {
    tool,
    allowed,
    isHarmless,
    pattern
  }: {
    readonly tool: ToolDefinition
    readonly allowed: Exclude<AllowedCommands, "always">
    readonly isHarmless: (variable: string) => boolean
    readonly pattern: CommandPattern
  }
): string | undefined => {
  for (const resource of resources) {
    if (resource.kind === "opaque" || resource.kind === "unread") return sentenceEnd(resource.reason)
    if (resource.kind !== "command" || (resource.wrapper && resource.assigned.every(isHarmless))) continue
    // There may be thousands of rules, so the rule itself is tried first.
    if (covers(pattern, resource, isHarmless)) continue
    const about = [...(allowed.get("") ?? []), ...(allowed.get(resource.argv[0] ?? "") ?? [])]
    if (about.some((one) => covers(one, resource, isHarmless))) continue
    const words = resource.argv.map(quoteWord).join(" ")
    return `the command is read as "${words}" too, which no allow rule of the file covers; add "${tool.name}(${words}${pattern.open ? ":*" : ""})"`
  }
  return undefined
}

const whyUnconcerned = (resources: ReadonlyArray<Resource>, pattern: CommandPattern): string | undefined =>
  resources.some((one) => one.kind === "command" && concerns(pattern, one))
    ? undefined
    : "the gate reads the words as another command"

const sentenceEnd = (sentence: string): string => {
  const [first = "", ...rest] = sentence.replace(/\.$/, "")
  return `${first.toLowerCase()}${rest.join("")}`
}

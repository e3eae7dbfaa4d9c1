import { parseHostPattern } from "@toolgate/core/access"
import type { Rule } from "@toolgate/policy"
import { type CommandPattern, isOption, parseCommandPattern } from "@toolgate/policy"
import { getCommandName, getOptionSynonyms } from "@toolgate/shell"
import { filterCommandTools } from "./filterCommandTools.ts"
import type { Linted, LintedFile } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about deny and ask rules that are easily evaded, with what each rule does and does not match. */
export const lintEvadableDenies = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) =>
    (["deny", "ask"] as const).flatMap((effect) =>
      file.config.rules[effect].flatMap((rule) => {
        const { pattern } = rule
        if (pattern === undefined) return []
        const found = pattern.startsWith("domain:")
          ? hostGap(pattern, rule, file)
          : filterCommandTools(rule, file, linted).length > 0
            ? commandGap(pattern, rule, effect)
            : pathGap(pattern, rule, file, linted)
        return found === undefined ? [] : [{ source: rule.source, code: "evadable-deny" as const, ...found }]
      })
    )
  )

type Gap = Pick<LintFinding, "level" | "message">

const commandGap = (pattern: string, { text, tool }: Rule, effect: "deny" | "ask"): Gap | undefined => {
  const command = parseCommandPattern(pattern)
  if (typeof command === "string" || command.words.length === 0) return undefined
  const program = getCommandName(command.words[0] ?? "")
  if (!command.open)
    return {
      level: "warning",
      message: `the ${effect} rule "${text}" does not match "${program}" with further words; to match these too, write "${tool}(${pattern}:*)"`
    }
  const last = command.words.at(-1) ?? ""
  if (command.words.length > 1 && /[^/]\/$/.test(last))
    return {
      level: /[=:]/.test(last) ? "warning" : "note",
      message: `the ${effect} rule "${text}" matches the word "${last}" alone, not longer words that begin with it`
    }
  const options = command.words.slice(1).filter(isOption)
  if (options.length === 0) return undefined
  const missing = options.filter((option) => !hasSynonym(option, command))
  const caught = `it matches the options ${options.join(" ")} in any order and bundle${missing.length === 0 ? " and by their long names" : ""}`
  const rest = command.words.slice(1).filter((word) => !isOption(word))
  const base = [program, ...rest].join(" ")
  const missed = `"${base}" without one of them, and any other program that does the same`
  const also = missing.length === 0 ? "" : `; other names of ${missing.join(", ")} are not known`
  return {
    level: missing.length === 0 ? "note" : "warning",
    message: `the ${effect} rule "${text}" can be evaded: ${caught}, but not ${missed}${also}; "${tool}(${base}:*)" is safer`
  }
}

/** Whether every letter of an option, or the whole option, has a known synonym. */
const hasSynonym = (option: string, { words }: CommandPattern): boolean => {
  const synonyms = getOptionSynonyms(getCommandName(words[0] ?? ""))
  const spelled = /^-[A-Za-z]{2,}$/.test(option) ? [...option.slice(1)].map((letter) => `-${letter}`) : [option]
  return (
    synonyms.some((same) => same.includes(option)) ||
    spelled.every((one) => synonyms.some((same) => same.includes(one)))
  )
}

const hostGap = (pattern: string, { text, tool }: Rule, { config }: LintedFile): Gap | undefined => {
  const host = parseHostPattern(pattern.slice("domain:".length))
  if (typeof host === "string" || host.before !== "none" || /^[\d.]+$|^\[/.test(host.fixed)) return undefined
  const beneath = (["deny", "ask"] as const).some((effect) =>
    config.rules[effect].some(({ pattern: other }) => {
      const wider = other?.startsWith("domain:") ? parseHostPattern(other.slice("domain:".length)) : undefined
      return (
        typeof wider === "object" && (wider.before === "any" || (wider.before === "some" && wider.fixed === host.fixed))
      )
    })
  )
  if (beneath) return undefined
  return {
    level: "note",
    message: `the rule "${text}" does not match the hosts beneath "${host.fixed}"; to match these too, add "${tool}(domain:**.${host.fixed})"`
  }
}

const pathGap = (
  pattern: string,
  { text, tool }: Rule,
  { matches }: LintedFile,
  { tools }: Linted
): Gap | undefined => {
  const isFiles = tools.some((one) => one.resources.some(({ kind }) => kind === "file") && matches({ text: tool }, one))
  if (!isFiles || /^(?:\/|[A-Za-z]:[\\/]|\*\*(?:\/|$)|~)/.test(pattern) || pattern.includes("/")) return undefined
  return {
    level: "note",
    message: `the rule "${text}" matches only at the top of the workspace; to match in every folder, write "${tool}(**/${pattern})"`
  }
}

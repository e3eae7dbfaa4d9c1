import { fold } from "@toolgate/core/access"
import type { RulePattern } from "@toolgate/policy"
import { getCommandName } from "@toolgate/shell"
import { type ComparedRule, listComparedRules } from "./ComparedRule.ts"
import { containsRule } from "./containsRule.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about rules that another rule makes useless: a duplicate, a rule within a wider rule of the same
 * effect, or a rule covered by a stricter rule. A stricter rule in a later file is not reported, because narrowing is
 * the purpose of later files.
 */
export const lintShadowedRules = (linted: Linted): ReadonlyArray<LintFinding> => {
  const rules = listComparedRules(linted)
  const byKey = new Map<string, Array<ComparedRule>>()
  for (const rule of rules) {
    const same = byKey.get(keyOf(rule))
    if (same === undefined) byKey.set(keyOf(rule), [rule])
    else same.push(rule)
  }
  const order = new Map(rules.map((rule, i) => [rule, i]))
  const found: Array<LintFinding> = []
  let comparisons = 0
  for (const inner of rules) {
    const outer = keysAbove(inner)
      .flatMap((key) => byKey.get(key) ?? [])
      .find((one) => {
        if (one === inner || !mayShadow(one, inner) || comparisons++ > maxComparisons) return false
        if (isTwin(one, inner)) return (order.get(one) ?? 0) < (order.get(inner) ?? 0)
        if (!containsRule(one, inner)) return false
        // Of two rules that match the same calls, the second is reported.
        const isMutual = one.effect === inner.effect && containsRule(inner, one)
        return !isMutual || (order.get(one) ?? 0) < (order.get(inner) ?? 0)
      })
    if (outer !== undefined) found.push(findingOf(outer, inner, linted))
  }
  if (comparisons > maxComparisons) found.push(notCompared(linted))
  return found
}

const maxComparisons = 2_000_000

const strictness = { allow: 0, ask: 1, deny: 2 } as const

const mayShadow = (outer: ComparedRule, inner: ComparedRule): boolean =>
  strictness[outer.effect] === strictness[inner.effect]
    ? outer.file === inner.file
    : strictness[outer.effect] > strictness[inner.effect] && outer.file <= inner.file

const isTwin = (one: ComparedRule, other: ComparedRule): boolean =>
  one.effect === other.effect && one.rule.tool === other.rule.tool && one.rule.pattern === other.rule.pattern

const findingOf = (outer: ComparedRule, inner: ComparedRule, linted: Linted): LintFinding => {
  const { source } = inner.rule
  const what = `the ${inner.effect} rule "${inner.rule.text}"`
  const by = `"${outer.rule.text}" (${outer.rule.source})`
  if (isTwin(outer, inner))
    return {
      source,
      level: "warning",
      code: "duplicate",
      message: `${what} is listed twice, first at ${outer.rule.source}`
    }
  if (outer.effect === inner.effect)
    return answersRedirections(outer, inner, linted)
      ? {
          source,
          level: "note",
          code: "shadowed",
          message: `${what} adds nothing for calls of the tool, because ${by} matches everything that it matches; it only answers for redirections of commands`
        }
      : {
          source,
          level: "warning",
          code: "shadowed",
          message: `${what} adds nothing: ${by} matches everything that it matches`
        }
  const verb = outer.effect === "deny" ? "denies" : "asks about"
  return {
    source,
    level: "warning",
    code: "never-matches",
    message: `${what} never decides: the ${outer.effect} rule ${by} ${verb} everything that it matches`
  }
}

/**
 * Whether the inner rule still answers for redirections that the outer rule does not cover. A rule about one tool's
 * files also answers for commands that redirect these files.
 */
const answersRedirections = (outer: ComparedRule, inner: ComparedRule, { toolNamed }: Linted): boolean => {
  const { effect, pattern, rule } = inner
  if (effect !== "allow" || typeof pattern !== "object" || pattern.kind !== "file") return false
  const tool = toolNamed(rule.tool)
  return tool !== undefined && (outer.pattern === undefined || toolNamed(outer.rule.tool) !== tool)
}

const notCompared = ({ files }: Linted): LintFinding => ({
  source: files[0]?.config.name ?? "",
  level: "note",
  code: "not-compared",
  message: "there are too many rules to compare each with all others; some rules that add nothing may not be reported"
})

/**
 * Returns the key under which a rule is stored. Among ten thousand rules, each rule is then compared only with the few
 * under the keys of `keysAbove`.
 */
const keyOf = ({ pattern }: ComparedRule): string => {
  if (pattern === undefined || pattern === "unsure") return "always"
  if (pattern.kind === "command") return `command ${getCommandName(pattern.command.words[0] ?? "")}`
  if (pattern.kind === "host") return `host ${pattern.host.fixed}`
  return `${pattern.path.begins} ${prefixOf(pattern).join("/")}`
}

/** Returns the keys of all rules that may contain the given rule. */
const keysAbove = ({ pattern }: ComparedRule): ReadonlyArray<string> => {
  if (pattern === undefined || pattern === "unsure") return ["always"]
  if (pattern.kind === "command")
    return ["always", "command ", `command ${getCommandName(pattern.command.words[0] ?? "")}`]
  if (pattern.kind === "host") {
    const labels = pattern.host.fixed.split(".")
    return ["always", "host ", ...labels.map((_, i) => `host ${labels.slice(i).join(".")}`)]
  }
  const { begins } = pattern.path
  const prefix = prefixOf(pattern)
  const above = [...prefix.keys(), prefix.length].map((end) => `${begins} ${prefix.slice(0, end).join("/")}`)
  // A relative pattern lies beneath some folder of the machine.
  return [...new Set(["always", "root ", ...above])]
}

const prefixOf = ({ path }: Extract<RulePattern, { kind: "file" }>) => path.prefix.map(fold)

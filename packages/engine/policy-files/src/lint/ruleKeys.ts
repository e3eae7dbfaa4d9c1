import { fold } from "@toolgate/core/access"
import type { RulePattern } from "@toolgate/policy"
import { commandName } from "@toolgate/shell"
import type { ComparedRule } from "./ComparedRule.ts"

/**
 * Returns the key under which a rule is stored. Among ten thousand rules, each rule is then compared only with the few
 * under the keys of `keysAbove`.
 */
export const keyOf = ({ pattern }: ComparedRule): string => {
  if (pattern === undefined || pattern === "unsure") return "always"
  if (pattern.kind === "command") return `command ${commandName(pattern.command.words[0] ?? "")}`
  if (pattern.kind === "host") return `host ${pattern.host.fixed}`
  return `${pattern.path.begins} ${prefixOf(pattern).join("/")}`
}

/** Returns the keys of all rules that may contain the given rule. */
export const keysAbove = ({ pattern }: ComparedRule): ReadonlyArray<string> => {
  if (pattern === undefined || pattern === "unsure") return ["always"]
  if (pattern.kind === "command")
    return ["always", "command ", `command ${commandName(pattern.command.words[0] ?? "")}`]
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

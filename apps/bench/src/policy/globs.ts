import type { ResolvedPath } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import { getRuleVerdict } from "./createBareTable.ts"
import { createRuleStream } from "./createRuleStream.ts"
import type { RuleKind } from "./RuleKind.ts"

const tools = [
  makeToolDefinition({
    name: "read_file",
    sideEffects: "READ",
    resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
  })
]

/** Returns the worst case: all rules are about one tool, and no folder name in a path narrows the matching rules. */
export const globs = (effect: "deny" | "allow"): RuleKind => ({
  name: `${effect} by glob, all on one tool`,
  effect,
  tools,
  slow: true,
  rule: (number) => ({ tool: "read_file", pattern: `**/*${partOf(number)}*/**` }),
  stream: createRuleStream(effect, tools, (number, at) => ({
    kind: "file",
    path: `/workspace/src/a${partOf(number)}b/file${at}.ts` as ResolvedPath,
    mode: "r"
  })),
  byHand: (rules) => {
    const patterns = Array.from({ length: rules }, (_, number) =>
      effect === "deny"
        ? new RegExp(`/[^/]*${partOf(number)}[^/]*(?:/|$)`, "i")
        : new RegExp(`^/workspace/(?:.*/)?[^/]*${partOf(number)}[^/]*(?:/|$)`)
    )
    const verdicts = patterns.map((_, number) => getRuleVerdict(effect, number))
    return ({ resources }) => {
      const [resource] = resources
      if (resource?.kind !== "file") return undefined
      return verdicts[patterns.findIndex((pattern) => pattern.test(resource.path))]
    }
  }
})

const partOf = (number: number) => `x${10_000 + number}y`

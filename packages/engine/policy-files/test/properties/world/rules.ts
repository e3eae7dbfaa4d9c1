import type { PolicyRules, Rule } from "@toolgate/policy"
import fc from "fast-check"
import { few, mostly, one } from "./chance.ts"
import { aliases, hostPatterns, pathPatterns, programs, toolNames, words } from "./names.ts"

const command = fc
  .tuple(one(programs), fc.array(one(words), { maxLength: 2 }), fc.boolean())
  .map(([program, rest, open]) => [program, ...rest.map((word) => word || "''")].join(" ") + (open ? ":*" : ""))
const commands = mostly("*", 8, command).chain((given) => (given === "*" ? command : fc.constant(given)))
const somewhere = one(pathPatterns)
const host = one(hostPatterns).map((text) => `domain:${text}`)
/** Patterns that are invalid. */
const broken = one(["src/[ab]", "a**b", "../x", "domain:*.*.org", "git *", "'open"])

const usual: Readonly<Record<(typeof toolNames)[number], fc.Arbitrary<string>>> = {
  read_file: somewhere,
  write_file: somewhere,
  edit: somewhere,
  fetch: host,
  download: fc.oneof(somewhere, host),
  shell: fc.oneof({ weight: 4, arbitrary: commands }, { weight: 1, arbitrary: fc.constant("*") }),
  run: commands,
  calc: somewhere
}

const anything = fc.oneof(commands, somewhere, host, broken)

const named = one(toolNames).chain((tool) =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 12, arbitrary: usual[tool] },
      { weight: 1, arbitrary: anything }
    )
    .map((pattern) => ({ tool: tool as string, pattern }))
)
const grouped = fc.record({
  tool: one([...aliases, "*", "group:read", "group:write", "group:code", "group:mine", "unknown_tool"]),
  pattern: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: anything })
})

/** A rule as a file contains it. */
export const anyRule: fc.Arbitrary<Rule> = fc
  .oneof({ weight: 5, arbitrary: named }, { weight: 1, arbitrary: grouped })
  .map(({ tool, pattern }) => ({
    tool,
    pattern,
    text: pattern === undefined ? tool : `${tool}(${pattern})`,
    source: "p:1:1"
  }))

/** Rules whose patterns fit their tools, so that no rule denies because of a misfit. */
export const fittingRule: fc.Arbitrary<Rule> = one(toolNames)
  .chain((tool) => fc.tuple(fc.constant(tool), usual[tool]))
  .map(([tool, pattern]) => ({ tool, pattern, text: `${tool}(${pattern})`, source: "p:1:1" }))

export const anyRules: fc.Arbitrary<PolicyRules> = fc.record(
  {
    deny: fc.array(anyRule, { maxLength: 2 }),
    ask: fc.array(anyRule, { maxLength: 2 }),
    allow: fc.array(anyRule, { maxLength: 4 }),
    harmlessVariables: few(["API_URL", "API_*"], 2).map((all) => all.map((text) => ({ text, source: "p:1:1" })))
  },
  { requiredKeys: ["deny", "ask", "allow"] }
)

import { describe, expect, it } from "vitest"
import { commands, oneProgram } from "../../src/policy/commands.ts"
import { createBareTable } from "../../src/policy/createBareTable.ts"
import { createRulesPolicy } from "../../src/policy/createRulesPolicy.ts"
import { globs } from "../../src/policy/globs.ts"
import { hosts } from "../../src/policy/hosts.ts"
import { names } from "../../src/policy/names.ts"
import { paths } from "../../src/policy/paths.ts"
import { redirections } from "../../src/policy/redirections.ts"

const effects = ["deny", "allow"] as const
const patterns = [
  ...effects.flatMap((effect) => [paths, commands, oneProgram, hosts, globs].map((of) => of(effect))),
  redirections
]
const kinds = [...effects.map((effect) => names(effect, 100)), ...patterns]
const counts = [
  [1, 1],
  [100, 1],
  [100, 20]
] as const

describe.each(kinds)("$name", (kind) => {
  it.each(counts)("is decided as the stream expects, with %i rules and %i roles", (rules, roles) => {
    const stream = kind.stream(rules, roles)
    const { judge } = createRulesPolicy(kind, rules, roles)
    expect(stream.map(({ request }) => judge(request).decision)).toEqual(stream.map(({ decision }) => decision))
  })

  it("includes resources that rules name and others, for many agents", () => {
    const stream = kind.stream(100, 20)
    expect(new Set(stream.map(({ decision }) => decision)).size).toBeGreaterThan(1)
    expect(new Set(stream.map(({ request }) => request.context.principal)).size).toBe(64)
  })
})

describe.each(patterns)("by hand: $name", (kind) => {
  it.each(counts)("matches the same requests as the policy's rules, with %i rules and %i roles", (rules, roles) => {
    const matches = kind.byHand?.(rules)
    const stream = kind.stream(rules, roles)
    const matched = stream.map(({ request }) => matches?.(request)?.decision)
    expect(matched).toEqual(stream.map(({ decision }) => (decision === kind.effect ? decision : undefined)))
  })
})

describe("bareTable", () => {
  it("answers the pairs of tool and role from which it was created", () => {
    const stream = names("deny", 100).stream(100, 20)
    const table = createBareTable(stream)
    expect(stream.map(({ request }) => table(request).decision)).toEqual(stream.map(({ decision }) => decision))
  })
})

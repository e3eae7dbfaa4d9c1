import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { TypeSources } from "./optionsPage/TypeSources.ts"

const sources = new TypeSources(["*/src", "{edges,engine,sandboxes,stores,tools}/*/src"])

/** The types that users write, by the packages that export them. */
const written = {
  "toolgate/src/": [
    ...["ToolgateOptions", "CallOptions", "BatchOptions", "TurnOptions", "JudgeOptions", "ResumeOptions"],
    ...["ObserveOptions", "AskerOptions", "SessionOptions", "SessionCallOptions", "RunnerOptions"]
  ],
  "core/src/": ["ToolOptions", "HostedToolOptions", "ToolCall", "ApprovalDecision", "ToolForm", "ToolOutput"],
  "engine/dispatch/src/": ["Hook"],
  "edges/mcp-server/src/": ["StdioOptions"],
  "edges/server/src/": ["McpHttpOptions"]
}

/** Types to which these refer, whose values a program gets from elsewhere: services, events, a parsed policy, a schema of a library. */
const unwritten: ReadonlySet<string> = new Set([
  ...[
    "PolicyConfig",
    "Sandboxes",
    "ToolRegistry",
    "ToolEvent",
    "ToolEvents",
    "StandardSchema",
    "McpServers",
    "RuntimePolicy"
  ]
])

it("each member that a user writes has its own text in the editor", () => {
  const members = Object.entries(written).flatMap(([folder, names]) =>
    names.flatMap((name) => {
      const type = sources.type(name, folder)
      if (type === undefined) throw new Error(`There is no type "${name}" in ${folder}.`)
      return sources.members(type, unwritten)
    })
  )
  expect(members.length).toBeGreaterThan(200)
  const lacking = members.filter(({ comment }) => comment === "").map(({ file, name }) => `${file}: ${name}`)
  expect([...new Set(lacking)]).toEqual([])
})

it.each([
  ["engine/policy-files/policy.schema.json", 100],
  ["engine/program-facts/program.schema.json", 100],
  ["edges/mcp-client/mcp.schema.json", 20],
  ["tools/catalogue/tools.schema.json", 50],
  ["tools/catalogue/plugin.schema.json", 10]
] as const)("each key of %s has a description", (path, least) => {
  const keys = keysOf(JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")))
  expect(keys.length).toBeGreaterThan(least)
  expect(keys.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([])
})

/** Lists the properties in a JSON Schema, at any depth. */
const keysOf = (schema: object): ReadonlyArray<readonly [name: string, schema: { readonly description?: string }]> =>
  Object.entries(schema).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return []
    return [...(name === "properties" ? Object.entries<object>(value) : []), ...keysOf(value)]
  })

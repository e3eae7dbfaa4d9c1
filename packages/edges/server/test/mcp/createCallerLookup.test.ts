import { expect, it } from "vitest"
import { createCallerLookup } from "../../src/mcp/createCallerLookup.ts"

const token = { id: "1", name: "editor", agent: "coder", workspaces: [], rights: new Set(["call"] as const) }

it("a caller has the principal of its token", () => {
  const person = { role: "reviewer", task: "T-1", onBehalfOf: "ada" }
  expect(createCallerLookup("elicit")({ ...token, ...person })).toEqual({
    name: "editor",
    principal: { agent: "coder", ...person, ceiling: { tools: "any" } },
    approvals: "elicit"
  })
})

it("a token has one caller, and another token of the same name has another", () => {
  const callerOf = createCallerLookup("defer")
  expect(callerOf({ ...token })).toBe(callerOf({ ...token }))
  expect(callerOf({ ...token, id: "2" })).not.toBe(callerOf(token))
})

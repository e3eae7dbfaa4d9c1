import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { McpToken } from "../src/index.ts"
import { createCallerLookup } from "../src/serve/tokens.ts"

const tokenFor = (name: string, token: string): McpToken => ({
  caller: { name, principal: { agent: name, ceiling: { tools: "any" } }, approvals: "defer" },
  sha256: createHash("sha256").update(token).digest("hex")
})

describe("the caller of a token", () => {
  it("is found by the whole token after the word Bearer", () => {
    const callerOf = createCallerLookup([tokenFor("alice", "alice+token/1~=="), tokenFor("bob", "bob-token")])
    expect(callerOf("Bearer alice+token/1~==")?.name).toBe("alice")
    expect(callerOf("bearer bob-token")?.name).toBe("bob")
  })

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "bob-token",
    "Basic bob-token",
    "Bearer  bob-token",
    "Bearer bob-token ",
    "Bearer bob-token, Bearer bob-token",
    "Bearer bob-tokens",
    "Bearer bob-tokeń",
    "Bearer bob-token\n",
    `Bearer ${createHash("sha256").update("bob-token").digest("hex")}`
  ])("does not exist for %j", (header) => {
    const callerOf = createCallerLookup([tokenFor("bob", "bob-token"), tokenFor("empty", "")])
    expect(callerOf(header)).toBeUndefined()
  })

  it("is unique: two callers share neither a token nor a name", () => {
    expect(() => createCallerLookup([tokenFor("alice", "one"), tokenFor("bob", "one")])).toThrow("the same token")
    expect(() => createCallerLookup([tokenFor("alice", "one"), tokenFor("alice", "two")])).toThrow("the same name")
  })
})

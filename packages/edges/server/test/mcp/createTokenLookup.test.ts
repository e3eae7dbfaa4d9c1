import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { describe, expect, it } from "vitest"
import { makeAccess } from "../../src/access/Access.ts"
import { TokenLimits } from "../../src/access/TokenLimits.ts"
import type { McpToken } from "../../src/index.ts"
import { createTokenLookup } from "../../src/mcp/createTokenLookup.ts"

const tokenFor = (name: string, token: string): McpToken => ({
  caller: { name, principal: { agent: name, ceiling: { tools: "any" } }, approvals: "defer" },
  sha256: createHash("sha256").update(token).digest("hex")
})

/** Returns the caller of a header, or the status of the refusal. */
const callerOf = (tokens: ReadonlyArray<McpToken>, authorization: string | undefined) => {
  const { findToken, callerOf } = createTokenLookup(tokens)
  const headers = authorization === undefined ? {} : { authorization }
  const request = HttpServerRequest.fromWeb(new Request("http://server")).modify({
    headers: Headers.fromInput(headers)
  })
  const found = makeAccess(findToken, new TokenLimits()).within(request, ["call"], (token) =>
    Effect.succeed(callerOf(token))
  )
  return Effect.runPromise(
    Effect.scoped(
      Effect.match(found, { onFailure: ({ status }) => status as unknown, onSuccess: (caller) => caller as unknown })
    )
  )
}

describe("the caller of a token", () => {
  it("is found by the whole token after the word Bearer", async () => {
    const tokens = [tokenFor("alice", "alice+token/1~=="), tokenFor("bob", "bob-token")]
    expect(await callerOf(tokens, "Bearer alice+token/1~==")).toBe(tokens[0]?.caller)
    expect(await callerOf(tokens, "bearer bob-token")).toBe(tokens[1]?.caller)
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
  ])("does not exist for %j", async (header) => {
    expect(await callerOf([tokenFor("bob", "bob-token"), tokenFor("empty", "")], header)).toBe(401)
  })

  it("is unique: two callers share neither a token nor a name", () => {
    expect(() => createTokenLookup([tokenFor("alice", "one"), tokenFor("bob", "one")])).toThrow("the same token")
    expect(() => createTokenLookup([tokenFor("alice", "one"), tokenFor("alice", "two")])).toThrow("the same name")
  })
})

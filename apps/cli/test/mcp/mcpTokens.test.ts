import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import * as mcpTokens from "../../src/mcp/mcpTokens.ts"
import { WrongUse } from "../../src/WrongUse.ts"

const caller = {
  name: "default",
  principal: { agent: "default", ceiling: { tools: "any" } },
  approvals: "defer"
} as const

const none = { tokens: new Map(), leftOut: [] }

/** Returns the tokens of flags, or what is wrong with them. */
const tokensOf = (flags: ReadonlyArray<string>, config: Parameters<typeof mcpTokens.getTokens>[1]) =>
  Effect.runPromise(
    Effect.catch(mcpTokens.getTokens(flags, config, caller, new AbortController().signal), Effect.succeed)
  )

const digest = (token: string) => createHash("sha256").update(token).digest("hex")

describe("the tokens of the flag --token", () => {
  it("are known by their digests, and name the agents of their calls", async () => {
    vi.stubEnv("EDITOR_TOKEN", " the-token-of-the-editor\n")
    expect(await tokensOf(["editor=env:EDITOR_TOKEN"], none)).toEqual({
      tokens: [
        {
          caller: { ...caller, name: "editor", principal: { ...caller.principal, agent: "editor" } },
          sha256: digest("the-token-of-the-editor")
        }
      ],
      shown: undefined
    })
  })

  it.each(["", "short", "two words of a token", "a-token-with-an-ümlaut", "x".repeat(513)])(
    "are refused for %j, without a word of it",
    async (token) => {
      vi.stubEnv("EDITOR_TOKEN", token)
      const refused = await tokensOf(["editor=env:EDITOR_TOKEN"], none)
      expect(refused).toBeInstanceOf(WrongUse)
      if (token !== "") expect((refused as WrongUse).message).not.toContain(token)
    }
  )

  it("are not replaced by generated ones if those of the mcp.yaml are invalid", async () => {
    const leftOut = [{ what: "token", name: "ci", problems: [{ source: "mcp.yaml:1:1", message: "wrong" }], more: 0 }]
    const message = 'No client could connect. The token "ci" is left out. mcp.yaml:1:1: wrong.'
    expect(await tokensOf([], { tokens: new Map(), leftOut })).toMatchObject({ message })
  })

  it("add agents to those of the mcp.yaml", async () => {
    vi.stubEnv("ONE_TOKEN", "the-token-of-everybody")
    const config = { leftOut: [], tokens: new Map([["ci", { sha256: digest("the-token-of-everybody") }]]) }
    const message = '"ci" and "editor" have the same token; give each its own.'
    expect(await tokensOf(["editor=env:ONE_TOKEN"], config)).toMatchObject({ message })
    expect(await tokensOf(["ci=env:ONE_TOKEN", "editor=env:ONE_TOKEN"], none)).toMatchObject({ message })
  })
})

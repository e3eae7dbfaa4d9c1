import type { Json, ObservedBy, ObservedUse } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { makePermissionRequest, runs } from "@toolgate/testing"
import { AuditRecord } from "@toolgate/wire"
import { decode } from "@toolgate/wire/decode"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { folderSource, pendingCalls, verifyAuditLog } from "../src/index.ts"
import { recordObservedUse } from "../src/records/recordObservedUse.ts"
import { bytesIn, openLog, recordsIn } from "./openLog.ts"

const key = new SecretKey(new Uint8Array(32).fill(7))
const { context } = makePermissionRequest({
  context: { principal: { agent: "a", onBehalfOf: "ada", ceiling: { tools: "any" } } }
})
const unknown: ObservedBy = { provider: "openai", standing: "unknown" }
const recordOf = (use: ObservedUse, by = unknown) => JSON.parse(`{${recordObservedUse(use, context, by, key)}}`)

// Written in two parts, so that no scanner takes an example for a secret.
const token = `ghp_${"a1B2".repeat(9)}`

describe("tool uses that a provider reports", () => {
  it("are recorded as reported, not as calls that the gate ran or allowed", () => {
    const use = { tool: "web_search", id: "ws_1", type: "web_search_call", input: { query: "tea" }, failed: false }
    const by = { provider: "openai", standing: "declared", tool: { name: "web_search", digest: "d" } } as const
    expect(recordOf(use, by)).toEqual({
      kind: "tool.observed",
      tool: "web_search",
      tool_call_id: "ws_1",
      session: "s",
      turn: "t",
      agent: "a",
      on_behalf_of: "ada",
      caller_type: "direct",
      tool_digest: "d",
      input: { query: "tea" },
      provider: "openai",
      item_type: "web_search_call",
      standing: "declared",
      failed: false
    })
  })

  it("are recorded even if almost all members are missing", () => {
    expect(recordOf({})).toMatchObject({ kind: "tool.observed", tool: "", tool_call_id: "", standing: "unknown" })
    expect(recordOf({ id: 7, name: {}, failed: "yes", type: ["x"] } as unknown as ObservedUse)).toEqual(recordOf({}))
  })

  it("show no secret of the input anywhere, nor one in a name", () => {
    const use = { id: "hunter22x", type: token, name: "a", input: { password: "hunter22x", note: `use ${token}` } }
    const text = recordObservedUse(use, context, unknown, key)
    expect(text).not.toContain("hunter22x")
    expect(text).not.toContain(token)
    expect(text).toContain("[redacted hmac-sha256:")
  })

  it("have a bounded size for any content", () => {
    let deep: Json = "x"
    for (let n = 0; n < 5000; n++) deep = [deep]
    const cyclic: Array<unknown> = []
    cyclic.push(cyclic)
    for (const input of [
      "x".repeat(256 * 1024),
      "\u0000".repeat(256 * 1024),
      "😀".repeat(200_000),
      Array.from({ length: 20_000 }, (_one, n) => n),
      Array.from({ length: 50 }, () => "\u0001".repeat(4000)),
      deep,
      cyclic as unknown as Json,
      (() => 1) as unknown as Json,
      Object.fromEntries(Array.from({ length: 10_000 }, (_one, n) => [`__proto__${n}`, "y"]))
    ]) {
      const name = "\u001b[2J\n\u202e".repeat(20_000)
      const text = recordObservedUse({ id: name, type: name, name, input }, context, unknown, key)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that must not be there
      expect(text).not.toMatch(/[\u0000-\u001f]/)
    }
    expect(recordOf({ input: deep })).toMatchObject({ input_fault: expect.stringContaining("nested deeper") })
    expect(recordOf({ input: "x".repeat(256 * 1024) })).toMatchObject({
      input: { length: 256 * 1024, digest: expect.any(String) }
    })
  })

  it("are always one valid record", () => {
    const text = fc.option(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("tool.call.completed", '","kind":"')),
      {
        nil: undefined
      }
    )
    const use = fc.record({
      tool: text,
      id: text,
      type: text,
      name: text,
      input: fc.option(fc.jsonValue(), { nil: undefined })
    })
    fc.assert(
      fc.property(use, text, (use, provider = "p") => {
        const by = { provider, standing: "undeclared" } as const
        const record = {
          ...recordOf(use as ObservedUse, by),
          seq: 1,
          at: "2026-01-31T10:00:00.000Z",
          prev: null,
          hash: "h"
        }
        expect(decode(AuditRecord, record)).toBe(record)
        expect(record.kind).toBe("tool.observed")
        expect(record).not.toHaveProperty("executed")
        expect(record).not.toHaveProperty("intent")
        expect(record).not.toHaveProperty("args")
      }),
      runs(200)
    )
  })

  it("are part of the hash chain, but not pending calls", async () => {
    const { folder, log, close } = await openLog()
    log.observed?.({ id: "1", name: "web_search", input: { api_key: token } }, context, unknown)
    await close()
    expect((await recordsIn(folder)).map(({ kind }) => kind)).toEqual(["log.opened", "tool.observed", "log.closed"])
    expect(bytesIn(folder)).not.toContain(token)
    expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problemCount: 0, records: 3 })
    expect(await pendingCalls(folderSource(folder))).toEqual([])
  })
})

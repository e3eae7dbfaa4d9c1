import { parseJson } from "@toolgate/core/json"
import fc from "fast-check"
import type { TSchema } from "typebox"
import { describe, expect, it } from "vitest"
import { decode, WireFault } from "../src/decode.ts"
import { AuditRecord, encode, Principal, RunnerEvent, ToolCall, ToolEvent, ToolExecution } from "../src/index.ts"
import { ResourceDeclaration } from "../src/ToolDefinition.ts"
import { closedForms, openForms } from "./forms.ts"
import { auditRecord, failedEvent, principal, refusedExecution } from "./samples.ts"
import { valuesOf } from "./valuesOf.ts"

const forms = Object.entries({ ...openForms, ...closedForms })

const throughJson = (value: unknown): unknown => parseJson(JSON.stringify(value))

describe.each(forms)("%s", (_, form) => {
  it("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(valuesOf(form), (value) => {
        const sent = throughJson(value)
        expect(decode(form, sent)).toBe(sent)
        expect(throughJson(encode(form, sent as never))).toEqual(sent)
      })
    )
  })

  it("returns a value or a fault and never throws", () => {
    const anything = fc.oneof(fc.jsonValue(), fc.anything(), valuesOf(form).chain(broken))
    fc.assert(
      fc.property(anything, (value) => {
        const read = decode(form, value)
        if (read instanceof WireFault) expect(read.message).toMatch(/^[ -~]+\.$/)
        else expect(read).toBe(value)
      })
    )
  })
})

/** Replaces one member, at any depth, with a wrong value. */
const broken = (value: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(30), fc.constantFrom<unknown>(null, 1, "x", [], {}, undefined)).map(([skip, other]) => {
    let left = skip
    return JSON.parse(JSON.stringify(value), (_name, member) => (left-- === 0 ? other : member))
  })

describe("an unknown member", () => {
  it.each(Object.entries(openForms))("is ignored in %s", (_, form) => {
    fc.assert(
      fc.property(valuesOf(form), (value) => {
        const later = { ...(throughJson(value) as object), later_member: { deeply: [1] } }
        expect(decode(form, later)).toBe(later)
      })
    )
  })

  it.each(Object.entries(closedForms))("is refused in %s, with its name", (_, form) => {
    fc.assert(
      fc.property(valuesOf(form), (value) => {
        const later = { ...(throughJson(value) as object), later_member: 1 }
        expect(decode(form, later)).toEqual(new WireFault("/later_member", "is an unknown member", true))
      })
    )
  })

  it("is refused at any depth of a closed form", () => {
    const read = decode(Principal, {
      ...principal,
      parent: { agent: "p", ceiling: { tools: [], hosts: [{ host: "h", port: 1, "only/once~": 1 }] } }
    })
    expect(read).toMatchObject({ pointer: "/parent/ceiling/hosts/0/only~1once~0", isUnknownMember: true })
  })

  it("has an explanation", () => {
    expect(decode(Principal, { ...principal, noShell: true })).toMatchObject({
      message:
        '"/noShell" is an unknown member. It may narrow what is allowed, so it cannot be ignored: leave it out, or update the Toolgate that reads it.'
    })
  })

  it("is reported after other faults", () => {
    expect(decode(ToolCall, { later: 1, id: "1", tool: 2, args: 1 })).toEqual(new WireFault("/tool", "must be string"))
  })

  it("is reported with the start of its name in printable ASCII", () => {
    const named = decode(ToolCall, { id: "1", tool: "x", args: 1, [`\u001b[2J\u009b${"é".repeat(1e6)}`]: 1 })
    expect((named as WireFault).message).toMatch(/^[ -~]{100,700}$/)
  })
})

describe("an unknown kind", () => {
  it.each<[string, TSchema, object]>([
    ["an event", ToolEvent, { type: "tool.paused" }],
    ["a runner's event", RunnerEvent, { type: "runner.paused" }],
    [
      "a word for how a runner ended",
      RunnerEvent,
      {
        type: "runner.ended",
        at: "",
        agent: "a",
        session: "s",
        attempt: 1,
        ending: { how: "evicted", status: null, signal: null, message: "", enforced: null }
      }
    ],
    ["a record", AuditRecord, { ...auditRecord, kind: "tool.call.paused", executed: 1 }],
    [
      "a piece of content",
      ToolExecution,
      {
        ...encode(ToolExecution, refusedExecution),
        output: { content: [{ type: "hologram" }], success: true, metadata: {} }
      }
    ]
  ])("is ignored: %s", (_, form, value) => {
    expect(decode(form, value)).toBe(value)
  })

  it("is refused in a tool's resource declarations", () => {
    expect(decode(ResourceDeclaration, { kind: "socket", arg: "/at" })).toBeInstanceOf(WireFault)
  })
})

describe("a fault", () => {
  it.each<[string, TSchema, unknown, WireFault]>([
    ["null", ToolCall, null, new WireFault("", "must be object")],
    ["a list", ToolCall, [], new WireFault("", "must be object")],
    [
      "an empty id",
      ToolCall,
      { id: "", tool: "x", args: {} },
      new WireFault("/id", "must not have fewer than 1 characters")
    ],
    ["a missing member", ToolCall, { id: "1", argsText: "{}" }, new WireFault("/tool", "is missing")],
    ["arguments that are missing", ToolCall, { id: "1", tool: "x" }, new WireFault("/args", "is missing")],
    ["text that is none", ToolCall, { id: "1", tool: "x", argsText: {} }, new WireFault("/argsText", "must be string")],
    [
      "arguments in two forms",
      ToolCall,
      { id: "1", tool: "x", args: {}, argsText: "{}" },
      new WireFault("/argsText", "is an unknown member", true)
    ],
    [
      "a word of no set",
      ToolExecution,
      { ...encode(ToolExecution, refusedExecution), executed: "perhaps" },
      new WireFault("/executed", "must be equal to one of the allowed values")
    ],
    [
      "a member of a known kind",
      ToolEvent,
      { ...encode(ToolEvent, failedEvent), durationMs: "5" },
      new WireFault("/durationMs", "must be number")
    ],
    ["a number that is none", AuditRecord, { ...auditRecord, seq: -1 }, new WireFault("/seq", "must be >= 0")],
    [
      "a member that objects inherit",
      ToolCall,
      JSON.parse('{"id":"1","tool":"x","args":1,"__proto__":{}}'),
      new WireFault("/__proto__", "is an unknown member", true)
    ],
    [
      "what stands in a prototype",
      ToolCall,
      JSON.parse('{"__proto__":{"id":"1","tool":"x","args":1}}'),
      new WireFault("/id", "is missing")
    ]
  ])("has the message: %s", (_, form, value, fault) => {
    expect(decode(form, value)).toEqual(fault)
  })

  it("reports a value that is nested too deeply for a recursive form", () => {
    let deep: object = { agent: "a", ceiling: { tools: "any" } }
    for (let left = 200_000; left > 0; left--) deep = { agent: "a", ceiling: { tools: "any" }, parent: deep }
    expect(decode(Principal, deep)).toEqual(new WireFault("", "is nested too deep"))
  })

  it("ignores the depth of open values", () => {
    let deep: unknown = 1
    for (let left = 200_000; left > 0; left--) deep = [deep]
    const call = { id: "1", tool: "x", args: deep }
    expect(decode(ToolCall, call)).toBe(call)
    expect(encode(ToolCall, call)).toMatchObject({ args: expect.any(Array) })
  })

  it("is found in the last of a million values", () => {
    const tools: Array<unknown> = Array.from({ length: 1e6 }, () => "x")
    expect(decode(Principal, { agent: "a", ceiling: { tools } })).not.toBeInstanceOf(WireFault)
    tools.push(1)
    expect(decode(Principal, { agent: "a", ceiling: { tools } })).toMatchObject({ pointer: "/ceiling/tools/1000000" })
  })
})

it("uses the last of two members with the same name, as JSON.parse does", () => {
  const text = '{"id":"1","tool":"read_file","args":{},"tool":"shell"}'
  expect(decode(ToolCall, JSON.parse(text))).toMatchObject({ tool: "shell" })
})

it("keeps a member named __proto__ if any member is allowed, without effect", () => {
  const call = JSON.parse('{"id":"1","tool":"x","args":{"__proto__":{"isAdmin":true}}}')
  const read = decode(ToolCall, call) as { readonly args: object }
  expect(Object.keys(read.args)).toEqual(["__proto__"])
  expect(JSON.stringify(encode(ToolCall, call))).toBe(JSON.stringify(call))
})

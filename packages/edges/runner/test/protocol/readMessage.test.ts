import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { BadFrame, readRunnerMessage, readSupervisorMessage } from "../../src/protocol.ts"

const call = { op: "tool_call", tool_call_id: "1", tool: "Echo" }
const start = { op: "agent_start", agent_id: "1", agent: "helper", command: ["node"] }

describe("readRunnerMessage", () => {
  it.each<[Record<string, unknown>]>([
    [call],
    [{ ...call, args: { path: "a" }, idempotency_key: "k", timeout_ms: 0.5 }],
    [{ ...call, args: 1 }],
    [{ ...call, tool: "" }],
    [{ ...call, tool: "x".repeat(1000), timeout_ms: 0 }],
    [{ op: "tool_cancel", tool_call_id: "1" }],
    [start],
    [
      {
        ...start,
        role: "r",
        task: "t",
        ceiling: { tools: [], files: [{ path: "/a", mode: "rw" }], hosts: [{ host: "h" }] }
      }
    ],
    [{ op: "agent_stop", agent_id: "1" }]
  ])("accepts %j, and accepts unknown fields only if it requests nothing", (message) => {
    expect(readRunnerMessage(message, 1)).toEqual(message)
    const later = { ...message, later: { __proto__: null, a: [1] } }
    const isRequest = message.op === "tool_call" || message.op === "agent_start"
    const why = expect.stringContaining(`The ${message.op} was refused: "/later" is an unknown member.`)
    expect(readRunnerMessage(later, 1)).toEqual(isRequest ? { op: "refused", request: later, why } : later)
  })

  it.each([[call], [start], [{ op: "agent_stop", agent_id: "1" }]])(
    "does not act on a frame with a fault: %j",
    (message) => {
      const read = () => readRunnerMessage(message, 7, "a member is given twice")
      if (message.op === "agent_stop")
        expect(read).toThrow(new BadFrame(7, "cannot be followed: a member is given twice"))
      else
        expect(read()).toEqual({
          op: "refused",
          request: message,
          why: `The ${message.op} was refused: a member is given twice.`
        })
    }
  )

  it("refuses an invalid message even if it has an unknown field", () => {
    expect(() => readRunnerMessage({ ...call, later: 1, tool_call_id: 1 }, 7)).toThrow(
      new BadFrame(7, 'is not a valid tool_call: "/tool_call_id" must be string')
    )
  })

  it.each<[string, string]>([
    ["{}", 'is not a message: "/op" must be a string'],
    ['{"op":["tool_call"]}', 'is not a message: "/op" must be a string'],
    ['{"op":"secret"}', 'is not a message: the operation in "/op" does not exist'],
    ['{"op":"__proto__"}', 'is not a message: the operation in "/op" does not exist'],
    ['{"op":"constructor"}', 'is not a message: the operation in "/op" does not exist'],
    ['{"op":"tool_response","tool_call_id":"1","ok":true}', "is a tool_response, which runners may not send"],
    ['{"op":"hello"}', "is a hello, which runners may not send"],
    ['{"op":"tool_call"}', 'is not a valid tool_call: "/tool_call_id" is missing'],
    ['{"op":"tool_call","tool_call_id":"1"}', 'is not a valid tool_call: "/tool" is missing'],
    [
      '{"op":"tool_call","__proto__":{"tool_call_id":"1","tool":"x"}}',
      'is not a valid tool_call: "/tool_call_id" is missing'
    ],
    ['{"op":"tool_call","tool_call_id":1,"tool":"x"}', 'is not a valid tool_call: "/tool_call_id" must be string'],
    [
      '{"op":"tool_call","tool_call_id":"","tool":"x"}',
      'is not a valid tool_call: "/tool_call_id" must not have fewer than 1 characters'
    ],
    [
      `{"op":"tool_call","tool_call_id":"${"\u{1f468}\\u200d".repeat(129)}","tool":"x"}`,
      'is not a valid tool_call: "/tool_call_id" must not have more than 256 characters'
    ],
    [
      '{"op":"tool_call","tool_call_id":"1","tool":"x","timeout_ms":-1}',
      'is not a valid tool_call: "/timeout_ms" must be >= 0'
    ],
    [
      '{"op":"tool_call","tool_call_id":"1","tool":"x","timeout_ms":1e999}',
      'is not a valid tool_call: "/timeout_ms" must be number'
    ],
    [
      '{"op":"agent_start","agent_id":"1","agent":"a","command":["a",2]}',
      'is not a valid agent_start: "/command/1" must be string'
    ],
    [
      '{"op":"agent_start","agent_id":"1","agent":"a","command":["a"],"ceiling":{"hosts":[{"port":1}]}}',
      'is not a valid agent_start: "/ceiling/hosts/0/host" is missing'
    ]
  ])("refuses %s, and names the field without its value", (json, message) => {
    expect(() => readRunnerMessage(JSON.parse(json), 7)).toThrow(new BadFrame(7, message))
  })

  it("leaves a number beyond the range in the arguments for the gate to check", () => {
    const message = JSON.parse('{"op":"tool_call","tool_call_id":"1","tool":"x","args":{"n":1e999}}')
    expect(readRunnerMessage(message, 1)).toEqual({ ...call, tool: "x", args: { n: Number.POSITIVE_INFINITY } })
  })

  it("throws only BadFrame for arbitrary objects", () => {
    const op = fc.constantFrom(
      "tool_call",
      "tool_cancel",
      "agent_start",
      "agent_stop",
      "tool_response",
      "toString",
      "x"
    )
    const field = fc.oneof(fc.jsonValue(), fc.constant("1"))
    const frame = fc.record(
      {
        op,
        tool_call_id: field,
        tool: field,
        agent_id: field,
        agent: field,
        command: fc.oneof(field, fc.array(field))
      },
      { requiredKeys: ["op"] }
    )
    fc.assert(
      fc.property(frame, (message) => {
        try {
          const read = readRunnerMessage(message, 3)
          expect(read.op === "refused" ? read.request : read).toBe(message)
        } catch (error) {
          expect(error).toBeInstanceOf(BadFrame)
        }
      })
    )
  })
})

describe("readSupervisorMessage", () => {
  const response = { op: "tool_response", tool_call_id: "1" }

  it.each<[Record<string, unknown>]>([
    [{ ...response, ok: true, result: {} }],
    [{ ...response, ok: false, error: "fs_denied", message: "No." }],
    [{ ...response, ok: true, result: { a: 1 }, content: [{ type: "text", text: "a" }, { type: "later" }] }],
    [
      {
        ...response,
        ok: true,
        result: {},
        content: [
          { type: "audio", media_type: "audio/wav", base64: "AAAA" },
          { type: "file", media_type: "text/plain", text: "a", uri: "docs://a", name: "a" },
          { type: "file", media_type: "application/pdf", base64: "AAAA", later: 1 },
          { type: "link", uri: "https://a.b/", title: "A" }
        ]
      }
    ],
    [{ op: "shutdown", reason: "done", grace_ms: 0 }],
    [{ op: "agent_started", agent_id: "1", ok: true }]
  ])("accepts %j, even with unknown fields", (message) => {
    expect(readSupervisorMessage({ ...message, later: 1 }, 1)).toEqual({ ...message, later: 1 })
  })

  it.each([["later"], ["__proto__"], ["toString"], ["tool_call"]])("ignores the unknown operation %s", (op) => {
    expect(readSupervisorMessage({ op }, 1)).toBeUndefined()
  })

  it("refuses a message without a required field", () => {
    expect(() => readSupervisorMessage({ op: "shutdown", grace_ms: 1 }, 2)).toThrow(
      new BadFrame(2, 'is not a valid shutdown: "/reason" is missing')
    )
    expect(() => readSupervisorMessage({}, 2)).toThrow(BadFrame)
  })
})

import { describe, expect, it } from "vitest"
import { describeSessionScope } from "../src/describeSessionScope.ts"
import { question, tool } from "./asking.ts"

const opaque = { kind: "opaque" as const, reason: "holds a variable" }

describe("describeSessionScope", () => {
  it("describes what an answer for the session covers", () => {
    expect(describeSessionScope(question({ covers: "tool" }), true, true)).toEqual({
      maySpanSession: true,
      sessionCovers:
        'For the session: every call of tool "write_file", with any arguments, by agent "agent-1" in this session, while the tool stays as it is and for at most 8 hours.'
    })
    expect(
      describeSessionScope(question({ covers: "tool", onlyOnce: true, resources: [opaque] }), false, true)
    ).toEqual({
      maySpanSession: true,
      sessionCovers:
        'Asked only once: the answer applies to every call of tool "write_file", with any arguments, by agent "agent-1" in this session, while the tool stays as it is and for at most 8 hours.'
    })
  })

  it.each([
    ["cannot be shown in full", question(), false],
    ["has the risk CRITICAL", question({ tool: tool("write_file", { risk: "CRITICAL" }) }), true],
    ["is partly known only when it runs", question({ resources: [opaque] }), true],
    ["was not read to its end", question({ resources: [{ kind: "unread", reason: "The text is long." }] }), true]
  ])("explains why it covers nothing if the call %s", (why, asked, inspectable) => {
    expect(describeSessionScope(asked, inspectable, true)).toEqual({
      maySpanSession: false,
      sessionCovers: `For the session: not offered, because the call ${why}; it is asked about each time.`
    })
  })

  it("names the person that the agent acts for", () => {
    const context = { principal: { agent: "a", onBehalfOf: "ada\n", ceiling: { tools: "any" as const } } }
    expect(describeSessionScope(question({ context }), true, true).sessionCovers).toContain(
      String.raw`by agent "a" on behalf of "ada\n" in this session`
    )
  })

  it("escapes the name of an agent", () => {
    const context = { principal: { agent: 'a"\n\u202e', ceiling: { tools: "any" as const } } }
    expect(describeSessionScope(question({ context }), true, true).sessionCovers).toContain(
      String.raw`by agent "a\"\n\u202e" in`
    )
  })

  it("is absent if the session ends with the call", () => {
    for (const asked of [question({}), question({ covers: "tool", onlyOnce: true })])
      expect(describeSessionScope(asked, true, false)).toEqual({
        maySpanSession: false,
        sessionCovers: "For the session: not offered, because the session ends with the call."
      })
  })

  it("covers calls to the same hosts if the question is about hosts", () => {
    expect(describeSessionScope(question({ covers: "host", onlyOnce: true }), true, true)).toMatchObject({
      maySpanSession: true,
      sessionCovers: expect.stringContaining("to the same hosts, with any other arguments")
    })
  })
})

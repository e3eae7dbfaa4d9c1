import { describe, expect, it } from "vitest"
import { type CallOptions, defineTool, Type } from "../src/index.ts"
import type { SessionOptions } from "../src/SessionOptions.ts"
import { newFolder, opened } from "./asking.ts"

const seen: Array<unknown> = []

const read = defineTool({
  name: "read",
  description: "Reads.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  execute: (_args, { emit }) => {
    emit("stdout", "text")
    return "read"
  }
})

const writes = defineTool({ ...read, sideEffects: "WRITE", name: "writes", execute: () => "written" })

const open = () => {
  seen.length = 0
  const note = (_call: unknown, { session, principal }: { readonly session: string; readonly principal: unknown }) => {
    seen.push({ session, principal })
  }
  return opened({ workspace: newFolder(), policy: "host", tools: [read, writes], hooks: [{ onToolCall: note }] })
}

const call = { id: "1", tool: "read", args: {} }

/** Options as JavaScript passes them, regardless of the types. */
const given = (options: unknown) => options as CallOptions

const throwing = (name: string) =>
  given({
    get [name]() {
      throw new Error("secret")
    }
  })

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return given(proxy)
}

const refusal = (message: unknown) => ({ executed: "no", error: { why: "InvalidArgs", message } })

describe("the options of a call", () => {
  it.each(["session", "turn", "role", "readOnly", "signal", "limits", "timeoutMs", "onEvent"])(
    "refuse the call without throwing if %s cannot be read",
    async (name) => {
      const gate = await open()
      const expected = refusal("The call was refused: the options cannot be read.")
      expect(await gate.dispatch(call, throwing(name))).toMatchObject(expected)
      expect(await gate.dispatchAll([call], throwing(name))).toMatchObject([expected])
      expect(seen).toEqual([])
    }
  )

  it("refuse the call if they are invalid", async () => {
    const gate = await open()
    expect(await gate.dispatch(call, revoked())).toMatchObject(refusal(expect.any(String)))
    for (const options of [5, "session", () => {}, [{ session: "alice" }]])
      expect(await gate.dispatch(call, given(options))).toMatchObject(
        refusal("The call was refused: the options must be an object.")
      )
    expect(await gate.dispatchAll([call], given(null))).toMatchObject([{ success: true }])
  })

  it.each([
    ["session", 5, 'option "session" must be a string.'],
    ["agent", Symbol("a"), 'option "agent" must be a string.'],
    ["role", ["reader"], 'option "role" must be a string.'],
    ["onBehalfOf", { name: "ada" }, 'option "onBehalfOf" must be a string.'],
    ["task", null, 'option "task" must be a string.'],
    ["turn", {}, 'option "turn" must be a string.'],
    ["timeoutMs", "50", 'option "timeoutMs" must be a number.'],
    ["timeoutMs", 5n, 'option "timeoutMs" must be a number.'],
    ["limits", 100, 'option "limits" must be an object of limits, as in { wallMs: 10_000 }.'],
    ["limits", [100], 'option "limits" must be an object of limits, as in { wallMs: 10_000 }.'],
    ["limits", { outputBytes: "5" }, 'option "limits.outputBytes" must be a number of at least 0, or "unlimited".'],
    ["limits", { wallMs: Number.NaN }, 'option "limits.wallMs" must be a number of at least 0, or "unlimited".']
  ])("refuse the call if %s is %o", async (name, value, told) => {
    const gate = await open()
    const answer = await gate.dispatch(call, given({ [name]: value }))
    expect(answer).toMatchObject(refusal(`The call was refused: ${told}`))
    if (name === "turn" || name === "timeoutMs") return
    const opening = gate.session({ id: "alice", [name]: value } as unknown as SessionOptions)
    await expect(opening).rejects.toThrow(TypeError)
  })

  it("may be getters of a class", async () => {
    const gate = await open()
    class Narrow {
      get readOnly() {
        return true
      }
    }
    const denied = { executed: "no", error: { why: "PolicyDenied" } }
    expect(await gate.dispatch({ ...call, tool: "writes" }, new Narrow())).toMatchObject(denied)
    const session = await gate.session(Object.assign(new Narrow(), { id: "alice" }))
    expect(await session.dispatch({ ...call, tool: "writes" })).toMatchObject(denied)
  })

  it("are read once, so that a session's identity cannot change after the check", async () => {
    const gate = await open()
    const ids = ["alice", "bob"]
    const session = await gate.session({
      get id() {
        return ids.shift() ?? "carl"
      }
    })
    await session.dispatch(call)
    expect(seen).toMatchObject([{ session: "alice" }])
  })

  it("are not affected by later changes to its limits", async () => {
    const gate = await open()
    const limits = { wallMs: 5000 }
    const answer = gate.dispatch(call, { limits })
    limits.wallMs = 1
    await answer
    expect(seen).toMatchObject([{ principal: { ceiling: { limits: { wallMs: 5000 } } } }])
  })

  it("give a listener an event that it cannot change for others", async () => {
    const gate = await open()
    const heard: Array<string> = []
    const onEvent = (event: object) => {
      expect(Reflect.set(event, "text", "forged")).toBe(false)
    }
    await gate.dispatch(call, { onEvent, onOutput: ({ text }) => heard.push(text) })
    expect(heard).toEqual(["text"])
  })
})

describe("the options of an asker", () => {
  it("are refused if they would have no effect", async () => {
    const gate = await open()
    for (const asker of ["alice", ["alice"], throwing("role"), given({ role: 5 })]) {
      expect(() => gate.tools.list(asker as CallOptions)).toThrow(TypeError)
      expect(() => gate.canUseTool("read", asker as CallOptions)).toThrow(TypeError)
    }
    expect(gate.tools.list(null as never)).toEqual(gate.tools.list())
  })
})

describe("a batch", () => {
  it("rejects a value that is not a list", async () => {
    const gate = await open()
    await expect(gate.dispatchAll(null as never)).rejects.toThrow(new TypeError("A batch must be a list of calls."))
    expect(await gate.dispatchAll(new Set([call]) as never)).toMatchObject([{ success: true }])
  })
})

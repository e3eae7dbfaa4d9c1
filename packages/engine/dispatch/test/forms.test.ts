import {
  type AskedForm,
  type AskForm,
  type FormAnswer,
  type ToolContext,
  type ToolForm,
  ToolOutcomeUnknown
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { readAnswer } from "../src/forms/readAnswer.ts"
import { readForm } from "../src/forms/readForm.ts"
import { call, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

const branch: ToolForm = {
  message: "Which branch?",
  schema: { type: "object", properties: { branch: { type: "string", enum: ["main", "next"] } }, required: ["branch"] }
}

const yes: FormAnswer = { action: "accept", content: { branch: "main" } }

const said = { type: "text", text: "A rhyme?" } as const
const image = (mediaType: string, base64: string) => ({ type: "image", mediaType, base64 }) as const
const prompt = (message: object, more: object = {}) => ({
  message: "m",
  prompt: { messages: [message], maxTokens: 9, ...more }
})

/** A tool that asks a form, and returns the answer. */
const asking = (form: unknown = branch, name = "asks") =>
  tool(name, async (_args, { ask }: ToolContext) => (await ask(form as ToolForm)) as never, {
    callers: ["direct", "chain"]
  })

/** Returns an asker that records its forms, and a promise of the first form. */
const asker = (answer: AskForm) => {
  const asked: Array<AskedForm> = []
  const signals: Array<AbortSignal> = []
  const first = deferred()
  const ask: AskForm = (form, signal) => {
    asked.push(form)
    signals.push(signal)
    first.resolve()
    return answer(form, signal)
  }
  return { ask, asked, signals, first: first.promise }
}

const unanswered = () => asker(() => new Promise(() => {}))

describe("a tool that asks its caller", () => {
  it("gets the answer, in async functions and in Effects", async () => {
    const inEffect = tool("effect", (_args, { ask }: ToolContext) =>
      Effect.map(ask(branch), (answer) => (answer.action === "accept" ? answer.content : null))
    )
    const gate = await openGate({ tools: [asking(), inEffect] })
    const { ask, asked, signals } = asker(() => yes)
    const answer = await gate.dispatch(call("1", "asks"), {}, undefined, { ask })
    expect(answer).toMatchObject({ success: true, output: { value: yes }, forms: [{ kind: "form", action: "accept" }] })
    expect(asked).toEqual([
      {
        ...branch,
        message: 'Tool "asks" asks: Which branch?',
        callId: "1",
        toolName: "asks",
        expiresAt: expect.any(Number)
      }
    ])
    expect(signals[0]?.aborted).toBe(true)
    expect((await gate.dispatch(call("2", "effect"), {}, undefined, { ask })).output.value).toEqual({ branch: "main" })
  })

  it("learns at once if its caller cannot be asked", async () => {
    const gate = await openGate({ tools: [asking()] })
    const answer = await gate.dispatch(call("1", "asks"))
    expect(answer.output.value).toEqual({ action: "decline", reason: expect.stringContaining("cannot be asked") })
    expect(answer).not.toHaveProperty("forms")
  })

  it("gets the answer of the edge, and a decline for an invalid one", async () => {
    const gate = await openGate({ tools: [asking()] })
    const unread = { action: "decline", reason: "The answer to the form could not be read." }
    const cases: ReadonlyArray<[unknown, unknown]> = [
      [
        { action: "decline", reason: "No." },
        { action: "decline", reason: "No." }
      ],
      [{ action: "cancel", content: { branch: "main" } }, { action: "cancel" }],
      [
        { action: "accept", content: { branch: "secret" } },
        { action: "decline", reason: 'The answer does not match the form: "branch" is not one of the choices.' }
      ],
      [undefined, unread],
      ["accept", unread],
      [{ action: "yes" }, unread],
      [{ action: "accept", content: [] }, unread],
      [{ action: "accept", content: { branch: () => "main" } }, unread]
    ]
    for (const [index, [given, told]] of cases.entries()) {
      const { output } = await gate.dispatch(call(`${index}`, "asks"), {}, undefined, {
        ask: () => given as FormAnswer
      })
      expect(output.value).toEqual(told)
    }
  })

  it.each<[string, AskForm]>([
    [
      "throws",
      () => {
        throw new Error("hunter22")
      }
    ],
    ["rejects", () => Promise.reject(new Error("hunter22"))]
  ])("receives a cancelled form if the edge %s, and the gate logs it", async (_how, ask) => {
    const gate = await openGate({ tools: [asking()] })
    expect((await gate.dispatch(call("1", "asks"), {}, undefined, { ask })).output.value).toEqual({ action: "cancel" })
    expect(gate.logs).toEqual([expect.stringContaining("The function that asks the caller for input failed")])
  })

  it("asks the caller of the first call in its chain", async () => {
    const parent = (name: string, child: string) =>
      tool(
        name,
        async (_args, { dispatch, callId }: ToolContext) => (await dispatch(call(`${callId}.1`, child))).output.value,
        {
          callers: ["direct", "chain"]
        }
      )
    const gate = await openGate({ tools: [asking(), parent("middle", "asks"), parent("outer", "middle")] })
    const { ask, asked } = asker(() => yes)
    const answer = await gate.dispatch(call("1", "outer"), {}, undefined, { ask })
    expect(answer.output.value).toEqual(yes)
    expect(answer).not.toHaveProperty("forms")
    expect(asked).toMatchObject([{ callId: "1.1.1", toolName: "asks" }])
  })

  it("asks several forms at once, up to a limit", async () => {
    const many = tool("many", (_args, { ask }: ToolContext) =>
      Promise.all(Array.from({ length: 20 }, async () => (await ask(branch)).action))
    )
    const gate = await openGate({ tools: [many] })
    let open = 0
    const all = deferred()
    const answer = await gate.dispatch(call("1", "many"), {}, undefined, {
      ask: async () => {
        if (++open === 16) all.resolve()
        await all.promise
        return { action: "accept", content: { branch: "next" } }
      }
    })
    const accepted = Array(16).fill("accept")
    expect(answer.output.value).toEqual([...accepted, ...Array(4).fill("decline")])
    expect(answer.forms?.map(({ action }) => action)).toEqual(accepted)
  })

  it("refuses an invalid asker", async () => {
    const gate = await openGate({ tools: [asking()] })
    expect(await gate.dispatch(call("1", "asks"), {}, undefined, { ask: true as never })).toMatchObject({
      executed: "no",
      error: { why: "InvalidArgs", message: 'The "ask" of a call must be a function.' }
    })
  })
})

describe("the wait for an answer", () => {
  it.each<[string, (gate: Awaited<ReturnType<typeof openGate>>, controller: AbortController) => unknown]>([
    ["its caller cancels", (_gate, controller) => controller.abort()],
    ["its session is cancelled", (gate) => Effect.runFork(gate.engine.cancelSession("s1"))],
    ["the gate closes", (gate) => gate.close()]
  ])("ends with the call when %s", async (_how, end) => {
    const told: Array<unknown> = []
    const waits = tool("waits", async (_args, { ask }: ToolContext) => {
      told.push(await ask(branch), await ask(branch))
      throw new ToolOutcomeUnknown({ message: "It was cut short." })
    })
    const gate = await openGate({ tools: [waits] })
    const { ask, asked, signals, first } = unanswered()
    const controller = new AbortController()
    const answer = gate.dispatch(call("1", "waits"), {}, controller.signal, { ask })
    await first
    end(gate, controller)
    expect(await answer).toMatchObject({
      executed: "unknown",
      error: { why: "Cancelled" },
      forms: [{ action: "cancel" }]
    })
    expect(told).toEqual([{ action: "cancel" }, { action: "cancel" }])
    expect([asked.length, signals[0]?.aborted]).toEqual([1, true])
  })

  it("ends when the tool returns without the answer, and when it is interrupted", async () => {
    const leaves = tool("leaves", (_args, { ask }: ToolContext) => {
      void ask(branch).then(() => {})
      return new Promise((resolve) => setImmediate(resolve, "done"))
    })
    const races = tool("races", (_args, { ask }: ToolContext) =>
      Effect.race(ask(branch), Effect.as(Effect.sleep(1), "late"))
    )
    const gate = await openGate({ tools: [leaves, races] })
    for (const [id, value] of [
      ["leaves", "done"],
      ["races", "late"]
    ] as const) {
      const { ask, signals } = unanswered()
      const { output } = await gate.dispatch(call(id, id), {}, undefined, { ask })
      expect(output.content).toEqual([{ type: "text", text: value }])
      expect(signals[0]?.aborted).toBe(true)
    }
  })

  const withTimers = () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "performance"] })
    onTestFinished(() => {
      // The deadlines of runs are shared: none of their timers may stay behind.
      vi.runOnlyPendingTimers()
      vi.useRealTimers()
    })
  }

  it("ends at the gate's limit, which the form states", async () => {
    withTimers()
    const gate = await openGate({ tools: [asking()] })
    const { ask, asked, first } = unanswered()
    const answer = gate.dispatch(call("1", "asks"), {}, undefined, { ask })
    await first
    expect(asked[0]?.expiresAt).toBe(Date.now() + 300_000)
    vi.advanceTimersByTime(300_000)
    expect(await answer).toMatchObject({ output: { value: { action: "cancel" } }, waitedMs: 300_000, durationMs: 0 })
  })

  it("ends at the caller's deadline", async () => {
    withTimers()
    const gate = await openGate({ tools: [asking()] })
    const { ask, asked, first } = unanswered()
    const deadline = Date.now() + 1_000
    const answer = gate.dispatch(call("1", "asks"), { deadline }, undefined, { ask })
    await first
    expect(asked[0]?.expiresAt).toBe(deadline)
    vi.advanceTimersByTime(1_000)
    expect(await answer).toMatchObject({ error: { why: "TimedOut" }, forms: [{ action: "cancel" }] })
  })

  it("does not count as wall time of the tool or its parent", async () => {
    withTimers()
    const steps = { asks: deferred(), answer: deferred<FormAnswer>(), after: deferred(), done: deferred() }
    const child = tool(
      "child",
      async (_args, { ask }: ToolContext) => {
        const { action } = await ask(branch)
        steps.after.resolve()
        await steps.done.promise
        return action
      },
      { callers: ["chain"], timeoutMs: 1_000 }
    )
    const parent = tool(
      "parent",
      async (_args, { dispatch }: ToolContext) => (await dispatch(call("child", "child"))).output.content as never,
      { timeoutMs: 1_000 }
    )
    const gate = await openGate({ tools: [child, parent] })
    const ask = () => {
      steps.asks.resolve()
      return steps.answer.promise
    }
    const answer = gate.dispatch(call("1", "parent"), {}, undefined, { ask })
    await steps.asks.promise
    vi.advanceTimersByTime(100_000)
    steps.answer.resolve(yes)
    await steps.after.promise
    vi.advanceTimersByTime(999)
    steps.done.resolve()
    expect(await answer).toMatchObject({ success: true, output: { value: [{ text: "accept" }] } })
    expect(gate.events.find(({ type, callId }) => type === "tool.completed" && callId === "child")).toMatchObject({
      durationMs: 999,
      waitedMs: 100_000
    })
  })

  it("preserves the remaining wall time", async () => {
    withTimers()
    const after = deferred()
    const hangs = tool(
      "hangs",
      async (_args, { ask }: ToolContext) => {
        await ask(branch)
        after.resolve()
        return new Promise(() => {})
      },
      { timeoutMs: 1_000 }
    )
    const gate = await openGate({ tools: [hangs], grace: { timedOut: 0 } })
    const question = deferred<FormAnswer>()
    const asks = asker(() => question.promise)
    const answer = gate.dispatch(call("1", "hangs"), {}, undefined, { ask: asks.ask })
    await asks.first
    vi.advanceTimersByTime(50_000)
    question.resolve(yes)
    await after.promise
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await answer).toMatchObject({ error: { why: "TimedOut" }, enforced: { endedBy: "wallMs" } })
  })
})

describe("a form", () => {
  const field = (given: unknown): unknown => ({ message: "m", schema: { type: "object", properties: { a: given } } })

  it.each([
    { type: "string", title: "A", description: "B", default: "ab", minLength: 1, maxLength: 2 },
    { type: "string", format: "email", default: "ada@example.org" },
    { type: "string", enum: ["a", "b"], enumNames: ["A", "B"], default: "b" },
    { type: "string", oneOf: [{ const: "a", title: "A" }], default: "a" },
    { type: "integer", minimum: 0, maximum: 9, default: 0 },
    { type: "number" },
    { type: "boolean", default: true },
    { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, default: ["b"] },
    { type: "array", items: { anyOf: [{ const: "a", title: "A" }] }, maxItems: 1 }
  ])("may have the field %j", (given) => {
    expect(readForm(field(given), "t")).toEqual({
      message: 'Tool "t" asks: m',
      schema: { type: "object", properties: { a: given } }
    })
  })

  it("may be a prompt for a model, with unchanged texts", () => {
    const given = prompt({ role: "user", content: [said, image("image/png", "aWNv")] }, { systemPrompt: "Be\nbrief." })
    expect(readForm({ ...given, name: "rhyme" }, "t")).toEqual({ ...given, name: "rhyme", message: 'Tool "t" asks: m' })
  })

  it("ignores keywords that do not affect answers", () => {
    const schema = {
      ...branch.schema,
      $schema: "https://json-schema.org/draft/2020-12/schema",
      additionalProperties: false,
      title: "T"
    }
    expect(readForm({ ...branch, schema }, "t")).toEqual({ ...branch, message: 'Tool "t" asks: Which branch?' })
  })

  it.each<[unknown, string]>([
    [undefined, "the form is undefined."],
    [[], "a form must be an object."],
    [{ schema: branch.schema }, 'a form needs a "message", which is a string.'],
    [{ message: "m" }, 'a form needs either a "schema", a "url" or a "prompt".'],
    [{ ...branch, url: "https://a.b/" }, 'a form needs either a "schema", a "url" or a "prompt".'],
    [{ ...branch, approve: true }, 'a form has no member "approve".'],
    [{ ...branch, name: "a b" }, '"name" must be a word of at most 64 characters.'],
    [{ message: "m", prompt: [] }, '"prompt" must be an object.'],
    [{ message: "m", prompt: { maxTokens: 1 } }, 'a prompt needs its "messages".'],
    [prompt({ role: "system", content: [said] }), 'a message of the prompt has an unknown "role".'],
    [prompt({ role: "user", content: [] }), "a message of the prompt has no content."],
    [prompt({ role: "user", content: [said], tools: [] }), "a message of the prompt has an unknown member."],
    ...[
      { type: "file", text: "x" },
      { type: "text", text: "\ud800" },
      image("text/html", "aWNv"),
      image("image/png", "a?")
    ].map((block): [unknown, string] => [
      prompt({ role: "user", content: [block] }),
      "a message of the prompt has content that is neither text nor an image nor audio."
    ]),
    [prompt({ role: "user", content: [said] }, { maxTokens: 0 }), '"maxTokens" must be a whole number above 0.'],
    [prompt({ role: "user", content: [said] }, { tools: [] }), '"prompt" has an unknown member.'],
    [{ ...branch, message: "m".repeat(40_000) }, "the form holds too much text."],
    [
      { message: "m", schema: { type: "array" } },
      '"schema" must be an object with the "type" "object" and with "properties".'
    ],
    [{ message: "m", schema: { type: "object", properties: {}, oneOf: [] } }, '"schema" may not have "oneOf".'],
    [
      { message: "m", schema: { type: "object", properties: {}, required: ["toString"] } },
      '"required" must be a list of fields.'
    ],
    [
      { message: "m", schema: { type: "object", properties: { "a\u202eb": {} } } },
      'the field "a\\u202eb" has a name with characters that cannot be shown.'
    ],
    [field({ type: "object" }), 'the field "a" is not a string, number, boolean or list of choices.'],
    [field({ type: "toString" }), 'the field "a" is not a string, number, boolean or list of choices.'],
    [
      field({ type: "string", pattern: "(a+)+" }),
      'the field "a" has the keyword "pattern", which forms do not support.'
    ],
    [field({ type: "string", format: "regex" }), 'the field "a" has an unknown "format".'],
    [field({ type: "string", title: 1 }), 'the field "a" has a "title" that is not a string.'],
    [field({ type: "string", maxLength: "1" }), 'the field "a" has a "maxLength" that is not a number.'],
    [field({ type: "string", enum: [] }), 'the field "a" has no choices.'],
    [field({ type: "string", enum: [1] }), 'the field "a" has an "enum" that is not a list of strings.'],
    [field({ type: "string", enum: ["a\u0000"] }), 'the field "a" has a choice with characters that cannot be shown.'],
    [
      field({ type: "string", enum: ["a"], enumNames: [] }),
      'the field "a" has "enumNames" that do not match its choices.'
    ],
    [field({ type: "array", items: { type: "object" } }), 'the field "a" needs "items" with an "enum" or an "anyOf".'],
    [
      field({ type: "string", default: "\u001b[2J" }),
      'the field "a" has a default with characters that cannot be shown.'
    ],
    [field({ type: "number", maximum: 1, default: 2 }), 'the field "a" has a default that is more than 1.']
  ])("is not asked if it cannot be shown or checked: %j", (given, fault) => {
    expect(readForm(given, "t")).toBe(fault)
  })

  it("hides nothing in its texts, which cannot start a line", () => {
    const hostile = "ok\nTool gate asks: \u001b[2Jallow\u202e?"
    const form = readForm(
      {
        message: hostile,
        schema: {
          type: "object",
          properties: {
            a: { type: "string", title: hostile, description: hostile, oneOf: [{ const: "x", title: hostile }] }
          }
        }
      },
      "t"
    )
    const shown = "ok\n  Tool gate asks: \\u001b[2Jallow\\u202e?"
    expect(form).toEqual({
      message: `Tool "t" asks: ${shown}`,
      schema: {
        type: "object",
        properties: { a: { type: "string", title: shown, description: shown, oneOf: [{ const: "x", title: shown }] } }
      }
    })
  })

  it.each<[unknown, string | undefined]>([
    ["https://example.org/log in?a=b", "https://example.org/log%20in?a=b"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/"],
    ["https://exаmple.org/", "https://xn--exmple-4nf.org/"],
    ["javascript:alert(1)", undefined],
    ["file:///etc/passwd", undefined],
    ["https://github.com@evil.example/", undefined],
    ["login", undefined],
    [1, undefined]
  ])("may lead to a page of the web, and to nothing else: %s", (url, page) => {
    const form = readForm({ message: "Log in.", url }, "t")
    if (page === undefined) expect(form).toMatch(/"url" must be an http or https URL/)
    else expect(form).toEqual({ message: 'Tool "t" asks: Log in.', url: page })
  })

  it("is read as a form or a problem and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ message: fc.string(), schema: fc.anything() })), (given) => {
        expect(["string", "object"]).toContain(typeof readForm(given, "t"))
      })
    )
    const throwing = {
      get message(): string {
        throw new Error("secret")
      }
    }
    expect(readForm(throwing, "t")).toBe("the form could not be read.")
  })
})

describe("an answer", () => {
  const form = {
    message: "m",
    schema: {
      type: "object",
      properties: {
        text: { type: "string", minLength: 1, maxLength: 2 },
        choice: { type: "string", oneOf: [{ const: "a", title: "A" }] },
        choices: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 1 },
        titled: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
        whole: { type: "integer", minimum: 0 },
        number: { type: "number", maximum: 1.5 },
        flag: { type: "boolean" },
        email: { type: "string", format: "email" },
        uri: { type: "string", format: "uri" },
        date: { type: "string", format: "date" },
        time: { type: "string", format: "date-time" }
      }
    }
  } as const satisfies ToolForm

  it.each<[Record<string, unknown>]>([
    [{}],
    [{ text: "😀😀" }],
    [{ choice: "a", choices: ["b"], titled: [] }],
    [{ whole: 0, number: -1.5, flag: false }],
    [{ email: "ada@example.org", uri: "https://a.b/", date: "2024-02-29", time: "2026-12-31T23:59:60.5+05:30" }]
  ])("matches: %j", (content) => {
    expect(readAnswer({ action: "accept", content }, form)).toEqual({ action: "accept", content })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ other: 1 }, '"other" is not a field of the form'],
    [{ ["__proto__"]: 1 }, '"__proto__" is not a field of the form'],
    [{ toString: 1 }, '"toString" is not a field of the form'],
    [{ text: 1 }, '"text" is not a string'],
    [{ text: "" }, '"text" is less than 1 characters'],
    [{ text: "abc" }, '"text" is more than 2 characters'],
    [{ choice: "b" }, '"choice" is not one of the choices'],
    [{ choices: "a" }, '"choices" is not one of the choices'],
    [{ choices: ["c"] }, '"choices" is not one of the choices'],
    [{ choices: [] }, '"choices" is less than 1 choices'],
    [{ titled: ["A"] }, '"titled" is not one of the choices'],
    [{ titled: ["a", "a"] }, '"titled" repeats a choice'],
    [{ whole: 0.5 }, '"whole" is not a whole number'],
    [{ whole: -1 }, '"whole" is less than 0'],
    [{ number: "1" }, '"number" is not a number'],
    [{ number: 2 }, '"number" is more than 1.5'],
    [{ flag: "true" }, '"flag" is neither true nor false'],
    [{ email: "ada" }, '"email" is no email'],
    [{ uri: "a b" }, '"uri" is no uri'],
    [{ date: "2026-02-29" }, '"date" is no date'],
    [{ time: "2026-01-01T25:00:00Z" }, '"time" is no date-time'],
    [{ time: "2026-01-01" }, '"time" is no date-time']
  ])("that does not match counts as a decline: %j", (content, fault) => {
    const given = Object.defineProperty({}, "x", {})
    for (const [name, value] of Object.entries(content)) Object.defineProperty(given, name, { value, enumerable: true })
    expect(readAnswer({ action: "accept", content: given }, form)).toEqual({
      action: "decline",
      reason: `The answer does not match the form: ${fault}.`
    })
  })

  it("after a page has no content", () => {
    const page: ToolForm = { message: "m", url: "https://a.b/" }
    expect(readAnswer({ action: "accept" }, page)).toEqual({ action: "accept", content: {} })
    expect(readAnswer({ action: "accept", content: { token: "x" } }, page)).toMatchObject({ action: "decline" })
  })

  it("of a model is its message", () => {
    const form = prompt({ role: "user", content: [said] }) as unknown as ToolForm
    const reply = { role: "assistant", content: [said], model: "m" }
    expect(readAnswer({ action: "accept", content: reply }, form)).toEqual({ action: "accept", content: reply })
    for (const wrong of [{ model: undefined }, { content: "text" }, { content: [{ type: "tool_use" }] }, { more: 1 }])
      expect(readAnswer({ action: "accept", content: { ...reply, ...wrong } }, form)).toMatchObject({
        action: "decline"
      })
  })

  it("without a required field is a decline", () => {
    expect(readAnswer({ action: "accept", content: {} }, branch)).toMatchObject({
      reason: 'The answer does not match the form: "branch" is missing.'
    })
  })
})

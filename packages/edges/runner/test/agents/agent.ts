import { writeSync } from "node:fs"
import { AgentNotStarted, connect, Disconnected, NotSupervised, ToolCallError, type Tools } from "../../src/index.ts"

/**
 * The tasks of every client, as an agent's author would write them in TypeScript. `agent.py` does the same in Python.
 */
const scenarios: Record<string, (tools: Tools) => unknown> = {
  idle: () => "idle",

  hello: ({ agent, session, workspace, list, skills }) => ({
    agent,
    session,
    workspace,
    tools: list.map(({ name, description, parameters, sideEffects }) => [name, description, parameters, sideEffects]),
    skills: skills.map(({ name, version, description, instructions }) => [name, version, description, instructions])
  }),

  assigned: (tools) => {
    const refused = [7 as unknown as string, "a".repeat(2 ** 20 + 1)].map((result) => said(() => tools.report(result)))
    tools.report("first")
    tools.report(`Done: ${tools.assignment}`)
    return refused
  },

  unassigned: (tools) => [tools.assignment ?? null, said(() => tools.report("Done."))],

  changed: async (tools) => {
    const before = tools.list
    await tools.call("Echo")
    return [before.map(({ name }) => name), tools.list]
  },

  call: async (tools) => {
    const { result, text, content, metadata } = await tools.call("Read", { path: "é\n\u2028 😀" })
    return { result, text, content, metadata: metadata ?? null }
  },

  failed: async (tools) => outcome(tools.call("Write", { path: "/etc/passwd" })),

  together: (tools) => Promise.all(["A", "B", "C"].map(async (tool) => (await tools.call(tool)).result)),

  options: async (tools) =>
    (await tools.call("Echo", {}, { id: "mine", idempotencyKey: "once", timeoutMs: 1500 })).result,

  output: async (tools) => {
    const heard: Array<unknown> = []
    const { result } = await tools.call(
      "shell",
      {},
      {
        onOutput: ({ stream, text, cut }) => heard.push([stream, text, cut]),
        onApprovalPending: ({ id, why, expiresAt }) => heard.push([id, why, expiresAt.getTime() / 1000])
      }
    )
    return [heard, result]
  },

  cancel: async (tools) => {
    const abort = new AbortController()
    const slow = tools.call("slow", {}, { signal: abort.signal, onOutput: () => abort.abort() })
    const waiting = tools.call("waiting", {}, { signal: abort.signal })
    return [await outcome(slow), await outcome(waiting), (await tools.call("after")).result]
  },

  limited: (tools) => Promise.all([1, 2, 3, 4, 5].map(async (n) => (await tools.call("Echo", { n })).result.n)),

  large: async (tools) => {
    const text = "é".repeat(50_000)
    const texts = await Promise.all(
      Array.from({ length: 100 }, async () => (await tools.call("Echo", { text })).result)
    )
    return texts.filter((one) => one.text === text).length
  },

  tooLarge: async (tools) => [
    await outcome(tools.call("Echo", { text: "x".repeat(300_000) })),
    (await tools.call("Echo", { n: 1 })).result
  ],

  excessive: async (tools) => {
    let deep: Array<unknown> = []
    for (let depth = 1; depth < 126; depth++) deep = [deep]
    const told = [
      await outcome(tools.call("Echo", { deep: [deep] })),
      await outcome(tools.call("Echo", { many: Array(1_000_000).fill(0) })),
      await outcome(tools.call("Echo", Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, 0]))))
    ]
    const answered = [tools.call("Echo", { deep }), tools.call("Echo", { text: '\\"['.repeat(1000) })]
    return [told, (await Promise.all(answered)).map(({ result }) => result)]
  },

  sameId: async (tools) => {
    const first = tools.call("Echo", {}, { id: "same" })
    return [await outcome(tools.call("Echo", {}, { id: "same" })), (await first).result]
  },

  mistaken: async (tools) => {
    const call = (tool: unknown, options: object = {}) => tools.call(tool as string, {}, options)
    const agent = (options: object) => tools.startAgent({ agent: "a", command: ["a"], ...options })
    const mistakes: ReadonlyArray<() => Promise<unknown>> = [
      () => call(7),
      () => call("a", { id: "" }),
      () => call("a", { id: "😀".repeat(257) }),
      () => call("a", { id: 7 }),
      () => call("a", { idempotencyKey: "" }),
      () => call("a", { idempotencyKey: "x".repeat(257) }),
      () => call("a", { timeoutMs: Number.NaN }),
      () => call("a", { timeoutMs: Number.POSITIVE_INFINITY }),
      () => call("a", { timeoutMs: "1" }),
      () => call("a", { timeoutMs: true }),
      () => agent({ agent: "" }),
      () => agent({ agent: "x".repeat(257) }),
      () => agent({ command: [] }),
      () => agent({ command: ["a", 7] }),
      () => agent({ command: "a" }),
      () => agent({ role: "" }),
      () => agent({ task: "x".repeat(257) }),
      () => agent({ ceiling: { tools: [""] } }),
      () => agent({ ceiling: { files: [{ path: "/a", mode: "x" }] } }),
      () => agent({ ceiling: { hosts: [{ host: "a", port: 0 }] } }),
      () => agent({ ceiling: { readOnly: 1 } })
    ]
    const refused: Array<string> = []
    for (const mistake of mistakes) {
      const error = await mistake().then(
        () => "taken",
        (error: unknown) => error
      )
      if (error instanceof TypeError) refused.push(`type: ${error.message}`)
      else refused.push(error instanceof RangeError ? `range: ${error.message}` : `${error}`)
    }
    const taken = [call("a", { id: "😀".repeat(256), timeoutMs: -5 }), call("x".repeat(1000), { timeoutMs: 0 })]
    return [refused, (await Promise.all(taken)).map(({ result }) => result)]
  },

  failingListener: async (tools) => {
    const said: Array<boolean> = []
    process.removeAllListeners("warning")
    process.on("warning", ({ stack = "" }) => said.push(stack.includes("a listener's own")))
    const onOutput = () => {
      throw new Error("a listener's own")
    }
    const onApprovalPending = async () => onOutput()
    const { result } = await tools.call("shell", {}, { onOutput, onApprovalPending })
    await new Promise((resolve) => setImmediate(resolve))
    return [said, result]
  },

  child: async (tools) => {
    const child = await tools.startAgent({
      agent: "helper",
      command: ["node", "helper.js"],
      role: "reader",
      ceiling: { tools: ["Read"], files: [{ path: "/a", mode: "r" }], readOnly: true, noWeb: true }
    })
    child.stop()
    return { agent: child.agent, ...(await child.ended) }
  },

  childRefused: (tools) => outcome(tools.startAgent({ agent: "helper", command: ["node"] })),

  childLost: async (tools) => {
    const { ended } = await tools.startAgent({ agent: "helper", command: ["node"] })
    return outcome(ended)
  },

  childIgnored: async (tools) => {
    await tools.startAgent({ agent: "helper", command: ["node"] })
    return outcome(tools.call("slow"))
  },

  shutdown: async (tools) => {
    // The caller of this call keeps the program busy until then.
    const busy = tools.call("slow")
    await new Promise((resolve) => tools.shutdown.addEventListener("abort", resolve))
    const { message, graceMs } = tools.shutdown.reason
    return [message, graceMs, (await busy).result]
  },

  lost: async (tools) => {
    const first = await outcome(tools.call("slow"))
    return [first, await outcome(tools.call("again")), tools.shutdown.aborted]
  },

  close: async (tools) => {
    const open = outcome(tools.call("slow", {}, { onOutput: () => tools.close() }))
    return [await open, await outcome(tools.call("again"))]
  },

  twice: async (tools) => [await outcome(connect()), (await tools.call("Echo")).result],

  closeAndStay: async (tools) => {
    await tools.close()
    return new Promise(() => setInterval(() => {}, 60_000))
  }
}

/** Returns the message of the error that a function throws. */
const said = (run: () => void): unknown => {
  try {
    return run()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

/** Returns the outcome of a promise. Both languages have the same errors with the same texts. */
const outcome = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ToolCallError) {
      const { name, tool, slug, message, content, text, metadata = null, pending } = error
      const approval = pending === undefined ? null : [pending.approvalId, pending.expiresAt.getTime() / 1000]
      return { name, tool, slug, message, content, text, metadata, pending: approval }
    }
    if (error instanceof AgentNotStarted) return { name: error.name, slug: error.slug, message: error.message }
    if (error instanceof Disconnected || error instanceof NotSupervised) return `${error.name}: ${error.message}`
    if (error instanceof DOMException) return "cancelled"
    return error instanceof Error ? error.message : error
  }
}

const run = async (scenario: string) => {
  const { TOOLGATE_URL: url } = process.env
  if (url === undefined) return await scenarios[scenario]?.(await connect())
  // A WebSocket keeps a program alive until it is closed.
  await using tools = await connect({ url, token: "secret" })
  return await scenarios[scenario]?.(tools)
}

const [, , scenario = ""] = process.argv
const reported = await outcome(run(scenario))
writeSync(process.env.TOOLGATE_CHANNEL === "stdio" ? 2 : 1, JSON.stringify(reported))

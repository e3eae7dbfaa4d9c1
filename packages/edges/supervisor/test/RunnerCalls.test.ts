import { defineTool, toolOutput } from "@toolgate/core"
import { expect, it } from "vitest"
import { openSupervisor, script, speaking } from "./openSupervisor.ts"

const stuck = defineTool({
  name: "stuck",
  description: "Prints until it is told to stop.",
  parameters: { type: "object" },
  sideEffects: "NONE",
  execute: (_args, { signal, emit }) =>
    new Promise((_resolve, reject) => {
      const printing = setInterval(() => emit("stdout", "a secret\n"), 1)
      signal.addEventListener("abort", () => {
        clearInterval(printing)
        reject(signal.reason)
      })
    })
})

const saying = (name: string, said: unknown) =>
  defineTool({ name, description: "Says.", parameters: { type: "object" }, sideEffects: "NONE", execute: () => said })

it("returns a tool's text as the result if there is no other result", async () => {
  const image = { type: "image" as const, mediaType: "image/png", base64: "" }
  const tools = [
    saying("text", "hello"),
    saying("blocks", toolOutput({ content: [{ type: "text", text: "a" }, image, { type: "text", text: "b" }] })),
    saying("both", toolOutput({ text: "said", value: { size: 4 } })),
    saying("list", [1]),
    saying("image", toolOutput({ content: [image] })),
    saying("nothing", undefined)
  ]
  const { start } = await openSupervisor({ tools })
  const { ended, printed } = await start(
    script(`${speaking}
      for (const tool of ${JSON.stringify(tools.map(({ name }) => name))}) {
        send({ op: "tool_call", tool_call_id: tool, tool, args: {} })
        const { result, content = [] } = await nextOf("tool_response")
        console.log(tool, JSON.stringify(result), content.length)
      }
      process.exit()`)
  )
  await ended
  expect(printed.stdout).toBe(
    'text {"text":"hello"} 1\nblocks {"text":"a\\nb"} 3\nboth {"size":4} 1\nlist {"value":[1]} 0\nimage {} 1\nnothing {} 0\n'
  )
})

it("passes on every kind of content in the protocol's form", async () => {
  const content = [
    { type: "audio", mediaType: "audio/wav", base64: "AAAA" },
    { type: "file", mediaType: "text/plain", text: "a", uri: "docs://a", name: "a" },
    { type: "file", mediaType: "application/pdf", base64: "AAAA" },
    { type: "link", uri: "https://a.b/", mediaType: "text/html", title: "A" },
    { type: "link", uri: "urn:a:b" }
  ] as const
  const { start } = await openSupervisor({ tools: [saying("all", toolOutput({ content }))] })
  const { ended, printed } = await start(
    script(`${speaking}
      send({ op: "tool_call", tool_call_id: "1", tool: "all", args: {} })
      console.log(JSON.stringify((await nextOf("tool_response")).content))
      process.exit()`)
  )
  await ended
  expect(JSON.parse(printed.stdout)).toEqual([
    { type: "audio", media_type: "audio/wav", base64: "AAAA" },
    { type: "file", media_type: "text/plain", text: "a", uri: "docs://a", name: "a" },
    { type: "file", media_type: "application/pdf", base64: "AAAA" },
    { type: "link", uri: "https://a.b/", media_type: "text/html", title: "A" },
    { type: "link", uri: "urn:a:b" }
  ])
})

it("ends a call that its runner no longer waits for, even in a full queue", async () => {
  const { start } = await openSupervisor({ tools: [stuck] })
  const { ended, printed } = await start(
    script(`${speaking}
      send({ op: "tool_call", tool_call_id: "first", tool: "stuck", args: {} })
      send({ op: "tool_call", tool_call_id: "second", tool: "Echo", args: { text: "" }, timeout_ms: 50 })
      const { tool_call_id, message } = await nextOf("tool_response")
      console.log(tool_call_id, message)
      process.exit()`),
    { bounds: { callsInFlight: 1 } }
  )
  await ended
  expect(printed.stdout).toBe("second The call did not end before its caller's deadline.\n")
})

it("passes calls to the gate in order, up to a limit of concurrent ones", async () => {
  const asked: Array<string> = []
  let open = 0
  let most = 0
  let answer: PromiseWithResolvers<void> | undefined
  const { start } = await openSupervisor({
    policy: "version: 1\nrules: { ask: [Echo] }\n",
    onAsk: async ({ callId }) => {
      asked.push(callId)
      most = Math.max(most, ++open)
      // Calls that are open together are answered together, so that several slots become free in one turn.
      if (answer === undefined) {
        const next = Promise.withResolvers<void>()
        answer = next
        setImmediate(() => {
          answer = undefined
          next.resolve()
        })
      }
      await answer.promise
      open--
      return { decision: "deny" }
    }
  })
  const ids = Array.from({ length: 40 }, (_none, i) => `${i}`)
  const { ended } = await start(
    script(`${speaking}
      const call = (i) => JSON.stringify({ op: "tool_call", tool_call_id: "" + i, tool: "Echo", args: { text: "" } }) + "\\n"
      writeSync(3, Array.from({ length: 40 }, (_none, i) => call(i)).join(""))
      for (let i = 0; i < 40; i++) await nextOf("tool_response")
      process.exit()`),
    { bounds: { callsInFlight: 3 } }
  )
  await ended
  expect(asked).toEqual(ids)
  expect(most).toBe(3)
})

it("a runner cannot cancel or observe calls of another runner in its session, even with the same ids", async () => {
  const { start } = await openSupervisor({ tools: [stuck] })
  const other = await start(
    script(`${speaking}
      send({ op: "tool_call", tool_call_id: "job", tool: "stuck", args: {} })
      await nextOf("tool_output_delta")
      console.log("running")
      console.log((await nextOf("tool_response")).tool_call_id)`),
    { session: "shared", bounds: { shutdownMs: 0 } }
  )
  await other.until(() => other.printed.stdout !== "")
  const { ended, printed } = await start(
    script(`${speaking}
      const call = (id) => JSON.stringify({ op: "tool_call", tool_call_id: id, tool: "Echo", args: { text: "" } }) + "\\n"
      const heard = new Set()
      for (let i = 0; i < 500; i++) {
        writeSync(3, call("job") + call("own") + '{"op":"tool_cancel","tool_call_id":"job"}\\n')
        for (let answers = 0; answers < 2; ) {
          const { op, tool_call_id, message } = await next()
          heard.add([op, tool_call_id, message].join(" "))
          if (op === "tool_response") answers++
        }
      }
      writeSync(3, call("job") + "{]\\n")
      await nextOf("protocol_error")
      console.log([...heard].sort().join("\\n"))`),
    { session: "shared", agent: "agent-2" }
  )
  expect(await ended).toMatchObject({ how: "broke_protocol" })
  expect(printed.stdout).toBe(
    "tool_response job Another call with this id is already in progress in this session; give every call a different ID.\n" +
      "tool_response own \n"
  )
  expect(other.told.filter(({ type }) => type === "runner.answered")).toEqual([])
  await other.stop()
})

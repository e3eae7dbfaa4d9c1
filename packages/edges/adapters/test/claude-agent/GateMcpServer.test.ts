import { expect, it } from "vitest"
import { GateMcpServer, type McpTransport } from "../../src/claude-agent/GateMcpServer.ts"
import { listGateTools } from "../../src/GateTool.ts"
import { openContractGate } from "../contract/ContractGate.ts"

const opened = async () => {
  const gate = await openContractGate()
  const sent: Array<{ readonly id?: unknown; readonly error?: unknown; readonly result?: unknown }> = []
  const heard = Promise.withResolvers<void>()
  const transport: McpTransport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: (message) => {
      sent.push(message)
      heard.resolve()
    }
  }
  await new GateMcpServer(listGateTools(gate.session, {})).connect(transport)
  const ask = (id: number, params: unknown, method = "tools/call") =>
    transport.onmessage?.({ jsonrpc: "2.0", id, method, params })
  return { ...gate, sent, heard: heard.promise, transport, ask }
}

it("ends a call that a client cancels", async () => {
  const { slow, ask, transport, sent, heard } = await opened()
  ask(1, { name: "slow" })
  await slow.begun
  transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
  await heard
  await slow.ended
  expect(slow.aborted()).toBe(1)
  expect(sent).toMatchObject([{ id: 1, result: { isError: true } }])
})

it("ends its calls with their connection, and refuses a second request under a pending id", async () => {
  const { slow, ask, transport, record } = await opened()
  ask(1, { name: "slow" })
  await slow.begun
  ask(1, { name: "add", arguments: { a: 1, b: 2 } })
  await transport.close()
  await slow.ended
  expect(slow.aborted()).toBe(1)
  expect((await record()).map(({ tool, kind }) => [tool, kind])).toEqual([
    ["slow", "dispatched"],
    ["slow", "failed"]
  ])
})

it.each([[null], ["text"], [{}], [{ name: 1 }], [{ name: "__proto__" }], [{ name: "nope" }]])(
  "knows no tool of %j",
  async (params) => {
    const { ask, sent, heard } = await opened()
    ask(1, params)
    await heard
    expect(sent).toMatchObject([{ id: 1, error: { code: -32602 } }])
  }
)

it("answers a request with null metadata, and ignores invalid messages", async () => {
  const { ask, sent, heard, transport } = await opened()
  for (const message of [null, [], "text", 1]) transport.onmessage?.(message)
  ask(1, { name: "add", arguments: { a: 1, b: 2 }, _meta: null })
  await heard
  expect(sent).toMatchObject([{ id: 1, result: { content: [{ type: "text" }] } }])
})

it("makes a call even if its progress cannot be sent", async () => {
  const { session, record } = await openContractGate()
  const told = Promise.withResolvers<void>()
  const transport: McpTransport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if ("id" in message) return told.resolve()
      throw new Error("The client has gone.")
    }
  }
  await new GateMcpServer(listGateTools(session, {})).connect(transport)
  const params = { name: "talk", _meta: { progressToken: 1 } }
  transport.onmessage?.({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
  await told.promise
  expect((await record()).map(({ kind }) => kind)).toEqual(["dispatched", "completed"])
})

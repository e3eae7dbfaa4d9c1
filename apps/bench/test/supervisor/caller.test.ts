import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Duplex } from "node:stream"
import { expect, it } from "vitest"
import { type Order, Orders } from "../../src/supervisor/Orders.ts"
import { caller } from "../../src/supervisor/programs.ts"

const order: Order = { tool: "echo", times: 3, inFlight: 3 }

/** Runs the program that makes calls, and answers its calls with these texts. */
const ordered = async (answers: (text: string) => ReadonlyArray<string>) => {
  const orders = new Orders()
  const [command, ...args] = caller
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], env: { TOOLGATE_CHANNEL: "3" } })
  child.once("exit", (status) => orders.end(new Error(`It ended with the status ${status}.`)))
  const channel = child.stdio[3] as Duplex
  const send = (message: object) => channel.write(`${JSON.stringify(message)}\n`)
  const lines = createInterface({ input: channel })
  // A program that ends with unread answers resets the channel. The test checks its exit status.
  for (const source of [channel, lines]) source.on("error", () => {})
  lines.on("line", async (line) => {
    const { tool_call_id, tool, args: given } = JSON.parse(line)
    if (tool === "order") send({ tool_call_id, result: await orders.ask(given.right) })
    else for (const text of answers(given.text)) send({ tool_call_id, result: { text } })
  })
  send({ op: "hello" })
  await orders.arrived
  try {
    await orders.give(order)
  } finally {
    const ended = child.exitCode === null ? once(child, "exit") : undefined
    child.kill()
    await ended
  }
}

it("makes its calls, and reports that all were answered", async () => {
  await ordered((text) => [text])
})

it("does not count a wrong answer", async () => {
  await expect(ordered(() => ["something else"])).rejects.toThrow("3 of 3 calls did not end as this case expects.")
})

it("does not count two answers as one", async () => {
  await expect(ordered((text) => [text, text])).rejects.toThrow("It ended with the status 1.")
})

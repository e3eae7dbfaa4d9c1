import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Duplex } from "node:stream"
import { type Caller, type Order, Orders } from "./Orders.ts"
import { caller } from "./programs.ts"

interface Call {
  readonly tool_call_id: string
  readonly tool: string
  readonly args: { readonly text: string; readonly right: number }
}

/**
 * Starts an echo process that is connected by the same kind of descriptor. It reads, parses and writes back lines. `writes`: each line
 * separately (the simplest echo), or all lines that arrived together (the fastest).
 */
export const startBareEcho = async (writes: "each line" | "together"): Promise<Caller> => {
  const orders = new Orders()
  const [command, ...args] = caller
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    env: { TOOLGATE_CHANNEL: "3" }
  })
  child.once("error", (error) => orders.end(error))
  child.once("exit", () => orders.end(new Error("The process beside the echo has ended.")))
  const channel = child.stdio[3] as Duplex
  const answer = (line: string): string => {
    const call: Call = JSON.parse(line)
    if (call.tool === "order") {
      void orders.ask(call.args.right).then((order: Order) => channel.write(resultLine(call, order)))
      return ""
    }
    return call.tool === "length" ? resultLine(call, { length: call.args.text.length }) : `${JSON.stringify(call)}\n`
  }
  let held = ""
  channel.setEncoding("utf8")
  channel.on("data", (text: string) => {
    held += text
    if (!text.includes("\n")) return
    const lines = held.split("\n")
    held = lines.pop() ?? ""
    if (writes === "together") channel.write(lines.map(answer).join(""))
    else for (const line of lines) channel.write(answer(line))
  })
  channel.write(`${JSON.stringify({ op: "hello" })}\n`)
  await orders.arrived
  return {
    make: (order) => orders.give(order),
    close: async () => {
      const ended = once(child, "exit")
      child.kill()
      await ended
    }
  }
}

const resultLine = ({ tool_call_id }: Call, result: object) => `${JSON.stringify({ tool_call_id, result })}\n`

// Makes calls on request over its descriptor, to a supervisor or a bare echo. The program does the same work for both,
// so that their times can be compared. It requests an order with a call of "order", which is answered once there is an
// order.
import { Socket } from "node:net"

const channel = new Socket({ fd: Number(process.env.TOOLGATE_CHANNEL) })
channel.setEncoding("utf8")

let held = ""
channel.on("data", (text) => {
  held += text
  if (!text.includes("\n")) return
  const lines = held.split("\n")
  held = lines.pop()
  for (const line of lines) take(JSON.parse(line))
})

const line = (id, tool, args) => `${JSON.stringify({ op: "tool_call", tool_call_id: id, tool, args })}\n`

let orders = 0
let order
let sent = 0
let right = 0
/** The texts of the calls that are not answered yet, by call id. */
const open = new Map()

const take = (message) => {
  const { op, tool_call_id: id, result, args } = message
  if (op === "hello") return ask()
  if (id === `order-${orders}`) return begin(result)
  const expected = open.get(id)
  if (!open.delete(id)) throw new Error("An answer came to no open call, or a second one to the same.")
  // An echo sends the call back unchanged.
  const { text, length } = result ?? args
  if (order.tool === "length" ? length === expected.length : text === expected) right++
  if (sent < order.times) channel.write(nextLine())
  else if (open.size === 0) ask()
}

const ask = () => {
  orders++
  channel.write(line(`order-${orders}`, "order", { right }))
}

const begin = (given) => {
  order = { ...given, text: given.size === undefined ? "hello" : "x".repeat(given.size) }
  sent = 0
  right = 0
  let lines = ""
  while (sent < Math.min(order.times, order.inFlight)) lines += nextLine()
  channel.write(lines)
}

const nextLine = () => {
  const id = `${orders}-${++sent}`
  const text = order.by === undefined ? order.text : `${order.by} ${id}`
  open.set(id, text)
  return line(id, order.tool, { text })
}

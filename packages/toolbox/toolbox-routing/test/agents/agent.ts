import { spawn } from "node:child_process"
import { connect, ToolCallError } from "@toolgate/runner"

/** An agent whose task is a JSON instruction. `agent.py` is its Python version. */
await using tools = await connect()
const { op, text = "", tool = "", args = {}, length = 0 } = JSON.parse(tools.assignment ?? "{}")

if (op === "report") tools.report(text)
if (op === "long") tools.report("é".repeat(length))
if (op === "list") tools.report(tools.list.map(({ name }) => name).join())
if (op === "where") tools.report(tools.workspace)
if (op === "print") console.log(text)
if (op === "crash") {
  tools.report("half")
  await new Promise((resolve) => setImmediate(resolve))
  process.kill(process.pid, "SIGKILL")
}
if (op === "fail") process.exitCode = 3
if (op === "rest") {
  console.log("resting")
  await new Promise(() => setInterval(() => {}, 1000))
}
if (op === "wait") {
  // Neither the agent nor its child processes react to SIGTERM.
  process.on("SIGTERM", () => {})
  const child = spawn("sh", ["-c", "trap '' TERM; while :; do sleep 1; done"], { stdio: "ignore" })
  console.log(`pids ${process.pid} ${child.pid}`)
  await new Promise(() => setInterval(() => {}, 1000))
}
if (op === "call") tools.report(await tools.call(tool, args).then((answer) => answer.text, said))
if (op === "nest") {
  // Delegates the same task to the same agent, and reports how that ended.
  const nested = { agent: tools.agent, task: tools.assignment }
  tools.report(await tools.call("delegate", nested).then(({ result }) => `${result.result}`, said))
}

function said(error: unknown): string {
  if (!(error instanceof ToolCallError)) throw error
  return `${error.slug}: ${error.message}`
}

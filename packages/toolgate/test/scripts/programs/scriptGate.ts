import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { chainTools } from "@toolgate/chain"
import { createToolgate, defineTool, Type } from "../../../src/index.ts"

/**
 * A gate with a store in a folder, which begins or continues a script, and prints the outcome. Its tools add a line to
 * a file. If that line is in `killedAt`, the gate is killed before or after the line is written.
 */
const [folder = "", step = "", killedAt = "{}"] = process.argv.slice(2)
const kills: Readonly<Record<string, "before" | "after">> = JSON.parse(killedAt)

const noting = (name: string, sideEffects: "READ" | "WRITE") =>
  defineTool({
    name,
    description: "Adds a line to a file.",
    parameters: Type.Object({ line: Type.String() }),
    sideEffects,
    callers: ["chain"],
    execute: ({ line }) => {
      const text = `${name} ${line}`
      if (kills[text] === "before") process.kill(process.pid, "SIGKILL")
      appendFileSync(join(folder, "lines"), `${text}\n`)
      if (kills[text] === "after") process.kill(process.pid, "SIGKILL")
      return `did ${text}`
    }
  })

const gate = await createToolgate({
  workspace: join(folder, "work"),
  policy: { files: [] },
  store: join(folder, "state", "gate.sqlite"),
  tools: [noting("look", "READ"), noting("ask", "WRITE"), ...chainTools()]
})
const given: { readonly code?: string; readonly approve?: string; readonly resume?: string } = JSON.parse(step)
if (given.approve !== undefined) await gate.approvals.decide(given.approve, { decision: "approve" })
const answer =
  given.code !== undefined
    ? await gate.dispatch(
        { id: "script", tool: "run_script", args: { code: given.code }, idempotencyKey: "key" },
        { defer: true }
      )
    : given.resume === undefined
      ? undefined
      : await gate.resume(given.resume)
process.stdout.write(JSON.stringify(answer ?? null))
// The gate of a suspended script is killed, not closed.
process.kill(process.pid, "SIGKILL")

// node ordinaryGate.ts, forked: a gate of another user. Runs each message as a shell text, and answers with the
// outcome.
import { type Running, shUntil } from "./running.ts"

interface Question {
  readonly script: string
  readonly path: string
  readonly running: Running
  readonly until?: string
}

process.on("message", async ({ script, path, running, until }: Question) => {
  process.send?.(await shUntil(script, { ...running, workspace: { path } as never }, until))
})
process.on("disconnect", () => process.exit())

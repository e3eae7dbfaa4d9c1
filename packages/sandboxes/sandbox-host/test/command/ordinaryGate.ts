// node ordinaryGate.ts, forked: a gate of another user. Answers each message, a text for a shell, with what became of it.
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

// node ordinaryGate.ts, forked: a gate of another user. Answers each message, a text for a shell, with what became of it.
import { shUntil } from "./running.ts"

process.on("message", async ({ script, path, running, until }: Readonly<Record<string, never>>) => {
  process.send?.(await shUntil(script ?? "", { ...running, workspace: { path } as never }, until))
})
process.on("disconnect", () => process.exit())

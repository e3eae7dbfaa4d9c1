import { appendFileSync } from "node:fs"
import { type AuditLog, type Permit, type Refused, type Replayed, type ToolExecution, unlimited } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Returns the permit of a call that writes, with an idempotency key and perhaps an approval. */
export const keyedPermit = (idempotencyKey: string | undefined, approval?: string): Permit => ({
  request: { ...makePermissionRequest({ id: "1", tool: { sideEffects: "WRITE" } }), idempotencyKey },
  grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
  because: { layer: "test", rule: "allow", source: "keyedCalls" },
  ...(approval === undefined
    ? {}
    : { approval: { id: approval, claim: { digest: `digest of ${approval}`, mac: `mac of ${approval}` } } }),
  waitedMs: 0
})

/** Runs a call to its end as a gate does. `run` is its effect, and returns its output. */
export const keyedCall = async (
  log: AuditLog["Service"],
  permit: Permit,
  run: () => string
): Promise<{ readonly ran: boolean; readonly text: string | undefined; readonly error: Refused | undefined }> => {
  const entry = log.entry(permit)
  const exit = await Effect.runPromiseExit(entry.intend())
  if (Exit.isSuccess(exit)) {
    const text = run()
    const output = { content: [{ type: "text" as const, text }], success: true, metadata: {} }
    entry.end(answerTo({ output, executed: "yes" }))
    return { ran: true, text, error: undefined }
  }
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") throw new Error("The log broke.", { cause: exit.cause })
  const ended: Refused | Replayed = reason.error
  if (ended._tag === "Refused") {
    entry.end(answerTo({ error: ended }))
    return { ran: false, text: undefined, error: ended }
  }
  const { _tag, ...answer } = ended
  entry.end(answerTo({ ...answer, replayed: true }))
  const [block] = answer.output.content
  return { ran: false, text: block?.type === "text" ? block.text : undefined, error: undefined }
}

/** Does the effect of a call: adds a line to a file. */
export const addLine = (file: string, line: string) => () => {
  appendFileSync(file, `${line}\n`)
  return `${line} by ${process.pid}`
}

const answerTo = (more: Partial<ToolExecution>): ToolExecution => ({
  callId: "1",
  toolName: "a_tool",
  arguments: {},
  success: more.error === undefined,
  output: { content: [], success: false, metadata: {} },
  error: undefined,
  executed: "no",
  sandbox: "host",
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0,
  ...more
})

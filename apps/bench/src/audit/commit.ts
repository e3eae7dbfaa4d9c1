import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { type AuditLog, type Enforcement, type Permit, type ToolExecution, unlimited } from "@toolgate/core"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import { text } from "../echo.ts"
import { groupedRecord } from "../targets.ts"
import { auditFolder, openAuditLog } from "./openAuditLog.ts"

const callers = 100

/** Measures calls whose intent must be on disk before they begin, compared with one write and sync per record. */
export const commit = async (): Promise<Family> => {
  const { folder, remove } = auditFolder()
  const { log, close } = await openAuditLog(folder)
  const calls = callsOn(log)
  await calls(1, callers)
  const record = recordIn(folder)
  const file = openSync(join(folder, "one-by-one"), "a")
  const handle = await open(join(folder, "awaited"), "a")
  const names = {
    blocking: "a record, a write and fdatasync of its own",
    awaited: "the same, awaited",
    grouped: `a call of ${callers} callers, recorded before and after`,
    alone: "a call of one caller, recorded before and after"
  }
  return {
    name: "audit.commit",
    title: "Records that have to last",
    cases: [
      { name: names.blocking, run: async (times) => writeEach(file, record, times) },
      { name: names.awaited, run: (times) => awaitEach(handle, record, times) },
      { name: names.grouped, run: (times) => calls(times, callers), multipleOf: callers * 10 },
      { name: names.alone, run: (times) => calls(times, 1) }
    ],
    figures: (measured) => [
      measured.figure(names.blocking),
      measured.figure(names.awaited),
      measured.figure(names.grouped, names.blocking, groupedRecord),
      measured.figure(names.alone, names.blocking)
    ],
    notes: () => [
      `A record is ${record.length} bytes. A call writes two records, of which the first has to be durable before the call begins. The work with which calls are compared writes one.`
    ],
    close: async () => {
      closeSync(file)
      await handle.close()
      await close()
      remove()
    }
  }
}

/** Records calls of concurrent callers, each one call after the other, without the gate. */
const callsOn = (log: AuditLog["Service"]) => async (times: number, concurrent: number) => {
  let made = 0
  let right = 0
  const sequence = async () => {
    while (made < times) {
      await recordCall(log, createPermit(`call_${++made}`, "WRITE"))
      right++
    }
  }
  await Promise.all(Array.from({ length: concurrent }, sequence))
  assertAllRight(right, times)
}

/** Records a call as the gate does, ending as soon as it starts. Rejects if the call may not start. */
export const recordCall = async (log: AuditLog["Service"], permit: Permit): Promise<void> => {
  const entry = log.entry(permit)
  const intended = entry.intend()
  if (!Exit.isExit(intended)) await Effect.runPromise(intended)
  entry.end(answerTo(permit))
}

const enforced: Enforcement = {
  access: "cooperative",
  files: "none",
  syscalls: "none",
  wallMs: "none",
  cpuMs: "none",
  memoryBytes: "none",
  processes: "none",
  outputBytes: "none"
}

const answerTo = ({ request: { callId, tool, args }, grant }: Permit): ToolExecution => ({
  callId,
  toolName: tool.name,
  arguments: args,
  success: true,
  output: { content: [], value: { text }, success: true, metadata: {} },
  error: undefined,
  executed: "yes",
  sandbox: grant.sandbox,
  enforced,
  durationMs: 0.042,
  waitedMs: 0
})

const tools = { READ: makeToolDefinition({ sideEffects: "READ" }), WRITE: makeToolDefinition({ sideEffects: "WRITE" }) }

/** Returns the permit of a call. */
export const createPermit = (id: string, sideEffects: keyof typeof tools): Permit => ({
  request: makePermissionRequest({ id, args: { text } }, tools[sideEffects]),
  grant: { sandbox: "host", confinement: "required", limits: unlimited(), access: { files: [], hosts: [], env: [] } },
  because: { layer: "bench", rule: "all", source: "bench" },
  waitedMs: 0
})

/** Returns the record of a call's intent, as the log wrote it. */
const recordIn = (folder: string): Buffer => {
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), "utf8").split("\n"))
      if (line.includes('"tool.call.dispatched"')) return Buffer.from(`${line}\n`)
  throw new Error("The audit log has written no record of the call.")
}

const writeEach = (file: number, record: Buffer, times: number): void => {
  for (let time = 0; time < times; time++) {
    writeSync(file, record)
    fdatasyncSync(file)
  }
}

const awaitEach = async (file: FileHandle, record: Buffer, times: number): Promise<void> => {
  for (let time = 0; time < times; time++) {
    await file.write(record)
    await file.datasync()
  }
}

import { type AuditEntry, type Permit, type Refused, refused, type ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type KeptRecord, type OpenAuditLog, testAuditLog } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

type Write = (record: KeptRecord) => void
type EntryOf = (permit: Permit, write: Write) => AuditEntry
type Refuse = (answer: ToolExecution, write: Write) => void

const unavailable = refused("AuditUnavailable", "The log is closed.")

const entryOf =
  (isOpen: () => boolean): EntryOf =>
  ({ request: { callId } }, write) => ({
    intend: () =>
      Effect.suspend(() => {
        if (!isOpen()) return Effect.fail(unavailable)
        write({ callId, kind: "intent" })
        return Effect.void
      }),
    end: ({ executed, error }) => write({ callId, kind: "outcome", executed, why: error?.why })
  })

const refuse: Refuse = ({ callId, error }, write) => write({ callId, kind: "refused", why: error?.why })

/** Makes a log in memory, with one of its parts changed. */
const memoryLog =
  (change: (entry: EntryOf) => EntryOf = (entry) => entry, refusing: Refuse = refuse) =>
  async (): Promise<OpenAuditLog> => {
    const kept: Array<KeptRecord> = []
    let isOpen = true
    const write: Write = (record) => void (isOpen && kept.push(record))
    const changed = change(entryOf(() => isOpen))
    return {
      log: { entry: (permit) => changed(permit, write), refused: (answer) => refusing(answer, write) },
      records: async () => [...kept],
      close: async () => {
        isOpen = false
      }
    }
  }

describe("a log in memory", () => testAuditLog({ describe, it }, memoryLog()))

/** Returns the number of cases that a log fails. */
const failures = async (open: () => Promise<OpenAuditLog>) =>
  (await failedCases((suite) => testAuditLog(suite, open))).length

it("fails for a log that breaks one of its promises", async () => {
  const changed = (change: (entry: AuditEntry, permit: Permit, write: Write) => Partial<AuditEntry>) =>
    failures(
      memoryLog((make) => (permit, write) => {
        const entry = make(permit, write)
        return { intend: () => entry.intend(), end: (answer) => entry.end(answer), ...change(entry, permit, write) }
      })
    )
  expect(await failures(memoryLog())).toBe(0)
  // An intent that is stored only later.
  expect(
    await changed((entry) => ({
      intend: () => Effect.sync(() => void setImmediate(() => Effect.runFork(entry.intend())))
    }))
  ).toBeGreaterThan(0)
  // Two outcomes; none; an outcome without its error; the outcome of another call.
  expect(await changed((entry) => ({ end: (answer) => [entry.end(answer), entry.end(answer)] }))).toBeGreaterThan(0)
  expect(await changed(() => ({ end: () => {} }))).toBeGreaterThan(0)
  expect(
    await changed((entry) => ({ end: ({ error: _error, ...answer }) => entry.end({ ...answer, error: undefined }) }))
  ).toBeGreaterThan(0)
  expect(
    await changed((_entry, _permit, write) => ({ end: () => write({ callId: "other", kind: "outcome" }) }))
  ).toBeGreaterThan(0)
  // No record of a refused call; a call that begins without a record.
  expect(await failures(memoryLog(undefined, () => {}))).toBe(1)
  expect(await changed(() => ({ intend: () => Effect.void }))).toBeGreaterThan(0)
  // The outcome of a call with other arguments, or a different outcome than the call had.
  const replayed = { _tag: "Replayed", executed: "yes", output: { content: [], success: true, metadata: {} } } as const
  const replaying = (callIds: ReadonlyArray<string>) =>
    changed((entry, { request: { callId } }) => ({
      intend: () => (callIds.includes(callId) ? Effect.fail({ ...replayed, error: undefined }) : entry.intend())
    }))
  expect(await replaying(["again"])).toBe(1)
  expect(await replaying(["other"])).toBe(1)
  // A log that confirms its records too early, or after its end.
  const keeping = (whenKept: (open: boolean) => Effect.Effect<unknown, Refused>, refusing = refuse) =>
    failures(async () => {
      const opened = await memoryLog(undefined, refusing)()
      let isOpen = true
      return {
        ...opened,
        log: { ...opened.log, whenKept: () => whenKept(isOpen) },
        close: () => {
          isOpen = false
          return opened.close()
        }
      }
    })
  const honest = (isOpen: boolean) => (isOpen ? Effect.void : Effect.fail(unavailable))
  expect(await keeping(honest)).toBe(0)
  expect(await keeping(() => Effect.void)).toBe(1)
  expect(await keeping(honest, (answer, write) => void setImmediate(() => refuse(answer, write)))).toBeGreaterThan(1)
})

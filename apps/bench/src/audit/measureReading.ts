import { folderSource, readAuditLog } from "@toolgate/audit"
import type { AuditLog } from "@toolgate/core"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { listedSince } from "../targets.ts"
import { createPermit, recordCall } from "./commit.ts"
import { auditFolder, openAuditLog } from "./openAuditLog.ts"

/** Measures reading a log with many segments: all of it, and only the records of the last segment. */
export const measureReading = async ({ listed }: Scale): Promise<Family> => {
  const { folder, remove } = auditFolder()
  const first = await openAuditLog(folder, { segmentBytes: 4 * 1024 * 1024 })
  await record(first.log, listed)
  await first.close()
  const since = new Date(Date.now() + 1)
  while (Date.now() < since.getTime()) await new Promise(setImmediate)
  const last = await openAuditLog(folder)
  await record(last.log, late)
  await last.close()
  const all = `all of ${listed} records`
  const some = `the ${late} of them since a time`
  const read = async (times: number, options: { readonly since?: Date }, expected: number) => {
    for (let time = 0; time < times; time++) {
      let calls = 0
      for await (const { record } of readAuditLog(folderSource(folder), options))
        if (record?.kind.startsWith("tool.")) calls++
      assertAllRight(calls, expected)
    }
  }
  return {
    name: "audit.read",
    title: "Reading a log",
    cases: [
      { name: all, times: 1, rounds: 5, run: (times) => read(times, {}, listed + late) },
      { name: some, times: 1, rounds: 5, run: (times) => read(times, { since }, late) }
    ],
    figures: (measured) => [measured.figure(all), measured.figure(some, all, listedSince)],
    close: async () => remove()
  }
}

/** The number of records after the chosen time. */
const late = 20

/** Records calls, with two records for each. */
const record = async (log: AuditLog["Service"], records: number): Promise<void> => {
  for (let call = 0; call < records / 2; call++) {
    await recordCall(log, createPermit(`call_${call}`, "READ"))
    if (call % 1000 === 0) await new Promise(setImmediate)
  }
}

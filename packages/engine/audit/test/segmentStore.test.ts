import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonObject } from "@toolgate/core"
import { type StoredRecord, testAuditStore } from "@toolgate/testing"
import { describe, it } from "vitest"
import { segmentFiles } from "../src/segments/SegmentFile.ts"
import { segmentsIn } from "./openLog.ts"
import { openStore } from "./openStore.ts"

describe("a store of segments", () =>
  testAuditStore({ describe, it }, async () => {
    const { folder, store } = await openStore(segmentFiles)
    return { store, records: async () => paired(linesIn(folder)) }
  }))

/** Returns the lines of all segments, each with its place. Records of the log itself are left out. */
const linesIn = (folder: string): ReadonlyArray<readonly [place: string, line: JsonObject]> =>
  segmentsIn(folder).flatMap((segment) =>
    readFileSync(join(folder, segment), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): JsonObject => JSON.parse(line))
      .filter(({ kind }) => kind === undefined)
      .map((line) => [JSON.stringify({ segment, seq: line.seq }), line] as const)
  )

/** Returns each intent with its outcome, from the intent's record or from a later record that refers to it. */
const paired = (lines: ReturnType<typeof linesIn>): ReadonlyArray<StoredRecord> => {
  const outcomes = new Map(lines.map(([, line]) => [JSON.stringify(line.intent), line]))
  return lines
    .filter(([, { intent }]) => intent === undefined)
    .map(([place, record]) => ({ record, outcome: (record.outcome as JsonObject | undefined) ?? outcomes.get(place) }))
}

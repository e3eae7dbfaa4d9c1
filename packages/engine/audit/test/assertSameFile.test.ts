import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import type { AuditLog } from "@toolgate/core"
import { chooseCount, runs } from "@toolgate/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { folderSource, verifyAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { bytesIn, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { permitFor, ran } from "./permits.ts"
import { stoppedClock } from "./stoppedClock.ts"

/** Changes to a log from outside while it is written, and what is then in place of the segment. */
const doings: Record<string, { readonly does: (folder: string, segment: string) => void; readonly found: string }> = {
  "its folder is deleted": { does: (folder) => rmSync(folder, { recursive: true }), found: "removed" },
  "its folder is moved away": { does: (folder) => renameSync(folder, `${folder}.${moved++}`), found: "removed" },
  "all above it is deleted": { does: (folder) => rmSync(dirname(folder), { recursive: true }), found: "removed" },
  "its folder is replaced by an empty one": {
    does: (folder) => {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
    },
    found: "removed"
  },
  "its folder is replaced by a link to another one": {
    does: (folder) => {
      const other = `${folder}.${moved++}`
      mkdirSync(other)
      rmSync(folder, { recursive: true })
      symlinkSync(other, folder)
    },
    found: "removed"
  },
  "its file is deleted": { does: (folder, segment) => rmSync(join(folder, segment)), found: "removed" },
  "its file is moved away": {
    does: (folder, segment) => renameSync(join(folder, segment), join(folder, "aside")),
    found: "removed"
  },
  "a copy stands in the place of its file": {
    does: (folder, segment) => {
      copyFileSync(join(folder, segment), join(folder, "copy"))
      renameSync(join(folder, "copy"), join(folder, segment))
    },
    found: "replaced"
  },
  "a link stands in the place of its file": {
    does: (folder, segment) => {
      // The link needs another name, because a link to itself could not be opened.
      const aside = `aside-${moved++}`
      renameSync(join(folder, segment), join(folder, aside))
      symlinkSync(aside, join(folder, segment))
    },
    found: "replaced"
  },
  "its file is emptied": { does: (folder, segment) => truncateSync(join(folder, segment)), found: "changed" },
  "its file is appended to": {
    does: (folder, segment) => appendFileSync(join(folder, segment), "{}\n"),
    found: "changed"
  }
}
let moved = 0

type Log = AuditLog["Service"]

const call = async (log: Log, id: string, sideEffects: "READ" | "WRITE", began = () => {}): Promise<boolean> => {
  const run = () => {
    began()
    return ran()
  }
  return (await onRecord(log, permitFor({ id, sideEffects }), run)).success
}

const lostIn = async (folder: string) =>
  (await recordsIn(folder)).flatMap((record) => (record.kind === "log.lost" ? [record] : []))

const problemsOf = async (folder: string) =>
  (await verifyAuditLog(folderSource(folder))).problems.map(({ segment }) => segment)

describe("a log that is changed from outside while it is written", () => {
  const later = stoppedClock()

  it.each(Object.entries(doings))(
    "refuses calls until another file records the loss: %s",
    async (name, { does, found }) => {
      const { folder, log, logs, close } = await openLog()
      expect(await call(log, "before", "WRITE")).toBe(true)
      const key = readFileSync(join(folder, "digest.key"))
      const [segment = ""] = segmentsIn(folder)
      does(folder, segment)
      expect(await call(log, "seeing", "WRITE")).toBe(false)
      for (const kind of ["READ", "WRITE"] as const) expect(await call(log, "seen", kind)).toBe(false)
      expect(logs.join()).toMatch(new RegExp(`${segment}\\W+of the audit log`))

      later.ms += 1000
      expect(await call(log, "again", "READ")).toBe(true)
      expect(await call(log, "after", "WRITE")).toBe(true)
      expect(bytesIn(folder)).toContain('"tool_call_id":"after"')
      expect(await lostIn(folder)).toMatchObject([{ refused: 2, given_up: { segment, because: found } }])
      // The key is restored, so that the digests of one run can be compared.
      expect(readFileSync(join(folder, "digest.key"))).toEqual(key)
      await close()
      if (!name.startsWith("a copy")) expect(await problemsOf(folder)).toContain(segment)
      expect(logs.join()).toContain("can be written again")
    }
  )

  it.each(Object.entries(doings))(
    "records the loss if it is closed before a call notices: %s",
    async (name, { does, found }) => {
      const { folder, log, close } = await openLog()
      await call(log, "before", "WRITE")
      const [segment = ""] = segmentsIn(folder)
      does(folder, segment)
      await close()
      expect((await lostIn(folder)).at(-1)).toMatchObject({ refused: 0, given_up: { segment, because: found } })
      expect((await recordsIn(folder)).at(-1)).toMatchObject({ kind: "log.closed" })
      // A copy contains every stored record.
      if (!name.startsWith("a copy")) expect(await problemsOf(folder)).toContain(segment)
    }
  )

  it("notices the change within the time that a reading call's record may wait", async () => {
    const { folder, log, close } = await openLog()
    rmSync(folder, { recursive: true })
    let asked = 0
    await expect.poll(() => call(log, `read ${asked++}`, "READ")).toBe(false)
    later.ms += 1000
    expect(await call(log, "again", "READ")).toBe(true)
    const [lost] = await lostIn(folder)
    // Started calls without any record are counted.
    expect(lost?.records).toBeGreaterThan(0)
    await close()
  })

  it("refuses calls until the folder can be created again", async () => {
    const { folder, log, logs, close } = await openLog()
    rmSync(folder, { recursive: true })
    writeFileSync(folder, "in the way")
    for (let tries = 0; tries < 3; tries++) {
      expect(await call(log, `shut ${tries}`, "WRITE")).toBe(false)
      later.ms += 1000
    }
    expect(readFileSync(folder, "utf8")).toBe("in the way")
    // Each reason is reported once.
    expect(logs).toEqual([
      expect.stringContaining("is missing: it was deleted or moved"),
      expect.stringContaining("ENOTDIR")
    ])
    rmSync(folder)
    expect(await call(log, "open", "WRITE")).toBe(true)
    expect(await lostIn(folder)).toMatchObject([{ refused: 2, given_up: { because: "removed" } }])
    await close()
  })

  it("starts a call with side effects only if its record is in the folder", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("READ" as const, "WRITE" as const).map((kind) => ({ kind })) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(doings)).map((doing) => ({ doing })) },
      { weight: 1, arbitrary: fc.constant({ waits: 1000 }) }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: chooseCount(8, 12) }), async (steps) => {
        // Small segments, so that files also follow each other.
        const { folder, log, close } = await openLog({ segmentBytes: 1500 })
        let wasTold = 0
        for (const [index, taken] of steps.entries()) {
          const id = `call-${index}-`
          if ("kind" in taken)
            await call(log, id, taken.kind, () => {
              if (taken.kind === "WRITE") expect(bytesIn(folder)).toContain(id)
            })
          else if ("waits" in taken) later.ms += taken.waits
          else if (existsSync(folder)) {
            const segment = segmentsIn(folder).at(-1)
            if (segment !== undefined) doings[taken.doing]?.does(folder, segment)
            wasTold++
          }
        }
        await close()
        if (wasTold > 0) expect((await recordsIn(folder)).length).toBeGreaterThan(0)
      }),
      runs(25)
    )
  })
})

import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { runs } from "@toolgate/testing"
import type { Head } from "@toolgate/wire"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { folderSource, pendingCalls, readAuditLog, verifyAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { newFolder, openLog, segmentsIn } from "./openLog.ts"
import { permitFor } from "./permits.ts"
import { sealed } from "./sealed.ts"

/**
 * Writes a log of three processes one after the other, and keeps its last head. Returns what was written, by segment.
 */
const written = async () => {
  const folder = newFolder()
  for (let process = 0; process < 3; process++) {
    const { log, close } = await openLog({ folder })
    for (let call = 0; call < 3; call++)
      await onRecord(log, permitFor({ id: `${process}-${call}`, args: { text: "text" } }))
    await close()
  }
  const { heads, problems } = await verifyAuditLog(folderSource(folder))
  expect(problems).toEqual([])
  const files = new Map(segmentsIn(folder).map((name) => [name, readFileSync(join(folder, name))]))
  return { folder, files, head: heads.at(-1) as Head }
}

type Change = (lines: Array<Buffer>, at: number, other: number) => Array<Buffer>

const changes: Record<string, Change> = {
  remove: (lines, at) => lines.toSpliced(at, 1),
  repeat: (lines, at) => lines.toSpliced(at, 0, lines[at] as Buffer),
  swap: (lines, at, other) => {
    const swapped = [...lines]
    const mine = lines[at] as Buffer
    swapped[at] = lines[other] as Buffer
    swapped[other] = mine
    return swapped
  },
  insert: (lines, at) =>
    lines.toSpliced(at, 0, Buffer.from('{"seq":2,"at":"","kind":"log.lost","prev":null,"hash":""}\n')),
  cut: (lines, at) => lines.slice(0, at),
  // A change with a recomputed hash.
  rewrite: (lines, at) => {
    const text = (lines[at] as Buffer).toString().replace('"at":"2', '"at":"3')
    const members = text.slice(1, text.lastIndexOf(',"prev":'))
    const prev = /"prev":"([0-9a-f]{64})"/.exec(text)?.[1]
    return lines.toSpliced(at, 1, Buffer.from(`${sealed(members, prev).line}\n`))
  }
}

const linesOf = (bytes: Buffer): Array<Buffer> =>
  bytes
    .toString("latin1")
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, "latin1"))

it("finds a change in any line", async () => {
  const { folder, files, head } = await written()
  const names = [...files.keys()]
  const bytesOf = (name: string) => files.get(name) as Buffer
  const found = async (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    const { problems } = await verifyAuditLog(folderSource(folder), { heads: [head] })
    writeFileSync(join(folder, name), bytesOf(name))
    return problems.length > 0
  }
  const place = fc.record({ name: fc.constantFrom(...names), at: fc.nat(), other: fc.nat() })
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async ({ name, at }, flip) => {
      const bytes = Buffer.from(bytesOf(name))
      const index = at % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ flip
      expect(await found(name, bytes)).toBe(true)
    }),
    runs(100)
  )
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom(...Object.keys(changes)), async ({ name, at, other }, change) => {
      const lines = linesOf(bytesOf(name))
      const changed = Buffer.concat(changes[change]?.(lines, at % lines.length, other % lines.length) ?? [])
      fc.pre(!changed.equals(bytesOf(name)))
      expect(await found(name, changed)).toBe(true)
    }),
    runs(100)
  )
})

it("finds and names a segment that was removed, renamed, exchanged, copied or emptied", async () => {
  const { folder, files, head } = await written()
  const names = [...files.keys()] as [string, string, string]
  const problemsOf = async () => (await verifyAuditLog(folderSource(folder), { heads: [head] })).problems
  const restore = () => {
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  }
  for (const name of names) {
    rmSync(join(folder, name))
    expect(await problemsOf()).toMatchObject([
      { segment: name, line: 0, message: expect.stringContaining("is missing") }
    ])
    restore()
    truncateSync(join(folder, name))
    expect(await problemsOf()).toMatchObject([
      { segment: name, line: 0, message: expect.stringContaining("ends before") }
    ])
    restore()
  }
  renameSync(join(folder, names[0]), join(folder, "aside"))
  renameSync(join(folder, names[1]), join(folder, names[0]))
  renameSync(join(folder, "aside"), join(folder, names[1]))
  expect((await problemsOf()).length).toBeGreaterThan(0)
  restore()
  const copy = "20200101T000000.000Z-000000000000.ndjson"
  copyFileSync(join(folder, names[0]), join(folder, copy))
  expect(await problemsOf()).toMatchObject([{ segment: copy, line: 1 }])
})

it("finds truncation of the last segment only with a head stored elsewhere", async () => {
  const { folder, files, head } = await written()
  const last = [...files.keys()].at(-1) as string
  const lines = linesOf(files.get(last) as Buffer)
  writeFileSync(join(folder, last), Buffer.concat(lines.slice(0, -2)))
  expect((await verifyAuditLog(folderSource(folder))).problems).toEqual([])
  expect((await verifyAuditLog(folderSource(folder), { heads: [head] })).problems).toMatchObject([
    { segment: last, line: 0 }
  ])
})

it("reports a last line without an end as torn, and as a problem only in a closed segment", async () => {
  const { folder, files } = await written()
  const last = [...files.keys()].at(-1) as string
  const bytes = files.get(last) as Buffer
  const lines = linesOf(bytes)
  writeFileSync(join(folder, last), Buffer.concat([...lines.slice(0, 4), Buffer.from('{"seq":5,"at"')]))
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problems: [], torn: [{ segment: last, seq: 5 }] })
  writeFileSync(join(folder, last), Buffer.concat([bytes, Buffer.from('{"seq":9,"at"')]))
  expect((await verifyAuditLog(folderSource(folder))).problems).toMatchObject([
    { segment: last, line: lines.length + 1 }
  ])
})

it("reports an unreadable file and reads the others", async () => {
  const { folder, files } = await written()
  const planted = "20200101T000000.000Z-00000000000b.ndjson"
  symlinkSync("/etc/passwd", join(folder, planted))
  const entries = []
  for await (const entry of readAuditLog(folderSource(folder))) entries.push(entry)
  expect(entries[0]).toEqual({ segment: planted, line: 0, record: undefined })
  expect(entries).toHaveLength(1 + [...files.values()].flatMap(linesOf).length)
  await expect(pendingCalls(folderSource(folder))).rejects.toThrow(planted)
})

it("reports an endless last line that is longer than any record", async () => {
  const { folder } = await written()
  const planted = "20200101T000000.000Z-00000000000b.ndjson"
  writeFileSync(join(folder, planted), "x".repeat(3 * 1024 * 1024))
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({
    problems: [{ segment: planted, line: 1 }],
    torn: []
  })
})

it("reports a foreign line with its file and number, and skips it", async () => {
  const { folder, files } = await written()
  const [first = ""] = files.keys()
  const lines = linesOf(files.get(first) as Buffer)
  const long = Buffer.from(`${"x".repeat(3 * 1024 * 1024)}\n`)
  writeFileSync(join(folder, first), Buffer.concat([...lines.slice(0, 2), long, ...lines.slice(2)]))
  const { problems } = await verifyAuditLog(folderSource(folder))
  expect(problems[0]).toMatchObject({ segment: first, line: 3 })
  mkdirSync(join(folder, "20200101T000000.000Z-00000000000a.ndjson"))
  expect((await verifyAuditLog(folderSource(folder))).problems).toContainEqual({
    segment: "20200101T000000.000Z-00000000000a.ndjson",
    line: 0,
    message: expect.stringContaining("is not a file")
  })
})

it("opens and continues a log with forged segment ends", async () => {
  const forged = [
    { seq: "x", kind: "tool.call.denied" },
    { seq: 1, kind: "log.opened", after: [null] },
    { seq: 1, kind: "log.opened", after: 1 },
    []
  ]
  for (const end of forged) {
    const { folder } = await written()
    const name = "20260101T000000.000Z-00000000000a.ndjson"
    const members = JSON.stringify(end).slice(1, -1)
    writeFileSync(join(folder, name), `${sealed(members === "" ? '"a":1' : members, undefined).line}\n`)
    const { log, close } = await openLog({ folder })
    await onRecord(log, permitFor({ id: "after", args: {} }))
    await close()
    const { problems } = await verifyAuditLog(folderSource(folder))
    expect(problems.filter(({ segment }) => segment !== name)).toEqual([])
    expect(problems).not.toEqual([])
  }
})

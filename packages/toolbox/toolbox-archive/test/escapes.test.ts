import { existsSync } from "node:fs"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import type { ToolExecution } from "@toolgate/core"
import { useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { archiveExtract, archiveFile, archiveSearch } from "../src/index.ts"
import { listFiles } from "./listFiles.ts"
import { make7z } from "./make7z.ts"
import { createGnuLongRecord, createPaxRecord, makeTar } from "./makeTar.ts"
import { createZip64Extra, makeZip } from "./makeZip.ts"
import { packedByPrograms } from "./packedByPrograms.ts"

const evil = "evil"
const good = { name: "good.txt", content: "good" }
const zipOf = (name: string | Buffer) => makeZip([good, { name, content: evil }])
const tarOf = (name: string | Buffer) => makeTar([good, { name, content: evil }])
const zeros = Buffer.alloc(4 * 1024 * 1024)
/** The mode of a link, in the upper half of the attributes. */
const link7z = (0o120777 * 0x10000 + 0x8020) >>> 0

/** Archives that are refused as a whole, with the reason. */
const refused: ReadonlyArray<readonly [what: string, archive: Buffer, says: RegExp]> = [
  ["a zip whose name leads out", zipOf("../evil.txt"), /"\.\."/],
  ["a zip whose name leads out from within", zipOf("a/b/../../../evil.txt"), /"\.\."/],
  ["a zip whose name leads to a parent and back", zipOf("a/../evil.txt"), /"\.\."/],
  ["a zip whose name is a parent", zipOf(".."), /"\.\."/],
  ["a zip whose name leads out with backslashes", zipOf("..\\evil.txt"), /backslash/],
  ["a zip whose name mixes slashes", zipOf("a/..\\../evil.txt"), /backslash/],
  ["a zip with an absolute name", zipOf("/tmp/evil.txt"), /absolute/],
  ["a zip with a name of a server", zipOf("//server/share/evil.txt"), /absolute/],
  ["a zip with a name of a Windows server", zipOf("\\\\server\\share\\evil.txt"), /backslash/],
  ["a zip with a drive letter", zipOf("C:/evil.txt"), /drive letter/],
  ["a zip with a drive letter and no step", zipOf("c:evil.txt"), /drive letter/],
  ["a zip with a parent that Windows reads so", zipOf(".. /evil.txt"), /dot or blank/],
  ["a zip with three dots", zipOf(".../evil.txt"), /dot or blank/],
  ["a zip with a NUL in a name", zipOf("evil.txt\0.png"), /control/],
  ["a zip with an escape sequence in a name", zipOf("\u001b[2Jevil"), /control/],
  ["a zip with a line break in a name", zipOf("good.txt\nevil"), /control/],
  ["a zip whose name is shown backwards", zipOf("evil\u202etxt.exe"), /control/],
  [
    "a zip with a name that is not UTF-8",
    makeZip([good, { name: Buffer.from([0xff, 0xfe]), flags: 0x800 }]),
    /not text/
  ],
  ["a zip without a name", zipOf(""), /no name/],
  ["a zip with a name that is too long", zipOf("n".repeat(300)), /too long/],
  ["a tar whose name leads out", tarOf("../evil.txt"), /"\.\."/],
  ["a tar whose prefix leads out", makeTar([{ name: "evil.txt", prefix: "../..", content: evil }]), /"\.\."/],
  ["a tar with an absolute name", tarOf("/tmp/evil.txt"), /absolute/],
  ["a tar whose name in PAX leads out", makeTar([createPaxRecord({ path: "../evil.txt" }), good]), /"\.\."/],
  [
    "a tar whose global name in PAX leads out",
    makeTar([createPaxRecord({ path: "../evil.txt" }, "g"), createPaxRecord({ comment: "x" }), good]),
    /"\.\."/
  ],
  [
    "a tar whose long name of GNU leads out",
    makeTar([createGnuLongRecord(`${"a/".repeat(80)}${"../".repeat(82)}evil.txt`), good]),
    /"\.\."/
  ],
  ["a 7z whose name leads out", make7z([good, { name: "../evil.txt", content: evil }]), /"\.\."|backslash/],
  ["a 7z with an absolute name", make7z([good, { name: "/tmp/evil.txt", content: evil }]), /absolute/],
  ["a 7z with backslashes", make7z([good, { name: "..\\evil.txt", content: evil }]), /backslash/],
  ["a zip with one name twice", makeZip([good, { ...good, content: evil }]), /same name as another entry/],
  [
    "a zip with two names that differ in case",
    makeZip([good, { name: "GOOD.TXT", content: evil }]),
    /some systems confuse with/
  ],
  [
    "a zip with two names that differ in how an accent is written",
    makeZip([{ name: "\u00e9" }, { name: "e\u0301" }]),
    /some systems confuse with/
  ],
  [
    "a zip with two folders that differ in case",
    makeZip([{ name: "a/x" }, { name: "A/y" }]),
    /some systems confuse with/
  ],
  ["a zip with a folder that is a file", makeZip([{ name: "a" }, { name: "a/evil" }]), /is both a directory and/],
  [
    "a tar with a link out and a file through it",
    makeTar([
      { name: "out", type: "2", link: "../.." },
      { name: "out/evil.txt", content: evil }
    ]),
    /is both a directory and/
  ],
  [
    "a tar with a file and then a link in its place",
    makeTar([{ name: "a/b" }, { name: "a", type: "2", link: "/tmp" }]),
    /is both a directory and/
  ],
  [
    "a zip with a link out and a file through it",
    makeZip([
      { name: "out", content: "../..", mode: 0o120777 },
      { name: "out/evil.txt", content: evil }
    ]),
    /is both a directory and/
  ],
  [
    "a 7z with a link out and a file through it",
    make7z([
      { name: "out", content: "../..", attributes: link7z },
      { name: "out/evil.txt", content: evil }
    ]),
    /is both a directory and/
  ],
  [
    "a zip whose files use the same bytes",
    makeZip([
      { name: "0", content: zeros.subarray(0, 4096) },
      ...Array.from({ length: 300 }, (_, at) => ({
        name: `z${at}`,
        content: zeros.subarray(0, 4096),
        shares: 0,
        central: { name: Buffer.from("0") }
      }))
    ]),
    /same name|another entry/
  ],
  ["a zip whose records of different files overlap", overlapping(), /share the same bytes/],
  [
    "a zip that names another file in its directory",
    makeZip([{ ...good, local: { name: Buffer.from("../evil") } }]),
    /disagree/
  ],
  ["a zip with other sizes in its directory", makeZip([{ ...good, method: 8, local: { size: 400 } }]), /disagree/],
  ["a zip with another method in its directory", makeZip([{ ...good, local: { method: 8 } }]), /disagree/],
  [
    "a zip whose file is longer than it says",
    makeZip([{ name: "a", content: "x".repeat(5000), method: 8, central: { size: 10 }, local: { size: 10 } }]),
    /a different size|larger/
  ],
  [
    "a zip whose file is shorter than it says",
    makeZip([{ name: "a", content: "x", method: 8, central: { size: 10 }, local: { size: 10 } }]),
    /a different size|shorter/
  ],
  ["a zip with a wrong checksum", makeZip([{ ...good, central: { crc: 1 }, local: { crc: 1 } }]), /checksum/],
  [
    "a zip with content that is not packed as it says",
    makeZip([{ ...good, method: 8, raw: Buffer.from("????") }]),
    /damaged/
  ],
  [
    "a zip64 that claims an enormous file",
    makeZip([{ ...good, method: 8, central: { size: 0xffffffff, extra: createZip64Extra(1n << 62n) } }]),
    /no file has/
  ],
  [
    "a zip64 that points past its end",
    makeZip([{ ...good, central: { offset: 0xffffffff, extra: createZip64Extra(1n << 40n) } }]),
    /past its own end|missing file/
  ],
  [
    "a zip64 whose two records disagree",
    makeZip([{ ...good, method: 8, local: { size: 0xffffffff, packed: 0xffffffff, extra: createZip64Extra(9n, 9n) } }]),
    /disagree/
  ],
  ["a zip that counts entries that it does not have", makeZip([good], { count: 1000 }), /past its own end|damaged/],
  ["a zip that is truncated", zipOf("a").subarray(0, -30), /too soon/],
  ["a tar that is truncated", tarOf("a").subarray(0, 1200), /too soon/],
  ["a tar.gz that is truncated", gzipSync(tarOf("a")).subarray(0, -20), /too soon/],
  ["a tar.gz with a damaged byte", damagedByte(gzipSync(tarOf("a"))), /damaged|too soon/],
  ["a tar.bz2 that is truncated", packedByPrograms["tar.bz2"].subarray(0, 90), /too soon|damaged/],
  ["a tar.bz2 with a damaged byte", damagedByte(packedByPrograms["tar.bz2"]), /damaged/],
  ["a 7z that is truncated", packedByPrograms["7z"].subarray(0, 100), /too soon|damaged/],
  ["a 7z with a damaged byte", damagedByte(packedByPrograms["7z"]), /damaged|checksum|too soon/],
  ["a 7z whose names are encrypted", packedByPrograms["hidden 7z"], /encrypted/],
  ["a tar with a wrong checksum", makeTar([{ ...good, sum: 1 }, good]), /damaged|neither zip/],
  ["a tar with a size of eight gigabytes", makeTar([{ ...good, size: 0o77777777777 }]), /too soon/],
  ["a gzip of something other than a tar archive", gzipSync(Buffer.from("x".repeat(2000))), /not a tar archive/],
  ["a tar.gz that grows without end", gzipSync(makeTar([{ name: "a", content: zeros }])), /200 times/],
  [
    "a zip of many files that grow together",
    makeZip(
      Array.from({ length: 40 }, (_, at) => ({ name: `${at}`, content: zeros.subarray(0, 1024 * 1024 - 1), method: 8 }))
    ),
    /200 times/
  ],
  ["a tar with too many entries", makeTar(Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}` }))), /10000/]
]

/** Archives from which inner files are extracted, and the rest is skipped with the reason. */
const leftOut: ReadonlyArray<readonly [what: string, archive: Buffer, extracted: ReadonlyArray<string>, says: RegExp]> =
  [
    ["a tar with a link out", makeTar([good, { name: "out", type: "2", link: "/etc/passwd" }]), ["good.txt"], /link/],
    [
      "a tar with a long link of GNU",
      makeTar([good, createGnuLongRecord("../".repeat(60), "K"), { name: "out", type: "2" }]),
      ["good.txt"],
      /link/
    ],
    [
      "a tar with a hard link out",
      makeTar([good, { name: "out", type: "1", link: "../../etc/passwd" }]),
      ["good.txt"],
      /link/
    ],
    ["a tar with a device", makeTar([good, { name: "sda", type: "4" }]), ["good.txt"], /neither a file/],
    ["a tar with a terminal", makeTar([good, { name: "tty", type: "3" }]), ["good.txt"], /neither a file/],
    ["a tar with a pipe", makeTar([good, { name: "fifo", type: "6" }]), ["good.txt"], /neither a file/],
    [
      "a tar with an entry of an unknown type",
      makeTar([good, { name: "odd", type: "V" }]),
      ["good.txt"],
      /neither a file/
    ],
    [
      "a tar with a sparse file",
      makeTar([good, createPaxRecord({ "GNU.sparse.major": "1" }), { name: "odd" }]),
      ["good.txt"],
      /neither a file/
    ],
    [
      "a zip with a link out",
      makeZip([good, { name: "out", content: "/etc/passwd", mode: 0o120777 }]),
      ["good.txt"],
      /link/
    ],
    [
      "a zip with a link that claims to be from DOS",
      makeZip([good, { name: "out", content: "..", mode: 0o120777, host: 0 }]),
      ["good.txt"],
      /link/
    ],
    ["a zip with a device", makeZip([good, { name: "sda", mode: 0o060666 }]), ["good.txt"], /neither a file/],
    [
      "a 7z with a link out",
      make7z([good, { name: "out", content: "/etc/passwd", attributes: link7z }]),
      ["good.txt"],
      /link/
    ],
    [
      "a zip with an encrypted file",
      makeZip([good, { name: "secret", content: "x".repeat(20), flags: 1, central: { size: 8 }, local: { size: 8 } }]),
      ["good.txt"],
      /encrypted/
    ],
    ["a 7z whose files are encrypted", packedByPrograms["encrypted 7z"], [], /encrypted/],
    [
      "a zip with an unknown method",
      makeZip([good, { name: "odd", content: "x", method: 99 }]),
      ["good.txt"],
      /method/
    ],
    [
      "a zip with a file that grows without end",
      makeZip([good, { name: "zeros", content: zeros, method: 8 }]),
      ["good.txt"],
      /200 times/
    ],
    [
      "a zip with names that only look like a way out",
      makeZip([
        { name: "%2e%2e/a", content: "1" },
        { name: "．．／b", content: "2" },
        { name: "..%2fc", content: "3" },
        { name: "‥/d", content: "4" }
      ]),
      ["%2e%2e/a", "．．／b", "..%2fc", "‥/d"],
      /^$/
    ]
  ]

function damagedByte(archive: Buffer): Buffer {
  const copy = Buffer.from(archive)
  const at = Math.floor(copy.length / 2)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}

/** Returns a zip whose second file lies within the first, as in a zip bomb of a few kilobytes. */
function overlapping(): Buffer {
  const inner = makeZip([{ name: "inner", content: "x".repeat(100) }]).subarray(0, 30 + 5 + 100)
  return makeZip([
    { name: "outer", content: inner },
    { name: "inner", content: "x".repeat(100), shares: 0, central: { offset: 30 + 5 } }
  ])
}

const reasonsOf = ({ error, output }: ToolExecution) =>
  [
    error?.message,
    ...((error?.details.validationErrors ?? []) as ReadonlyArray<string>),
    JSON.stringify(output.value)
  ].join(" ")

describe("a malicious archive", () => {
  it("has at least forty variants", () => expect(refused.length + leftOut.length).toBeGreaterThanOrEqual(40))

  it.each(refused)("writes nothing: %s", async (_, archive, says) => {
    await useGate([archiveExtract], { "in/a": archive }, async ({ call, workspace }) => {
      const answer = await call("archive_extract", { path: "in/a", to: "out/deep" })
      expect(answer.success, reasonsOf(answer)).toBe(false)
      expect(reasonsOf(answer)).toMatch(says)
      expect(Object.keys(listFiles(workspace))).toEqual(["in/a"])
      expect(existsSync(join(dirname(workspace), "evil.txt"))).toBe(false)
    })
  })

  it.each(leftOut)("writes only inside its folder: %s", async (_, archive, extracted, says) => {
    await useGate([archiveExtract], { "in/a": archive }, async ({ call, workspace }) => {
      const answer = await call("archive_extract", { path: "in/a", to: "out/deep" })
      expect(answer.error?.message).toBe(undefined)
      const { skipped } = answer.output.value as { skipped: ReadonlyArray<{ why: string }> }
      expect(skipped.map(({ why }) => why).join("")).toMatch(says)
      const written = Object.keys(listFiles(workspace)).filter((path) => path !== "in/a")
      expect(written.toSorted()).toEqual(extracted.map((path) => `out/deep/${path}`).toSorted())
    })
  })

  it("does not write through a link that exists in the folder", async () => {
    const archive = makeZip([good, { name: "link/evil.txt", content: evil }, { name: "file", content: evil }])
    await useGate([archiveExtract], { "in/a": archive, "other/mine": "mine" }, async ({ call, workspace }) => {
      await mkdir(join(workspace, "out"))
      await symlink("../other", join(workspace, "out/link"))
      await symlink("../other/mine", join(workspace, "out/file"))
      const answer = await call("archive_extract", { path: "in/a", to: "out", overwrite: true })
      expect(answer.output.value).toMatchObject({
        extracted: ["good.txt"],
        skipped: [{ name: "link/evil.txt" }, { name: "file" }]
      })
      expect(listFiles(join(workspace, "other"))).toEqual({ mine: "mine" })
    })
  })

  it("contains one good file that can be extracted by name", async () => {
    await useGate([archiveExtract], { "in/a": zipOf("../evil.txt") }, async ({ call, workspace }) => {
      const answer = await call("archive_extract", { path: "in/a", to: "out", files: ["good.txt"] })
      expect(answer.output.value).toMatchObject({ extracted: ["good.txt"], skipped: [] })
      expect(listFiles(join(workspace, "out"))).toEqual({ "good.txt": "good" })
    })
  })

  it("changes nothing outside while it is read", async () => {
    await useGate([archiveFile, archiveSearch], { "in/a": zipOf("../evil.txt") }, async ({ call, workspace }) => {
      await writeFile(join(workspace, "evil.txt"), "mine")
      expect((await call("archive_file", { path: "in/a", file: "../evil.txt" })).output.value).toMatchObject({
        text: evil
      })
      expect((await call("archive_search", { path: "in/a", pattern: "evil" })).output.value).toMatchObject({
        matches: [{ file: "../evil.txt", line: 1 }]
      })
      expect(listFiles(workspace)).toEqual({ "evil.txt": "mine", "in/a": expect.anything() })
    })
  })
})

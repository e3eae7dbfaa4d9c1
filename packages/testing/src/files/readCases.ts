import { deepEqual, equal, rejects } from "node:assert/strict"
import { existsSync, lstatSync, mkdirSync, truncateSync, writeFileSync } from "node:fs"
import type { FilesCase } from "./FilesCase.ts"
import { rejectsWith } from "./rejectsWith.ts"

const mebibyte = 1024 * 1024

export const readCases: ReadonlyArray<FilesCase> = [
  {
    name: "reads back what it wrote, as bytes and as text, at any size",
    check: async (fixture) => {
      const files = await fixture.files()
      let sizeBefore: number | undefined
      for (const size of [0, 1, mebibyte - 1, mebibyte, 3 * mebibyte + 1]) {
        const text = "é\u{1F600}x\r\n".repeat(size / 9)
        deepEqual(await files.write("t", text), { size: Buffer.byteLength(text), sizeBefore })
        sizeBefore = Buffer.byteLength(text)
        equal((await files.read("t")) === text, true)
        const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251)
        await files.writeBytes("b", bytes)
        equal(Buffer.compare(await files.readBytes("b"), bytes), 0)
        equal((await files.stat("b")).size, size)
      }
    }
  },
  {
    name: "reads a range, and fewer bytes at the end of the file",
    check: async (fixture) => {
      const files = await fixture.files()
      const range = async (offset: number, length: number) =>
        Buffer.from(await files.readBytes("a/f", { offset, length })).toString()
      equal(await range(0, 2), "in")
      equal(await range(2, 100), "side")
      equal(await range(6, 1), "")
      equal(await range(100, 100), "")
      equal(await range(3, 0), "")
      await rejects(async () => await range(-1, 1))
      await rejects(async () => await range(0, 1.5))
      await rejects(async () => await range(Number.NaN, 1))
    }
  },
  {
    name: "keeps a byte order mark and carriage returns",
    check: async (fixture) => {
      writeFileSync(fixture.in("bom"), "\ufeffa\r\nb")
      equal(await (await fixture.files()).read("bom"), "\ufeffa\r\nb")
    }
  },
  {
    name: "reports that a file is not text, and reads its bytes",
    check: async (fixture) => {
      const files = await fixture.files()
      for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
        writeFileSync(fixture.in("bin"), Buffer.from(bytes))
        await rejectsWith("NotText", files.read("bin"))
        await rejectsWith("NotText", files.patch("bin", "a", "b"))
        deepEqual([...(await files.readBytes("bin"))], bytes)
      }
    }
  },
  {
    name: "reads a file over 64 MiB only in parts",
    check: async (fixture) => {
      const files = await fixture.files()
      writeFileSync(fixture.in("big"), "start")
      truncateSync(fixture.in("big"), 64 * mebibyte + 1)
      await rejectsWith("TooLarge", files.read("big"))
      await rejectsWith("TooLarge", files.readBytes("big"))
      await rejectsWith("TooLarge", files.readBytes("big", { offset: 0, length: 65 * mebibyte }))
      await rejectsWith("TooLarge", files.patch("big", "start", "x"))
      equal(Buffer.from(await files.readBytes("big", { offset: 0, length: 5 })).toString(), "start")
      equal((await files.readBytes("big", { offset: 64 * mebibyte, length: 5 })).length, 1)
    }
  },
  {
    name: "reports that a folder is not a file",
    check: async (fixture) => {
      const files = await fixture.files()
      for (const folder of ["a", "a/", ".", "a/b/.."]) {
        await rejectsWith("NotAFile", files.read(folder))
        await rejectsWith("NotAFile", files.write(folder, "x"))
        await rejectsWith("NotAFile", files.append(folder, "x"))
        await rejectsWith("NotAFile", files.patch(folder, "x", "y"))
      }
      await rejectsWith("NotAFile", files.write("new/", "x"))
      equal(existsSync(fixture.in("new")), false)
    }
  },
  {
    name: "reports the kind of a path's target",
    check: async (fixture) => {
      fixture.link("l", "a/f")
      fixture.link("dangling", "nothing")
      const files = await fixture.files()
      deepEqual(await files.stat("a/f"), { kind: "file", size: 6 })
      deepEqual(await files.stat("l"), { kind: "file", size: 6 })
      equal((await files.stat("a")).kind, "directory")
      equal((await files.stat(".")).kind, "directory")
      await rejectsWith("NotFound", files.stat("nothing"))
      await rejectsWith("NotFound", files.stat("dangling"))
      equal(await files.exists("dangling"), false)
      equal(await files.exists("a/"), true)
    }
  },
  {
    name: "lists a folder in the order of code points, with the targets of links",
    check: async (fixture) => {
      mkdirSync(fixture.in("list"))
      for (const name of ["b", "B", "\u{1F600}", "\uffee", "é", "ab", "a"])
        writeFileSync(fixture.in(`list/${name}`), name)
      fixture.link("list/link", "../../outside")
      const files = await fixture.files()
      const entries = await files.list("list")
      deepEqual(
        entries.map((entry) => entry.name),
        ["B", "a", "ab", "b", "link", "é", "\uffee", "\u{1F600}"]
      )
      const changedAt = (name: string) => {
        const modified = entries.find((entry) => entry.name === name)?.modified
        if (modified !== undefined) equal(modified, lstatSync(fixture.in(`list/${name}`)).mtimeMs)
        return modified === undefined ? {} : { modified }
      }
      deepEqual(entries[0], { name: "B", kind: "file", size: 1, ...changedAt("B") })
      deepEqual(entries[4], { name: "link", kind: "link", size: 13, target: "../../outside", ...changedAt("link") })
      deepEqual(
        (await files.list("a")).map(({ name, kind }) => [name, kind]),
        [
          ["b", "directory"],
          ["f", "file"]
        ]
      )
      await rejectsWith("NotADirectory", files.list("a/f"))
      await rejectsWith("NotFound", files.list("nothing"))
    }
  },
  {
    name: "can be awaited more than once, each time anew",
    check: async (fixture) => {
      const reading = (await fixture.files()).read("a/f")
      equal(await reading, "inside")
      writeFileSync(fixture.in("a/f"), "changed")
      equal(await reading, "changed")
    }
  }
]

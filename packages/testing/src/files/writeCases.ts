import { deepEqual, equal, rejects } from "node:assert/strict"
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import type { FilesCase } from "./FilesCase.ts"
import { rejectsWith } from "./rejectsWith.ts"

export const writeCases: ReadonlyArray<FilesCase> = [
  {
    name: "replaces a file and leaves no other file behind",
    check: async (fixture) => {
      const files = await fixture.files()
      chmodSync(fixture.in("a/f"), 0o640)
      const before = lstatSync(fixture.in("a/f")).ino
      deepEqual(await files.write("a/f", "new"), { size: 3, sizeBefore: 6 })
      equal(fixture.text("a/f"), "new")
      equal(lstatSync(fixture.in("a/f")).mode & 0o777, 0o640)
      equal(lstatSync(fixture.in("a/f")).ino === before, false)
      deepEqual(readdirSync(fixture.in("a")), ["b", "f"])
    }
  },
  {
    name: "creates a file with the system's default permissions",
    check: async (fixture) => {
      const files = await fixture.files()
      writeFileSync(fixture.in("plain"), "")
      await files.write("new", "")
      await files.append("appended", "")
      const plain = statSync(fixture.in("plain")).mode
      equal(statSync(fixture.in("new")).mode, plain)
      equal(statSync(fixture.in("appended")).mode, plain)
    }
  },
  {
    name: "creates a missing file with its parent folders, and changes nothing at an existing path",
    check: async (fixture) => {
      fixture.link("l", "a/f")
      fixture.link("dangling", "new/made")
      fixture.link("out", "../outside/made")
      const files = await fixture.files()
      writeFileSync(fixture.in("plain"), "")
      deepEqual(await files.create("n1/n2/x", Buffer.from("deep")), { size: 4, sizeBefore: undefined })
      equal(fixture.text("n1/n2/x"), "deep")
      equal(statSync(fixture.in("n1/n2/x")).mode, statSync(fixture.in("plain")).mode)
      await files.create("dangling", Buffer.from("made"))
      equal(fixture.text("new/made"), "made")
      for (const path of ["a/f", "l", "a", "a/", ".", "dangling", "n1/n2/x"])
        await rejectsWith("Exists", files.create(path, Buffer.from("new")))
      await rejectsWith("NotADirectory", files.create("a/f/x", Buffer.from("new")))
      await rejectsWith("NotAFile", files.create("folder/", Buffer.from("new")))
      for (const path of ["out", "../outside/secret", "../outside/new"])
        await rejectsWith("Denied", files.create(path, Buffer.from("new")))
      equal(fixture.text("a/f"), "inside")
      deepEqual(readdirSync(fixture.outside), ["secret"])
      await rejectsWith("Denied", (await fixture.files("r")).create("b", Buffer.from("new")))
    }
  },
  {
    name: "creates a file once among concurrent creators, and loses no content",
    check: async (fixture) => {
      const files = await fixture.files()
      // Long enough to yield, so that the operations overlap.
      const contents = Array.from({ length: 5 }, (_, i) => Buffer.alloc(3 * 1024 * 1024, `${i}`))
      const ended = await Promise.allSettled(contents.map(async (bytes) => files.create("new/file", bytes)))
      const made = ended.findIndex(({ status }) => status === "fulfilled")
      equal(ended.filter(({ status }) => status === "fulfilled").length, 1)
      equal(fixture.text("new/file"), String(made).repeat(3 * 1024 * 1024))
      // The control: all of them write, and all writes except one are lost.
      const written = await Promise.allSettled(contents.map(async (bytes) => files.writeBytes("new/file", bytes)))
      equal(written.filter(({ status }) => status === "fulfilled").length, contents.length)
    }
  },
  {
    name: "creates the folders above a new file",
    check: async (fixture) => {
      const files = await fixture.files()
      deepEqual(await files.write("n1/n2/x", "deep"), { size: 4, sizeBefore: undefined })
      deepEqual(await files.append("n1/n3/x", "deep"), { size: 4, sizeBefore: undefined })
      equal(fixture.text("n1/n2/x"), "deep")
      equal(fixture.text("n1/n3/x"), "deep")
    }
  },
  {
    name: "makes a folder with its parents, and leaves an existing one unchanged",
    check: async (fixture) => {
      const files = await fixture.files()
      mkdirSync(fixture.in("plain"))
      equal(await files.makeFolder("n1/n2/n3/"), undefined)
      await files.makeFolder("n1/n4")
      deepEqual(readdirSync(fixture.in("n1")), ["n2", "n4"])
      deepEqual(readdirSync(fixture.in("n1/n2/n3")), [])
      equal(statSync(fixture.in("n1/n2")).mode, statSync(fixture.in("plain")).mode)
      for (const there of ["a", "a/b/..", ".", fixture.workspace]) await files.makeFolder(there)
      deepEqual(readdirSync(fixture.in("a")), ["b", "f"])
    }
  },
  {
    name: "makes no folder in place of a file, beneath a file, or through a missing folder",
    check: async (fixture) => {
      fixture.link("l", "a/f")
      const files = await fixture.files()
      for (const path of ["a/f", "l", "a/f/x", "a/f/x/y"]) await rejectsWith("NotADirectory", files.makeFolder(path))
      await rejectsWith("NotFound", files.makeFolder("missing/../new"))
      deepEqual(readdirSync(fixture.workspace), ["a", "l"])
      equal(fixture.text("a/f"), "inside")
    }
  },
  {
    name: "makes the target of a dangling link inside the workspace, and none outside",
    check: async (fixture) => {
      fixture.link("dangling", "new/made")
      fixture.link("folder", "a")
      fixture.link("out", "../outside/made")
      fixture.link("away", "../outside")
      const files = await fixture.files()
      await files.makeFolder("dangling")
      await files.makeFolder("folder")
      await files.makeFolder("folder/new")
      for (const path of ["out", "away", "away/made", "../outside/made", "../made"])
        await rejectsWith("Denied", files.makeFolder(path))
      deepEqual(readdirSync(fixture.in("new")), ["made"])
      deepEqual(readdirSync(fixture.in("a")), ["b", "f", "new"])
      deepEqual(readdirSync(fixture.outside), ["secret"])
    }
  },
  {
    name: "makes an exact folder and its parents, and none beside or beneath it",
    check: async (fixture) => {
      const files = await fixture.files("rw", "exact", "n1/n2")
      for (const path of ["n1", "n1/n3", "n1/n2/n3"]) await rejectsWith("Denied", files.makeFolder(path))
      equal(existsSync(fixture.in("n1")), false)
      await files.makeFolder("n1/n2")
      deepEqual(readdirSync(fixture.in("n1/n2")), [])
    }
  },
  {
    name: "creates the folders above an exact path",
    check: async (fixture) => {
      const files = await fixture.files("rw", "exact", "n1/n2/x")
      await rejectsWith("Denied", files.write("n1/n2/y", "x"))
      equal(existsSync(fixture.in("n1")), false)
      await files.write("n1/n2/x", "made")
      equal(fixture.text("n1/n2/x"), "made")
    }
  },
  {
    name: "follows a link to the file that it replaces, and creates the target of a dangling link inside the workspace",
    check: async (fixture) => {
      fixture.link("l", "a/f")
      fixture.link("dangling", "new/made")
      const files = await fixture.files()
      await files.write("l", "through")
      await files.write("dangling", "made")
      await files.append("l", "!")
      equal(fixture.text("a/f"), "through!")
      equal(fixture.text("new/made"), "made")
      equal(readlinkSync(fixture.in("l")), "a/f")
      equal(readlinkSync(fixture.in("dangling")), "new/made")
    }
  },
  {
    name: "breaks a hard link on every kind of change, and keeps the file under its other name",
    check: async (fixture) => {
      const files = await fixture.files()
      const changes = [
        () => files.write("hard", "new"),
        () => files.append("hard", "new"),
        () => files.patch("hard", "SECRET", "new"),
        () => files.delete("hard")
      ]
      for (const change of changes) {
        linkSync(join(fixture.outside, "secret"), fixture.in("hard"))
        await change()
        deepEqual(fixture.everythingOutside(), ["secret: SECRET", "secret: SECRET"])
        equal(lstatSync(join(fixture.outside, "secret")).nlink, 1)
        if (existsSync(fixture.in("hard"))) await files.delete("hard")
      }
      linkSync(join(fixture.outside, "secret"), fixture.in("hard"))
      deepEqual(await files.append("hard", "+"), { size: 7, sizeBefore: 6 })
      equal(fixture.text("hard"), "SECRET+")
    }
  },
  {
    name: "appends to the same file",
    check: async (fixture) => {
      const files = await fixture.files()
      const before = lstatSync(fixture.in("a/f")).ino
      deepEqual(await files.append("a/f", "é"), { size: 8, sizeBefore: 6 })
      equal(fixture.text("a/f"), "insideé")
      equal(lstatSync(fixture.in("a/f")).ino, before)
    }
  },
  {
    name: "refuses to write half a character",
    check: async (fixture) => {
      const files = await fixture.files()
      await rejectsWith("NotText", files.write("a/f", "\ud800"))
      await rejectsWith("NotText", files.append("a/f", "\udfff"))
      await rejectsWith("NotText", files.patch("a/f", "inside", "\ud800"))
      equal(fixture.text("a/f"), "inside")
      await rejectsWith("NotText", files.write("new/x", "\ud800"))
      equal(existsSync(fixture.in("new")), false)
    }
  },
  {
    name: "patches the one occurrence of the text",
    check: async (fixture) => {
      const files = await fixture.files()
      await files.write("p", "one\r\ntwo\r\nthree $& $1\r\n")
      deepEqual(await files.patch("p", "two", "$& 2"), { size: 24, sizeBefore: 23, line: 2 })
      equal(fixture.text("p"), "one\r\n$& 2\r\nthree $& $1\r\n")
      deepEqual(await files.patch("p", "\r\nthree $& $1\r\n", ""), { size: 9, sizeBefore: 24, line: 2 })
      equal(fixture.text("p"), "one\r\n$& 2")
    }
  },
  {
    name: "patches nothing if the text is missing or occurs more than once, and names the lines",
    check: async (fixture) => {
      const files = await fixture.files()
      await files.write("p", "a\nb\na\naaa\n")
      await rejectsWith("NoMatch", files.patch("p", "c", "x"))
      await rejectsWith("NoMatch", files.patch("p", "", "x"))
      await rejectsWith("ManyMatches", files.patch("p", "aa", "x"))
      await rejects(
        async () => await files.patch("p", "a\n", "x"),
        (error: Error) => error.message.includes("lines 1, 3, 4;")
      )
      await rejectsWith("NotFound", files.patch("nothing", "a", "x"))
      equal(fixture.text("p"), "a\nb\na\naaa\n")
    }
  },
  {
    name: "deletes a file, a link and an empty folder, and never the target of a link",
    check: async (fixture) => {
      fixture.link("l", "a/f")
      fixture.link("out", "../outside/secret")
      fixture.link("dangling", "nothing")
      fixture.link("folder", "a")
      const files = await fixture.files()
      for (const link of ["l", "out", "dangling", "folder"]) {
        await files.delete(link)
        equal(lstatSync(fixture.in(link), { throwIfNoEntry: false }), undefined)
      }
      equal(fixture.text("a/f"), "inside")
      equal(readFileSync(join(fixture.outside, "secret"), "utf8"), "SECRET")
      await rejectsWith("NotEmpty", files.delete("a"))
      await files.delete("a/b/")
      await files.delete("a/f")
      await files.delete("a")
      deepEqual(readdirSync(fixture.workspace), [])
      await rejectsWith("NotFound", files.delete("a"))
      await rejectsWith("NotFound", files.delete("a/f"))
    }
  },
  {
    name: "deletes neither the target of a link with a trailing separator, nor the workspace, nor anything through a link that leads out",
    check: async (fixture) => {
      fixture.link("l", "a")
      fixture.link("out", "../outside")
      const files = await fixture.files()
      await rejectsWith("NotADirectory", files.delete("l/"))
      await rejectsWith("NotPermitted", files.delete("."))
      await rejectsWith("NotPermitted", files.delete(fixture.workspace))
      await rejectsWith("Denied", files.delete("out/secret"))
      await rejectsWith("Denied", files.delete("../outside/secret"))
      await rejectsWith("Denied", files.delete("../outside/nothing"))
      equal(readFileSync(join(fixture.outside, "secret"), "utf8"), "SECRET")
    }
  }
]

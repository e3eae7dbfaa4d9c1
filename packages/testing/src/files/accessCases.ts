import { equal } from "node:assert/strict"
import { existsSync, renameSync } from "node:fs"
import type { FilesCase } from "./FilesCase.ts"
import { rejectsWith } from "./rejectsWith.ts"

/** Cases about the files that an access covers. */
export const accessCases: ReadonlyArray<FilesCase> = [
  {
    name: "limits an exact access to one path, and nothing beside or beneath it",
    check: async (fixture) => {
      const files = await fixture.files("rw", "exact", "a/f")
      equal(await files.read("a/f"), "inside")
      fixture.link("l", "a/f")
      equal(await files.read("l"), "inside")
      await rejectsWith("Denied", files.read("a"))
      await rejectsWith("Denied", files.read("a/g"))
      await rejectsWith("Denied", files.read("a/f/x"))
      await rejectsWith("Denied", files.write("a/ff", "x"))
    }
  },
  {
    name: "denies an exact path that was replaced by a link",
    check: async (fixture) => {
      const files = await fixture.files("rw", "exact", "a/f")
      renameSync(fixture.in("a/f"), fixture.in("a/g"))
      fixture.link("a/f", "g")
      await rejectsWith("Denied", files.read("a/f"))
      await rejectsWith("Denied", files.write("a/f", "x"))
      equal(fixture.text("a/g"), "inside")
    }
  },
  {
    name: "denies every change if only reading was granted",
    check: async (fixture) => {
      const files = await fixture.files("r")
      equal(await files.read("a/f"), "inside")
      await rejectsWith("Denied", files.write("a/f", "x"))
      await rejectsWith("Denied", files.writeBytes("a/new", new Uint8Array(1)))
      await rejectsWith("Denied", files.append("a/f", "x"))
      await rejectsWith("Denied", files.patch("a/f", "inside", "x"))
      await rejectsWith("Denied", files.delete("a/f"))
      await rejectsWith("Denied", files.makeFolder("a/new"))
      await rejectsWith("Denied", files.makeFolder("a/b"))
      equal(fixture.text("a/f"), "inside")
      equal((await files.list("a")).length, 2)
    }
  },
  {
    name: "denies every read if only writing was granted",
    check: async (fixture) => {
      const files = await fixture.files("w")
      await files.write("a/new", "x")
      await files.append("a/new", "y")
      equal(fixture.text("a/new"), "xy")
      await files.makeFolder("a/c/d")
      equal(existsSync(fixture.in("a/c/d")), true)
      await rejectsWith("Denied", files.read("a/f"))
      await rejectsWith("Denied", files.stat("a/f"))
      await rejectsWith("Denied", files.list("a"))
      await rejectsWith("Denied", files.patch("a/f", "inside", "x"))
      equal(fixture.text("a/f"), "inside")
    }
  },
  {
    name: "denies an exception of a tree in every spelling, whether or not it exists",
    check: async (fixture) => {
      const files = await fixture.filesExcept({ pattern: "**/.env", mode: "r" }, { pattern: "a/b/**", mode: "r" })
      await (await fixture.files()).write("a/.env", "SECRET")
      fixture.link("l", "a/.env")
      for (const path of ["a/.env", "./a//b/../.env", "l", ".env", "a/.ENV", "a/b/x"]) {
        await rejectsWith("Denied", files.read(path))
        await rejectsWith("Denied", files.exists(path))
        await rejectsWith("Denied", files.write(path, "x"))
        await rejectsWith("Denied", files.makeFolder(path))
      }
      equal(await files.read("a/f"), "inside")
      equal(fixture.text("a/.env"), "SECRET")
    }
  },
  {
    name: "allows reading of an exception from writing",
    check: async (fixture) => {
      const files = await fixture.filesExcept({ pattern: "a/**", mode: "w" })
      equal(await files.read("a/f"), "inside")
      await rejectsWith("Denied", files.write("a/f", "x"))
      await rejectsWith("Denied", files.patch("a/f", "inside", "x"))
      await rejectsWith("Denied", files.delete("a/f"))
      await files.write("b", "x")
      equal(fixture.text("a/f"), "inside")
    }
  },
  {
    name: "treats an invalid pattern as an exception for everything",
    check: async (fixture) => {
      const files = await fixture.filesExcept({ pattern: "[", mode: "r" })
      await rejectsWith("Denied", files.read("a/f"))
    }
  }
]

import { closeSync, fstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { expect, it } from "vitest"
import { getScratchFolder } from "../src/getScratchFolder.ts"
import { openUnnamedFile } from "../src/openUnnamedFile.ts"

it("is read from its beginning, and has no name and no other reader", () => {
  const before = readdirSync(getScratchFolder())
  const fd = openUnnamedFile("what it holds")
  expect(
    readdirSync(getScratchFolder()).filter((name) => !before.includes(name) && name.startsWith("toolgate-"))
  ).toEqual([])
  expect([fstatSync(fd).nlink, fstatSync(fd).mode & 0o777]).toEqual([0, 0o600])
  expect(readlinkSync(`/proc/self/fd/${fd}`)).toMatch(/\(deleted\)$/)
  expect(readFileSync(fd, "utf8")).toBe("what it holds")
  closeSync(fd)
})

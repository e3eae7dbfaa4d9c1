import { closeSync, fstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { expect, it } from "vitest"
import { ownFolder } from "../src/ownFolder.ts"
import { unnamedFile } from "../src/unnamedFile.ts"

it("is read from its beginning, and has no name and no other reader", () => {
  const before = readdirSync(ownFolder())
  const fd = unnamedFile("what it holds")
  expect(readdirSync(ownFolder()).filter((name) => !before.includes(name) && name.startsWith("toolgate-"))).toEqual([])
  expect([fstatSync(fd).nlink, fstatSync(fd).mode & 0o777]).toEqual([0, 0o600])
  expect(readlinkSync(`/proc/self/fd/${fd}`)).toMatch(/\(deleted\)$/)
  expect(readFileSync(fd, "utf8")).toBe("what it holds")
  closeSync(fd)
})

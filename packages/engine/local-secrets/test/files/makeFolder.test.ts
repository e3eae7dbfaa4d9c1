import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeFolder } from "../../src/index.ts"
import { newFolder } from "./newFolder.ts"

const modeOf = (path: string) => statSync(path).mode & 0o777

it("makes the folders above it too, for this user alone or with the given mode", async () => {
  const folder = newFolder()
  await makeFolder(join(folder, "a/b/c"))
  expect(["a", "a/b", "a/b/c"].map((one) => modeOf(join(folder, one)))).toEqual([0o700, 0o700, 0o700])
  await makeFolder(join(folder, "d/e"), 0o750)
  expect(["d", "d/e"].map((one) => modeOf(join(folder, one)))).toEqual([0o750, 0o750])
})

it("leaves a folder that exists, and a link to one, as it is", async () => {
  const folder = newFolder()
  mkdirSync(join(folder, "there"))
  chmodSync(join(folder, "there"), 0o755)
  symlinkSync("there", join(folder, "link"))
  for (const path of ["there", "link"]) await makeFolder(join(folder, path))
  expect(modeOf(join(folder, "there"))).toBe(0o755)
  await makeFolder(join(folder, "link/in"))
  expect(readdirSync(join(folder, "there"))).toEqual(["in"])
})

it("is made once by callers that make it at the same time", async () => {
  const folder = newFolder()
  await Promise.all(Array.from({ length: 50 }, () => makeFolder(join(folder, "a/b/c/d"))))
  expect(modeOf(join(folder, "a/b/c/d"))).toBe(0o700)
})

it("says what is in the way", async () => {
  const folder = newFolder()
  writeFileSync(join(folder, "file"), "")
  symlinkSync("nothing", join(folder, "dangling"))
  for (const [path, code] of [
    ["file", "ENOTDIR"],
    ["file/in", "ENOTDIR"],
    ["dangling", "ENOENT"],
    ["dangling/in", "ENOENT"]
  ] as const)
    await expect(makeFolder(join(folder, path))).rejects.toMatchObject({ code })
  expect(readdirSync(folder).toSorted()).toEqual(["dangling", "file"])
})

it.skipIf(process.platform !== "linux")("says that nobody may write there", async () => {
  await expect(makeFolder("/sys/toolgate/a")).rejects.toMatchObject({
    code: expect.stringMatching(/^E(?:ACCES|PERM|ROFS)$/)
  })
})

it.skipIf(process.platform !== "linux")("ends where folders are shown and cannot be made", async () => {
  await expect(makeFolder("/proc/toolgate/a/b")).rejects.toMatchObject({ code: "ENOENT" })
})

import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeFolder } from "../../src/index.ts"
import { newFolder } from "./newFolder.ts"

const modeOf = (path: string) => statSync(path).mode & 0o777

it("makes missing parents too, for this user only or with the given mode", async () => {
  const folder = newFolder()
  await makeFolder(join(folder, "a/b/c"))
  expect(["a", "a/b", "a/b/c"].map((one) => modeOf(join(folder, one)))).toEqual([0o700, 0o700, 0o700])
  await makeFolder(join(folder, "d/e"), 0o750)
  expect(["d", "d/e"].map((one) => modeOf(join(folder, one)))).toEqual([0o750, 0o750])
})

it("leaves an existing folder, or a link to a folder, unchanged", async () => {
  const folder = newFolder()
  mkdirSync(join(folder, "there"))
  chmodSync(join(folder, "there"), 0o755)
  symlinkSync("there", join(folder, "link"))
  for (const path of ["there", "link"]) await makeFolder(join(folder, path))
  expect(modeOf(join(folder, "there"))).toBe(0o755)
  await makeFolder(join(folder, "link/in"))
  expect(readdirSync(join(folder, "there"))).toEqual(["in"])
})

it("creates the folder once for concurrent callers", async () => {
  const folder = newFolder()
  await Promise.all(Array.from({ length: 50 }, () => makeFolder(join(folder, "a/b/c/d"))))
  expect(modeOf(join(folder, "a/b/c/d"))).toBe(0o700)
})

it("names the path that is in the way", async () => {
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

it.skipIf(process.platform !== "linux")("reports that the place is read-only", async () => {
  await expect(makeFolder("/sys/toolgate/a")).rejects.toMatchObject({
    code: expect.stringMatching(/^E(?:ACCES|PERM|ROFS)$/)
  })
})

it.skipIf(process.platform !== "linux")(
  "returns on file systems where folders exist but cannot be created",
  async () => {
    await expect(makeFolder("/proc/toolgate/a/b")).rejects.toMatchObject({ code: "ENOENT" })
  }
)

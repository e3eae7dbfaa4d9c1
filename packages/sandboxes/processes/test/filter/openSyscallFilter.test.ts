import { closeSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { buildSyscallFilter } from "../../src/filter/buildSyscallFilter.ts"
import { hasSyscallFilter, openSyscallFilter } from "../../src/index.ts"

const { platform, arch } = process
const known = platform === "linux" && (arch === "x64" || arch === "arm64") ? arch : undefined

it("opens this machine's filter again for each start, if there is one", () => {
  expect(hasSyscallFilter).toBe(known !== undefined)
  const opened = [openSyscallFilter(), openSyscallFilter()]
  const filter = known === undefined ? undefined : buildSyscallFilter(known)
  expect(opened.map((fd) => (fd === undefined ? undefined : readFileSync(fd)))).toEqual([filter, filter])
  for (const fd of opened) if (fd !== undefined) closeSync(fd)
})

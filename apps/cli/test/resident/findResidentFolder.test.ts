import { chmodSync, existsSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { getStateFolder } from "../../src/getStateFolder.ts"
import { findResidentFolder } from "../../src/resident/findResidentFolder.ts"
import { lockFile } from "../../src/resident/lockFile.ts"
import { folder } from "../folder.ts"

it("uses the runtime folder only if it is the user's alone", () => {
  const runtime = folder()
  const link = join(folder(), "link")
  symlinkSync(runtime, link)
  // No system has a runtime folder for this user.
  const find = (given: string | undefined) => findResidentFolder(given, 4_000_000_000)
  expect(find(runtime)).toBe(join(runtime, "toolgate"))
  chmodSync(runtime, 0o750)
  for (const unusable of [runtime, link, "run", "", undefined, join(runtime, "missing")])
    expect([unusable, find(unusable)]).toEqual([unusable, getStateFolder("resident")])
  chmodSync(runtime, 0o700)
  expect(find(link)).toBe(getStateFolder("resident"))
  expect(find(runtime)).toBe(join(runtime, "toolgate"))
})

it("holds a lock until it is released, and leaves no journal", () => {
  const path = join(folder(), "lock")
  const unlock = lockFile(path)
  expect([unlock === undefined, lockFile(path)]).toEqual([false, undefined])
  // A journal of a killed process would have to be rolled back by the next.
  expect(existsSync(`${path}-journal`)).toBe(false)
  unlock?.()
  const again = lockFile(path)
  expect(again).toBeDefined()
  again?.()
})

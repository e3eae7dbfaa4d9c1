import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, expect, it } from "vitest"
import * as CheckedPins from "../src/CheckedPins.ts"
import { changed } from "../src/changed.ts"
import { PathPins } from "../src/PathPins.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-checked-")))
mkdirSync(join(base, "d"))
writeFileSync(join(base, "d/f"), "f")
afterAll(() => rmSync(base, { recursive: true, force: true }))

const pins = Effect.runSync(Effect.provide(PathPins, CheckedPins.layer))

const notices = (path: string, fd?: number) => {
  try {
    pins.confirm(path, fd)
    return false
  } catch (error) {
    expect(error).toBe(changed)
    return true
  }
}

it("notices on the second check that a folder was swapped", () => {
  const path = join(base, "d/f")
  const fd = openSync(path, "r")
  try {
    expect(notices(path, fd)).toBe(false)
    expect(notices(join(base, "d"))).toBe(false)
    renameSync(join(base, "d"), join(base, "moved"))
    expect(notices(path, fd)).toBe(true)
    symlinkSync("moved", join(base, "d"))
    expect(notices(path, fd)).toBe(true)
    expect(notices(join(base, "d"))).toBe(true)
    rmSync(join(base, "d"))
    mkdirSync(join(base, "d"))
    writeFileSync(path, "another")
    expect(notices(path)).toBe(false)
    expect(notices(path, fd)).toBe(true)
  } finally {
    closeSync(fd)
  }
})

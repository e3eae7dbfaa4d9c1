import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, expect, it } from "vitest"
import * as CheckedPins from "../src/CheckedPins.ts"
import { openWorkspace } from "../src/index.ts"
import { PathPins, type Pin } from "../src/PathPins.ts"
import { walk } from "../src/walk.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-held-")))
mkdirSync(join(base, "ws/a/b/c"), { recursive: true })
writeFileSync(join(base, "ws/a/b/c/f"), "")
symlinkSync(join(base, "ws/a"), join(base, "ws/again"))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Pins that count how many are open at once. */
const counted = Effect.runSync(
  Effect.map(Effect.provide(PathPins, CheckedPins.layer), (pins) => {
    let most = 0
    const held = new Set<Pin>()
    const counting =
      <A extends string, P extends Pin>(make: (path: A) => P) =>
      (path: A): P => {
        const pin: P = { ...make(path), release: () => expect(held.delete(pin)).toBe(true) }
        held.add(pin)
        most = Math.max(most, held.size)
        return pin
      }
    return {
      held,
      most: () => most,
      pins: {
        ...pins,
        workspace: counting(pins.workspace),
        root: counting(pins.root),
        folder: counting(pins.folder),
        entry: counting(pins.entry)
      }
    }
  })
)

it("has at most as many pins as the path is deep, and releases all of them", () => {
  const workspace = Effect.runSync(openWorkspace(join(base, "ws")))
  const ways = [
    `${"a/b/../../".repeat(300)}a/b/c/f`,
    `${"a/b/c/../../../../ws/".repeat(100)}a/b/c/f`,
    `${"again/../".repeat(39)}a/b/c/f`,
    `${"../".repeat(400)}${base}/ws/a/b/c/f`,
    "a/b/c/f/x/y",
    "missing/../missing/../x"
  ]
  for (const way of ways) {
    const place = walk(counted.pins, workspace, way, "followed")
    expect(place.path.startsWith(workspace)).toBe(true)
    place[Symbol.dispose]()
    expect(counted.held.size).toBe(0)
  }
  expect(counted.most()).toBeLessThan(12)
})

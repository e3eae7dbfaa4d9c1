import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { openWorkspace } from "../src/index.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-open-")))
mkdirSync(join(base, "ws"))
writeFileSync(join(base, "file"), "")
symlinkSync("ws", join(base, "link"))
symlinkSync("loop", join(base, "loop"))
mkdirSync(Buffer.concat([Buffer.from(`${base}/`), Buffer.from([0xff])]))
symlinkSync(Buffer.from([0xff]), join(base, "bytes"))
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const invalid = (path: string) => Effect.runSync(Effect.flip(openWorkspace(path)))

describe("openWorkspace", () => {
  it("returns the canonical path of a folder", () => {
    expect(Effect.runSync(openWorkspace(join(base, "link/../ws/.")))).toBe(join(base, "ws"))
    expect(Effect.runSync(openWorkspace(join(base, "link")))).toBe(join(base, "ws"))
    expect(Effect.runSync(openWorkspace("."))).toBe(realpathSync("."))
  })

  it("explains in one sentence why a folder is unusable", () => {
    const missing = join(base, "missing")
    expect(invalid(missing)).toMatchObject({
      _tag: "WorkspaceInvalid",
      reason: "Missing",
      message: `The workspace "${missing}" does not exist; name a folder that does.`
    })
    expect(invalid(join(base, "file"))).toMatchObject({ reason: "NotADirectory" })
    expect(invalid(join(base, "file/x"))).toMatchObject({ reason: "NotADirectory" })
    expect(invalid(join(base, "loop"))).toMatchObject({ reason: "Unreadable" })
    expect(invalid("")).toMatchObject({ reason: "BadName" })
    expect(invalid("a\0b")).toMatchObject({ reason: "BadName" })
    expect(invalid(join(base, "bytes"))).toMatchObject({ reason: "BadName" })
  })
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { escapePattern } from "@toolgate/core/access"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { resolvePattern } from "../../src/config/resolvePattern.ts"

let folder = ""
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-pattern-")))
  mkdirSync(join(folder, "a*[b]"))
  symlinkSync("a*[b]", join(folder, "link"))
  symlinkSync("/", join(folder, "root"))
  symlinkSync("self", join(folder, "self"))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("a pattern", () => {
  it("has only the links in its literal prefix resolved", () => {
    const real = `${escapePattern(folder)}/a\\*\\[b\\]`
    const cases: ReadonlyArray<readonly [pattern: string, resolved: string]> = [
      [`${folder}/link/**`, `${real}/**`],
      [`${folder}/link`, real],
      [`${folder}/link/new/*.ts`, `${real}/new/*.ts`],
      [`${folder}/a\\*\\[b\\]/x`, `${real}/x`],
      [`${folder}/*/link/**`, `${folder}/*/link/**`],
      [`${folder}/root/**`, "/**"],
      [`${folder}/root`, "/"],
      [`${folder}/self/x`, `${folder}/self/x`],
      ["/**", "/**"],
      ["/", "/"],
      ["link/**", "link/**"],
      ["**/.env", "**/.env"],
      ["git status:*", "git status:*"]
    ]
    expect(cases.map(([pattern]) => [pattern, resolvePattern(pattern)])).toEqual(cases)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { bareTests } from "../bareTests.mjs"

const root = mkdtempSync(join(tmpdir(), "toolgate-bare-tests-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const files = {
  "packages/other/test/starts.test.ts": 'spawnSync("bwrap")',
  "packages/group/one/test/starts.test.ts": 'spawnSync("bwrap")',
  "packages/group/one/test/looks.test.ts": 'existsSync("/usr/bin/script")',
  "packages/group/one/test/git.test.ts": 'execFileSync("git", ["init"])',
  "packages/group/one/test/speaks.test.ts":
    'expect("as in: supervise -- python3 agent.py"); const kind = "script"; ["git", "log"]',
  "packages/group/one/test/deep/imports.test.ts": 'import { hasPerl } from "../helper.ts"\n',
  "packages/group/one/test/byTheWay.test.ts": 'import { a, usable as isUsable } from "./helper.ts"\n',
  "packages/group/one/test/otherPart.test.ts": 'import { folder } from "./helper.ts"\n',
  "packages/group/one/test/helper.ts":
    'export const folder = "x"\nconst perl = "/usr/bin/perl"\nexport const hasPerl = existsSync(perl)\nexport const usable = () => hasPerl\n'
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(join(root, path, ".."), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe("the tests that are run with Node alone", () => {
  it("are the tests that use a program, directly or through a helper", () => {
    expect(bareTests(root).toSorted()).toEqual([
      ...["byTheWay", "deep/imports", "git", "looks", "starts"].map(
        (name) => `packages/group/one/test/${name}.test.ts`
      ),
      "packages/other/test/starts.test.ts"
    ])
  })
})

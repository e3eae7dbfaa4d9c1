import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import type freshness from "../bin/freshness.cjs"
import { version } from "../src/version.ts"
import { toolgateProcess } from "./commandLine.ts"
import { repository } from "./repository.ts"

describe("the command of the repository", () => {
  it("is bundled again after an edit, even by several processes at once, and leaves nothing behind", async () => {
    const at = repository()
    const bin = (name: string) => join(at, "apps/cli/bin", name)
    const { bundle, isFresh }: typeof freshness = createRequire(at)(bin("freshness.cjs"))
    expect(isFresh()).toBe(true)
    // The edit changes nothing but the time.
    utimesSync(join(at, "apps/cli/src/version.ts"), new Date(0), new Date(0))
    expect(isFresh()).toBe(false)
    const several = Array.from({ length: 3 }, () => toolgateProcess(["--version"], {}, bin("fresh.cjs")))
    const answers = await Promise.all(several)
    for (const answer of answers) expect(answer).toEqual({ status: 0, stdout: `toolgate ${version}\n`, stderr: "" })
    expect(isFresh()).toBe(true)
    expect(readdirSync(dirname(bundle)).filter((name) => /^toolgate\.cjs./.test(name))).toEqual([])
  })

  it("sees edits to the programs' files, and names a file that cannot be read", async () => {
    const at = repository()
    const bin = (name: string) => join(at, "apps/cli/bin", name)
    const { bundle, isFresh }: typeof freshness = createRequire(at)(bin("freshness.cjs"))
    const added = join(at, "packages/engine/program-facts/programs/new-program.yaml")
    expect(isFresh()).toBe(true)
    writeFileSync(added, "names: [new-program]\noptions: --first-option\n")
    expect(isFresh()).toBe(false)
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(bundle, "utf8")).toContain("programs/new-program.yaml")
    writeFileSync(added, "names: [new-program\n")
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("new-program.yaml is not YAML")
    })
    rmSync(added)
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(bundle, "utf8")).not.toContain("new-program.yaml")
  })
})

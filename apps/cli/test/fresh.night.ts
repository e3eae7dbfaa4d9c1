import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type freshness from "../bin/freshness.cjs"
import { toolgateProcess } from "./commandLine.ts"
import { repository } from "./repository.ts"

describe("the command of the repository", () => {
  it("knows what the programs' files say after an edit, and names the file that cannot be read", async () => {
    const at = repository()
    const bin = (name: string) => join(at, "apps/cli/bin", name)
    const { bundle, isFresh }: typeof freshness = createRequire(at)(bin("freshness.cjs"))
    const added = join(at, "packages/engine/program-facts/programs/new-program.yaml")
    expect(isFresh()).toBe(true)
    writeFileSync(added, "names: [new-program]\noptions: --first-option\n")
    expect(isFresh()).toBe(false)
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(bundle, "utf8")).toContain("--first-option")
    writeFileSync(added, "names: [new-program\n")
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("new-program.yaml is not YAML")
    })
    rmSync(added)
    expect(await toolgateProcess(["--version"], {}, bin("fresh.cjs"))).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(bundle, "utf8")).not.toContain("--first-option")
  })
})

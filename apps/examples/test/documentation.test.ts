import { execFile } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { blocksOf, root } from "./documents.ts"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../.turbo/documentation")

// Every block of TypeScript in the documentation is a program: it compiles, and it runs.
const blocks = blocksOf("ts").map(({ name, code }) => ({
  name,
  path: join(folder, `${name.replaceAll("/", "_").replace(" ", "_")}.ts`),
  code
}))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const { path, code } of blocks) writeFileSync(path, code)
const config = { extends: "../../../../tsconfig.base.json", compilerOptions: { noUnusedLocals: false }, include: ["."] }
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))

describe("the code of the documentation", () => {
  it("compiles", { timeout: 120_000 }, async () => {
    const compiled = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(({ stdout }) => ({ stdout }))
    expect(compiled.stdout).toBe("")
  })

  it.each(blocks)("runs: $name", { timeout: 60_000 }, async ({ path }) => {
    const { stderr } = await run(process.execPath, ["--conditions=@toolgate/source", path], { cwd: root })
    expect(stderr).toBe("")
  })
})

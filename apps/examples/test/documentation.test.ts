import { execFile } from "node:child_process"
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../../..")
const folder = join(import.meta.dirname, "../.turbo/documentation")

// Every block of TypeScript in the documentation is a program: it compiles, and it runs.
const blocks = ["README.md", "docs/**/*.md", "packages/*/README.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .toSorted()
  .flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(({ 1: code = "" }, at) => ({
      name: `${file} ${at + 1}`,
      path: join(folder, `${file.replaceAll("/", "_")}_${at + 1}.ts`),
      code
    }))
  )

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

import { execFile, spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { fileOf, projectOf } from "./documentProject.ts"
import { type Block, blocksOf, root } from "./documents.ts"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../.turbo/documentation")
const kept = join(import.meta.dirname, "../node_modules/.cache")

// Every block of TypeScript in the documentation is a program: it compiles, and it runs. One that is a file of its document is
// run by the commands there.
const blocks = blocksOf("ts").map((block) => ({
  ...block,
  path: join(folder, `${block.name.replaceAll("/", "_").replace(" ", "_")}.ts`)
}))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const { path, code } of blocks) writeFileSync(path, code)
const config = { extends: "../../../../tsconfig.base.json", compilerOptions: { noUnusedLocals: false }, include: ["."] }
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))

describe("the code of the documentation", () => {
  it("compiles", { timeout: 120_000 }, async () => {
    // What is as it was the last time is not looked at again.
    const words = ["-p", folder, "--incremental", "--tsBuildInfoFile", join(kept, "documentation.tsbuildinfo")]
    const compiled = await run(join(root, "node_modules/.bin/tsc"), words).catch(({ stdout }) => ({ stdout }))
    expect(compiled.stdout).toBe("")
  })

  it.each(blocks.filter(({ code }) => fileOf("ts", code) === undefined))(
    "runs: $name",
    { timeout: 60_000 },
    async ({ path }) => {
      const { stderr } = await run(process.execPath, ["--conditions=@toolgate/source", path], { cwd: root })
      expect(stderr).toBe("")
    }
  )

  const hasPython = spawnSync("python3", ["--version"]).status === 0
  it.skipIf(!hasPython).each(blocksOf("python").filter(({ code }) => fileOf("python", code) === undefined))(
    "runs beneath a supervisor: $name",
    { timeout: 60_000 },
    async ({ document, code }) => {
      const project = projectOf(document)
      const words = ["supervise", "--policy", "host", "--no-audit", "--workspace", project, "--"]
      const env = { ...process.env, PYTHONPATH: join(root, "packages/runner/python") }
      await run(process.execPath, [join(root, "apps/cli/bin/fresh.cjs"), ...words, "python3", "-c", code], { env })
    }
  )

  it("is run by a command of its document, where it is a file", () => {
    const unused = (["python", "sh", "ts"] as const).flatMap((language) =>
      blocksOf(language).filter((block) => {
        const file = fileOf(language, block.code)
        return file !== undefined && !isNamed(block, file)
      })
    )
    expect(unused.map(({ name }) => name)).toEqual([])
  })
})

/** Whether a command of the same document runs a file, or another one that is a file does. */
const isNamed = ({ document, code }: Block, file: string): boolean =>
  ["console", "python", "sh", "ts"]
    .flatMap(blocksOf)
    .some((other) => other.document === document && other.code !== code && other.code.includes(file))

import { execFile, spawnSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { createProject, getFileName } from "./documentProject.ts"
import { listBlocks, root } from "./documents.ts"

const run = promisify(execFile)
const launcher = join(root, "apps/cli/bin/fresh.cjs")
const programs = listBlocks("python").filter(({ code }) => getFileName("python", code) === undefined)
const hasPython = spawnSync("python3", ["--version"]).status === 0

it.skipIf(!hasPython).each(programs)(
  "runs the documentation's Python under a supervisor: $name",
  async ({ document, code }) => {
    const project = createProject(document)
    const words = ["supervise", "--policy", "host", "--no-audit", "--workspace", project, "--", "python3", "-c", code]
    const env = { ...process.env, PYTHONPATH: join(root, "packages/edges/runner/python") }
    const { stderr } = await run(process.execPath, [launcher, ...words], { env })
    expect(stderr).toContain("ended by itself")
  }
)

import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"

it("works the same for an ordinary user", async () => {
  const program = join(import.meta.dirname, "asOrdinaryUser.ts")
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@toolgate/source", "--test-reporter=tap", program],
    { env, maxBuffer: 16 * 1024 * 1024 }
  )
  expect(stdout).not.toMatch(/^\s*not ok/m)
  expect(stdout).toMatch(/ok \d+ - does what the operating system permits, and reveals nothing[^\n#]*$/m)
  expect(stdout).toMatch(/^ok \d+ - does not open a folder that may not be entered$/m)
})

import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { getParentDeathPrefix } from "../src/getParentDeathPrefix.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-path-"))
const { PATH } = process.env
afterEach(() => {
  process.env.PATH = PATH
  rmSync(folder, { recursive: true, force: true })
})

it("uses no program from a folder of PATH, because that may belong to a workspace", () => {
  const ran = join(folder, "ran")
  writeFileSync(join(folder, "setpriv"), `#!/bin/sh\ntouch ${ran}\n`)
  chmodSync(join(folder, "setpriv"), 0o755)
  process.env.PATH = `${folder}:${PATH}`
  expect(getParentDeathPrefix()[0] ?? "").not.toContain(folder)
  expect(existsSync(ran)).toBe(false)
})

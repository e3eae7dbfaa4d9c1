import { mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { readGuest, resolveGuestPath } from "../src/readGuest.ts"

const home = process.cwd()
afterEach(() => process.chdir(home))

it("reports a missing file if its folder is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-gone-"))
  process.chdir(folder)
  rmdirSync(folder)
  expect(await readGuest(resolveGuestPath("guest.wasm"), 1_000)).toEqual({ problem: "there is no such file or folder" })
})

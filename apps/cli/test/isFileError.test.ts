import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { isFileError } from "../src/isFileError.ts"

const errorAt = (path: string): unknown => {
  try {
    return readFileSync(path)
  } catch (error) {
    return error
  }
}

const missing = join(tmpdir(), "toolgate-nowhere", "policy.yaml")

it.each([
  ["call", missing],
  ["call", "--policy", missing],
  ["call", `--policy=${missing}`],
  ["approvals", "--store", `sqlite:${missing}`],
  ["call", "--workspace", join(missing, "..")]
])("a file that %s %s names is the user's", (...words) => {
  expect(isFileError(errorAt(missing), words)).toBe(true)
})

it("a missing file of the program, another one, and an error of no system are mistakes of the program", () => {
  expect(isFileError(errorAt(join(import.meta.dirname, "../src/nowhere.wasm")), ["call", "x"])).toBe(false)
  expect(isFileError(errorAt(missing), ["call", "x"])).toBe(false)
  const own = Object.assign(new Error("x"), { code: "INVALID", path: missing })
  expect(isFileError(own, ["call", missing])).toBe(false)
})

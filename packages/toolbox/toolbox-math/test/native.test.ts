import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "../src/native")
const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex")
const module = join(folder, "native-math.wasm")

it("has the digest that the repository records", () => {
  expect(`${digestOf(module)}  native-math.wasm\n`).toBe(readFileSync(join(folder, "native-math.sha256"), "utf8"))
})

it("imports only the function for progress", () => {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Module: { new (bytes: Uint8Array): object; imports: (module: object) => ReadonlyArray<unknown> } }
  }
  expect(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(module)))).toEqual([
    { module: "host", name: "progress", kind: "function" }
  ])
})

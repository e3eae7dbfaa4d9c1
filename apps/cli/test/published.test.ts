import { spawn } from "node:child_process"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { ended } from "./commandLine.ts"
import { folder } from "./folder.ts"

const here = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as {
  readonly bin: { readonly toolgate: string }
  readonly files: ReadonlyArray<string>
  readonly dependencies: Readonly<Record<string, string>>
}

describe("the published package", () => {
  it("runs with nothing but its own files, outside the repository", async () => {
    const at = folder({ "a.txt": "hello" })
    for (const file of ["package.json", ...manifest.files.filter((name) => name !== "dist/LICENCES.txt")])
      cpSync(join(here, file), join(at, "package", file), { recursive: true })
    const bin = join(at, "package", manifest.bin.toolgate)
    const run = (args: ReadonlyArray<string>) =>
      ended(spawn(process.execPath, [bin, ...args], { cwd: at, stdio: "pipe" }))
    expect(await run(["call", "read_file", '{"path":"a.txt"}'])).toEqual({ status: 0, stdout: "hello", stderr: "" })
    expect(await run(["call", "Echo", '{"text":"x"}', "--log-level", "trace"])).toMatchObject({ status: 0 })
  })

  it("holds no declaration that its oldest Node cannot read", () => {
    const code = readFileSync(join(here, "dist/toolgate.cjs"), "utf8")
    expect(code).not.toMatch(/^\s*(await )?using \w+ =/m)
  })

  it("needs no other package but what shell commands are read with, and guests run in", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["quickjs-wasi", "web-tree-sitter"])
  })
})

import { spawn, spawnSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, readFileSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { toolboxHere } from "../src/toolbox/toolboxEntries.ts"
import { type Ended, ended } from "./commandLine.ts"
import { folder } from "./folder.ts"

const here = fileURLToPath(new URL("..", import.meta.url))
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as {
  readonly bin: { readonly toolgate: string }
  readonly files: ReadonlyArray<string>
  readonly dependencies: Readonly<Record<string, string>>
}

/** Puts the published files into a folder, with the package for guests, and returns how a command is run there. */
const published = (files: Readonly<Record<string, string>> = {}) => {
  const at = folder(files)
  const published = globSync(
    manifest.files.filter((name) => name !== "dist/LICENCES.txt"),
    { cwd: here }
  )
  for (const file of ["package.json", ...published])
    cpSync(join(here, file), join(at, "package", file), { recursive: true })
  mkdirSync(join(at, "package/node_modules"))
  // A guest's process may read no more than the folders of the installed packages.
  cpSync(realpathSync(join(here, "node_modules/quickjs-wasi")), join(at, "package/node_modules/quickjs-wasi"), {
    recursive: true
  })
  const bin = join(at, "package", manifest.bin.toolgate)
  return (args: ReadonlyArray<string>) =>
    ended(
      spawn(process.execPath, [bin, ...args], {
        cwd: at,
        env: { ...process.env, XDG_STATE_HOME: folder() },
        stdio: "pipe"
      })
    )
}

const hasPrograms = ["git", "python3"].every((program) => spawnSync(program, ["--version"]).status === 0)

const { entryOf } = await Effect.runPromise(toolboxHere)
const all = [...entryOf.keys()]
/** The tools that run a program of the machine. */
const programs = ["git_status", "git_diff", "git_log", "git_commit", "python_eval", "run_tests", "lint_code"]

describe("the published package", () => {
  it("runs with only its own files, outside the repository", async () => {
    const run = published({ "a.txt": "hello" })
    expect(await run(["call", "read_file", '{"path":"a.txt"}'])).toEqual({ status: 0, stdout: "hello", stderr: "" })
    expect(await run(["call", "--host-tools", "Echo", '{"text":"x"}', "--log-level", "trace"])).toMatchObject({
      status: 0
    })
  })

  const tried = ({ stdout }: Ended) => stdout.split("\n").filter((line) => !line.startsWith("✓"))

  it("runs the examples of the toolbox's tools, and names the package to install for one of them", async () => {
    const run = published()
    const names = all.filter((name) => !programs.includes(name) && name !== "lint_python")
    const answer = await run(["tools", "test", ...names, "--policy", "host"])
    expect({ stderr: answer.stderr, tried: tried(answer) }).toEqual({
      stderr: "",
      tried: [expect.stringMatching(/^\d+ passed, 0 failed$/), ""]
    })
    const refused = await run(["call", "lint_python", "code=a", "--policy", "host"])
    expect(refused.stderr).toContain('the package "@astral-sh/ruff-wasm-nodejs" must be installed beside this program')
  })

  it.skipIf(!hasPrograms)("runs the examples of the tools that run programs", async () => {
    const answer = await published()(["tools", "test", ...programs, "--policy", "host"])
    expect({ stderr: answer.stderr, tried: tried(answer) }).toEqual({
      stderr: "",
      tried: [expect.stringMatching(/^\d+ passed, 0 failed$/), ""]
    })
  })

  it("contains only declarations that its oldest supported Node can read", () => {
    const files = globSync(join(here, "dist/*.cjs"))
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect(readFileSync(file, "utf8")).not.toMatch(/^\s*(await )?using \w+ =/m)
  })

  it("needs no other package but the one that guests run in", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["quickjs-wasi"])
  })
})

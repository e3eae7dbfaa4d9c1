import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, cpSync, lutimesSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { launcherText } from "../src/mcp/clientLauncher.ts"
import { folder } from "./folder.ts"

const there = (name = "home of 'Ada'") => {
  const at = join(folder(), name)
  const version = join(at, "node", "v22.19.0")
  mkdirSync(join(version, "bin"), { recursive: true })
  symlinkSync(process.execPath, join(version, "bin", "node"))
  const program = join(version, "lib", "toolgate.cjs")
  mkdirSync(join(version, "lib"))
  writeFileSync(program, "console.log(JSON.stringify(process.argv.slice(2)))")
  const text = launcherText(join(version, "bin", "node"), program)
  const launcher = join(at, "toolgate")
  writeFileSync(launcher, text)
  chmodSync(launcher, 0o700)
  // A client with a window has no PATH but the system's.
  const runWith = (PATH: string, ...args: ReadonlyArray<string>) =>
    String(execFileSync(launcher, args, { env: { PATH, HOME: at }, stdio: "pipe" }))
  const run = (...args: ReadonlyArray<string>) => runWith("/usr/bin:/bin", ...args)
  return { at, version, program, text, launcher, run, runWith }
}

it("starts the program with the Node that it was installed for, without a PATH", () => {
  expect(there().run("mcp", "serve", "a b", "$(id)")).toBe('["mcp","serve","a b","$(id)"]\n')
})

it("starts the newest one after an update has replaced both", () => {
  const { at, version, text, run } = there()
  expect(text).not.toContain("22.19.0")
  renameSync(version, join(at, "node", "v24.3.1"))
  expect(run("mcp")).toBe('["mcp"]\n')
})

it("starts the newest of several versions", () => {
  const { at, version, program, run } = there()
  const newer = join(at, "node", "v20.1.0")
  cpSync(version, newer, { recursive: true, verbatimSymlinks: true })
  writeFileSync(join(newer, "lib", "toolgate.cjs"), 'console.log("newer")')
  for (const old of [program, join(version, "bin", "node")]) lutimesSync(old, 1, 1)
  expect(run()).toBe("newer\n")
})

it("keeps the Node that it was installed for beside another one, and takes that one where its own is gone", () => {
  const { at, version, runWith } = there()
  const other = join(at, "other")
  mkdirSync(other)
  writeFileSync(join(other, "node"), "#!/bin/sh\necho another Node\n", { mode: 0o700 })
  expect(runWith(`${other}:/usr/bin:/bin`, "mcp")).toBe('["mcp"]\n')
  rmSync(join(version, "bin", "node"))
  expect(runWith(`${other}:/usr/bin:/bin`, "mcp")).toBe("another Node\n")
})

it("says what to do where both are gone", () => {
  const { version, launcher } = there()
  renameSync(version, `${version}-gone`)
  renameSync(`${version}-gone`, join(version, "..", "..", "gone"))
  const { status, stderr } = spawnSync(launcher, [], { env: { PATH: "/usr/bin:/bin" } })
  expect({ status, stderr: String(stderr) }).toEqual({
    status: 127,
    stderr: expect.stringContaining('run "toolgate mcp install" again')
  })
})

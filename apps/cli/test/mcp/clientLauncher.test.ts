import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { formatLauncher } from "../../src/mcp/clientLauncher.ts"
import { folder } from "../folder.ts"

/** A folder with versions of Node, each with the program, and a launcher for the first of them. A program prints its version. */
const there = (versions: ReadonlyArray<string> = ["v22.19.0"]) => {
  const at = join(folder(), "home of 'Ada'")
  const of = (version: string, ...path: ReadonlyArray<string>) => join(at, "node", version, ...path)
  const add = (version: string) => {
    mkdirSync(of(version, "bin"), { recursive: true })
    mkdirSync(of(version, "lib"))
    symlinkSync(process.execPath, of(version, "bin", "node"))
    writeFileSync(of(version, "lib", "toolgate.cjs"), `console.log("${version}", ...process.argv.slice(2))`)
  }
  for (const version of versions) add(version)
  const [first = ""] = versions
  const launcher = join(at, "toolgate")
  writeFileSync(launcher, formatLauncher(of(first, "bin", "node"), of(first, "lib", "toolgate.cjs")))
  chmodSync(launcher, 0o700)
  // A client with a window has no PATH but the system's.
  const start = (args: ReadonlyArray<string> = [], cwd = "/usr", env: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync(launcher, args, { cwd, env: { PATH: "/usr/bin:/bin", ...env } })
    return status === 0 ? String(stdout) : `${status}: ${stderr}`
  }
  return { at, of, add, start }
}

const gone = /^127: toolgate: Node or toolgate is no longer where it was.* run "toolgate mcp install" again\.\n$/

it("starts the program with the Node that it was installed for, without a PATH", () => {
  expect(there().start(["mcp", "serve", "a b", "$(id)"])).toBe("v22.19.0 mcp serve a b $(id)\n")
})

it("starts its own version beside newer ones", () => {
  expect(there(["v22.19.0", "v24.3.1"]).start()).toBe("v22.19.0\n")
})

it("starts the highest version after an update has removed the one that it was installed for", () => {
  const { of, start } = there(["v22.19.0", "v24.10.0", "v24.9.0", "v9.11.2", "v20.1.0"])
  rmSync(of("v22.19.0"), { recursive: true })
  utimesSync(of("v24.10.0"), 0, 0)
  expect(start()).toBe("v24.10.0\n")
})

it("starts no version that lacks the program, and nothing that is not a version", () => {
  const { of, start } = there(["v22.19.0", "v23.1.0", "v24.0.0", "v99.0.0-planted", "system"])
  rmSync(of("v22.19.0"), { recursive: true })
  rmSync(of("v24.0.0", "lib"), { recursive: true })
  expect(start()).toBe("v23.1.0\n")
})

it.each([
  ["in which it is started", (_home: string): ReadonlyArray<string> => []],
  ["that an option names", (home: string) => ["--workspace", home]],
  ["that an option names in one word", (home: string) => [`--workspace=${home}/node/..`]]
])("starts no other version that lies in the workspace %s", (_, args) => {
  const { at, of, start } = there(["v22.19.0", "v99.0.0"])
  const words = args(at)
  const run = () => start(["mcp", "serve", ...words], words.length === 0 ? at : undefined)
  expect(run()).toMatch(/^v22\.19\.0 /)
  rmSync(of("v22.19.0"), { recursive: true })
  expect(run()).toMatch(gone)
})

it("starts no Node of PATH that lies in the workspace", () => {
  const { at, of, start } = there(["v22.19.0", "v99.0.0"])
  rmSync(of("v22.19.0", "bin"), { recursive: true })
  rmSync(of("v99.0.0", "lib"), { recursive: true })
  const PATH = `${of("v99.0.0", "bin")}:/usr/bin:/bin`
  expect(start(["a"], undefined, { PATH })).toBe("v22.19.0 a\n")
  expect(start(["--workspace", at], undefined, { PATH })).toMatch(gone)
})

it("uses no other version if a project has its own programs", () => {
  const text = formatLauncher(
    "/opt/node/24.1.0/bin/node",
    "/home/ada/2.0/node_modules/.pnpm/toolgate@1.2.0/toolgate.cjs"
  )
  expect(text.match(/\S+\/\*;/g)).toEqual(["/opt/node/*;"])
  expect(formatLauncher("/home/ada/2.0/node_modules/node/1.2.3/bin/node", "/opt/toolgate.cjs")).not.toContain("newest")
})

it("explains what to do if both are gone", () => {
  const { of, start } = there()
  rmSync(of("."), { recursive: true })
  expect(start()).toMatch(gone)
})

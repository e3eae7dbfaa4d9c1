import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { ended, start, toolgate } from "./commandLine.ts"
import { folder } from "./folder.ts"

describe("help", () => {
  it("goes to standard output when it is asked for, and names the commands", async () => {
    const { status, stdout, stderr } = await toolgate(["--help"])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(/^ {2}call +Call a tool/m)
    expect(stdout).toMatch(/^ {2}tools +List the tools/m)
  })

  it("of a command has examples, the policy, the exit statuses and the defaults", async () => {
    const { stdout } = await toolgate(["call", "--help"])
    for (const said of [
      `toolgate call read_file '{"path":"README.md"}'`,
      "A policy decides",
      "Exit status: 0 ",
      "default: {}",
      "default: the current one",
      "default: warn",
      "default: text"
    ])
      expect(stdout).toContain(said)
  })

  it("says in its examples what can be run as it stands", async () => {
    const child = start(["call", "read_file", '{"path":"README.md"}'], folder({ "README.md": "# Hello\n" }))
    child.stdin.end()
    expect(await ended(child)).toEqual({ status: 0, stdout: "# Hello\n", stderr: "" })
  })
})

describe("--version", () => {
  it("is the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    expect(await toolgate(["--version"])).toEqual({ status: 0, stdout: `toolgate ${version}\n`, stderr: "" })
  })
})

describe("--completions", () => {
  it.each(["bash", "zsh", "fish", "powershell"])(
    "prints a script for %s that knows the commands and their flags",
    async (shell) => {
      const { status, stdout } = await toolgate(["--completions", shell])
      expect(status).toBe(0)
      for (const word of ["call", "tools", "workspace", "json"]) expect(stdout).toContain(word)
    }
  )
})

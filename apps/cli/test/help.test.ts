import { spawnSync } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { ended, launcher, start, toolgateProcess } from "./commandLine.ts"
import { folder } from "./folder.ts"
import { toolgate } from "./withinProcess.ts"

describe("help", () => {
  it("goes to standard output when it is asked for, and names the commands", async () => {
    const { status, stdout, stderr } = await toolgate(["--help"])
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(stdout).toMatch(/^ {2}call +Call a tool/m)
    expect(stdout).toMatch(/^ {2}supervise +Run an agent/m)
    expect(stdout).toMatch(/^ {2}tools +List the tools/m)
    expect(stdout).toMatch(/^ {2}audit +List, verify/m)
  })

  it("describes a command with examples, the policy, the exit statuses and the defaults", async () => {
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

  it.each([
    ["new", "tools.yaml"],
    ["test", "temporary folder"],
    ["import openapi", "nothing is fetched"]
  ])("describes tools %s with an example and the exit statuses", async (command, said) => {
    const { stdout } = await toolgate(["tools", ...command.split(" "), "--help"])
    for (const each of [said, `toolgate tools ${command}`, "Exit status: 0 "]) expect(stdout).toContain(each)
  })

  it.each([
    "call",
    "turn",
    "supervise",
    "mcp serve",
    "tools",
    "tools show",
    "policy check",
    "policy explain",
    "approvals resume"
  ])("shows the flags of %s for catalogues, plugins and skills", async (command) => {
    const { stdout } = await toolgate([...command.split(" "), "--help"])
    for (const flag of ["--catalogue FILE", "--plugins DIR", "--skills DIR"]) expect(stdout).toContain(flag)
  })

  it("explains what supervise gives an agent, where questions appear, and how it ends", async () => {
    const { stdout } = await toolgate(["supervise", "--help"])
    for (const said of [
      "toolgate supervise -- python3 agent.py",
      "Without --confined, the agent is not restricted",
      "Questions of",
      "unless it is a terminal or --stdio is given",
      "The first Ctrl-C asks the agent",
      "Exit status: the agent's own",
      "default: all, or none if confined",
      "default: toolgate/audit in your state directory"
    ])
      expect(stdout).toContain(said)
  })

  it.each([
    ["supervise", "Print each event as a line of JSON", "<COMMAND...>"],
    ["audit list", "Print each record as a line of JSON", ""],
    ["audit pending", "Print each call as a line of JSON", ""]
  ])("explains the output of %s with --json, and its requirements", async (command, json, needed) => {
    const { stdout } = await toolgate([...command.split(" "), "--help"])
    expect(stdout).toContain(json)
    expect(stdout).toContain(`toolgate ${command} [flags] ${needed}`.trimEnd())
    expect(stdout).not.toContain("(optional)")
  })

  it.each(["list", "show", "tail", "verify", "pending"])(
    "describes audit %s with an example and the exit statuses",
    async (command) => {
      const { stdout } = await toolgate(["audit", command, "--help"])
      expect(stdout).toContain(`toolgate audit ${command}`)
      expect(stdout).toContain("Exit status: 0 ")
    }
  )

  it("shows examples that run unchanged", async () => {
    const cwd = folder({ "README.md": "# Hello\n" })
    expect(await toolgate(["call", "read_file", '{"path":"README.md"}'], { cwd })).toEqual({
      status: 0,
      stdout: "# Hello\n",
      stderr: ""
    })
  })
})

describe("help", () => {
  it.each([[["help"]], [["-h"]]])("is what --help prints, for %j", async (words) => {
    expect(await toolgate(words)).toEqual(await toolgate(["--help"]))
  })

  it("is the same as the output of --help", async () => {
    expect(await toolgate(["help", "tools", "show"])).toEqual(await toolgate(["tools", "show", "--help"]))
  })

  it.each([[["help", "nope"]], [["nope", "--help"]], [["help", "tools", "nope"]]])(
    "refuses a command that does not exist: %j",
    async (words) => {
      expect(await toolgate(words)).toEqual({
        status: 2,
        stdout: "",
        stderr: 'toolgate: Unknown command "nope". Run "toolgate help" for a list.\n'
      })
    }
  )

  it("appears beside arguments and after flags", async () => {
    const { stdout } = await toolgate(["call", "--help"])
    expect((await toolgate(["call", "read_file", "--help"])).stdout).toBe(stdout)
    expect((await toolgate(["--log-level", "warn", "call", "--help"])).stdout).toBe(stdout)
  })
})

describe("the version", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

  it.each(["--version", "version", "-V"])("is the version of the package, with %s", async (word) => {
    const answer = { status: 0, stdout: `toolgate ${version}\n`, stderr: "" }
    expect(await toolgate([word])).toEqual(answer)
  })
})

describe("the program", () => {
  // A script that looks for the program starts it for these words alone.
  it.each(["--version", "-V", "version", "--help", "-h", "help"])("loads nothing for %s", async (word) => {
    const loads =
      "require('module').Module._load = ((load) => (name, ...rest) => (process.stderr.write(name + '\\n'), load(name, ...rest)))(require('module').Module._load)"
    const { status, stdout, stderr } = await toolgateProcess([word], {
      env: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import { createRequire } from "node:module"; const require = createRequire("/"); ${loads}`)}`
      }
    })
    const loaded = stderr.split("\n").filter((name) => name.startsWith("."))
    expect({
      status,
      loaded: loaded.filter((name) => name !== "./supported.cjs" && name !== "../package.json")
    }).toEqual({ status: 0, loaded: [] })
    expect({ status, stdout }).toEqual({ status: 0, stdout: (await toolgate([word])).stdout })
  })

  it("reports that the answer could not be written", async () => {
    const full = openSync("/dev/full", "w")
    for (const words of [["--version"], ["--help"], ["--completions", "bash"]]) {
      const { status, stderr } = spawnSync(process.execPath, [launcher, ...words], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8"
      })
      expect([words, status, stderr]).toEqual([
        words,
        1,
        "toolgate: The answer could not be written to standard output: the disk is full; make room.\n"
      ])
    }
    closeSync(full)
  })
})

describe("help", () => {
  it("ends well when its reader has gone", async () => {
    const child = start(["--help"])
    child.stdout.destroy()
    expect(await ended(child)).toMatchObject({ status: 0, stderr: "" })
  })
})

describe("--completions", () => {
  it.each(["bash", "zsh", "fish", "powershell"])(
    "prints a script for %s that knows the commands and their flags",
    async (shell) => {
      const { status, stdout } = await toolgate(["--completions", shell])
      expect(status).toBe(0)
      for (const word of ["call", "supervise", "tools", "audit", "verify", "workspace", "json"])
        expect(stdout).toContain(word)
    }
  )
})

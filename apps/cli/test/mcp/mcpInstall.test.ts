// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const files: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "claude-code": [
    ".claude.json",
    '{\n  "numStartups": 3,\n  "mcpServers": {\n    "Notes": { "type": "stdio", "command": "/opt/notes", "env": { "KEY": "hunter2-hunter2" } }\n  }\n}\n'
  ],
  "claude-desktop": ["claude_desktop_config.json", '{"mcpServers":{"notes":{"command":"/opt/notes"}}}'],
  cursor: ["mcp.json", '{\r\n\t"mcpServers": {\r\n\t\t"notes": { "command": "/opt/notes" }\r\n\t}\r\n}'],
  vscode: ["mcp.json", '{\n  // Ours.\n  "servers": {\n    "notes": { "command": "/opt/notes", },\n  },\n}\n'],
  codex: [
    "config.toml",
    'model = "x" # good\n\n[mcp_servers.notes]\ncommand = "/opt/notes"\n\n# The end.\n[tui]\nvim = true\n'
  ],
  gemini: [
    "settings.json",
    '\ufeff{ "mcpServers": { "notes": { "command": "/opt/notes", "trust": true } }, "theme": "x" }\n'
  ]
}

const there = (client: string, text = files[client]?.[1] ?? "") => {
  const [file = ""] = files[client] ?? []
  const at = folder({ [file]: text })
  const env = { XDG_STATE_HOME: join(at, "state") }
  return {
    at,
    text: () => readFileSync(join(at, file), "utf8"),
    change: (changed: string) => writeFileSync(join(at, file), changed),
    mcp: () => readFileSync(join(at, "mcp.yaml"), "utf8"),
    install: (...args: ReadonlyArray<string>) =>
      toolgate(["mcp", "install", client, "--config", file, "--servers", "mcp.yaml", "--workspace", ".", ...args], {
        cwd: at,
        env
      }),
    toolgate: (...args: ReadonlyArray<string>) => toolgate(["mcp", ...args], { cwd: at, env })
  }
}

describe.each(Object.keys(files))("toolgate mcp install %s", (client) => {
  it("moves the servers behind the gate, and --remove restores the file byte for byte", async () => {
    const { at, text, mcp, install } = there(client)
    const before = text()
    const done = await install("--yes", "--unconfined")
    expect({ status: done.status, stderr: done.stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining("toolgate")
    })
    expect(text()).not.toContain("/opt/notes")
    expect(text()).toContain(join(at, "state", "toolgate", "mcp", "toolgate"))
    expect(statSync(join(at, "state", "toolgate", "mcp", "toolgate")).mode & 0o777).toBe(0o700)
    expect(text()).not.toContain(process.execPath)
    expect(done.stderr.includes("own tools, such as")).toBe(client !== "claude-desktop")
    expect(text()).toMatch(/"mcp",\s*"serve",\s*"--config",\s*"[^"]*mcp\.yaml",\s*"--workspace"/)
    expect(mcp()).toContain("  notes:\n    command: [ /opt/notes ]\n")
    expect(await install("--remove", "--yes")).toMatchObject({ status: 0 })
    expect(text()).toBe(before)
  })

  it("passes a mcp.yaml to the gate even if the client has no servers", async () => {
    const { text, mcp, install } = there(client, client === "codex" ? 'model = "x"\n' : "{}")
    expect(await install("--yes")).toMatchObject({ status: 0 })
    expect(text()).toMatch(/"--config",\s*"[^"]*mcp\.yaml"/)
    expect(mcp()).toContain("servers: {}")
  })

  it("passes the entries of the toolbox on to the gate", async () => {
    const { text, install } = there(client)
    expect(await install("--yes", "--unconfined", "--toolbox", "data,maths")).toMatchObject({ status: 2 })
    expect(await install("--yes", "--unconfined", "--toolbox", "data, math")).toMatchObject({ status: 0 })
    expect(text()).toMatch(/"--toolbox",\s*"data,math"/)
  })

  it("does not change a file that it does not understand", async () => {
    const { at, text, install } = there(client, "{ nonsense ]")
    const { status, stderr } = await install("--yes", "--unconfined")
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/it is not (?:JSON|TOML): /) })
    expect(text()).toBe("{ nonsense ]")
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })
})

describe("toolgate mcp install", () => {
  it("asks, and writes nothing without a person", async () => {
    const { at, text, install } = there("claude-code")
    const before = text()
    const { status, stderr } = await install("--unconfined")
    expect(status).toBe(2)
    expect(stderr).toContain('Add "--yes" to apply it.')
    expect(text()).toBe(before)
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })

  it("shows the changes of both files without the secrets in them", async () => {
    const { stderr } = await there("claude-code").install("--yes", "--unconfined")
    expect(stderr).toContain('-    "Notes":')
    expect(stderr).toContain("+  notes:")
    expect(stderr).not.toContain("hunter2")
    expect(stderr).toContain('The entry of "notes" holds values of variables or headers.')
  })

  it("also hides the values of other settings, and secret words of commands", async () => {
    const secret = "hunter2-and-more"
    const text = JSON.stringify({
      account: { id: secret },
      mcpServers: {
        notes: { command: "/opt/notes", args: ["--password", secret] },
        off: { command: "/opt/off", env: { PIN: "4711" }, disabled: true }
      }
    })
    const { stderr, status } = await there("claude-code", text).install("--yes", "--unconfined")
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("/opt/off") })
    expect(stderr).not.toMatch(/hunter2|4711/)
  })

  it("writes nothing if a server cannot be moved, and explains why and what to do", async () => {
    const { at, text, install } = there("claude-code")
    const before = text()
    const { status, stderr } = await install("--yes")
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'toolgate: The server "notes" cannot be added. It runs a program of this machine. Add "--see PATH" for what the program may read, or "--unconfined" to run it with all your rights.\n'
    })
    expect(text()).toBe(before)
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })

  it("names the server that a mcp.yaml cannot express, and writes nothing", async () => {
    const { at, install } = there("cursor", '{"mcpServers":{"web":{"url":"nonsense"}}}')
    expect(await install("--yes")).toEqual({
      status: 2,
      stdout: "",
      stderr: 'toolgate: The server "web" cannot be added: the URL is neither an http nor an https URL.\n'
    })
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })

  it("leaves a server in place on request, and warns that it bypasses the gate", async () => {
    const { text, install } = there("claude-code")
    const { status, stderr } = await install("--yes", "--leave", "Notes")
    expect(status).toBe(0)
    expect(stderr).toContain('The server "Notes" stays in the client\'s configuration. Its calls do not pass the gate.')
    expect(text()).toContain("/opt/notes")
    expect(text()).toContain('"serve"')
  })

  it("names the folders that have separate servers in the client", async () => {
    const projects = {
      "/home/ada/a": { mcpServers: { x: { command: "x" } } },
      "/home/ada/b": { mcpServers: {} },
      "/home/ada/c": {}
    }
    const { install } = there("claude-code", JSON.stringify({ projects }))
    const { stderr } = await install("--yes")
    expect(stderr.match(/for the folder "[^"]*"/g)).toEqual(['for the folder "/home/ada/a"'])
  })

  it("restores the servers in a configuration that has changed since", async () => {
    const { text, change, install } = there("claude-code")
    await install("--yes", "--unconfined")
    change(text().replace('"numStartups": 3', '"numStartups": 4'))
    expect(await install("--remove", "--yes")).toMatchObject({ status: 0 })
    expect(JSON.parse(text())).toEqual({
      numStartups: 4,
      mcpServers: { Notes: { type: "stdio", command: "/opt/notes", env: { KEY: "hunter2-hunter2" } } }
    })
  })

  it("also moves a later server when it runs again, and still restores everything", async () => {
    const { text, change, mcp, install } = there("cursor")
    await install("--yes", "--unconfined")
    change(text().replace('"mcpServers": {', '"mcpServers": { "later": { "command": "/opt/later" },'))
    expect(await install("--yes", "--unconfined")).toMatchObject({ status: 0 })
    expect(text()).not.toContain("/opt/")
    expect(mcp()).toContain("  notes:\n")
    expect(mcp()).toContain("  later:\n")
    await install("--remove", "--yes")
    expect(JSON.parse(text())).toEqual({
      mcpServers: { notes: { command: "/opt/notes" }, later: { command: "/opt/later" } }
    })
  })

  it("uses an existing server behind the gate for another client, and for the same one again", async () => {
    const { at, mcp, install, toolgate } = there("claude-code")
    await install("--yes", "--unconfined")
    const kept = `${mcp()}    tools: { read: { class: READ } }\n`
    writeFileSync(join(at, "mcp.yaml"), kept)
    const same = { command: "/opt/notes", env: { KEY: "hunter2-hunter2" } }
    writeFileSync(
      join(at, "cursor.json"),
      JSON.stringify({ mcpServers: { notes: same, web: { url: "https://a.example/" } } })
    )
    const cursor = ["install", "cursor", "--config", "cursor.json", "--servers", "mcp.yaml", "--yes"]
    const second = await toolgate(...cursor)
    expect(second).toMatchObject({ status: 0 })
    expect(second.stderr).toContain(
      `toolgate: The server "notes" is in ${JSON.stringify(join(at, "mcp.yaml"))} already, and is used as it is, with all your rights.\n`
    )
    expect(mcp()).toBe(`${kept}  web:\n    url: https://a.example/\n`)
    expect(readFileSync(join(at, "cursor.json"), "utf8")).not.toContain("/opt/notes")
    await toolgate(...cursor, "--remove")
    expect(await toolgate(...cursor)).toMatchObject({ status: 0 })
    expect(await install("--yes", "--remove")).toMatchObject({ status: 0 })
    expect(await install("--yes")).toMatchObject({ status: 0 })
    expect(mcp()).toBe(`${kept}  web:\n    url: https://a.example/\n`)
  })

  it("moves a server even if mcp.yaml has its secret as a reference", async () => {
    const { at, mcp, install } = there("claude-code")
    await install("--yes", "--unconfined")
    await install("--yes", "--remove")
    writeFileSync(join(at, "key"), "hunter2-hunter2\n")
    writeFileSync(join(at, "mcp.yaml"), mcp().replace("hunter2-hunter2", `\${file:${join(at, "key")}}`))
    expect(await install("--yes")).toMatchObject({ status: 0 })
    expect(mcp()).not.toContain("hunter2")
    await install("--yes", "--remove")
    writeFileSync(join(at, "key"), "another\n")
    expect(await install("--yes")).toMatchObject({ status: 2, stderr: expect.stringContaining('its variable "KEY"') })
  })

  it("rejects other servers with the same names, and explains the differences without values", async () => {
    const url = { url: "https://a.example/mcp", headers: { Authorization: "Bearer hunter2-one", "X-A": "1" } }
    const { at, mcp, text, change, install } = there("cursor", JSON.stringify({ mcpServers: { "My Web": url } }))
    await install("--yes")
    await install("--yes", "--remove")
    const [before, own] = [mcp(), text()]
    const headers = { authorization: "Bearer hunter2-two", "x-a": "1" }
    const refusal = async (changed: object) => {
      change(JSON.stringify({ mcpServers: { "My Web": changed } }))
      const { status, stderr } = await install("--yes")
      expect({ status, mcp: mcp() }).toEqual({ status: 2, mcp: before })
      expect(stderr).not.toContain("hunter2")
      return stderr
    }
    expect(await refusal({ ...url, headers })).toBe(
      `toolgate: ${JSON.stringify(join(at, "mcp.yaml"))} has another server of the same name: "my-web" differs in its header "authorization". To keep both, leave this one in the client with "--leave 'My Web'", outside the gate, or give it another name there. To use the one that is behind the gate, delete this one from the client's configuration.\n`
    )
    expect(await refusal({ url: "https://b.example/mcp" })).toContain(
      'in its URL, its header "authorization", its header "x-a".'
    )
    expect(await refusal({ command: "/opt/notes" })).toContain("differs in the way in which it is reached.")
    change(own.replace("https://a.example/mcp", "HTTPS://A.example:443/mcp"))
    expect(await install("--yes")).toMatchObject({ status: 0 })
  })

  it("reports a read-only configuration before it asks, and leaves it alone", async () => {
    const { at, text, install } = there("cursor")
    chmodSync(join(at, "mcp.json"), 0o444)
    const before = text()
    const { status, stderr } = await install("--unconfined")
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `toolgate: ${JSON.stringify(join(at, "mcp.json"))} is read-only, and was left as it is; make it writable, if this command is to change it.\n`
    })
    expect(text()).toBe(before)
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })

  it("removes a file that it made", async () => {
    const at = folder()
    const env = { XDG_STATE_HOME: join(at, "state") }
    const install = (...args: ReadonlyArray<string>) =>
      toolgate(
        ["mcp", "install", "cursor", "--config", ".cursor/mcp.json", "--servers", "mcp.yaml", "--yes", ...args],
        { cwd: at, env }
      )
    expect(await install()).toMatchObject({ status: 0 })
    expect(readdirSync(join(at, ".cursor"))).toEqual(["mcp.json"])
    expect(await install("--remove")).toMatchObject({ status: 0 })
    expect(readdirSync(join(at, ".cursor"))).toEqual([])
    expect(await install("--remove")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("The gate is not in ")
    })
  })

  it("requires a folder for a client that has none", async () => {
    const at = folder()
    const { status, stderr } = await toolgate(
      ["mcp", "install", "claude-desktop", "--config", "c.json", "--servers", "mcp.yaml"],
      { cwd: at }
    )
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Add "--workspace DIR"') })
  })
})

describe("toolgate mcp add, list and remove", () => {
  const start = () => {
    const at = folder({
      "a.json": '{"mcpServers":{"One Two":{"command":"/opt/one"},"three":{"url":"https://a.example/mcp"}}}'
    })
    const env = { XDG_STATE_HOME: join(at, "state") }
    return {
      at,
      mcp: () => readFileSync(join(at, "mcp.yaml"), "utf8"),
      run: ([command = "", ...args]: ReadonlyArray<string>) =>
        toolgate(["mcp", command, "--config", "mcp.yaml", ...args], { cwd: at, env })
    }
  }

  it("add the servers of a file, list them, and remove one", async () => {
    const { at, mcp, run } = start()
    expect(await run(["add", "--from", "a.json", "--unconfined"])).toMatchObject({
      status: 0,
      stdout: `Wrote ${JSON.stringify(join(at, "mcp.yaml"))}.\n`
    })
    expect(statSync(join(at, "mcp.yaml")).mode & 0o777).toBe(0o600)
    expect(await run(["list"])).toEqual({
      status: 0,
      stdout: "one-two  /opt/one  (unconfined)\nthree    https://a.example/mcp\n",
      stderr: ""
    })
    expect(await run(["remove", "one-two"])).toMatchObject({ status: 0 })
    expect(mcp()).not.toContain("one-two")
    expect(await run(["remove", "thre"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean "three"?')
    })
  })

  it("add the valid servers of a file, and name the others with reasons", async () => {
    const { at, mcp, run } = start()
    await run(["add", "taken", "--url", "https://a.example/"])
    const text = JSON.stringify({
      mcpServers: {
        good: { url: "https://b.example/" },
        odd: { command: "x", cwd: "/" },
        off: { command: "x", disabled: true },
        taken: { url: "https://c.example/" },
        unfit: { url: "ftp://d.example/" },
        "Twin 1": { url: "https://e.example/" },
        "twin-1": { url: "https://f.example/" }
      }
    })
    writeFileSync(join(at, "b.json"), text)
    const { status, stdout, stderr } = await run(["add", "--from", "b.json"])
    expect({ status, stdout }).toEqual({ status: 1, stdout: `Wrote ${JSON.stringify(join(at, "mcp.yaml"))}.\n` })
    for (const why of [
      'The server "odd" cannot be added. It has a member "cwd", which the gate does not support.',
      'The server "off" is switched off, and is not added.',
      'another server of the same name: "taken" differs in its URL.',
      'The server "unfit" cannot be added: the URL is neither an http nor an https URL.',
      'It would have the same name behind the gate as "twin-1", "twin-1"; choose one of the two, or rename one.'
    ])
      expect(stderr).toContain(why)
    expect(mcp().match(/^ {2}\S+:$/gm)).toEqual(["  taken:", "  good:"])
    expect(await run(["add", "--from", "b.json", "Twin 1"])).toMatchObject({ status: 0 })
    expect(mcp()).toContain("  twin-1:\n    url: https://e.example/")
    expect(await run(["add", "--from", "b.json", "off"])).toMatchObject({ status: 1 })
    expect(await run(["add", "--from", "b.json", "goood"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown server "goood"; did you mean "good"')
    })
  })

  it("do not treat the names of folders as references", async () => {
    const name = `$\{command:touch marker}`
    const at = folder()
    mkdirSync(join(at, name))
    writeFileSync(join(at, name, "notes.txt"), "")
    const words = ["mcp", "add", "notes", "--config", "mcp.yaml", "--see", "./notes.txt"]
    const run = toolgate([...words, "--", "/opt/notes", "./notes.txt"], {
      cwd: join(at, name),
      env: { XDG_STATE_HOME: at }
    })
    expect(await run).toMatchObject({ status: 0 })
    expect(readFileSync(join(at, name, "mcp.yaml"), "utf8")).toContain("/$${command:touch marker}")
  })

  it("adds a server that is confined to its granted files", async () => {
    const { at, mcp, run } = start()
    expect(
      await run(["add", "notes", "--see", ".", "--env", "KEY=${env:KEY}", "--", "/opt/notes", "--dir", "/srv"])
    ).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('The argument "/srv" of "notes" names a path that the server does not see')
    })
    expect(mcp()).toContain(`      - { path: ${at}, mode: r }\n`)
    expect(mcp()).toContain("      KEY: ${env:KEY}\n")
    const { stdout } = await run(["list", "--json"])
    expect(JSON.parse(stdout).servers).toEqual([
      {
        name: "notes",
        command: ["/opt/notes", "--dir", "/srv"],
        env: ["KEY"],
        files: [{ path: at, mode: "r" }],
        network: "none",
        unconfined: false,
        tools: []
      }
    ])
  })

  it("writes the paths of the command that the server may see as absolute paths", async () => {
    const { at, run } = start()
    await run([
      "add",
      "notes",
      "--see",
      ".",
      "--change",
      "a.json",
      "--",
      "./serve",
      "a.json",
      ".",
      "b.json",
      "--",
      "./c"
    ])
    const { stdout } = await run(["list", "--json"])
    expect(JSON.parse(stdout).servers[0].command).toEqual([
      join(at, "serve"),
      join(at, "a.json"),
      at,
      "b.json",
      "--",
      join(at, "c")
    ])
  })

  it("name the server that a mcp.yaml cannot express, before installing its package", async () => {
    const { at, run } = start()
    expect(await run(["add", "a b", "--", "npx", "-y", "no-such-package-of-anybody"])).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^toolgate: The server "a b" cannot be added: "a b" is not a valid name for a server: .*\.\n$/
      )
    })
    expect(await run(["add", "web", "--url", "nonsense"])).toEqual({
      status: 2,
      stdout: "",
      stderr: 'toolgate: The server "web" cannot be added: the URL is neither an http nor an https URL.\n'
    })
    expect(existsSync(join(at, "state"))).toBe(false)
  })

  it.each([
    [["add"], 'Name the server, and its command after "--", or give "--from FILE".'],
    [["add", "a"], 'Give the command of the server after "--"'],
    [["add", "a", "--url", "https://b.example/", "--", "x"], 'A server has a command or "--url"'],
    [["add", "Bad_Name", "--url", "https://b.example/"], "is not a valid name for a server"],
    [["add", "a", "--url", "https://b.example/", "--header", "nonsense"], '"--header" and "--env" take NAME=VALUE.'],
    [["add", "--from", "absent.json"], "there is no such file or folder"],
    [["add", "a", "--see", "/nowhere/at/all", "--", "x"], 'The path "/nowhere/at/all" does not exist'],
    [["add", "a", "--unconfined", "--network", "--", "x"], "are for a confined server"]
  ])("reject nonsense, and write nothing: %j", async (args, why) => {
    const { at, run } = start()
    expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(why) })
    expect(existsSync(join(at, "mcp.yaml"))).toBe(false)
  })

  it("leave an existing server unchanged", async () => {
    const { mcp, run } = start()
    await run(["add", "--from", "a.json", "--unconfined"])
    const before = mcp()
    for (const words of [
      ["--from", "a.json", "--unconfined"],
      ["--from", "a.json"],
      ["one-two", "--unconfined", "--", "/opt/one"],
      ["three", "--url", "https://a.example/mcp"]
    ])
      expect(await run(["add", ...words])).toMatchObject({
        status: 0,
        stdout: "Nothing was written.\n",
        stderr: expect.stringMatching(/already, and is used as it is/)
      })
    expect(mcp()).toBe(before)
    const refusal = async (...words: ReadonlyArray<string>) => (await run(["add", "one-two", ...words])).stderr
    expect(await refusal("--see", ".", "--", "/opt/one")).toContain('"one-two" differs in its rights.')
    expect(await refusal("--unconfined", "--", "/opt/one", "")).toContain('"one-two" differs in its arguments.')
    expect(await refusal("--unconfined", "--env", "A=b", "--", "/opt/two")).toContain(
      '"one-two" differs in its command, its variable "A". Add it under another name, or remove the other one first with "toolgate mcp remove one-two --config '
    )
    expect(mcp()).toBe(before)
  })

  it("refuse a second server with the same name, and an invalid file", async () => {
    const { at, mcp, run } = start()
    await run(["add", "a", "--url", "https://b.example/"])
    const before = mcp()
    expect(await run(["add", "a", "--url", "https://c.example/"])).toMatchObject({ status: 2 })
    expect(mcp()).toBe(before)
    writeFileSync(join(at, "mcp.yaml"), "servers: {}\npin: strict\n")
    expect(await run(["add", "b", "--url", "https://c.example/"])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*mcp\.yaml:2:1: unknown key "pin"/)
    })
    expect(await run(["list"])).toMatchObject({ status: 2 })
  })

  it("are added beside an invalid server, which is not replaced and can be removed", async () => {
    const { at, mcp, run } = start()
    writeFileSync(join(at, "mcp.yaml"), "servers: { a: { comand: [x] } }\n")
    const why = 'The server "a" is left out.'
    for (const words of [
      ["add", "a", "--url", "https://c.example/"],
      ["inspect", "a"]
    ])
      expect(await run(words)).toMatchObject({ status: 2, stderr: expect.stringContaining(why) })
    expect(await run(["add", "b", "--url", "https://c.example/"])).toMatchObject({ status: 0 })
    expect(mcp()).toContain("comand")
    expect(await run(["list"])).toMatchObject({ status: 1, stdout: "b  https://c.example/\n" })
    expect(await run(["remove", "a"])).toMatchObject({ status: 0 })
    expect(mcp()).not.toContain("comand")
    expect(await run(["list"])).toMatchObject({ status: 0 })
  })
})

it("changes the configuration that the client itself would read", async () => {
  const at = folder({})
  const env = { HOME: join(at, "home"), XDG_STATE_HOME: join(at, "state") }
  const done = await toolgate(["mcp", "install", "cursor", "--servers", "mcp.yaml", "--yes"], { cwd: at, env })
  expect(done).toMatchObject({ status: 0 })
  expect(readFileSync(join(at, "home/.cursor/mcp.json"), "utf8")).toMatch(/"toolgate"[\s\S]*\n$/)
})

import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ended, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const greet = {
  name: "greet",
  description: "Greets somebody.",
  module: "greet.mjs",
  category: "data",
  parameters: { name: { type: "string", required: true } },
  examples: [{ args: { name: "Ann" }, expect: { value: "Hello, Ann." } }]
}

const write = (at: string, name: string, manifest: object, word = "Hello") => {
  mkdirSync(join(at, name), { recursive: true })
  writeFileSync(
    join(at, name, "manifest.json"),
    JSON.stringify({ schema_version: "1.0", name, version: "1.0.0", description: "Greets.", ...manifest })
  )
  writeFileSync(join(at, name, "greet.mjs"), `export default ({ name }) => "${word}, " + name + "."`)
}

const plugins = () => {
  const at = folder()
  write(at, "greetings", { tools: [greet] })
  return { at, env: { XDG_STATE_HOME: folder() } }
}

describe("--plugins", () => {
  it("lists, shows, calls and tests the tools of plugins, with their owner", async () => {
    const { at, env } = plugins()
    const listed = await toolgate(["tools", "--plugins", at], { env })
    expect(listed).toMatchObject({ status: 0, stderr: "" })
    expect(listed.stdout).toMatch(/^data:\ngreet +NONE +Greets somebody\. \(plugin\/greetings\)$/m)
    const shown = await toolgate(["tools", "show", "greet", "--plugins", at], { env })
    expect(shown.stdout).toMatch(/^owner +plugin\/greetings$/m)
    const called = await toolgate(["call", "greet", "name=Bo", "--plugins", at], { env })
    expect(called).toEqual({ status: 0, stdout: "Hello, Bo.\n", stderr: "" })
    const tested = await toolgate(["tools", "test", "--plugins", at], { env })
    expect(tested).toMatchObject({ status: 0, stdout: "✓ greet 1\n1 passed, 0 failed\n" })
    const explained = await toolgate(["policy", "explain", "greet", "name=Bo", "--json", "--plugins", at], { env })
    expect(JSON.parse(explained.stdout)).toMatchObject({ decision: "allow" })
  })

  it("reports switched-off and failed plugins, and fails only for failed ones", async () => {
    const { at, env } = plugins()
    write(at, "off", { enabled: false, tools: [{ ...greet, name: "bye" }] })
    const off = await toolgate(["tools", "--plugins", at], { env })
    expect(off).toMatchObject({ status: 0, stderr: "toolgate: The tool bye of the plugin off is switched off.\n" })
    expect(off.stdout).not.toMatch(/^bye/m)
    write(at, "broken", { dependencies: ["kuzu"], tools: [{ ...greet, name: "draw" }] })
    for (const command of [["tools"], ["tools", "test"]]) {
      const { status, stdout, stderr } = await toolgate([...command, "--plugins", at], { env })
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('"kuzu"') })
      expect(stdout).toContain("greet")
    }
  })

  it("reports a folder without plugins, and rejects a missing folder or a file", async () => {
    const at = folder({ file: "" })
    const none = await toolgate(["tools", "--plugins", at])
    expect(none).toMatchObject({
      status: 0,
      stderr: `toolgate: There are no plugins in "${at}"; each is a folder with a manifest.json.\n`
    })
    for (const given of [join(at, "absent"), join(at, "file")])
      for (const command of [["tools"], ["call", "--host-tools", "Echo", "text=a"]])
        expect(await toolgate([...command, "--plugins", given])).toEqual({
          status: 2,
          stdout: "",
          stderr: `toolgate: The plugin folder "${given}" does not exist. Pass an existing folder with "--plugins".\n`
        })
  })
})

describe("--watch", () => {
  it("is for plugins", async () => {
    const { status, stderr } = await toolgate(["supervise", "--no-audit", "--watch", "--", "true"])
    expect(status).toBe(2)
    expect(stderr).toContain('The flag "--watch" is for "--plugins"')
  })

  it("reports on one line that a plugin was reloaded", async () => {
    const { at, env } = plugins()
    const child = start(
      ["mcp", "serve", "--watch", "--plugins", at, "--store", join(folder(), "store.sqlite")],
      folder(),
      env
    )
    const ending = ended(child)
    let said = ""
    const reloaded = new Promise<void>((resolve) =>
      child.stderr.on("data", (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes("was reloaded")) resolve()
      })
    )
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    }
    child.stdin.write(`${JSON.stringify(initialize)}\n`)
    await once(child.stdout, "data")
    write(at, "greetings", { tools: [{ ...greet, description: "Greets somebody well." }] }, "Good day")
    await reloaded
    child.stdin.end()
    expect((await ending).stderr).toContain("toolgate: The plugin greetings was reloaded: greet replaced.\n")
  })
})

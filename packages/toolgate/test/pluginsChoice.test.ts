import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { GatePlugins, ToolgateLayer } from "../src/effect.ts"
import { builtins, createToolgate, type ToolgateOptions } from "../src/index.ts"
import type { PinoLike } from "../src/PinoLogger.ts"

/** Writes a file and makes its parent folders. Values other than text are written as JSON. */
const write = (path: string, content: unknown) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
}

/** Writes a plugin whose tool returns this text. */
const writePlugin = (folder: string, said: string, more: object = {}) => {
  const tool = { name: "greet", description: "Greets.", module: "greet.mjs" }
  write(join(folder, "manifest.json"), { name: "greetings", version: "1.0.0", tools: [tool], ...more })
  write(join(folder, "greet.mjs"), `export default () => ${JSON.stringify(said)}\n`)
}

const policyText = "version: 1\nrules: { allow: [greet, write_file] }\n"

/** Opens a gate with a plugin in its workspace, together with its policy, its settings and its copies. */
const open = async (more: Partial<ToolgateOptions> = {}, policy = policyText) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-plugins-")))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const of = (name: string) => join(workspace, name)
  write(of("policy.yaml"), policy)
  writePlugin(of("plugins/greetings"), "hello")
  const warnings: Array<string> = []
  const quiet = () => {}
  const warn = (_: object, message: string) => void warnings.push(message.replaceAll(`${workspace}/`, ""))
  const logger: PinoLike = { trace: quiet, debug: quiet, info: warn, warn, error: warn, fatal: warn }
  const gate = await createToolgate({
    workspace,
    policy: { files: [of("policy.yaml")] },
    tools: builtins(),
    plugins: { folders: [of("plugins")], settings: of("settings"), state: of("state") },
    logger,
    ...more
  })
  onTestFinished(() => gate.close())
  let calls = 0
  const call = (tool: string, args: object = {}) => gate.dispatch({ id: `${++calls}`, tool, args })
  return { gate, call, workspace, of, warnings }
}

const said = async (answer: ReturnType<Awaited<ReturnType<typeof open>>["call"]>) => (await answer).output.value

describe("a gate with plugins", () => {
  it("has their tools, and a tool to reload them", async () => {
    const { gate, call, warnings } = await open()
    expect(await said(call("greet"))).toBe("hello")
    expect(gate.plugins.listTools()).toMatchObject([{ name: "greet", plugin: "greetings", enabled: true }])
    expect(gate.tools.list().map(({ name, owner }) => [name, owner])).toEqual([
      ...builtins().map(({ name }) => [name, undefined]),
      ["reload_plugins", undefined],
      ["greet", "plugin/greetings"]
    ])
    expect([warnings, gate.plugins.problems]).toEqual([[], []])
  })

  it("has none without the option, and no tool that reloads them", async () => {
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-plugins-")))
    onTestFinished(() => rmSync(workspace, { recursive: true }))
    await using gate = await createToolgate({ workspace, policy: "host", tools: [] })
    expect(gate.canUseTool("reload_plugins")).toBe(false)
    expect([gate.plugins.listTools(), await gate.plugins.checkForChanges(), gate.plugins.problems]).toEqual([
      [],
      [],
      []
    ])
    expect(await gate.plugins.reloadChanged()).toEqual({ count: 0, problems: [] })
  })

  it("reloads changed plugins, and notifies listeners of the tools", async () => {
    const { gate, call, of } = await open()
    const told: Array<string> = []
    gate.tools.listen(({ change, tool }) => void told.push(`${change} ${tool.name}`))
    expect(await gate.plugins.checkForChanges()).toEqual([])
    writePlugin(of("plugins/greetings"), "good day")
    expect(await gate.plugins.checkForChanges()).toEqual(["greetings"])
    expect(await said(call("greet"))).toBe("hello")
    expect(await gate.plugins.reloadChanged()).toEqual({ count: 1, problems: [] })
    expect(await said(call("greet"))).toBe("good day")
    expect(told).toEqual(["replaced greet"])
  })

  it("asks a person before an agent reloads them", async () => {
    const asked: Array<string> = []
    const { call, of } = await open({
      onAsk: ({ toolName }) => {
        asked.push(toolName)
        return { decision: asked.length === 1 ? "deny" : "approve" }
      }
    })
    writePlugin(of("plugins/greetings"), "good day")
    expect(await call("reload_plugins")).toMatchObject({ error: { class: "user_denied" } })
    expect(await said(call("greet"))).toBe("hello")
    expect(await said(call("reload_plugins"))).toEqual({ reloaded: 1, problems: [] })
    expect(await said(call("greet"))).toBe("good day")
    expect(asked).toEqual(["reload_plugins", "reload_plugins"])
  })

  it("lets no call change a plugin, its settings or the running copies, nor move their folders", async () => {
    const { call } = await open()
    expect(await call("write_file", { path: "notes.txt", content: "x" })).toMatchObject({ success: true })
    for (const path of [
      "plugins/greetings/greet.mjs",
      "plugins/new/manifest.json",
      "settings/greetings.json",
      "state/plugins/x"
    ])
      expect(await call("write_file", { path, content: "x" })).toMatchObject({
        executed: "no",
        error: { class: "permission_denied" }
      })
  })

  it("opens without an invalid plugin, and explains why", async () => {
    const parts = await open()
    await parts.gate.close()
    writePlugin(parts.of("plugins/greetings"), "hello", { dependencies: ["cmd:no-such-program"] })
    const { gate, warnings } = await open({ plugins: { ...placesIn(parts.of), folders: [parts.of("plugins")] } })
    expect(gate.canUseTool("greet")).toBe(false)
    const reason = 'plugin "greetings" needs "cmd:no-such-program"'
    expect(gate.plugins.problems).toMatchObject([{ plugin: "greetings", message: expect.stringContaining(reason) }])
    expect(warnings).toContainEqual(expect.stringContaining(reason))
  })

  it("knows their tools when it reads its policy, so that entries about them are not treated as mistakes", async () => {
    const { warnings } = await open({}, "version: 1\nrules: { deny: [greet, reload_plugins] }\n")
    expect(warnings).toEqual([])
    await expect(open({}, "version: 1\nrules: { deny: [greett] }\n")).rejects.toThrow('did you mean "greet"?')
  })

  it("hides a changed definition from calls until a person approves it, under pins", async () => {
    const { gate, call, of } = await open({ pins: { owners: { "plugin/greetings": "first-use" } } })
    expect(await said(call("greet"))).toBe("hello")
    const tool = { name: "greet", description: "Greets, and more.", module: "greet.mjs" }
    writePlugin(of("plugins/greetings"), "good day", { tools: [tool] })
    expect(await gate.plugins.reloadChanged()).toEqual({ count: 1, problems: [] })
    expect(gate.canUseTool("greet")).toBe(false)
    expect(await call("greet")).toMatchObject({ executed: "no", success: false })
  })

  it("reloads nothing after it is closed", async () => {
    const { gate } = await open()
    await gate.close()
    await expect(gate.plugins.reloadChanged()).rejects.toThrow("The gate is closed")
    await expect(gate.plugins.checkForChanges()).rejects.toThrow("The gate is closed")
  })

  it.each([
    ["", 'option "plugins" must be the path of a folder, or an object as in { folders: ["plugins"] }.'],
    [{ folder: "a" }, 'unknown option "plugins.folder"; did you mean "plugins.folders"?'],
    [{}, 'option "plugins.folders" must be a list of paths of folders.'],
    [{ folders: "a" }, 'option "plugins.folders" must be a list of paths of folders.'],
    [{ folders: [], setting: "a" }, 'unknown option "plugins.setting"; did you mean "plugins.settings"?'],
    [{ folders: [], state: 7 }, 'option "plugins.state" must be the path of a folder.']
  ])("refuses %o in place of plugins", async (plugins, told) => {
    await expect(open({ plugins } as never)).rejects.toThrow(new TypeError(`Cannot open the gate: ${told}`))
  })

  it("works the same through the Effect door", async () => {
    const { of } = await open()
    const plugins = { ...placesIn(of), folders: [of("plugins")] }
    const gate = ToolgateLayer.layer({ policy: "host", tools: [], plugins })
    const listed = Effect.map(GatePlugins, ({ listTools }) => listTools().map(({ name }) => name))
    expect(await Effect.runPromise(Effect.provide(listed, gate))).toEqual(["greet"])
  })
})

const placesIn = (of: (name: string) => string) => ({ settings: of("settings"), state: of("state") })

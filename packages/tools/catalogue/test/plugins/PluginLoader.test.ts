import { randomBytes } from "node:crypto"
import { readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { defineTool } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MemoryPinStore } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { reloadPluginsTool } from "../../src/index.ts"
import { manifest, openPlugins, script, write } from "./openPlugins.ts"

/** Writes a plugin whose tools return the same text. */
const put = (plugins: string, name: string, tools: ReadonlyArray<string>, text = "one", more: object = {}) =>
  write(plugins, {
    ...Object.fromEntries(tools.map((tool) => [`${name}/${tool}.mjs`, `export default () => "${text}"`])),
    [`${name}/manifest.json`]: manifest(
      name,
      tools.map((tool) => script(tool)),
      more
    )
  })

describe("plugins that are discovered", () => {
  it("register their working tools under the plugin", async () => {
    const { call, discover, names, plugins, registry } = await openPlugins()
    put(plugins, "one", ["a", "b"])
    put(plugins, "two", ["c"])
    write(plugins, { "no-plugin/README.md": "" })
    expect(await discover()).toEqual({ count: 2, problems: [] })
    expect(names()).toEqual(["a", "b", "c"])
    expect(registry.get("b")?.definition.owner).toBe("plugin/one")
    expect((await call("a")).output.value).toBe("one")
  })

  it("are refused whole if one tool is invalid, and the others are loaded", async () => {
    const { discover, names, plugins } = await openPlugins()
    put(plugins, "one", ["a"])
    put(plugins, "two", ["b", "c"])
    write(plugins, { "two/c.mjs": "this is no script" })
    const { count, problems } = await discover()
    expect(count).toBe(1)
    expect(problems).toEqual([
      {
        plugin: "two",
        source: join(plugins, "two"),
        message: expect.stringMatching(/^Tool "c" cannot be registered: /)
      }
    ])
    expect(names()).toEqual(["a"])
  })

  it("are both refused if they have the same name", async () => {
    const { discover, names, plugins, reload } = await openPlugins()
    put(plugins, "one", ["a"])
    renameSync(join(plugins, "one"), join(plugins, "first"))
    put(plugins, "one", ["b"])
    expect((await discover()).problems.map(({ message }) => message)).toEqual([
      `two plugins are called "one": another one is in "${join(plugins, "one")}"`,
      `two plugins are called "one": another one is in "${join(plugins, "first")}"`
    ])
    expect(names()).toEqual([])
    rmSync(join(plugins, "first"), { recursive: true })
    expect(await reload()).toEqual({ count: 1, problems: [] })
    // A new plugin does not take the name of an active one.
    put(plugins, "a-thief", ["a"])
    write(plugins, { "a-thief/manifest.json": manifest("one", [script("a")]) })
    expect((await reload()).problems.map(({ source }) => source)).toEqual([join(plugins, "a-thief")])
    expect(names()).toEqual(["b"])
    // Nor does it while the folder of that plugin is broken.
    write(plugins, { "one/manifest.json": "{" })
    expect((await reload()).problems.map(({ source }) => source)).toContain(join(plugins, "a-thief"))
    expect(names()).toEqual(["b"])
  })

  it("are refused if another owner has a name, with both owners in the error", async () => {
    const own = defineTool({
      name: "own",
      description: "The app's own.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: () => null
    })
    const { discover, names, plugins } = await openPlugins({ tools: [own] })
    put(plugins, "one", ["a"])
    put(plugins, "three", ["own"])
    put(plugins, "two", ["a", "b"])
    const { count, problems } = await discover()
    expect([count, names()]).toEqual([1, ["own", "a"]])
    expect(problems.map(({ message }) => message)).toEqual([
      'Tool "own" cannot be registered: the name "own" is taken by the tool "own" of the app, and this tool is of "plugin/three"',
      'Tool "a" cannot be registered: the name "a" is taken by the tool "a" of "plugin/one", and this tool is of "plugin/two"'
    ])
  })

  it("report a missing folder of plugins", async () => {
    const { discover, plugins } = await openPlugins()
    rmSync(plugins, { recursive: true })
    expect((await discover()).problems).toEqual([
      { plugin: "plugins", source: plugins, message: "there is no such file or folder" }
    ])
  })

  it("are copied to folders that only this user may read, and run from there", async () => {
    const { call, discover, plugins, registry, state } = await openPlugins()
    put(plugins, "one", ["a"])
    await discover()
    const [digest = ""] = readdirSync(join(state, "plugins", "one"))
    const copy = join(state, "plugins", "one", digest)
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect([statSync(copy).mode & 0o777, statSync(join(copy, "a.mjs")).mode & 0o777]).toEqual([0o700, 0o600])
    expect(registry.get("a")?.implementations).toMatchObject([{ kind: "script", script: join(copy, "a.mjs") }])
    rmSync(plugins, { recursive: true })
    expect((await call("a")).output.value).toBe("one")
  })

  it("are removed from the registry when the scope of the loader closes", async () => {
    const { discover, names, plugins, scope } = await openPlugins()
    put(plugins, "one", ["a"])
    await discover()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(names()).toEqual([])
  })
})

describe("plugins that are reloaded", () => {
  it("are only those with changed files or settings", async () => {
    const { call, changes, discover, plugins, reload, settings } = await openPlugins()
    put(plugins, "one", ["a"])
    put(plugins, "two", ["b"])
    await discover()
    expect(await changes()).toEqual([])
    expect(await reload()).toEqual({ count: 0, problems: [] })
    write(plugins, { "one/a.mjs": 'export default () => "two"' })
    put(plugins, "three", ["c"])
    expect(await changes()).toEqual(["one", "three"])
    expect(await reload()).toEqual({ count: 2, problems: [] })
    expect((await call("a")).output.value).toBe("two")
    // The modification times of the files do not matter.
    write(plugins, { "one/a.mjs": 'export default () => "two"' })
    expect(await changes()).toEqual([])
    write(settings, { "two.json": { enabled: false } })
    expect(await changes()).toEqual(["two"])
    rmSync(join(plugins, "three"), { recursive: true })
    expect(await changes()).toEqual(["two", "three"])
  })

  it("keep the old version if the new one is invalid, explain why, and accept a repaired one", async () => {
    const { call, changes, discover, loader, names, plugins, reload } = await openPlugins()
    put(plugins, "one", ["a", "b"])
    await discover()
    for (const [breaking, why] of [
      [() => write(plugins, { "one/manifest.json": "{" }), /^this is not YAML/],
      [() => write(plugins, { "one/manifest.json": manifest("one", [script("c")]) }), /^"c\.mjs" does not exist/],
      [() => write(plugins, { "one/a.mjs": "export const no = default" }), /^Tool "a" cannot be registered/],
      [() => rmSync(join(plugins, "one", "manifest.json")), /^there is no such file, and a plugin has a manifest$/]
    ] as const) {
      put(plugins, "one", ["a", "b"], "two")
      breaking()
      const { count, problems } = await reload()
      expect([count, problems.length]).toEqual([0, 1])
      expect(problems[0]?.message).toMatch(why)
      expect(loader.problems).toEqual(problems)
      expect([names(), (await call("a")).output.value]).toEqual([["a", "b"], "one"])
      expect(loader.listTools().map(({ name }) => name)).toEqual(["a", "b"])
      expect(await changes()).toEqual([])
    }
    put(plugins, "one", ["a", "c"], "three")
    expect(await reload()).toEqual({ count: 1, problems: [] })
    expect([names(), loader.problems, (await call("a")).output.value]).toEqual([["a", "c"], [], "three"])
  })

  it("lose their tools when they are switched off, renamed or removed", async () => {
    const { discover, loader, names, plugins, registry, reload } = await openPlugins()
    put(plugins, "one", ["a"])
    await discover()
    write(plugins, { "one/manifest.json": manifest("other", [script("a")]) })
    expect(await reload()).toEqual({ count: 1, problems: [] })
    expect(registry.get("a")?.definition.owner).toBe("plugin/other")
    write(plugins, { "one/manifest.json": manifest("other", [script("a")], { enabled: false }) })
    await reload()
    expect([names(), loader.listTools().map(({ enabled }) => enabled)]).toEqual([[], [false]])
    write(plugins, { "one/manifest.json": manifest("other", [script("a")]) })
    await reload()
    expect(names()).toEqual(["a"])
    // A plugin whose last version was broken also loses its tools with its folder.
    write(plugins, { "one/manifest.json": "{" })
    await reload()
    rmSync(join(plugins, "one"), { recursive: true })
    await reload()
    expect([names(), loader.listTools()]).toEqual([[], []])
  })

  it("are quarantined under strict pins if their definition changed, until a person approves it", async () => {
    const key = new SecretKey(randomBytes(32))
    const { call, discover, plugins, reload } = await openPlugins({
      pins: { key, app: "off", owners: { "plugin/one": "first-use" }, store: MemoryPinStore.layer }
    })
    put(plugins, "one", ["a"])
    await discover()
    expect((await call("a")).output.value).toBe("one")
    // Different code with the pinned definition is a different implementation.
    put(plugins, "one", ["a"], "two")
    await reload()
    expect((await call("a")).error).toMatchObject({ why: "ToolQuarantined", details: { changed: ["implementations"] } })
    write(plugins, { "one/manifest.json": manifest("one", [script("a", { description: "Obey this." })]) })
    expect(await reload()).toEqual({ count: 1, problems: [] })
    expect((await call("a")).error).toMatchObject({
      why: "ToolQuarantined",
      details: { changed: ["description", "implementations"] }
    })
    put(plugins, "one", ["a"])
    await reload()
    expect((await call("a")).output.value).toBe("one")
  })

  it("keep at most five versions", async () => {
    const { discover, plugins, reload, state } = await openPlugins()
    put(plugins, "one", ["a"])
    await discover()
    for (let version = 0; version < 8; version++) {
      put(plugins, "one", ["a"], `version ${version}`)
      expect((await reload()).count).toBe(1)
    }
    expect(readdirSync(join(state, "plugins", "one")).length).toBe(5)
  })

  it("are reloaded by a tool, which returns the problems", async () => {
    const { call, discover, loader, plugins, registry } = await openPlugins()
    Effect.runSync(registry.add(reloadPluginsTool(loader)))
    expect(registry.get("reload_plugins")?.definition).toMatchObject({
      sideEffects: "EXECUTE",
      effects: ["system_state"],
      risk: "HIGH",
      callers: ["direct"]
    })
    put(plugins, "one", ["a"])
    await discover()
    put(plugins, "one", ["a"], "two")
    put(plugins, "two", ["b"])
    write(plugins, { "two/manifest.json": "[]" })
    expect((await call("reload_plugins")).output.value).toEqual({
      reloaded: 1,
      problems: [expect.objectContaining({ plugin: "two", source: `${join(plugins, "two", "manifest.json")}:1:1` })]
    })
  })

  it("are reloaded automatically while they are watched", async () => {
    const { call, discover, loader, plugins, registry, runtime, scope } = await openPlugins()
    put(plugins, "one", ["a"])
    await discover()
    await runtime.runPromise(Scope.provide(loader.watch, scope))
    const replaced = Promise.withResolvers<void>()
    await runtime.runPromise(
      Scope.provide(
        registry.listen(() => replaced.resolve()),
        scope
      )
    )
    put(plugins, "one", ["a"], "two")
    await replaced.promise
    expect((await call("a")).output.value).toBe("two")
  })
})

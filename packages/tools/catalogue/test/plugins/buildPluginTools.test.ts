import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { manifest, openPlugins, script, write } from "./openPlugins.ts"

const settings_schema = {
  style: { type: "string", default: "plain" },
  depth: { type: "integer", default: 3 },
  extra: { type: "string" }
}

describe("a command of a plugin", () => {
  const command = (words: ReadonlyArray<string>, more: object = {}) => ({
    name: "run",
    description: "For tests.",
    command: words,
    ...more
  })

  it("contains words from the plugin's settings and its folder, and the settings in a variable", async () => {
    const { discover, plugins, settings, registry, state } = await openPlugins()
    const words = ["./run.sh", "--style={settings.style}", "{settings.depth}", "{settings.extra}", "{plugin.folder}/x"]
    write(plugins, {
      "one/manifest.json": manifest("one", [command(words)], { settings_schema }),
      "one/run.sh": "#!/bin/sh\n"
    })
    write(settings, { "one.json": { custom_config: { style: "{odd}" } } })
    expect((await discover()).problems).toEqual([])
    const [digest = ""] = readdirSync(join(state, "plugins", "one"))
    const folder = join(state, "plugins", "one", digest)
    expect(registry.get("run")?.implementations).toMatchObject([
      {
        kind: "command",
        argv: ["./run.sh", "--style={odd}", "3", `${folder}/x`],
        input: "stdin",
        output: "text",
        folder,
        env: { TOOLGATE_SETTINGS: '{"style":"{odd}","depth":3}' }
      }
    ])
    expect(registry.get("run")?.definition.sideEffects).toBe("EXECUTE")
  })

  it("keeps the positions of arguments, and the braces of a setting stay literal", async () => {
    const { discover, plugins, settings, registry } = await openPlugins()
    const parameters = { text: { type: "string", required: true } }
    write(plugins, {
      "one/manifest.json": manifest("one", [command(["echo", "--", "{settings.style}", "{text}"], { parameters })], {
        settings_schema
      })
    })
    write(settings, { "one.json": { custom_config: { style: "{text}" } } })
    expect((await discover()).problems).toEqual([])
    expect(registry.get("run")?.implementations).toMatchObject([
      { argv: ["echo", "--", "{{text}}", "{text}"], input: "words" }
    ])
  })

  it("is refused if a word names no setting, or a file of the workspace", async () => {
    const { discover, plugins } = await openPlugins()
    write(plugins, {
      "one/manifest.json": manifest("one", [command(["node", "./lint.mjs", "{settings.styl}", "{plugin.home}"])], {
        settings_schema
      }),
      "one/lint.mjs": ""
    })
    expect((await discover()).problems.map(({ message }) => message)).toEqual([
      'the word "./lint.mjs" would be a file of the workspace: write "{plugin.folder}/lint.mjs" for the plugin\'s own',
      expect.stringMatching(/^unknown setting "styl" in the command; did you mean "style"\?/),
      expect.stringMatching(/^unknown placeholder "\{plugin\.home\}" in the command/)
    ])
  })
})

describe("a tool of a plugin", () => {
  it("is tightened by its user's settings", async () => {
    const { discover, plugins, settings, registry } = await openPlugins()
    const tools = [script("a", { timeout: "10s" }), script("b"), script("c")]
    write(plugins, {
      "one/manifest.json": manifest("one", tools),
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`one/${name}.mjs`, "export default () => 1"]))
    })
    const tool_overrides = {
      a: { timeout: "2s", description: "Other." },
      b: { timeout: "1h" },
      c: { enabled: false }
    }
    write(settings, { "one.json": { tool_overrides } })
    expect((await discover()).problems).toEqual([])
    const found = ["a", "b", "c"].map((name) => registry.get(name)?.definition)
    expect(found.map((tool) => [tool?.timeoutMs, tool?.description])).toEqual([
      [2000, "Other."],
      // A longer time than the default has no effect.
      [60_000, "For tests."],
      [undefined, undefined]
    ])
  })
})

describe("the name of a tool", () => {
  it("must not match rules for the tools of MCP servers, and neither may an alias", async () => {
    const { discover, names, plugins } = await openPlugins()
    write(plugins, {
      "one/manifest.json": manifest("one", [
        script("mcp__github__get", { module: "a.mjs" }),
        script("a", { aliases: ["b", "mcp__x"] })
      ]),
      "one/a.mjs": "export default () => 1"
    })
    const fault = (name: string) =>
      `the name "${name}" is for a tool of an MCP server, and rules for servers would hold for it: give it another name`
    expect((await discover()).problems.map(({ message }) => message)).toEqual([
      fault("mcp__github__get"),
      fault("mcp__x")
    ])
    expect(names()).toEqual([])
  })
})

describe("a plugin whose code runs in this process", () => {
  const tool = { ...script("run", { module: "src/main.mjs", function: "run", class: "READ" }) }
  const files = (text: string, parts: object = tool, name = "trusted") => ({
    [`${name}/manifest.json`]: manifest(name, [parts], { runs: "function", settings_schema }),
    [`${name}/src/main.mjs`]: `import { text } from "./text.mjs"\nexport const run = (args, { settings, callId }) => ({ text: text + settings.style + typeof callId })`,
    [`${name}/src/text.mjs`]: `export const text = "${text}"`
  })

  it("is refused until its user has trusted the digest of all its files", async () => {
    const { call, discover, plugins, settings, reload } = await openPlugins()
    write(plugins, files("one "))
    const { problems } = await discover()
    const place = join(settings, "trusted.json")
    expect(problems[0]?.message).toMatch(
      /^the code of "trusted" would run in this process, but is not trusted: read its files, and write "trusted": "[0-9a-f]{64}" into /
    )
    expect(problems[0]?.message).toContain(JSON.stringify(place))
    write(settings, { "trusted.json": { trusted: digestIn(problems) } })
    expect(await reload()).toEqual({ count: 1, problems: [] })
    expect((await call("run")).output.value).toEqual({ text: "one plainstring" })
    // The imports of its module count as well.
    write(plugins, files("two "))
    const changed = await reload()
    expect(changed.problems[0]?.message).toMatch(/would run in this process, and it has changed since it was trusted/)
    expect((await call("run")).output.value).toEqual({ text: "one plainstring" })
    write(settings, { "trusted.json": { trusted: digestIn(changed.problems) } })
    await reload()
    expect((await call("run")).output.value).toEqual({ text: "two plainstring" })
  })

  it("declares its effects, and has the function that its manifest names", async () => {
    const { discover, plugins, settings, reload } = await openPlugins()
    write(plugins, files("one", script("run", { module: "src/main.mjs", function: "no" }), "faulty"))
    write(settings, { "faulty.json": { trusted: digestIn((await discover()).problems) } })
    expect((await reload()).problems.map(({ message }) => message)).toEqual([
      'the tool "run" runs in this process, where it can do anything: say what it does, under "class"',
      '"src/main.mjs" has no function as its export "no"'
    ])
  })

  it("has at most five versions in a process, and then asks for a restart", async () => {
    const { call, discover, plugins, settings, reload } = await openPlugins()
    const trust = async (text: string, look: () => ReturnType<typeof reload>) => {
      write(plugins, files(text, tool, "often"))
      write(settings, { "often.json": { trusted: digestIn((await look()).problems) } })
      return reload()
    }
    for (let version = 1; version <= 5; version++)
      expect((await trust(`${version} `, version === 1 ? discover : reload)).problems).toEqual([])
    expect((await trust("6 ", reload)).problems.map(({ message }) => message)).toEqual([
      'this process has imported 5 versions of the code of "often", and cannot forget one: restart it'
    ])
    expect((await call("run")).output.value).toEqual({ text: "5 plainstring" })
    // A version that was imported already can be loaded again.
    expect((await trust("4 ", reload)).count).toBe(1)
  })
})

const digestIn = (problems: ReadonlyArray<{ readonly message: string }>): string | undefined =>
  /"trusted": "([0-9a-f]{64})"/.exec(problems[0]?.message ?? "")?.[1]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getLeastCount, runs } from "@toolgate/testing"
import { countTexts, foreignWays, putForeignText, setForeignTrap } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { stringify } from "yaml"
import { createSkillTool, formatSkills, loadSkills } from "../src/index.ts"
import { buildPluginTools } from "../src/plugins/buildPluginTools.ts"
import { readPlugin } from "../src/plugins/readPlugin.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-foreign-"))
afterAll(() => rmSync(folder, { recursive: true }))
const trap = setForeignTrap(folder)

const foreign = (document: unknown) =>
  fc.record({
    at: fc.nat({ max: countTexts(document) - 1 }),
    text: fc.oneof(
      fc.constantFrom(...trap.texts),
      fc.array(fc.constantFrom(...trap.pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""))
    ),
    how: fc.constantFrom(...foreignWays)
  })

const manifest = {
  schema_version: "1.0",
  name: "p",
  version: "1.0.0",
  description: "A plugin.",
  settings_schema: {
    style: { type: "string", default: "plain", description: "The style." },
    depth: { type: "integer" }
  },
  tools: [
    {
      name: "run",
      aliases: ["run_it"],
      title: "Run",
      description: "Runs.",
      category: "code",
      parameters: { text: { type: "string", required: true, description: "The text.", enum: ["a", "b"] } },
      examples: [{ description: "One.", args: { text: "a" }, expect: { text: "a" } }],
      command: ["./run", "--style={settings.style}", "--", "{plugin.folder}/x", "{text}"]
    },
    { name: "count", description: "Counts.", module: "count.mjs", function: "count", side_effects: ["read_only"] }
  ]
}

describe("a plugin's manifest", () => {
  it("makes no references from any of its members: its words are the words that run", async () => {
    const [plugin, settings] = [join(folder, "plugins", "p"), join(folder, "settings")]
    for (const path of [plugin, settings]) mkdirSync(path, { recursive: true })
    writeFileSync(join(plugin, "run"), "#!/bin/sh\n")
    writeFileSync(join(plugin, "count.mjs"), "export const count = () => 1\n")
    let made = 0
    await fc.assert(
      fc.asyncProperty(foreign(manifest), async (place) => {
        const document = putForeignText(manifest, place) as typeof manifest
        writeFileSync(join(plugin, "manifest.json"), JSON.stringify(document))
        const { whole, problems } = await readPlugin(plugin, settings)
        trap.check(problems)
        if (whole === undefined) return
        const { manifest: read, content, reading, settings: values, overrides } = whole
        const plain = new Map([...overrides].map(([name, { value }]) => [name, value]))
        const tools = await buildPluginTools(
          { manifest: read, content, folder: plugin, settings: values, overrides: plain },
          reading
        )
        trap.check([tools, reading.faults])
        made += tools.length
        const [command, script] = tools.flatMap(({ implementations }) => implementations)
        const isRefused = reading.faults !== undefined
        if (isRefused || command?.kind !== "command" || script?.kind !== "script" || place.how === "alone") return
        // The only difference is the filled placeholder.
        const style = document.settings_schema.style?.default ?? ""
        const filled = (document.tools[0]?.command ?? []).map((word) =>
          word
            .replaceAll("{settings.style}", () => style.replaceAll("{", "{{").replaceAll("}", "}}"))
            .replaceAll("{plugin.folder}", () => plugin)
        )
        expect(command.argv).toEqual(filled)
      }),
      runs(150)
    )
    expect(made).toBeGreaterThan(10)
  })
})

const skill = {
  name: "sk",
  description: "A skill.",
  license: "MIT",
  compatibility: "Any.",
  version: "1.0.0",
  "allowed-tools": "Bash(git:*) Read",
  allowed_tools: ["read_file", "write_file"],
  metadata: { author: "Ada", "toolgate-tools": "read_file", version: "1.0.0" }
}

describe("a skill", () => {
  it("makes no references from any of its members, and its texts are those of its file", async () => {
    mkdirSync(join(folder, "skills", "sk"), { recursive: true })
    const path = join(folder, "skills", "sk", "SKILL.md")
    let loaded = 0
    await fc.assert(
      fc.asyncProperty(foreign({ ...skill, body: "Be brief." }), async (place) => {
        const { body, ...head } = putForeignText({ ...skill, body: "Be brief." }, place) as typeof skill & {
          readonly body: string
        }
        writeFileSync(path, `---\n${stringify(head, { lineWidth: 0 })}---\n${body}\n`)
        const { skills, problems } = await Effect.runPromise(loadSkills(join(folder, "skills")))
        trap.check([problems, skills])
        const [read] = skills
        if (read === undefined) return
        loaded++
        expect([read.name, read.description]).toEqual([head.name, head.description.trim()])
        if (body !== undefined) expect(formatSkills(skills)).toContain(body.trim())
        const [way] = createSkillTool(skills).implementations
        if (way?.kind !== "function") throw new Error("The tool has another form.")
        trap.check([formatSkills(skills)])
      }),
      runs(150)
    )
    expect(loaded).toBeGreaterThanOrEqual(getLeastCount(0.5, runs(150)))
  })
})

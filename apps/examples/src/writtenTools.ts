// Tools that are written down: a catalogue that an operator edits, a plugin that is reloaded while the gate is open, and a skill that
// restricts an agent to some of them.
import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, createToolgate } from "toolgate"

const folder = await mkdtemp(join(tmpdir(), "toolgate-example-"))
const of = (name: string) => join(folder, name)
await cp(join(import.meta.dirname, "../written"), of("written"), { recursive: true })
await writeFile(of("CHANGELOG.md"), "# 1.0.0\n- added: a gate\n- added: a record\n- fixed: a door\n")

await using gate = await createToolgate({
  workspace: folder,
  policy: { files: [of("written/policy.yaml")] },
  tools: builtins(),
  catalogue: of("written/tools.yaml"),
  // A program of an operator leaves out `settings` and `state`: they are in the user's own folders.
  plugins: { folders: [of("written/plugins")], settings: of("settings"), state: of("state") },
  skills: of("written/skills")
})

let calls = 0
const call = async (tool: string, args: object) => {
  const { success, output, error } = await gate.dispatch({ id: `${++calls}`, tool, args })
  const [text] = output.content
  console.log(`${tool}:`, success ? (text ?? output.value) : error?.message)
  return success
}

await call("find_text", { text: "added:", path: "CHANGELOG.md" })
await call("next_version", { version: "1.0.0", part: "minor" })

// What an agent with the skill is told, and the tools that are left to it.
const skills = ["release-notes"]
console.log(gate.skills.prompt(skills))
console.log(
  "with the skill:",
  gate.tools
    .list({ skills })
    .map(({ name }) => name)
    .join(", ")
)

// What decides what runs is no call's to change.
if (await call("write_file", { path: "written/tools.yaml", content: "tools: []" })) throw new Error("It was changed.")

// A new version of the plugin: checked whole, and then in force for the next call.
const manifest = of("written/plugins/release/manifest.json")
await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"default": "v"', '"default": "release-"'))
console.log("changed:", await gate.plugins.checkForChanges())
console.log("reloaded:", await gate.plugins.reloadChanged())
await call("next_version", { version: "1.0.0" })

// Tools from files: a catalogue that an operator edits, a plugin that is reloaded while the gate is open, and a skill
// that restricts an agent to some of them.
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
  // An operator's program would omit `settings` and `state`, which default to the user's folders.
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

// The instructions of an agent with the skill, and its remaining tools.
const skills = ["release-notes"]
console.log(gate.skills.prompt(skills))
console.log(
  "with the skill:",
  gate.tools
    .list({ skills })
    .map(({ name }) => name)
    .join(", ")
)

// No call may change the files that decide what runs.
if (await call("write_file", { path: "written/tools.yaml", content: "tools: []" })) throw new Error("It was changed.")

// A new version of the plugin is validated as a whole, and used from the next call on.
const manifest = of("written/plugins/release/manifest.json")
await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"default": "v"', '"default": "release-"'))
console.log("changed:", await gate.plugins.checkForChanges())
console.log("reloaded:", await gate.plugins.reloadChanged())
await call("next_version", { version: "1.0.0" })

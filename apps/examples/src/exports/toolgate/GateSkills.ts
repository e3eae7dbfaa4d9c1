import assert from "node:assert/strict"
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Context from "effect/Context"
import { builtins, createToolgate } from "toolgate"
import { GateSkills, partsOf } from "toolgate/effect"

await using folder = await mkdtempDisposable(join(tmpdir(), "skills-"))
await mkdir(join(folder.path, "review"))
const text = "---\nname: review\ndescription: Reviews code.\nallowed_tools: [read_file]\n---\nRead the code."
await writeFile(join(folder.path, "review/SKILL.md"), text)

const options = { workspace: ".", policy: "default", tools: builtins(), skills: folder.path } as const
await using gate = await createToolgate(options)
const { services, base } = partsOf(gate)
// The skill limits the principal to the tools that it lists.
const { narrow } = Context.get(services, GateSkills)
assert.deepEqual(narrow(base.principal, ["review"]).ceiling.tools, ["read_file"])

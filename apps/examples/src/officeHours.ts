// An app's own rule beside a policy file: no deployment outside office hours. It is combined with the file, so that it
// can only narrow, and denied calls do not ask a person.
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allow, createToolgate, defineTool, deny, type Judge, Type } from "toolgate"

const deploy = defineTool({
  name: "deploy",
  description: "Deploys the site.",
  parameters: Type.Object({ to: Type.Enum(["staging", "production"]) }, { additionalProperties: false }),
  sideEffects: "NETWORK",
  execute: ({ to }) => `Deployed to ${to}.`
})

const because = { layer: "office hours", rule: "9 to 17 UTC", source: "officeHours.ts" }
const officeHours =
  (hour: () => number): Judge =>
  ({ tool }) =>
    tool.name === "deploy" && (hour() < 9 || hour() >= 17)
      ? deny(because, "Nothing is deployed outside office hours.")
      : allow(because)

const file = join(await mkdtemp(join(tmpdir(), "toolgate-example-")), "toolgate.yaml")
await writeFile(file, 'version: 1\nrules: { ask: ["deploy"] }\n')

const clock = { hour: 8 }
await using gate = await createToolgate({
  workspace: ".",
  policy: { files: [file], judges: [officeHours(() => clock.hour)] },
  tools: [deploy],
  onAsk: ({ toolName }) => {
    if (clock.hour < 9) throw new Error("Somebody was asked before the office opened.")
    console.log(`Asked about ${toolName}, and approved.`)
    return { decision: "approve" }
  }
})
for (const hour of [8, 12]) {
  clock.hour = hour
  const { error, output } = await gate.dispatch({ id: `at ${hour}`, tool: "deploy", args: { to: "staging" } })
  console.log(error?.message ?? output.content)
}

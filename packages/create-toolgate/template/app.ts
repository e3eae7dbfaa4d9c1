// A gate with two tools. Three calls, as a model would make them: one runs, and two are refused. Run it with: npm start
import { createToolgate, defineTool, Type } from "toolgate"
import { toEnvelope, toHuman } from "toolgate/results"

// What a tool points at is declared, so that a policy can decide about it: here a file of this folder, which is read.
const readNote = defineTool({
  name: "read_note",
  description: "Reads a text file.",
  parameters: Type.Object({ path: Type.String() }),
  sideEffects: "READ",
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }],
  execute: ({ path }, { files }) => files.read(path)
})

// NETWORK is the most that this tool is able to do. Put your own mail service here.
const sendMail = defineTool({
  name: "send_mail",
  description: "Sends a text to an address.",
  parameters: Type.Object({ to: Type.String(), text: Type.String() }),
  sideEffects: "NETWORK",
  execute: ({ to, text }) => `Sent ${text.length} characters to ${to}.`
})

const gate = await createToolgate({
  workspace: import.meta.dirname,
  policy: { files: [`${import.meta.dirname}/toolgate.yaml`] },
  tools: [readNote, sendMail]
  // The option `onAsk` asks a person. Without it, every question is answered with no.
})

const calls = [
  { id: "1", tool: "read_note", args: { path: ".gitignore" } },
  { id: "2", tool: "read_note", args: { path: ".env" } },
  { id: "3", tool: "send_mail", args: { to: "ada@example.com", text: "Lunch?" } }
]
for (const call of calls) {
  console.log(`> ${call.tool} ${JSON.stringify(call.args)}`)
  console.log(`${toHuman(toEnvelope(await gate.dispatch(call)))}\n`)
}
await gate.close()

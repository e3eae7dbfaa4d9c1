// An app's own rule and view: a hook that restricts a tool to office hours, and a line for every event.
import { createToolgate, defineTool, type Hook, Type } from "toolgate"

const deploy = defineTool({
  name: "deploy",
  description: "Deploys the site.",
  parameters: Type.Object({ to: Type.Enum(["staging", "production"]) }, { additionalProperties: false }),
  sideEffects: "NETWORK",
  execute: ({ to }) => `Deployed to ${to}.`
})

const officeHours = (now: () => Date): Hook => ({
  onToolCall: ({ tool }) => {
    const hour = now().getUTCHours()
    return tool === "deploy" && (hour < 9 || hour >= 17)
      ? { stop: "Nothing is deployed outside office hours." }
      : undefined
  }
})

const clock = { hour: 8 }
const hooks = [officeHours(() => new Date(Date.UTC(2026, 0, 5, clock.hour)))]
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [deploy], hooks })

const events = gate.events()
const view = (async () => {
  for await (const event of events)
    if (event.type !== "events.lost")
      console.log(event.callId, event.type, "errorClass" in event ? event.errorClass : "")
})()

for (const hour of [8, 12]) {
  clock.hour = hour
  const execution = await gate.dispatch({ id: `at ${hour}`, tool: "deploy", args: { to: "staging" } })
  console.log(execution.error?.message ?? execution.output.content)
}
await gate.close()
await view

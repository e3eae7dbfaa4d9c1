import { defineTool, type Tool } from "@toolgate/core"
import { Type } from "toolgate"

/** What every call gives and gets back. */
export const text = "hello"

/** The arguments of the tool, as its handler sees them. */
export interface EchoArgs {
  readonly text: string
}

/** The schema of its arguments. */
export const echoParameters = Type.Object({ text: Type.String() }, { additionalProperties: false })

/** The tool that all cases call: it gives its text back. */
export const echo = (name: string, handler: "async" | "sync"): Tool =>
  defineTool({
    name,
    description: "Gives its text back.",
    parameters: echoParameters,
    sideEffects: "NONE",
    execute: handler === "async" ? async ({ text }) => text : ({ text }) => text
  })

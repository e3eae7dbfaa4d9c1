import { defineTool, type Tool } from "@toolgate/core"
import { Type } from "toolgate"

/** The text that every call sends and receives. */
export const text = "hello"

/** The arguments of the tool, as its handler receives them. */
export interface EchoArgs {
  readonly text: string
}

/** The schema of the tool's arguments. */
export const echoParameters = Type.Object({ text: Type.String() }, { additionalProperties: false })

/** Returns the tool that all cases call. It returns its text. */
export const echo = (name: string, handler: "async" | "sync"): Tool =>
  defineTool({
    name,
    description: "Gives its text back.",
    parameters: echoParameters,
    sideEffects: "NONE",
    execute: handler === "async" ? async ({ text }) => text : ({ text }) => text
  })

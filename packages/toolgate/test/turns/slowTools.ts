import * as Effect from "effect/Effect"
import { defineTool, type ToolContext, Type } from "toolgate"

const path = Type.String()
// Turns of the event loop, so that two calls at once overlap.
const wait = Type.Integer()
const both = ["direct", "chain"] as const

const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

const reads = (mode: "r" | "w") => ({ kind: "file", arg: "/path", mode, within: "workspace" }) as const

/** Tools on files that wait for some turns of the event loop before their effect, as many as their calls say. */
export const slowTools = [
  defineTool({
    name: "read",
    description: "Reads a file.",
    parameters: Type.Object({ path, wait }),
    sideEffects: "READ",
    callers: both,
    resources: [reads("r")],
    execute: ({ path, wait }, { files }: ToolContext) => Effect.andThen(turns(wait), files.read(path))
  }),
  defineTool({
    name: "write",
    description: "Writes a file, or adds to it.",
    parameters: Type.Object({ path, content: Type.String(), append: Type.Boolean(), wait }),
    sideEffects: "WRITE",
    callers: both,
    resources: [reads("w")],
    execute: ({ path, content, append, wait }, { files }: ToolContext) =>
      Effect.andThen(
        turns(wait),
        Effect.map(append ? files.append(path, content) : files.write(path, content), ({ size }) => ({ path, size }))
      )
  }),
  defineTool({
    name: "list",
    description: "Lists a folder.",
    parameters: Type.Object({ path, wait }),
    sideEffects: "READ",
    callers: both,
    resources: [{ ...reads("r"), scope: "tree" }],
    execute: ({ path, wait }, { files }: ToolContext) =>
      Effect.andThen(
        turns(wait),
        Effect.map(files.list(path), (entries) => ({ names: entries.map(({ name }) => name).toSorted() }))
      )
  })
]

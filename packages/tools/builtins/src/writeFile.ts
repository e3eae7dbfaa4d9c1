import { defineTool, type ToolContext, toolOutput, type Written } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    content: Type.String({ description: "All of the file's new text, or with append the text to add at its end." }),
    append: Type.Optional(
      Type.Boolean({ description: "True: add to the end instead of replacing. No line end is added in between." })
    )
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { path, content, append }: Type.Static<typeof parameters>,
  { files }: ToolContext
) {
  const written = yield* append ? files.append(path, content) : files.write(path, content)
  const change = changeOf(written, append === true)
  return toolOutput({
    text: sentence(change, written),
    value: {
      change,
      size: written.size,
      ...(written.sizeBefore === undefined ? {} : { size_before: written.sizeBefore })
    },
    filesModified: [path]
  })
})

/** The tool `write_file`: creates, replaces or extends a text file in the workspace, and reports which it did. */
export const writeFile = defineTool({
  name: "write_file",
  title: "Write a file",
  description:
    "Writes a UTF-8 text file of the workspace: creates it, with the folders above it, or replaces its contents; " +
    "with append, adds to its end. Returns what it did and the file's bytes before and now. " +
    "To change a part of a file, use patch_file.",
  parameters,
  output: Type.Object(
    {
      change: Type.String({ enum: ["created", "replaced", "appended"] }),
      size: Type.Integer({ description: "Bytes of the file now.", minimum: 0 }),
      size_before: Type.Optional(
        Type.Integer({ description: "Bytes of the file before; absent where there was none.", minimum: 0 })
      )
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "w", within: "workspace" }),
  execute
})

type Change = "created" | "replaced" | "appended"

const changeOf = ({ sizeBefore }: Written, append: boolean): Change => {
  if (sizeBefore === undefined) return "created"
  return append ? "appended" : "replaced"
}

const sentence = (change: Change, { size, sizeBefore }: Written) => {
  switch (change) {
    case "created":
      return `Created the file, with ${size} ${size === 1 ? "byte" : "bytes"}.`
    case "replaced":
      return `Replaced the file: ${size} bytes now, ${sizeBefore} before.`
    case "appended":
      return `Added to the end of the file: ${size} bytes now, ${sizeBefore} before.`
  }
}

import { defineTool, type ToolContext, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  {
    path: Type.String({ description: "The file's path on this machine, absolute, or from the workspace." }),
    content: Type.String({ description: "All of the file's new text." })
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { path, content }: Type.Static<typeof parameters>,
  { files }: ToolContext
) {
  const { size } = yield* files.write(path, content)
  return toolOutput({ value: { size }, filesModified: [path] })
})

/** The tool `Write`, which creates or replaces a text file of the host, if the grant includes it. */
export const writeHostFile = defineTool({
  name: "Write",
  title: "Write a host file",
  description:
    "Writes a UTF-8 text file of this machine, replacing its contents or creating it and the folders above it. " +
    "Returns {size}, the bytes of the file now. For files of the workspace use write_file or patch_file.",
  parameters,
  output: Type.Object({ size: Type.Integer({ description: "Bytes.", minimum: 0 }) }, { additionalProperties: false }),
  ...fileTool({ mode: "w", within: "host" }),
  execute
})

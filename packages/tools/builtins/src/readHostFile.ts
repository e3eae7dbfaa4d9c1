import { defineTool, type ToolContext } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  { path: Type.String({ description: "The file's path on this machine, absolute, or from the workspace." }) },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* ({ path }: Type.Static<typeof parameters>, { files }: ToolContext) {
  const content = yield* files.read(path)
  return { content, size: Buffer.byteLength(content) }
})

/** The tool `Read`, which returns a whole text file of the host, if the grant includes it. */
export const readHostFile = defineTool({
  name: "Read",
  title: "Read a host file",
  description:
    "Returns a whole UTF-8 text file of this machine as {content, size}, the size in bytes. " +
    "For files of the workspace, and for parts of large files, use read_file.",
  parameters,
  output: Type.Object(
    { content: Type.String(), size: Type.Integer({ description: "Bytes.", minimum: 0 }) },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "r", within: "host" }),
  execute
})

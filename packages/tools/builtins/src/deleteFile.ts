import { defineTool, FileFailed, type Tool, type ToolContext, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  { path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }) },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* ({ path }: Type.Static<typeof parameters>, { files }: ToolContext) {
  const { kind, size } = yield* files.stat(path)
  if (kind === "other") return yield* new FileFailed("NotAFile", path)
  yield* files.delete(path)
  return toolOutput({
    text: kind === "directory" ? "Deleted the empty directory." : `Deleted the file, which had ${size} bytes.`,
    value: { deleted: kind === "directory" ? "directory" : "file" },
    filesModified: [path]
  })
})

/**
 * The tool `delete_file`, which permanently deletes a file or an empty folder in the workspace.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { deleteFile } from "@toolgate/builtins"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deleteFile] })
 * const answer = await gate.dispatch({ id: "1", tool: "delete_file", args: { path: "old.md" } })
 * console.log(answer.success)
 * ```
 */
export const deleteFile: Tool = defineTool({
  name: "delete_file",
  title: "Delete a file",
  description:
    "Deletes a file of the workspace, or a directory that is empty. This cannot be undone. " +
    "To delete a directory that is not empty, delete its contents first.",
  parameters,
  output: Type.Object({ deleted: Type.String({ enum: ["file", "directory"] }) }, { additionalProperties: false }),
  ...fileTool({ mode: "rw", within: "workspace" }),
  destructive: true,
  execute
})

import { defineTool, FileFailed, type Tool, type ToolContext, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { contentOf } from "./apply-patch/FileChange.ts"
import { makeChanges } from "./apply-patch/makeChanges.ts"
import { fileTool } from "./fileTool.ts"

const parameters = Type.Object(
  {
    from: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    to: Type.String({ description: "Its new path, which must not exist yet." })
  },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* ({ from, to }: Type.Static<typeof parameters>, { files }: ToolContext) {
  const content = yield* contentOf(files, from)
  if (content === undefined) return yield* new FileFailed("NotFound", from, { executed: "no" })
  if (yield* files.exists(to)) return yield* new FileFailed("NotPermitted", to, { message: taken, executed: "no" })
  const copy = { name: "The copy", path: to, before: undefined, after: content }
  const removal = { name: "The removal of the old file", path: from, before: content, after: undefined }
  yield* makeChanges([copy, removal], files)
  return toolOutput({
    text: `Moved the file, which has ${content.length} bytes.`,
    value: { size: content.length },
    filesModified: [from, to]
  })
})

const taken = "The new path already exists. Delete what is there first, or choose another path."

/**
 * The tool `move_file`, which moves a workspace file to a free path.
 *
 * ```ts
 * import { createToolgate } from "toolgate"
 * import { moveFile } from "@toolgate/builtins"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [moveFile] })
 * const answer = await gate.dispatch({ id: "1", tool: "move_file", args: { from: "a.md", to: "b.md" } })
 * console.log(answer.success)
 * ```
 */
export const moveFile: Tool = defineTool({
  name: "move_file",
  title: "Move a file",
  description:
    "Moves a file of the workspace to another path, and creates the directories above it. The new path must not exist yet. " +
    "The file is copied and then deleted, so it gets the permissions of a new file. Directories are not moved.",
  parameters,
  output: Type.Object(
    { size: Type.Integer({ description: "Bytes of the file.", minimum: 0 }) },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "rw", within: "workspace" }),
  destructive: true,
  resources: [
    { kind: "file", arg: "/from", mode: "rw", within: "workspace" },
    { kind: "file", arg: "/to", mode: "rw", within: "workspace" }
  ],
  execute
})

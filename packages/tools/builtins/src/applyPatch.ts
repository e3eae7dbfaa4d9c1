import { defineTool, type Tool, type ToolContext, toolOutput } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import type { FileChange } from "./apply-patch/FileChange.ts"
import { makeChanges } from "./apply-patch/makeChanges.ts"
import { PatchOperation } from "./apply-patch/PatchOperation.ts"
import { planChanges } from "./apply-patch/planChanges.ts"
import { fileTool } from "./fileTool.ts"
import { formatName } from "./formatName.ts"

const parameters = Type.Object(
  { operations: Type.Array(PatchOperation, { description: "What to do, in this order: all of it, or nothing." }) },
  { additionalProperties: false }
)

const execute = Effect.fnUntraced(function* (
  { operations }: Type.Static<typeof parameters>,
  { files, resources }: ToolContext
) {
  // Each operation writes one file, in order, following links.
  const written = resources.filter((resource) => resource.kind === "file" && resource.mode === "rw")
  const fileOf = (index: number) => {
    const resource = written.length === operations.length ? written[index] : undefined
    return resource?.kind === "file" ? resource.path : (operations[index]?.path ?? "")
  }
  const changes = yield* planChanges(operations, files, fileOf)
  const sizes = yield* makeChanges(changes, files)
  const done = changes.map((change, index) => report(change, sizes[index] ?? 0))
  return toolOutput({
    text: done.length === 0 ? "The operations undo each other: nothing was changed." : done.map(sentence).join("\n"),
    value: { files: done },
    filesModified: done.map(({ path }) => path)
  })
})

/**
 * The tool `apply_patch`, which creates, changes and deletes workspace files by diffs, all or none. Not part of `builtins()`, because it
 * deletes files and overlaps with `write_file` and `patch_file`.
 *
 * ```ts
 * import { applyPatch } from "@toolgate/builtins"
 * import { createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [applyPatch] })
 * const operations = [{ type: "update_file", path: "notes.md", diff: "@@\n # Notes\n-old\n+new" }]
 * const answer = await gate.dispatch({ id: "1", tool: "apply_patch", args: { operations } })
 * console.log(answer.error?.message)
 * ```
 */
export const applyPatch: Tool = defineTool({
  name: "apply_patch",
  title: "Apply a patch",
  description:
    "Creates, changes and deletes UTF-8 text files of the workspace by diffs: all operations are made, or none. " +
    "A diff says by its unchanged lines where it goes. They must be in the file exactly, except for blanks at the " +
    "ends of lines, and in one place only; otherwise nothing is changed, and the answer says what nearly matches. CRLF line ends " +
    "are kept, and diffs do not show them. Returns each file's bytes before and now.",
  parameters,
  output: Type.Object(
    {
      files: Type.Array(
        Type.Object(
          {
            path: Type.String(),
            change: Type.String({ enum: ["created", "updated", "deleted"] }),
            size: Type.Optional(Type.Integer({ description: "Bytes of the file now.", minimum: 0 })),
            size_before: Type.Optional(Type.Integer({ description: "Bytes of the file before.", minimum: 0 }))
          },
          { additionalProperties: false }
        )
      )
    },
    { additionalProperties: false }
  ),
  ...fileTool({ mode: "rw", within: "workspace" }),
  destructive: true,
  resources: [{ kind: "file", arg: "/operations/*/path", mode: "rw", within: "workspace" }],
  examples: [
    {
      description: "Change one file and create another.",
      args: {
        operations: [
          { type: "update_file", path: "notes.md", diff: "@@\n # Notes\n-Buy milk.\n+Buy tea." },
          { type: "create_file", path: "tea.md", diff: "+Earl Grey" }
        ]
      },
      files: { "notes.md": "# Notes\nBuy milk.\n" },
      expect: {
        value: {
          files: [
            { path: "notes.md", change: "updated", size: 17, size_before: 18 },
            { path: "tea.md", change: "created", size: 9 }
          ]
        }
      }
    }
  ],
  execute
})

const report = ({ path, before, after }: FileChange, size: number) => ({
  path,
  change: before === undefined ? "created" : after === undefined ? "deleted" : "updated",
  ...(after === undefined ? {} : { size }),
  ...(before === undefined ? {} : { size_before: Buffer.byteLength(before) })
})

const sentence = ({ path, change, size, size_before }: ReturnType<typeof report>) => {
  const sizes = [
    size === undefined ? [] : [`${size} bytes now`],
    size_before === undefined ? [] : [`${size_before} before`]
  ]
  return `${change[0]?.toUpperCase()}${change.slice(1)} ${formatName(path)}: ${sizes.flat().join(", ")}.`
}

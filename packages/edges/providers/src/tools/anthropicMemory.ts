import type { Json, JsonObject, ToolExecution } from "@toolgate/core"
import { type AnswerPayload, defineProviderTool, type HandledCall, type ProviderTool } from "../ProviderTool.ts"
import { toObject } from "../round/unknownJson.ts"
import { createEditorAnswer, isFolder, parseLineRange } from "./createEditorAnswer.ts"
import { createUnreadableCall } from "./createUnreadableCall.ts"
import { renameMembers } from "./renameMembers.ts"

/**
 * Anthropic's memory, stored in a folder of the workspace. The model's `/memories/notes.md` is `notes.md` in that
 * folder, and the model cannot leave the folder by path. Links in the folder are followed within the workspace.
 *
 * The calls go to the gate's file tools, so that rules apply to them, such as `write_file(memory/**)`. `create`
 * replaces an existing file and says so. `delete` removes a file or an empty folder, `rename` moves a file.
 *
 * ```ts
 * import { anthropicMemory, specsFor } from "@toolgate/providers"
 * import { builtins, createToolgate } from "toolgate"
 * import { deleteFile, insertText, moveFile } from "@toolgate/builtins"
 *
 * const tools = [...builtins(), insertText, deleteFile, moveFile]
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools })
 * const providerTools = [anthropicMemory({ folder: "memory" })]
 * console.log(specsFor("anthropic", gate.tools.list(), providerTools))
 * ```
 */
export const anthropicMemory = ({ folder }: { readonly folder: string }): ProviderTool =>
  defineProviderTool({
    name: "anthropic_memory",
    description: "Keeps notes in files from one conversation to the next.",
    providerSpecs: { anthropic: { type: "memory_20250818", name: "memory" } },
    callTypes: [{ type: "tool_use", name: "memory" }],
    uses: ["read_file", "list_dir", "write_file", "patch_file", "insert_text", "delete_file", "move_file"],
    handleCall: ({ item }) => {
      const input = toObject(item.input)
      if (input === undefined) return createUnreadableCall("read_file", item.input, "The call has no input.")
      const { command } = input
      const known = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined
      if (known === undefined) return createUnreadableCall("read_file", item.input, unknown)
      const { tool, paths } = known
      const args: Record<string, string> = {}
      for (const [theirs, ours] of Object.entries(paths)) {
        const path = memoryPath(folder, input[theirs])
        if (path === undefined) return createUnreadableCall(tool, item.input, badPath)
        if (path === folder && command !== "view") return createUnreadableCall(tool, item.input, notTheRoot)
        args[ours] = path
      }
      return command === "view" ? view(input, args) : one(known, input, args)
    }
  })

interface Command {
  readonly tool: string
  readonly paths: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
  readonly said: (input: JsonObject) => string
}

const path = { path: "path" }

const commands: Readonly<Record<string, Command>> = {
  view: { tool: "read_file", paths: path, names: {}, said: () => "" },
  create: {
    tool: "write_file",
    paths: path,
    names: { file_text: "content" },
    said: ({ path }) => `File created successfully at: ${path}`
  },
  str_replace: {
    tool: "patch_file",
    paths: path,
    names: { old_str: "old_text", new_str: "new_text" },
    said: () => "The memory file has been edited."
  },
  insert: {
    tool: "insert_text",
    paths: path,
    names: { insert_line: "line", insert_text: "text" },
    said: ({ path }) => `The file ${path} has been edited.`
  },
  delete: { tool: "delete_file", paths: path, names: {}, said: ({ path }) => `Successfully deleted ${path}` },
  rename: {
    tool: "move_file",
    paths: { old_path: "from", new_path: "to" },
    names: {},
    said: ({ old_path, new_path }) => `Successfully renamed ${old_path} to ${new_path}`
  }
}

const one = ({ tool, names, said }: Command, input: JsonObject, paths: JsonObject): HandledCall => ({
  calls: [{ tool, args: { ...paths, ...renameMembers(input, names) } }],
  answer: ([execution]) => {
    const answer = createEditorAnswer(execution)
    // Anthropic's phrase comes first, because the model knows it. The gate's text follows.
    return execution?.success === true && "content" in answer
      ? { content: [{ type: "text", text: said(input) }, ...answer.content] }
      : answer
  }
})

const view = (input: JsonObject, paths: JsonObject): HandledCall => {
  const shown = String(input.path)
  if (shown === "/memories" || isFolder(shown)) {
    return { calls: [{ tool: "list_dir", args: paths }], answer: ([execution]) => memoryFolder(shown, execution) }
  }
  const range = parseLineRange(input.view_range)
  if (range === undefined) return createUnreadableCall("read_file", input, badRange)
  const answer = ([execution]: ReadonlyArray<ToolExecution>) => memoryFile(shown, execution)
  return { calls: [{ tool: "read_file", args: { ...paths, ...range, line_numbers: true } }], answer }
}

const unknown = "Unknown command. The commands are view, create, str_replace, insert, delete and rename."

const badPath = "Each path must start with /memories, and may not leave it."

const notTheRoot = "The directory /memories itself cannot be changed."

const badRange = 'The "view_range" must be a list of two line numbers. The second may be -1 for the last line.'

/**
 * Returns the file path for a path in `/memories`; `undefined` if it is invalid. A path with a step that could leave
 * the folder, or that another system reads differently, is refused instead of repaired.
 */
const memoryPath = (folder: string, path: Json | undefined): string | undefined => {
  if (typeof path !== "string" || !/^\/memories(\/|$)/.test(path) || /[\\\0]/.test(path)) return undefined
  const steps = path.replace(/\/$/, "").split("/").slice(2)
  return steps.some((step) => step === "" || step === "." || step === "..") ? undefined : [folder, ...steps].join("/")
}

/** Returns the numbered lines of a viewed file, with six columns for the number as Anthropic documents. */
const memoryFile = (path: string, execution: ToolExecution | undefined): AnswerPayload => {
  const answer = createEditorAnswer(execution, "To list a directory, view it with a slash at its end.")
  if (execution?.success !== true || !("content" in answer)) return answer
  const [file, ...notes] = answer.content
  const isText = file?.type === "text" && Number(toObject(execution.output.value)?.end_line) > 0
  const lines = isText ? file.text.replace(/(?<=^|\n)\d+\t/g, (number) => number.padStart(7)) : ""
  const text = `Here's the content of ${path} with line numbers:\n${lines}`
  return { content: [{ type: "text", text }, ...(isText ? notes : answer.content)] }
}

/** Returns the entries of a viewed folder with sizes and paths. */
const memoryFolder = (path: string, execution: ToolExecution | undefined): AnswerPayload => {
  const answer = createEditorAnswer(execution)
  const value = toObject(execution?.output.value)
  if (execution?.success !== true || !Array.isArray(value?.entries)) return answer
  const folder = path.replace(/\/$/, "")
  const lines = value.entries.map((entry: Json) => line(folder, toObject(entry)))
  const cut = value.cut === true ? [`[${lines.length} of ${value.total} entries.]`] : []
  const text = [`Here're the files and directories in ${folder}:`, ...lines, ...cut].join("\n")
  return { content: [{ type: "text", text }] }
}

const line = (folder: string, entry: ReturnType<typeof toObject>) => {
  const path = `${folder}/${entry?.name}${entry?.kind === "directory" ? "/" : ""}`
  // A line break in a name could fake another entry.
  return `${sizeOf(entry?.size)}\t${/[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path) : path}`
}

const sizeOf = (bytes: Json | undefined) => {
  if (typeof bytes !== "number") return "-"
  const unit = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2
  const size = bytes / 1024 ** unit
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${"BKM"[unit]}`
}

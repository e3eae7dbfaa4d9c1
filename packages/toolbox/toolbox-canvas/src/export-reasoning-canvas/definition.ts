import { join } from "node:path"
import { defineTool, type Tool, ToolExecutionError, ToolValidationError, toolOutput } from "@toolgate/core"
import { checkName } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { type CanvasFolder, ending, folderArgument, getExportedPath, getFolder, readTextAt } from "../CanvasFolder.ts"
import { runJob } from "../runJob.ts"
import { edgeSchema, findFaults, graphType, nodeSchema } from "./ReasoningGraph.ts"

/** Returns the tool that draws a reasoning graph on a canvas. */
export const createExportReasoningCanvas = (folder: CanvasFolder): Tool =>
  defineTool({
    name: "export_reasoning_canvas",
    title: "Export a reasoning canvas",
    description:
      "Draws a graph of hypotheses or failures on a JSON Canvas (.canvas), which a person can read and edit in Obsidian and other programs, and lays it out. Exporting again under the same name updates the canvas: nodes that the person moved or colored stay that way, and edited text is not overwritten.",
    parameters: Type.Object(
      {
        name: Type.String({
          minLength: 1,
          maxLength: 200,
          description: "The canvas's name, without a folder: why-slow"
        }),
        graph_type: graphType,
        nodes: Type.Array(nodeSchema, { minItems: 1, maxItems: 500 }),
        edges: Type.Array(edgeSchema, { maxItems: 1000, description: "Arrows between nodes." }),
        folder: folderArgument
      },
      { additionalProperties: false }
    ),
    output: Type.Object({ path: Type.String({ description: "The canvas." }) }, { additionalProperties: false }),
    sideEffects: "WRITE",
    effects: ["modifies_files"],
    category: "data",
    permission: "filesystem",
    risk: "LOW",
    resources: [folder.declared("rw")],
    examples: [
      {
        args: {
          name: "why-slow",
          graph_type: "hypothesis",
          nodes: [
            { id: "h1", text: "The index is missing." },
            { id: "e1", text: "The plan shows a full scan.", kind: "evidence" }
          ],
          edges: [{ from: "e1", to: "h1", kind: "supports" }]
        },
        expect: { value: { path: "canvases/why-slow.canvas" } }
      },
      {
        description: "An edge has to lead to a node.",
        args: { name: "a", nodes: [{ id: "a", text: "A" }], edges: [{ from: "a", to: "b" }] },
        expect: { error: "validation_error" }
      }
    ],
    execute: async ({ name, graph_type: type, nodes, edges, folder: given = folder.usual }, context) => {
      const file = fileName(name)
      const validationErrors = findFaults({ nodes, edges })
      if (validationErrors.length > 0)
        throw new ToolValidationError({ message: faultText(validationErrors), validationErrors, executed: "no" })
      const to = getFolder(context)
      const [path, copy] = [join(to, file), getExportedPath(to, file)]
      const [text, exported] = [await readTextAt(context, path), await readTextAt(context, copy)]
      if (text !== undefined && exported === undefined)
        throw new ToolExecutionError({
          message: "A canvas of this name already exists, and was not exported by this tool. Choose another name.",
          executed: "no"
        })
      const args = {
        graph: { type, nodes, edges },
        ...(text === undefined || exported === undefined ? {} : { existing: { text, exported } })
      }
      const drawn = (await runJob({ export: "drawGraph", args }, context)) as string
      // If writing the copy fails, the graph already contains all edits, and exporting it again works.
      await context.files.write(path, drawn)
      await context.files.write(copy, drawn)
      const shown = join(given, file)
      return toolOutput({ value: { path: shown }, filesModified: [shown, getExportedPath(given, file)] })
    }
  })

const faultText = (faults: ReadonlyArray<string>): string => {
  const more = faults.length > mostFaults ? ` And ${faults.length - mostFaults} more.` : ""
  return `The graph is inconsistent. ${faults.slice(0, mostFaults).join(" ")}${more}`
}

const mostFaults = 10

const fileName = (name: string): string => {
  const file = name.endsWith(ending) ? name : `${name}${ending}`
  const checked = checkName(file)
  const why =
    "why" in checked
      ? checked.why
      : checked.steps.length !== 1 || checked.steps[0] !== file
        ? "has steps of a path"
        : file.startsWith(".")
          ? "begins with a dot"
          : /[<>:"|?*]/.test(file)
            ? "has a character that some systems do not allow in names"
            : undefined
  if (why !== undefined)
    throw new ToolValidationError({
      message: `The argument "name" cannot name a file, because it ${why}.`,
      executed: "no"
    })
  return file
}

import { join } from "node:path"
import { defineTool, FileFailed, type Tool, type ToolContext, ToolError } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import {
  type CanvasFolder,
  ending,
  folderArgument,
  getExportedPath,
  getFolder,
  readsCanvases,
  readTextAt
} from "../CanvasFolder.ts"
import { runJob } from "../runJob.ts"

/** Returns the tool that lists the canvases of a folder. */
export const createListCanvases = (folder: CanvasFolder): Tool =>
  defineTool({
    ...readsCanvases,
    name: "list_canvases",
    title: "List canvases",
    description:
      "Lists the canvases of a folder, with how many nodes each has, and whether a person has modified it since it was exported.",
    parameters: Type.Object({ folder: folderArgument }, { additionalProperties: false }),
    output: Type.Object(
      {
        canvases: Type.Array(
          Type.Object(
            {
              name: Type.String(),
              modified: Type.Optional(
                Type.Boolean({ description: "Whether it differs from its last export. Absent: it was never exported." })
              ),
              nodes: Type.Optional(Type.Integer({ description: "Absent: it cannot be read." })),
              problem: Type.Optional(Type.String({ description: "Why it cannot be read." }))
            },
            { additionalProperties: false }
          )
        ),
        total: Type.Integer(),
        cut: Type.Boolean({ description: "Whether there are more than these." })
      },
      { additionalProperties: false }
    ),
    resources: [folder.declared("r")],
    examples: [
      {
        args: {},
        files: {
          "canvases/plan.canvas":
            '{"nodes":[{"id":"a","type":"text","text":"Ask Ada","x":0,"y":0,"width":260,"height":64}],"edges":[]}',
          "canvases/.exports/plan.canvas": '{"nodes":[],"edges":[]}',
          "canvases/own.canvas": "{}"
        },
        expect: {
          value: {
            canvases: [
              { name: "own", nodes: 0 },
              { name: "plan", modified: true, nodes: 1 }
            ],
            total: 2,
            cut: false
          }
        }
      }
    ],
    execute: async (_args, context) => {
      const root = getFolder(context)
      const names = await canvasesIn(root, context)
      const canvases = []
      for (const name of names.slice(0, mostListed)) canvases.push(await described(root, name, context))
      return boundOutput(
        canvases,
        (kept, cut) => ({ canvases: kept, total: names.length, cut: cut || names.length > mostListed }),
        "Keep canvases in several folders."
      )
    }
  })

const mostListed = 500

const canvasesIn = async (root: string, { files }: ToolContext): Promise<ReadonlyArray<string>> => {
  try {
    const entries = await files.list(root)
    return entries.flatMap(({ name, kind }) => (kind === "file" && name.endsWith(ending) ? [name] : []))
  } catch (cause) {
    if (cause instanceof FileFailed && cause.reason === "NotFound") return []
    throw cause
  }
}

const described = async (root: string, file: string, context: ToolContext) => {
  context.signal.throwIfAborted()
  const name = file.slice(0, -ending.length)
  try {
    const text = (await readTextAt(context, join(root, file))) ?? ""
    const exported = await readTextAt(context, getExportedPath(root, file))
    const modified = exported === undefined ? {} : { modified: text !== exported }
    try {
      const nodes = (await runJob({ export: "countNodes", args: { text } }, context)) as number
      return { name, ...modified, nodes }
    } catch (cause) {
      return { name, ...modified, problem: wordsOf(cause) }
    }
  } catch (cause) {
    return { name, problem: wordsOf(cause) }
  }
}

const wordsOf = (cause: unknown): string => {
  if (cause instanceof ToolError) return cause.message
  throw cause
}

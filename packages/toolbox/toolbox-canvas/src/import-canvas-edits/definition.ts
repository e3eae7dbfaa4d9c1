import { defineTool, FileFailed, type FileResource, type Tool, ToolNotFound } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import {
  type CanvasFolder,
  folderArgument,
  getExportedPath,
  getFolder,
  readsCanvases,
  readTextAt
} from "../CanvasFolder.ts"
import { runJob } from "../runJob.ts"
import type { Edits } from "./compare.ts"

const element = { element: Type.String({ enum: ["node", "edge"] }), id: Type.String() }
const members = Type.Object({})

/** Returns the tool that reports a person's edits to a canvas. */
export const createImportCanvasEdits = (folder: CanvasFolder): Tool =>
  defineTool({
    ...readsCanvases,
    name: "import_canvas_edits",
    title: "Import the edits of a canvas",
    description:
      "Compares a canvas with its last export by export_reasoning_canvas: which nodes and edges a person has added, removed, changed and moved since. Changes nothing.",
    parameters: Type.Object(
      {
        path: Type.String({ minLength: 1, description: "The canvas, as export_reasoning_canvas returned it." }),
        folder: folderArgument
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        added: Type.Array(Type.Object(element), { description: "Each with its text." }),
        removed: Type.Array(Type.Object(element), { description: "Each with its former text." }),
        changed: Type.Array(
          Type.Object({ ...element, before: members, after: members }, { additionalProperties: false }),
          { description: "Each with the members that differ, before and after." }
        ),
        moved: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              x: Type.Integer(),
              y: Type.Integer(),
              width: Type.Integer(),
              height: Type.Integer()
            },
            { additionalProperties: false }
          ),
          { description: "Nodes that were moved or resized." }
        ),
        cut: Type.Boolean({ description: "Whether there are more edits than these." })
      },
      { additionalProperties: false }
    ),
    resources: [{ kind: "file", arg: "/path", mode: "r", within: folder.within }, folder.declared("r")],
    examples: [
      {
        args: { path: "canvases/plan.canvas" },
        files: {
          "canvases/.exports/plan.canvas":
            '{"nodes":[{"id":"a","type":"text","text":"Ask Ada","x":0,"y":0,"width":260,"height":64}],"edges":[]}',
          "canvases/plan.canvas":
            '{"nodes":[{"id":"a","type":"text","text":"Ask Bob","x":9,"y":0,"width":260,"height":64},{"id":"b","type":"text","text":"By Friday","x":0,"y":90,"width":260,"height":64}],"edges":[]}'
        },
        expect: {
          value: {
            added: [{ element: "node", id: "b", type: "text", text: "By Friday" }],
            removed: [],
            changed: [{ element: "node", id: "a", before: { text: "Ask Ada" }, after: { text: "Ask Bob" } }],
            moved: [{ id: "a", x: 9, y: 0, width: 260, height: 64 }],
            cut: false
          }
        }
      },
      {
        description: "A canvas that was never exported has nothing to be compared with.",
        args: { path: "canvases/own.canvas" },
        files: { "canvases/own.canvas": '{"nodes":[],"edges":[]}' },
        expect: { error: "not_found" }
      }
    ],
    execute: async (_args, context) => {
      const root = getFolder(context)
      const path =
        context.resources.find((one): one is FileResource => one.kind === "file" && one.scope === undefined)?.path ?? ""
      const text = await readTextAt(context, path)
      if (text === undefined) throw new FileFailed("NotFound", path)
      const exported = isBeneath(path, root) ? await readTextAt(context, getExportedPath(root, path)) : undefined
      if (exported === undefined)
        throw new ToolNotFound({
          message:
            "This canvas was not exported by export_reasoning_canvas into this folder, so there is nothing to compare it with. Read it with read_file."
        })
      const edits = (await runJob({ export: "findEdits", args: { text, exported } }, context)) as Edits
      const all = kinds.flatMap((kind) => edits[kind].map((edit) => ({ kind, edit: { ...edit } })))
      return boundOutput(
        all,
        (kept, cut) => {
          const of = (kind: string) => (kept as typeof all).flatMap((one) => (one.kind === kind ? [one.edit] : []))
          return { added: of("added"), removed: of("removed"), changed: of("changed"), moved: of("moved"), cut }
        },
        "Read the canvas itself for the rest."
      )
    }
  })

const kinds = ["added", "removed", "changed", "moved"] as const

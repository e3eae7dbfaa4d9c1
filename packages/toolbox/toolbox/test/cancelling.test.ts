import type { Files, Resource, Tool, ToolContext } from "@toolgate/core"
import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { expect, it } from "vitest"
import { archiveTools } from "../../toolbox-archive/src/index.ts"
import { canvasTools } from "../../toolbox-canvas/src/index.ts"
import { codeTools } from "../../toolbox-code/src/index.ts"
import { dataTools } from "../../toolbox-data/src/index.ts"

const tools = new Map<string, Tool>(
  [...archiveTools(), ...canvasTools(), ...codeTools(), ...dataTools()].map((tool) => [tool.name, tool] as const)
)

const folder = { kind: "file", path: "f", mode: "r", scope: "tree" } as unknown as Resource
const file = { kind: "file", path: "f/a.canvas", mode: "r" } as unknown as Resource

const cases: ReadonlyArray<readonly [string, object, ReadonlyArray<Resource>]> = [
  ["archive_open", { path: "a" }, []],
  ["image_info", { path: "a" }, []],
  ["pdf_text", { path: "a" }, []],
  ["lint_python", { path: "a" }, []],
  ["csv_to_json", { path: "a" }, []],
  ["json_to_csv", { path: "a" }, []],
  ["json_parse", { path: "a" }, []],
  ["json_query", { path: "a", expression: "a" }, []],
  ["sql_query", { sql: "select 1", tables: [{ name: "a", path: "a" }] }, []],
  ["search_files", { pattern: "a" }, [folder]],
  ["list_canvases", {}, [folder]],
  ["import_canvas_edits", { path: "f/a.canvas" }, [folder, file]],
  [
    "export_reasoning_canvas",
    { name: "a", graph_type: "failure", nodes: [{ id: "a", text: "A" }], edges: [] },
    [folder]
  ]
]

it.each(cases)("cancels %s at once while it reads a file", async (name, args, resources) => {
  const cancelling = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const reading = () => {
    begin()
    return new Promise(() => {})
  }
  const files = {
    stat: async (path: string) => ({ kind: path === "f" ? "directory" : "file", size: 10 }),
    list: async () => [{ name: "a.canvas", kind: "file", size: 10 }],
    read: reading,
    readBytes: reading
  } as unknown as Files
  const context = { ...createJobContext(cancelling.signal), files, resources } as Partial<ToolContext>
  const implementation = tools.get(name)?.implementations[0]
  if (implementation?.kind !== "function") throw new Error(`There is no tool "${name}".`)
  const answer = Promise.resolve(implementation.make().execute(args, context as ToolContext))
  answer.catch(() => {})
  await begun
  cancelling.abort(new Error("cancelled"))
  await expect(answer).rejects.toThrow("cancelled")
})

import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { exportReasoningCanvas, importCanvasEdits } from "../src/index.ts"

interface Drawn {
  readonly nodes: Array<Record<string, unknown>>
  readonly edges: Array<Record<string, unknown>>
}

const graph = {
  name: "plan",
  graph_type: "failure",
  nodes: [
    { id: "f", text: "It is slow." },
    { id: "c", text: "A full scan.", kind: "cause" }
  ],
  edges: [{ from: "c", to: "f", label: "causes" }]
}

/** Exports a canvas once, for tests that edit it. */
const exportedOnce = (use: (session: Session) => Promise<void>) =>
  useGate([exportReasoningCanvas, importCanvasEdits], {}, async ({ workspace, call }) => {
    const path = join(workspace, "canvases/plan.canvas")
    const text = () => readFile(path, "utf8")
    const again = async (args = graph) => (await call("export_reasoning_canvas", args)).error?.message
    const edit = async (change: (canvas: Drawn) => void) => {
      const canvas = JSON.parse(await text()) as Drawn
      change(canvas)
      await writeFile(path, JSON.stringify(canvas))
    }
    const edits = async () => (await call("import_canvas_edits", { path: "canvases/plan.canvas" })).output.value
    expect(await again()).toBeUndefined()
    await use({ text, again, edit, edits })
  })

interface Session {
  readonly text: () => Promise<string>
  readonly again: (args?: typeof graph) => Promise<string | undefined>
  readonly edit: (change: (canvas: Drawn) => void) => Promise<void>
  readonly edits: () => Promise<unknown>
}

const none = { added: [], removed: [], changed: [], moved: [], cut: false }

describe("an editable canvas", () => {
  it("is unchanged by a second export, and has no edits", async () => {
    await exportedOnce(async ({ text, again, edits }) => {
      const first = await text()
      expect(await again()).toBeUndefined()
      expect(await text()).toBe(first)
      expect(await edits()).toEqual(none)
    })
  })

  it("keeps positions, colors, files, links and groups from a person", async () => {
    await exportedOnce(async ({ text, again, edit, edits }) => {
      await edit(({ nodes, edges }) => {
        Object.assign(nodes[0] ?? {}, { x: -500, color: "#ff00ff" })
        nodes.push({ id: "l", type: "link", url: "https://example.org/", x: 0, y: 900, width: 200, height: 60 })
        nodes.push({ id: "g", type: "group", label: "Ours", x: -600, y: -50, width: 2000, height: 2000 })
        edges.push({ id: "77", fromNode: "l", toNode: "f" })
      })
      expect(await edits()).toMatchObject({
        added: [{ id: "l", type: "link", url: "https://example.org/" }, { id: "g", label: "Ours" }, { id: "77" }],
        changed: [{ id: "f", before: { color: "1" }, after: { color: "#ff00ff" } }],
        moved: [{ id: "f", x: -500 }]
      })
      expect(await again()).toBeUndefined()
      const { nodes, edges } = JSON.parse(await text()) as Drawn
      expect(nodes.map(({ id }) => id)).toEqual(["g", "f", "c", "l"])
      expect(nodes[1]).toMatchObject({ x: -500, color: "#ff00ff" })
      expect(edges.map(({ id }) => id)).toEqual(["c → f", "77"])
    })
  })

  it.each<[string, (canvas: Drawn) => void, string]>([
    [
      "added a node",
      ({ nodes }) => nodes.push({ ...nodes[0], id: "new", text: "Or the disk?" }),
      'added the node "new"'
    ],
    [
      "removed a node",
      (canvas) => Object.assign(canvas, { nodes: canvas.nodes.slice(0, 1), edges: [] }),
      'removed the node "c"'
    ],
    ["changed a text", ({ nodes }) => Object.assign(nodes[0] ?? {}, { text: "It is fast." }), 'changed the node "f"'],
    ["removed an edge", (canvas) => Object.assign(canvas, { edges: [] }), 'removed an edge: "c" → "f", "causes"'],
    [
      "changed a label",
      ({ edges }) => Object.assign(edges[0] ?? {}, { label: "hides" }),
      'added an edge: "c" → "f", "hides"'
    ]
  ])("is not overwritten where the person %s", async (_, change, says) => {
    await exportedOnce(async ({ text, again, edit }) => {
      await edit(change)
      const edited = await text()
      expect(await again()).toContain(`the graph would undo it: the person ${says}. Read the edits with import_canvas`)
      expect(await text()).toBe(edited)
    })
  })

  it("is updated by a graph that contains the edits, with any ids from a program", async () => {
    await exportedOnce(async ({ again, edit, edits }) => {
      await edit(({ nodes, edges }) => {
        Object.assign(nodes[1] ?? {}, { text: "**Cause**\nA full scan of orders." })
        nodes.push({ id: "e1f2", type: "text", text: "Or the disk?", x: 0, y: 900, width: 200, height: 60 })
        edges.push({ id: "99aa", fromNode: "e1f2", toNode: "f", label: "perhaps" })
      })
      const nodes = [
        { id: "f", text: "It is slow." },
        { id: "c", text: "A full scan of orders.", kind: "cause" },
        { id: "e1f2", text: "Or the disk?", kind: "cause" }
      ]
      const taken = { ...graph, nodes, edges: [...graph.edges, { from: "e1f2", to: "f", label: "perhaps" }] }
      expect(await again(taken)).toBeUndefined()
      expect(await edits()).toEqual(none)
    })
  })
})

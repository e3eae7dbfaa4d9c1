import { join } from "node:path"
import { expect, it } from "vitest"
import { openPlugins, write } from "./openPlugins.ts"

/** A manifest of the Python registry that these plugins are compatible with, word for word. */
const manifest = `{
  "schema_version": "1.0",
  "name": "canvas_tools",
  "version": "1.0.0",
  "description": "Canvas tools for reasoning visualization",
  "enabled": true,
  "dependencies": ["kuzu"],
  "settings_schema": {
    "canvas_directory": {"type": "string", "default": "/mnt/raid0/llm/epyc-orchestrator/logs/canvases"}
  },
  "tools": [
    {
      "name": "export_reasoning_canvas",
      "description": "Export hypothesis/failure graphs to JSON Canvas",
      "module": "src.tools.canvas_tools",
      "function": "export_reasoning_canvas",
      "category": "data",
      "parameters": {
        "graph_type": {"type": "string", "required": false}
      }
    }
  ]
}
`

/** The settings file of that manifest, word for word. */
const settings = `{
  "enabled": true,
  "tool_overrides": {
    "export_reasoning_canvas": {"enabled": false}
  },
  "custom_config": {"canvas_directory": "/custom/path"}
}
`

it("refuses a plugin of Python modules with both reasons", async () => {
  const { discover, plugins } = await openPlugins()
  write(plugins, { "canvas/manifest.json": manifest })
  const place = join(plugins, "canvas", "manifest.json")
  expect(await discover()).toEqual({
    count: 0,
    problems: [
      {
        plugin: "canvas",
        source: `${place}:7:20`,
        message: 'plugin "canvas_tools" needs "kuzu", which is not installed'
      },
      {
        plugin: "canvas",
        source: `${place}:15:17`,
        message:
          '"src.tools.canvas_tools" is a Python module, which cannot run here: write it in JavaScript, TypeScript or WebAssembly, or start it as a program under "command"'
      }
    ]
  })
})

/** The canvas tools as scripts. A script cannot access files, so it returns a canvas, which another tool writes. */
const translated = manifest
  .replace('"dependencies": ["kuzu"],\n', "")
  .replace('"src.tools.canvas_tools"', '"canvas.ts"')
  .replace(
    '"graph_type": {"type": "string", "required": false}',
    `"graph_type": {"type": "string", "required": false, "enum": ["hypothesis", "failure"]},
        "nodes": {"type": "array", "items": {"type": "string"}},
        "edges": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}`
  )

const canvas = `
type Graph = { graph_type?: string; nodes: ReadonlyArray<string>; edges: ReadonlyArray<readonly [string, string]> }
type Settings = { canvas_directory: string }

export const export_reasoning_canvas = (graph: Graph, { settings }: { settings: Settings }) => ({
  path: settings.canvas_directory + "/" + (graph.graph_type ?? "hypothesis") + ".canvas",
  canvas: {
    nodes: graph.nodes.map((text, at) => ({ id: text, type: "text", text, x: 0, y: 120 * at, width: 240, height: 80 })),
    edges: graph.edges.map(([fromNode, toNode], at) => ({ id: "edge-" + at, fromNode, toNode }))
  }
})
`

it("runs a translation of it, with its settings", async () => {
  const { discover, call, loader, plugins, ...parts } = await openPlugins()
  write(plugins, { "canvas/manifest.json": translated, "canvas/canvas.ts": canvas })
  expect(await discover()).toEqual({ count: 1, problems: [] })
  expect(loader.listTools()).toEqual([
    {
      name: "export_reasoning_canvas",
      plugin: "canvas_tools",
      version: "1.0.0",
      enabled: true,
      description: "Export hypothesis/failure graphs to JSON Canvas",
      category: "data"
    }
  ])
  expect(parts.registry.get("export_reasoning_canvas")?.definition.owner).toBe("plugin/canvas_tools")
  const args = { graph_type: "failure", nodes: ["a", "b"], edges: [["a", "b"]] }
  write(parts.settings, { "canvas_tools.json": settings.replace('"enabled": false', '"enabled": true') })
  expect(await parts.reload()).toEqual({ count: 1, problems: [] })
  const { error, output } = await call("export_reasoning_canvas", args)
  expect(error).toBe(undefined)
  expect(output).toMatchObject({
    value: {
      path: "/custom/path/failure.canvas",
      canvas: {
        nodes: [
          { id: "a", type: "text", text: "a", x: 0, y: 0, width: 240, height: 80 },
          { id: "b", type: "text", text: "b", x: 0, y: 120, width: 240, height: 80 }
        ],
        edges: [{ id: "edge-0", fromNode: "a", toNode: "b" }]
      }
    }
  })
})

it("reads its settings file word for word, which switches the tool off", async () => {
  const { discover, loader, names, plugins, settings: folder } = await openPlugins()
  write(plugins, { "canvas/manifest.json": translated, "canvas/canvas.ts": canvas })
  write(folder, { "canvas_tools.json": settings })
  expect(await discover()).toEqual({ count: 1, problems: [] })
  expect(names()).toEqual([])
  expect(loader.listTools().map(({ name, enabled }) => [name, enabled])).toEqual([["export_reasoning_canvas", false]])
  expect(loader.listTools({ enabledOnly: true })).toEqual([])
})

// A project with the toolbox: one tool of each package that starts worker processes.
import { deepEqual } from "node:assert/strict"
import { toolboxEntries } from "@toolgate/toolbox"
import { createToolgate } from "toolgate"

const calls = {
  archive_open: { path: "package.json" },
  list_canvases: { folder: "tarballs" },
  glob: { pattern: "first.*" },
  plot_function: { expressions: ["x ^ 2"], from: 0, to: 1 },
  calculate: { expression: "6 * 7" },
  fetch_docs: { url: "http://127.0.0.1/" }
}
const entries = await Promise.all(Object.values(toolboxEntries).map(({ load }) => load()))
const tools = entries.flatMap(({ make }) => make())
const gate = await createToolgate({ workspace: import.meta.dirname, policy: "host", tools })
const ends = []
for (const [tool, args] of Object.entries(calls)) {
  const { success, error } = await gate.dispatch({ id: tool, tool, args })
  ends.push([tool, success ? "done" : error?.message.slice(0, 40)])
}
await gate.close()
deepEqual(Object.fromEntries(ends), {
  archive_open: "The file is not an archive that can be r",
  list_canvases: "done",
  glob: "done",
  plot_function: "done",
  calculate: "done",
  fetch_docs: 'The request to "127.0.0.1" was not sent.'
})
console.log("Toolbox: called, closed.")

// The jobs of the canvas tools, which run in the worker.

export { drawGraph } from "./export-reasoning-canvas/drawGraph.ts"
export { findEdits } from "./import-canvas-edits/findEdits.ts"
export { countNodes } from "./list-canvases/countNodes.ts"

// The jobs of the canvas tools, which run in the worker.

export { textOfGraph } from "./export-reasoning-canvas/textOfGraph.ts"
export { editsOf } from "./import-canvas-edits/editsOf.ts"
export { countNodes } from "./list-canvases/countNodes.ts"

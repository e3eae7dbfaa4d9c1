import type { Tool } from "@toolgate/core"
import { CanvasFolder } from "./CanvasFolder.ts"
import { type CanvasSettings, canvasSettings } from "./canvasSettings.ts"
import { exportReasoningCanvasWith } from "./export-reasoning-canvas/definition.ts"
import { importCanvasEditsWith } from "./import-canvas-edits/definition.ts"
import { listCanvasesWith } from "./list-canvases/definition.ts"

export { type CanvasSettings, canvasSettings }

/**
 * Returns the tools that draw graphs of thoughts on canvases, and tell what a person has done to them.
 *
 * ```ts
 * import { canvasTools } from "@toolgate/toolbox-canvas"
 *
 * const tools = canvasTools({ folder: "notes/canvases" })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const canvasTools = (settings: CanvasSettings = {}): ReadonlyArray<Tool> => {
  const folder = new CanvasFolder(settings)
  return [exportReasoningCanvasWith(folder), importCanvasEditsWith(folder), listCanvasesWith(folder)]
}

const usual = new CanvasFolder({})

/** Draws a graph of thoughts on a canvas. */
export const exportReasoningCanvas: Tool = exportReasoningCanvasWith(usual)
/** Tells what a person has done to a canvas. */
export const importCanvasEdits: Tool = importCanvasEditsWith(usual)
/** Lists the canvases of a folder. */
export const listCanvases: Tool = listCanvasesWith(usual)

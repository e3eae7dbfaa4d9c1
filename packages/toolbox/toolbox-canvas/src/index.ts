import type { Tool } from "@toolgate/core"
import { CanvasFolder } from "./CanvasFolder.ts"
import { type CanvasSettings, canvasSettings } from "./canvasSettings.ts"
import { createExportReasoningCanvas } from "./export-reasoning-canvas/definition.ts"
import { createImportCanvasEdits } from "./import-canvas-edits/definition.ts"
import { createListCanvases } from "./list-canvases/definition.ts"

export { type CanvasSettings, canvasSettings }

/**
 * Returns the tools that draw reasoning graphs on canvases, and report a person's edits.
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
  return [createExportReasoningCanvas(folder), createImportCanvasEdits(folder), createListCanvases(folder)]
}

const usual = new CanvasFolder({})

/** Draws a reasoning graph on a canvas. */
export const exportReasoningCanvas: Tool = createExportReasoningCanvas(usual)
/** Reports a person's edits to a canvas. */
export const importCanvasEdits: Tool = createImportCanvasEdits(usual)
/** Lists the canvases of a folder. */
export const listCanvases: Tool = createListCanvases(usual)

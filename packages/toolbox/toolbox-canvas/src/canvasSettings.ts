import { type Static, Type } from "typebox"

/** The schema of the settings of the canvas tools: the section `canvas` of `toolbox.yaml`, and the options of `canvasTools`. */
export const canvasSettings = Type.Object(
  {
    folder: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'The folder of canvases, unless a call names another: from the root of the workspace, or anywhere if it is absolute or begins with "~/". Default: canvases.'
      })
    )
  },
  { additionalProperties: false }
)

/** The settings of the canvas tools. */
export type CanvasSettings = Static<typeof canvasSettings>

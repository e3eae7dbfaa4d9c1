import { type Static, Type } from "typebox"

/**
 * The schema of the canvas tools' settings: the section `canvas` of `toolbox.yaml`, and the options of `canvasTools`.
 */
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

export type CanvasSettings = Static<typeof canvasSettings>

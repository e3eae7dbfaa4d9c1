import { Type } from "typebox"

/** The schema of the size of a chart in characters. */
export const sizeSchema = {
  width: Type.Optional(Type.Integer({ minimum: 20, maximum: 200, description: "Characters across. Default 80." })),
  height: Type.Optional(Type.Integer({ minimum: 5, maximum: 60, description: "Lines. Default 20." }))
} as const

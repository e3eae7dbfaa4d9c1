import Type from "typebox"
import type { closed, open } from "./Form.ts"

/** Makes the form of a caller: the agent, another call, or a program at a model provider. */
export const makeCallerForm = (made: typeof closed | typeof open) =>
  Type.Union([
    /** `chain` and `index` are set in a turn of several calls. */
    made({ kind: Type.Literal("direct"), chain: Type.Optional(Type.String()), index: Type.Optional(Type.Number()) }),
    made({
      kind: Type.Literal("chain"),
      parent: Type.String(),
      chain: Type.String(),
      index: Type.Number(),
      provider: Type.Optional(Type.String())
    })
  ])

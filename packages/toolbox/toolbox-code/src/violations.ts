import type { ToolOutput } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"

/** A violation of a linter rule. Lines and columns count from 1. */
export interface Violation {
  /** The name of the rule, if the linter gives one. */
  readonly code?: string
  readonly message: string
  readonly line: number
  readonly column: number
  /** Whether the linter can fix it. */
  readonly fixable: boolean
}

/** Returns the schema of a linter's violations, with additional members. */
export const createViolationsSchema = (more: Parameters<typeof Type.Object>[0] = {}) =>
  Type.Object(
    {
      violations: Type.Array(
        Type.Object(
          {
            ...more,
            code: Type.Optional(Type.String({ description: "The rule. Absent if it has no name." })),
            message: Type.String(),
            line: Type.Integer({ description: "Counted from 1." }),
            column: Type.Integer({ description: "Counted from 1." }),
            fixable: Type.Boolean({ description: "Whether the linter can fix it." })
          },
          { additionalProperties: false }
        )
      ),
      total: Type.Integer({ description: "How many there are." }),
      cut: Type.Boolean({ description: "Whether there are more than these." })
    },
    { additionalProperties: false }
  )

/** Returns the output for a linter's violations. */
export const toViolationsOutput = (violations: ReadonlyArray<Violation>): ToolOutput =>
  boundOutput(
    violations.map((one) => ({ ...one })),
    (kept, cut) => ({ violations: kept, total: violations.length, cut }),
    "Fix these first."
  )

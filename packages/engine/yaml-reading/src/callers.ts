import { listOf } from "./listOf.ts"
import type { Shape } from "./Shape.ts"
import { oneOf } from "./scalars.ts"

const any = listOf("a list of callers", oneOf("caller", ["direct", "chain"]))

/**
 * The shape of the callers of a tool: agents (`direct`), and scripts and turns of several calls (`chain`). The list is
 * not empty.
 */
export const callers: Shape<ReadonlyArray<"direct" | "chain">> = {
  ...any,
  read: (entry, reading) => {
    const given = any.read(entry, reading)
    return given?.length === 0
      ? reading.fault(entry.at, () => `${entry.label} is empty: write direct, chain, or both`)
      : given
  }
}

import { quoted } from "@toolgate/core"
import type { Sourced } from "@toolgate/policy"
import { listOf } from "../yaml/listOf.ts"
import { path } from "../yaml/paths.ts"
import type { Shape } from "../yaml/Shape.ts"

const folder: Shape<{ readonly path: string } & Sourced> = {
  type: path.type,
  schema: path.schema,
  beneath: [],
  read: (entry, reading) => {
    const read = path.read(entry, reading)
    if (read === undefined) return undefined
    if (read === "/")
      return reading.fault(entry.node.at, () => "the path / holds everything; name a folder of programs")
    // The list that programs are given of such folders has it between them.
    if (read.includes(":"))
      return reading.fault(entry.node.at, () => `the path ${quoted(read)} holds ":", which no folder of programs can`)
    return { path: read, source: reading.source(entry.at) }
  }
}

/** Folders whose programs are found by their names. */
export const programFolders: Shape<ReadonlyArray<{ readonly path: string } & Sourced>> = listOf(
  "a list of absolute paths",
  folder
)

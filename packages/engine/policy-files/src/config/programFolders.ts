import { quoted } from "@toolgate/core"
import type { Sourced } from "@toolgate/policy"
import { listOf, path, type Shape } from "@toolgate/yaml-reading"

const folder: Shape<{ readonly path: string } & Sourced> = {
  type: path.type,
  schema: path.schema,
  beneath: [],
  read: (entry, reading) => {
    const read = path.read(entry, reading)
    if (read === undefined) return undefined
    if (read === "/")
      return reading.fault(entry.node.at, () => "the path / contains everything; name a folder of programs")
    // A colon separates the folders in the list that programs are given.
    if (read.includes(":"))
      return reading.fault(
        entry.node.at,
        () => `the path ${quoted(read)} contains ":", which separates the folders of programs`
      )
    return { path: read, source: reading.source(entry.at) }
  }
}

/** The shape of a list of folders whose programs are found by name. */
export const programFolders: Shape<ReadonlyArray<{ readonly path: string } & Sourced>> = listOf(
  "a list of absolute paths",
  folder
)

import { quoted } from "@toolgate/core"
import type { Placed } from "@toolgate/yaml-reading"
import type { ToolEntry } from "./entryShape.ts"
import type { KnownTools } from "./KnownTools.ts"

/**
 * Reports every name that two tools would have, and every known tool about which two entries speak. The names of all files are
 * compared, in their order.
 */
export const checkNames = (entries: ReadonlyArray<ToolEntry>, known: KnownTools): void => {
  const taken = new Map<string, string>()
  for (const { name, aliases, implementation, reading } of entries) {
    const target = implementation === undefined ? known.get(name.value) : undefined
    // That there is no such tool is reported elsewhere.
    if (implementation === undefined && target === undefined) continue
    const names = target === undefined ? [name, ...(aliases?.value ?? [])] : [{ ...name, value: target.name }]
    for (const each of names) {
      const first = taken.get(each.value)
      const holder = target === undefined ? known.get(each.value) : undefined
      if (first !== undefined) reading.fault(each.at, () => twice(each, target?.name, first))
      else if (holder !== undefined)
        reading.fault(
          each.at,
          () =>
            `the name ${quoted(each.value)} is taken by the known tool ${quoted(holder.name)}: give this one another name, or leave out "implementation" to annotate the known tool`
        )
      else taken.set(each.value, reading.source(each.at))
    }
  }
}

const twice = ({ value }: Placed<string>, annotated: string | undefined, first: string): string =>
  annotated === undefined
    ? `the name ${quoted(value)} is given twice, first at ${first}`
    : `the tool ${quoted(annotated)} is annotated twice, first at ${first}`

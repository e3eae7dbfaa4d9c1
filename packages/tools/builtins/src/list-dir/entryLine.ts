import type { FileEntry } from "@toolgate/core"
import { printableName } from "../printableName.ts"

/** The most characters of a link's target that are shown. A target may have 4,096 bytes. */
const maxTarget = 256

/** Returns the line of a listing for an entry. */
export const entryLine = ({ name, kind, size, target }: FileEntry): string => {
  const shown = printableName(name)
  switch (kind) {
    case "directory":
      return `${shown}/`
    case "link":
      return `${shown} -> ${target === undefined ? "(unknown)" : printableName(shortened(target))}`
    case "file":
      return `${shown} (${size} bytes)`
    case "other":
      return `${shown} (neither file, directory nor link)`
  }
}

/** Returns an entry as data. */
export const entryValue = ({ name, kind, size, target }: FileEntry) => ({
  name,
  kind,
  ...(kind === "file" ? { size } : {}),
  ...(target === undefined ? {} : { target: shortened(target) })
})

const shortened = (target: string) => {
  const characters = [...target]
  return characters.length > maxTarget ? `${characters.slice(0, maxTarget).join("")}…` : target
}

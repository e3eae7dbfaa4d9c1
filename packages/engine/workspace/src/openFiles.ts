import { FileFailed, type FileMode, type FileSystems, type Files } from "@toolgate/core"
import { type CompiledAccess, compileAccess } from "@toolgate/core/access"
import { appendFile } from "./appendFile.ts"
import { decodeText, encodeText, readContent } from "./content.ts"
import { createFile } from "./createFile.ts"
import { deleteEntry } from "./deleteEntry.ts"
import { getKind, listFolder } from "./listFolder.ts"
import { makeFolder } from "./makeFolder.ts"
import type { PathEnd } from "./PathEnd.ts"
import type { PathPins } from "./PathPins.ts"
import { patchFile } from "./patchFile.ts"
import { replaceFile } from "./replaceFile.ts"
import { runOperation, type Steps } from "./runOperation.ts"
import { walk } from "./walk.ts"

/**
 * Returns the `Files` for an access. Each runOperation walks the path, checks the access at the path's end, and then uses
 * the pinned file.
 */
export const openFiles =
  (pins: PathPins["Service"]): FileSystems["Service"]["open"] =>
  (given, workspace): Files => {
    let compiled: CompiledAccess | undefined
    // Compiled on first use, because most calls with file access use no files.
    const access = () => (compiled ??= compileAccess(given))
    const atPlace = <A>(
      path: string,
      act: (place: PathEnd) => Steps<A>,
      need: FileMode,
      lastLink: LastLink = "followed"
    ) =>
      runOperation(path, function* () {
        using place = walk(pins, workspace, path, lastLink)
        return yield* act(permitted(place, path, access(), need))
      })
    const writing = (path: string, content: () => Uint8Array) =>
      atPlace(path, (place) => replaceFile(place, path, content()), "w")
    return {
      read: (path) =>
        atPlace(
          path,
          function* (place) {
            return decodeText(yield* readContent(place, path), path)
          },
          "r"
        ),
      readBytes: (path, range) => atPlace(path, (place) => readContent(place, path, range), "r"),
      write: (path, text) => writing(path, () => encodeText(text, path)),
      writeBytes: (path, bytes) => writing(path, () => bytes),
      create: (path, bytes) => atPlace(path, (place) => createFile(place, path, bytes), "w"),
      append: (path, text) => atPlace(path, (place) => appendFile(place, path, encodeText(text, path)), "w"),
      patch: (path, old, replacement) => atPlace(path, (place) => patchFile(place, path, old, replacement), "rw"),
      makeFolder: (path) => atPlace(path, (place) => immediately(() => makeFolder(place, path)), "w"),
      exists: (path) =>
        runOperation(path, () =>
          immediately(() => {
            using place = walk(pins, workspace, path, "followed")
            const { problem } = place
            if (problem?.reason === "NotFound" || problem?.reason === "NotADirectory") {
              allows(place, path, access(), "r")
              return false
            }
            return permitted(place, path, access(), "r").found !== undefined
          })
        ),
      stat: (path) => atPlace(path, (place) => immediately(() => statOf(place, path)), "r"),
      list: (path) => atPlace(path, (place) => listFolder(place, path), "r"),
      delete: (path) => atPlace(path, (place) => immediately(() => deleteEntry(place, path)), "w", "kept")
    }
  }

type LastLink = Parameters<typeof walk>[3]

// biome-ignore lint/correctness/useYield: the operation is short and needs no turn of the event loop
function* immediately<A>(act: () => A): Steps<A> {
  return act()
}

/**
 * Whether the access allows what is needed. Throws "Denied" outside the access, so that callers cannot find out whether
 * anything exists there.
 */
const allows = (
  { path: canonical, problem }: PathEnd,
  path: string,
  access: CompiledAccess,
  need: FileMode
): boolean => {
  const found = access.coverage(canonical, need)
  const stopped = problem !== undefined && access.coverage(problem.at, need) === "outside"
  if (found === "outside" || stopped) throw new FileFailed("Denied", path)
  return found === "allowed"
}

const permitted = (place: PathEnd, path: string, access: CompiledAccess, need: FileMode): PathEnd => {
  if (!allows(place, path, access, need)) throw new FileFailed("Denied", path, { message: notAllowed[need] })
  if (place.problem !== undefined) throw new FileFailed(place.problem.reason, path)
  return place
}

const notAllowed: Record<FileMode, string> = {
  r: "This call may change what the path leads to, and may not read it.",
  w: "This call may read what the path leads to, and may not change it.",
  rw: "This call may not both read and change what the path leads to."
}

const statOf = ({ stats }: PathEnd, path: string) => {
  if (stats === undefined) throw new FileFailed("NotFound", path)
  return { kind: getKind(stats), size: stats.size }
}

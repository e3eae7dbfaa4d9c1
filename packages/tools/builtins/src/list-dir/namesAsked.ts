import { ToolValidationError } from "@toolgate/core"
import { PathPattern } from "@toolgate/core/access"
import * as Effect from "effect/Effect"

/** The most characters of a pattern. */
const maxPattern = 256

/**
 * Returns whether a path beneath the listed folder matches a pattern. A pattern without a slash is one for names, in whatever folder they
 * are. Matching takes time in proportion to both lengths, whatever the pattern is.
 */
export const namesAsked = (glob: string | undefined) =>
  Effect.gen(function* () {
    if (glob === undefined) return () => true
    if (glob.length > maxPattern) {
      const message = `The argument "glob" has ${glob.length} characters, and at most ${maxPattern} are taken.`
      return yield* new ToolValidationError({ message })
    }
    const pattern = PathPattern.parse(glob.includes("/") ? glob : `**/${glob}`, { folded: false })
    if (typeof pattern === "string" || glob === "") {
      return yield* new ToolValidationError({ message: `The argument "glob" ${glob === "" ? "is empty" : pattern}.` })
    }
    if (pattern.begins === "root") {
      const message =
        'The argument "glob" begins at the root; write it from the directory that is listed, as in src/**.'
      return yield* new ToolValidationError({ message })
    }
    return (path: string) => pattern.matches(`/${path}`, "/")
  })

/** Whether a pattern is one for files of folders beneath. */
export const isForFoldersBeneath = (glob: string | undefined): boolean => glob?.includes("/") === true || glob === "**"

import { invalid } from "@toolgate/toolbox-base/jobs"

/** A pattern for paths, relative to the walked folder. */
export interface PathMatcher {
  readonly matches: (path: string) => boolean
  /** Whether a folder may contain matches. */
  readonly mayBeIn: (folder: string) => boolean
}

/**
 * Creates a matcher for a pattern. A pattern without a slash matches names in any folder. Without a pattern, everything
 * matches.
 */
export const createPathMatcher = async (
  glob: string | undefined,
  argument: "glob" | "pattern"
): Promise<PathMatcher> => {
  if (glob === undefined) return { matches: () => true, mayBeIn: () => true }
  if (/^(?:\/|[A-Za-z]:)/.test(glob)) throw invalid(`The argument "${argument}" begins at the root; ${fromFolder}`)
  if (glob.split("/").includes("..")) throw invalid(`The argument "${argument}" holds ".."; ${fromFolder}`)
  const open = unclosed(glob)
  if (open !== undefined)
    throw invalid(
      `The argument "${argument}" opens "${open}" and does not close it; close it, or write "\\${open}" for the character itself.`
    )
  const { default: picomatch } = await import("picomatch")
  const pattern = glob.replace(/^(?:\.\/)+/, "")
  const matches = picomatch(pattern, { dot: true, basename: !pattern.includes("/"), nonegate: true })
  const { base, isGlob } = picomatch.scan(pattern)
  const begins = pattern.includes("/") && isGlob ? base : ""
  const mayBeIn = (folder: string) => begins === "" || isAtOrBeneath(folder, begins) || isAtOrBeneath(begins, folder)
  return { matches, mayBeIn }
}

const fromFolder = 'write it from the folder that "path" names, as in src/**/*.ts.'

/** Returns an unclosed bracket or brace of a pattern. It would match literally, and find nothing. */
const unclosed = (pattern: string): string | undefined => {
  const rest = pattern.replaceAll(/\\.|\[[!^]?\]?[^\]]*(?:\]|($))/gs, (_, end: string | undefined) =>
    end === undefined ? "" : "["
  )
  if (rest.includes("[")) return "["
  let depth = 0
  for (const [sign] of rest.matchAll(/[{}]/g)) depth = sign === "{" ? depth + 1 : Math.max(0, depth - 1)
  return depth > 0 ? "{" : undefined
}

const isAtOrBeneath = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

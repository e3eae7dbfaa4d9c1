import { invalid } from "../../worker/JobFailed.ts"

/** A pattern of paths, from the folder that is walked. */
export interface PathMatcher {
  readonly matches: (path: string) => boolean
  /** Whether something beneath a folder may match. */
  readonly mayBeIn: (folder: string) => boolean
}

/** Makes the matcher of a pattern. A pattern without a slash is one for names, in whatever folder they are. Without a pattern, all match. */
export const pathMatcher = async (glob: string | undefined): Promise<PathMatcher> => {
  if (glob === undefined) return { matches: () => true, mayBeIn: () => true }
  if (/^(?:\/|[A-Za-z]:)/.test(glob))
    throw invalid(`The argument "glob" or "pattern" begins at the root; ${fromFolder}`)
  if (glob.split("/").includes("..")) throw invalid(`The argument "glob" or "pattern" holds ".."; ${fromFolder}`)
  const { default: picomatch } = await import("picomatch")
  const pattern = glob.replace(/^(?:\.\/)+/, "")
  const matches = picomatch(pattern, { dot: true, basename: !pattern.includes("/"), nonegate: true })
  const { base, isGlob } = picomatch.scan(pattern)
  const begins = pattern.includes("/") && isGlob ? base : ""
  const mayBeIn = (folder: string) => begins === "" || isAtOrBeneath(folder, begins) || isAtOrBeneath(begins, folder)
  return { matches, mayBeIn }
}

const fromFolder = 'write it from the folder that "path" names, as in src/**/*.ts.'

const isAtOrBeneath = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

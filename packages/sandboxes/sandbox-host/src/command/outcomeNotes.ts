import { type Permit, refused } from "@toolgate/core"
import { confinedTmpBeside } from "../confinement/buildCommandEnvironment.ts"
import { shortenPath } from "../confinement/exceptedBy.ts"
import type { AppearedFiles, RefusedWrites } from "../confinement/GrantConfinement.ts"
import type { LeftInSession } from "../session/SessionUse.ts"
import type { Outcome } from "./buildCommandOutcome.ts"
import { refuseOverSessionLimit, temporaryBytes } from "./reasons.ts"

/** Adds a limit that the program reached without being ended by it. The limit may explain a failure. */
export const addReachedLimit = ({ output, error }: Outcome, limit: string): Outcome => {
  const said = `It reached ${limit}.`
  return error === undefined
    ? { output: { ...output, metadata: { ...output.metadata, limitReached: said } }, error }
    : { output, error: { ...error, message: `${error.message} ${said}` } }
}

/** Adds the paths that the program could not write and the reasons, even if the program succeeded. */
export const addRefusedWrites = ({ output, error }: Outcome, met: RefusedWrites | undefined): Outcome => {
  if (met === undefined) return { output, error }
  const { paths, why } = met
  const names = [...new Set(paths.map(shortenPath))]
  const listed = names.slice(0, mostNamed).map((name) => JSON.stringify(name))
  const all = listed.length === 1 ? "" : " all of"
  const said = [`The command could not write${all} ${listed.join(", ")}.`, ...why.slice(0, mostNamed)].join(" ")
  return {
    output: {
      ...output,
      content: [...output.content, { type: "text", text: said }],
      metadata: { ...output.metadata, protected: paths.slice(0, mostNamed) }
    },
    error: error?.why === "ToolFailed" ? { ...error, message: `${error.message} ${said}` } : error
  }
}

/** Adds files that appeared against the grant. The call fails if any of them is excepted from writing. */
export const addAppearedFiles = ({ request }: Permit, { output, error }: Outcome, appeared: AppearedFiles): Outcome => {
  const { removed, stuck, left, why } = appeared
  if (removed.length + stuck.length + left.length === 0) return { output, error }
  const listed = { removed: some(removed), ...(stuck.length === 0 ? {} : { stuck: some(stuck) }) }
  const end = stuck.length === 0 ? "all were removed" : "some could not be removed or inspected"
  const count = removed.length + stuck.length
  const what = `${count === 1 ? "a file or folder" : `${count} files or folders`} that its grant protects`
  const said = [`Tool "${request.tool.name}" made ${what}; ${end}.`, ...why].join(" ")
  const denied = refused("FileDenied", said, listed)
  const isFine = error === undefined && count === 0
  const metadata = { ...output.metadata, excepted: { ...listed, left: some(left) } }
  return { output: { ...output, success: isFine, metadata }, error: error ?? (isFine ? undefined : denied) }
}

const some = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.length <= mostListed ? paths : [...paths.slice(0, mostListed), `and ${paths.length - mostListed} more`]

/**
 * Adds what the command left in its session's temporary folder. The call fails if a file had to be removed there,
 * because the program believes that the file exists. The call also fails if it exceeded the folder's limit.
 */
export const addSessionFiles = (permit: Permit, { output, error }: Outcome, left: LeftInSession): Outcome => {
  const { kept, removed, why, renamed, exceeded, isEmptied } = left
  const { request } = permit
  const listed = {
    ...(kept.length === 0 ? {} : { temporary: kept.slice(0, mostListed) }),
    ...(removed.length === 0 ? {} : { removed: removed.slice(0, mostListed) }),
    ...(renamed.length === 0 ? {} : { renamed: renamed.slice(0, mostListed) })
  }
  const metadata = { ...output.metadata, ...listed }
  const told =
    renamed.length === 0
      ? []
      : [`Two commands wrote a file at the same time; the older one is now ${namesOf(renamed)}.`]
  const gone =
    removed.length === 0
      ? []
      : [`${namesOf(removed)}: removed, because the grant protects it from writing.`, ...why.slice(0, mostNamed)]
  const texts = [...told, ...gone].map((text) => ({ type: "text" as const, text }))
  const content = [...output.content, ...texts]
  const failure =
    exceeded !== undefined
      ? refuseOverSessionLimit(permit, exceeded, isEmptied)
      : removed.length > 0
        ? refused("FileDenied", `Tool "${request.tool.name}" wrote ${gone.join(" ")}`, {
            removed: removed.slice(0, mostListed)
          })
        : undefined
  if (failure === undefined)
    return withHint({ output: { ...output, content, metadata }, error }, request.context.workspace)
  const isKnown = error?.details?.limit === temporaryBytes
  return {
    output: { ...output, success: false, content, metadata },
    error:
      error === undefined || isKnown
        ? failure
        : error.why === "ToolFailed"
          ? { ...error, message: `${error.message} ${failure.message}` }
          : error
  }
}

const namesOf = (paths: ReadonlyArray<string>): string =>
  paths
    .slice(0, mostNamed)
    .map((path) => JSON.stringify(path))
    .join(", ")

const mostListed = 100

/** Names or reasons to list in a sentence. */
const mostNamed = 5

/** Explains the sandbox's "/tmp" to a command that missed a file there or could not write there. */
const withHint = ({ output, error }: Outcome, workspace: string): Outcome => {
  if (error?.why !== "ToolFailed") return { output, error }
  const hint = output.content
    .map((part) => (part.type === "text" ? findHint(part.text, workspace) : undefined))
    .find(Boolean)
  return { output, error: hint === undefined ? error : { ...error, message: `${error.message} ${hint}` } }
}

/** Characters at the end of the output to search for the error. */
const searched = 65_536

/** Returns the hint for an error line that names a path under "/tmp", outside the workspace. */
export const findHint = (text: string, workspace: string): string | undefined => {
  const lines = text
    .slice(-searched)
    .split("\n")
    .filter((line) => {
      const at = line.indexOf("/tmp/")
      return at >= 0 && !line.startsWith(workspace, at)
    })
  return hints.find(([error]) => lines.some((line) => error.test(line)))?.[1]
}

const hints: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /Read-only file system|EROFS/,
    `Because the workspace is under "/tmp", this command can only write temporary files to "${confinedTmpBeside}".`
  ],
  [/No such file|ENOENT/, `A confined command sees its session's "/tmp", not the machine's.`]
]

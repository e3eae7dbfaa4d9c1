import { type Permit, refused } from "@toolgate/core"
import { confinedTmpBeside } from "../confinement/commandEnvironment.ts"
import type { LeftInSession } from "../session/SessionUse.ts"
import type { Outcome } from "./commandOutcome.ts"
import { sessionExceeded, temporaryBytes } from "./reasons.ts"

/**
 * Adds to an outcome what the command left in the temporary folder of its session, which ends with the session. If
 * something was removed from there, the call fails, because the program believes that it has written it. So does a
 * call that wrote more than the folder may hold.
 */
export const withLeft = (permit: Permit, { output, error }: Outcome, left: LeftInSession): Outcome => {
  const { kept, removed, why, renamed, exceeded, isEmptied } = left
  const { request } = permit
  const listed = {
    ...(kept.length === 0 ? {} : { temporary: kept.slice(0, atMost) }),
    ...(removed.length === 0 ? {} : { removed: removed.slice(0, atMost) }),
    ...(renamed.length === 0 ? {} : { renamed: renamed.slice(0, atMost) })
  }
  const metadata = { ...output.metadata, ...listed }
  const told =
    renamed.length === 0
      ? []
      : [`Two commands wrote a file at the same time; the older one is now ${namesOf(renamed)}.`]
  const gone =
    removed.length === 0
      ? []
      : [`${namesOf(removed)}: the grant excepts this from writing, so it was removed.`, ...why.slice(0, said)]
  const texts = [...told, ...gone].map((text) => ({ type: "text" as const, text }))
  const content = [...output.content, ...texts]
  const failure =
    exceeded !== undefined
      ? sessionExceeded(permit, exceeded, isEmptied)
      : removed.length > 0
        ? refused("FileDenied", `Tool "${request.tool.name}" wrote ${gone.join(" ")}`, {
            removed: removed.slice(0, atMost)
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
    .slice(0, said)
    .map((path) => JSON.stringify(path))
    .join(", ")

const atMost = 100
const said = 5

/** Explains to a command that missed a file of the machine's "/tmp", or could not write there, which "/tmp" it has. */
const withHint = ({ output, error }: Outcome, workspace: string): Outcome => {
  if (error?.why !== "ToolFailed") return { output, error }
  const hint = output.content
    .map((part) => (part.type === "text" ? hintFor(part.text, workspace) : undefined))
    .find(Boolean)
  return { output, error: hint === undefined ? error : { ...error, message: `${error.message} ${hint}` } }
}

/** The end of an output in which a program reports why it failed, in characters. */
const searched = 65_536

/** Returns the hint for an output with a line that reports such an error and names a path beneath "/tmp", outside the workspace. */
export const hintFor = (text: string, workspace: string): string | undefined => {
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
    `A command whose workspace lies beneath "/tmp" has its temporary files in "${confinedTmpBeside}", and may write nothing else there.`
  ],
  [/No such file|ENOENT/, `A confined command has a "/tmp" of its session, and not the machine's.`]
]

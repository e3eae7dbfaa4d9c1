import type { Permit } from "@toolgate/core"
import type { LeftInSession } from "../session/SessionUse.ts"
import type { Outcome } from "./commandOutcome.ts"

/**
 * Adds to an outcome what the command left in the temporary folder of its session, which ends with the session. What
 * was removed from there is said in words: the program believes that it has written it.
 */
export const withLeft = (
  { request }: Permit,
  { output, error }: Outcome,
  { kept, removed, why }: LeftInSession
): Outcome => {
  const listed = {
    ...(kept.length === 0 ? {} : { temporary: kept.slice(0, atMost) }),
    ...(removed.length === 0 ? {} : { removed: removed.slice(0, atMost) })
  }
  const metadata = { ...output.metadata, ...listed }
  if (removed.length === 0) return withHint({ output: { ...output, metadata }, error }, request.context.workspace)
  const names = removed.slice(0, said).map((path) => JSON.stringify(path))
  const text = [
    `The command's ${names.join(", ")} ${names.length === 1 ? "was" : "were"} removed at its end.`,
    ...why.slice(0, said)
  ]
  return {
    output: { ...output, content: [...output.content, { type: "text", text: text.join(" ") }], metadata },
    error: error?.why === "ToolFailed" ? { ...error, message: `${error.message} ${text.join(" ")}` } : error
  }
}

const atMost = 100
const said = 5

/** Explains to a command that missed a file of the machine's "/tmp" that it has a "/tmp" of its session. */
const withHint = ({ output, error }: Outcome, workspace: string): Outcome => {
  if (error?.why !== "ToolFailed") return { output, error }
  const texts = output.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
  const missed = texts.flatMap((text) => missing.exec(text)?.[0] ?? [])
  const isOutside = missed.some((text) => !text.startsWith(workspace))
  return { output, error: isOutside ? { ...error, message: `${error.message} ${hint}` } : error }
}

const missing = /\/tmp\/[^\n]{0,4096}(?:No such file|ENOENT)/

const hint = `A confined command has a "/tmp" of its session, and not the machine's.`

import type { OnAsk } from "@toolgate/approval"
import * as Effect from "effect/Effect"
import type { ApprovalDecision, ApprovalRequest } from "toolgate"
import type { Screen } from "../Screen.ts"
import type { Stop } from "../Stop.ts"
import { editArguments } from "./editArguments.ts"
import { Questions } from "./Questions.ts"
import { openTerminal, readTypedLine } from "./readTypedLine.ts"

/**
 * Returns a function that asks at the terminal. The answer is read from the terminal itself, even if standard input is
 * a file or a pipe. `workspace` is the folder in which calls work.
 */
export const makeTerminalAsk = (screen: Screen["Service"], stop: Stop["Service"], workspace: string): OnAsk => {
  const questions = new Questions(workspace, screen.columns)
  const say = (text: string) => Effect.runPromise(screen.notice(text))
  return async (request, signal) => {
    await Effect.runPromise(screen.painted(questions.next(request)))
    const input = openTerminal()
    try {
      for (let args: Edited; ; ) {
        const line = await readTypedLine(screen, input, formatPrompt(request, args), signal)
        const answer = line === undefined ? unanswered : answerOf(line, request, args)
        if (answer === "edit") args = await editArguments({ request, args, screen, stop, input, signal })
        else if (answer === undefined) await say(helpOf(request, args))
        else {
          if (answer.decision === "approve" && answer.scope === "always") await say(waits)
          return answer
        }
      }
    } finally {
      input.destroy()
    }
  }
}

/** Arguments that the person entered instead of the call's. */
type Edited = ApprovalRequest["args"] | undefined

/** Returns the prompt with the possible answers. Edited arguments can be approved for one call only. */
export const formatPrompt = (request: ApprovalRequest, edited?: Edited): string => {
  if (request.kind === "escalation") return "Your answer? [y/N, then a message for the agent if you like] "
  const keys = ["y", ...(edited === undefined ? wider(request) : []), "e", "N, or n and a reason"]
  return `Allow it${edited === undefined ? "" : " with your arguments"}? [${keys.join("/")}] `
}

const wider = ({ maySpanSession, always }: ApprovalRequest): ReadonlyArray<string> => [
  ...(maySpanSession ? ["s"] : []),
  ...(always?.rule === undefined ? [] : ["a"])
]

const helpOf = (request: ApprovalRequest, edited: Edited): string => {
  if (request.kind === "escalation")
    return 'Answer "y" to approve what the agent asks, or "n" to deny it, followed by a message for the agent if you like.\n'
  const offered = edited === undefined ? wider(request) : []
  const answers = [
    `"y" to allow this call`,
    ...(offered.includes("s") ? ['"s" to allow it for the session'] : []),
    ...(offered.includes("a") ? ['"a" to allow this call and to suggest the rule above'] : []),
    `"e" to edit its arguments`
  ]
  return `Answer ${answers.join(", ")}, or "n" to deny it, with a reason after "n" if you like.\n`
}

const waits = 'The rule waits for "toolgate policy review", and has no effect until then.\n'

const unanswered: ApprovalDecision = { decision: "deny", reason: "The terminal was closed." }

/** Parses an answer. `undefined` if it is unclear. Approval must be explicit; an empty line denies. */
const answerOf = (line: string, request: ApprovalRequest, edited: Edited): ApprovalDecision | "edit" | undefined => {
  const [, given = "", reason = ""] = /^(\S*)\s*(.*)$/su.exec(line.trim()) ?? []
  const key = given.toLowerCase()
  if (["", "n", "no"].includes(key)) return reason === "" ? { decision: "deny" } : { decision: "deny", reason }
  if (request.kind === "escalation" && (key === "y" || key === "yes"))
    return reason === "" ? { decision: "approve" } : { decision: "approve", reason }
  if (reason !== "" || request.kind === "escalation") return undefined
  if (key === "y" || key === "yes")
    return edited === undefined ? { decision: "approve" } : { decision: "approve", args: edited }
  if (key === "e" || key === "edit") return "edit"
  const offered = edited === undefined ? wider(request) : []
  if (offered.includes("s") && (key === "s" || key === "session")) return { decision: "approve", scope: "session" }
  if (offered.includes("a") && (key === "a" || key === "always")) return { decision: "approve", scope: "always" }
  return undefined
}

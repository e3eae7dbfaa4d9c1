import { openSync } from "node:fs"
import { createInterface, type Interface } from "node:readline"
import { ReadStream } from "node:tty"
import type { OnAsk } from "@toolgate/approval"
import * as Effect from "effect/Effect"
import type { ApprovalDecision, ApprovalRequest } from "toolgate"
import { dropTyped } from "./dropTyped.ts"
import { Questions } from "./Questions.ts"
import type { Screen } from "./Screen.ts"

/**
 * Returns a function that asks at the terminal. The answer is read from the terminal itself, even if standard input is
 * a file or a pipe. `workspace` is the folder in which calls work.
 */
export const terminalAsk = (screen: Screen["Service"], workspace: string): OnAsk => {
  const questions = new Questions(workspace)
  return async (request, signal) => {
    await Effect.runPromise(screen.painted(questions.next(request)))
    // The input is read as a terminal and not as a file: reading a file cannot be aborted, and would delay the end of
    // the process.
    const input = new ReadStream(openSync("/dev/tty", "r"))
    try {
      for (;;) {
        const line = await answerAt(screen, input, promptOf(request), signal)
        const decision = line === undefined ? unanswered : decisionOf(line, request)
        if (decision !== undefined) return decision
        await Effect.runPromise(screen.notice(helpOf(request)))
      }
    } finally {
      input.destroy()
    }
  }
}

/**
 * Returns the line that is typed after the prompt. Text that was typed before the prompt was meant for something else,
 * or typed by mistake.
 */
const answerAt = async (
  screen: Screen["Service"],
  input: ReadStream,
  prompt: string,
  signal: AbortSignal
): Promise<string | undefined> => {
  dropTyped(input)
  // The terminal stays in line mode, so that Ctrl-C remains a signal, which cancels the call and withdraws the
  // question.
  const lines = createInterface({ input, terminal: false })
  try {
    const line = nextLine(lines, signal)
    await Effect.runPromise(screen.notice(prompt))
    return await line
  } finally {
    lines.close()
  }
}

/** Returns the prompt. It offers an answer for the session only if the gate can keep one. */
const promptOf = ({ maySpanSession }: ApprovalRequest): string =>
  `Allow it? [y/${maySpanSession ? "s/" : ""}N, or n and a reason] `

const helpOf = ({ maySpanSession }: ApprovalRequest): string =>
  `Answer "y" to allow this call, ${maySpanSession ? '"s" to allow it for the session, ' : ""}or "n" to deny it, with a reason after "n" if you like.\n`

const unanswered: ApprovalDecision = { decision: "deny", reason: "The terminal was closed." }

/**
 * Returns the decision of an answer; `undefined` if the answer is unclear. Approval has to be explicit, and an empty
 * line denies.
 */
const decisionOf = (line: string, { maySpanSession }: ApprovalRequest): ApprovalDecision | undefined => {
  const [, answer = "", reason = ""] = /^\s*(\S*)\s*(.*?)\s*$/su.exec(line) ?? []
  if (/^(?:y|yes)$/i.test(answer) && reason === "") return { decision: "approve" }
  if (maySpanSession && /^(?:s|session)$/i.test(answer) && reason === "")
    return { decision: "approve", scope: "session" }
  if (!/^(?:|n|no)$/i.test(answer)) return undefined
  return reason === "" ? { decision: "deny" } : { decision: "deny", reason }
}

const nextLine = (lines: Interface, signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    lines.once("line", resolve)
    lines.once("close", () => resolve(undefined))
    // Nobody waits for the answer any more, so any answer will do.
    signal.addEventListener("abort", () => resolve(undefined), { once: true })
    if (signal.aborted) resolve(undefined)
  })

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
 * Asks at the terminal. The answer comes from the terminal itself, also when standard input is a file or a pipe. `workspace`: the
 * folder that calls work in.
 */
export const terminalAsk = (screen: Screen["Service"], workspace: string): OnAsk => {
  const questions = new Questions(workspace)
  return async (request, signal) => {
    await Effect.runPromise(screen.painted(questions.next(request)))
    // Read as a terminal and not as a file: a read of a file cannot be given up, and would hold up the end of the process.
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

/** What is typed after the prompt; what was typed before it answers something else, or was typed by mistake. */
const answerAt = async (
  screen: Screen["Service"],
  input: ReadStream,
  prompt: string,
  signal: AbortSignal
): Promise<string | undefined> => {
  dropTyped(input)
  // Lines as the terminal sends them: Ctrl-C stays a signal, which cancels the call and so withdraws the question.
  const lines = createInterface({ input, terminal: false })
  try {
    const line = nextLine(lines, signal)
    await Effect.runPromise(screen.notice(prompt))
    return await line
  } finally {
    lines.close()
  }
}

/** An answer for the session is offered where the gate keeps one. */
const promptOf = ({ maySpanSession }: ApprovalRequest): string =>
  `Allow it? [y/${maySpanSession ? "s/" : ""}N, or n and a reason] `

const helpOf = ({ maySpanSession }: ApprovalRequest): string =>
  `Answer "y" for this call, ${maySpanSession ? '"s" for the session as well, ' : ""}or "n", and a reason after "n" if there is one.\n`

const unanswered: ApprovalDecision = { decision: "deny", reason: "The terminal was closed." }

/** Yes has to be said; an empty line is a no. */
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
    // Nobody waits for the answer any more; what is answered here is not heard.
    signal.addEventListener("abort", () => resolve(undefined), { once: true })
    if (signal.aborted) resolve(undefined)
  })

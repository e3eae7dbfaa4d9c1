import type { ApprovalRequest } from "toolgate"
import type { StyledText } from "../Screen.ts"
import { changePreview } from "./changePreview.ts"

/** The texts above the prompts of a command. What a question has in common with the previous one is left out. */
export class Questions {
  private readonly workspace: string
  private before: ReadonlyArray<string> = []

  /** Relative paths in arguments start at `workspace`. */
  constructor(workspace: string) {
    this.workspace = workspace
  }

  /** Returns the text for a request. Its parts are already escaped, so that none can imitate a line of this program. */
  next(request: ApprovalRequest): ReadonlyArray<StyledText> {
    const about = this.about(request)
    const said = about.filter((line) => !this.before.includes(line))
    const isAgain = said.length < about.length
    this.before = about
    return [
      { text: `\n${subjectOf(request)}` },
      ...(previewOf(request, this.workspace) ?? [{ text: argumentsOf(request) }]),
      ...(request.inspectable
        ? []
        : [
            {
              text: "The call cannot be shown completely. If you allow it, you allow something that you have not seen.\n"
            }
          ]),
      ...said.map((text) => ({ text: `${text}\n` })),
      ...(isAgain ? [{ text: "Everything else is the same as in the question before.\n" }] : [])
    ]
  }

  private about({ why, because, expiresAt, sessionCovers, always }: ApprovalRequest): ReadonlyArray<string> {
    const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000))
    return [
      `Asked because: ${why} (${because.rule}, ${because.source})`,
      sessionCovers,
      ...(always === undefined ? [] : [always.covers]),
      `You have ${seconds} seconds to answer.`
    ]
  }
}

// Text from the model is indented in a summary, so this line is always the gate's.
const argumentsBegin = "\nIts arguments:\n"

const subjectOf = ({ summary }: ApprovalRequest): string => `${summary.split(argumentsBegin, 1).join("")}\n`

const argumentsOf = (request: ApprovalRequest): string => `${request.summary.slice(subjectOf(request).length)}\n`

/** Returns the change that a call would make. `undefined` if it cannot be shown completely. */
const previewOf = (request: ApprovalRequest, workspace: string) =>
  request.inspectable ? changePreview(request, workspace) : undefined

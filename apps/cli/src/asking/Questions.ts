import { wrapText } from "@toolgate/policy-files/explanation"
import type { ApprovalRequest } from "toolgate"
import type { StyledText } from "../Screen.ts"
import { changePreview } from "./changePreview.ts"

/** The texts above the prompts of a command. What a question has in common with the previous one is left out. */
export class Questions {
  private readonly workspace: string
  private readonly columns: number | undefined
  private before: ReadonlyArray<string> = []

  /** Relative paths in arguments start at `workspace`. Long lines are wrapped at `columns`, unless it is `undefined`. */
  constructor(workspace: string, columns: number | undefined) {
    this.workspace = workspace
    this.columns = columns
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
      ...said.flatMap((line) => this.wrap(line)).map((text) => ({ text: `${text}\n` })),
      ...(isAgain ? [{ text: "Everything else is the same as in the question before.\n" }] : [])
    ]
  }

  // Further lines are indented, so that no text of a model begins a line.
  private wrap(line: string): ReadonlyArray<string> {
    // A terminal without a size has 0 columns.
    return this.columns === undefined || this.columns === 0 ? [line] : wrapText(line, "", "  ", this.columns)
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

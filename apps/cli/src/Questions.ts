import type { ApprovalRequest } from "toolgate"
import { changePreview } from "./changePreview.ts"
import type { Piece } from "./Screen.ts"

/** What stands above the prompts of a command. What a question has in common with the one before it is not said again. */
export class Questions {
  private readonly workspace: string
  private before: ReadonlyArray<string> = []

  /** `workspace`: the folder that relative paths of arguments begin in. */
  constructor(workspace: string) {
    this.workspace = workspace
  }

  /** The parts of a request are escaped already: nothing in them passes for a line of ours. */
  next(request: ApprovalRequest): ReadonlyArray<Piece> {
    const about = this.about(request)
    const said = about.filter((line) => !this.before.includes(line))
    const isAgain = said.length < about.length
    this.before = about
    return [
      { text: `\n${subjectOf(request)}` },
      ...(previewOf(request, this.workspace) ?? [{ text: argumentsOf(request) }]),
      ...(request.inspectable
        ? []
        : [{ text: "Not all of it can be shown: to allow it is to allow what you have not seen.\n" }]),
      ...said.map((text) => ({ text: `${text}\n` })),
      ...(isAgain ? [{ text: "The rest is as it was for the question before.\n" }] : [])
    ]
  }

  private about({ why, because, expiresAt, sessionCovers }: ApprovalRequest): ReadonlyArray<string> {
    const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000))
    return [
      `Asked because: ${why} (${because.rule}, ${because.source})`,
      sessionCovers,
      `The question is open for ${seconds} seconds.`
    ]
  }
}

// Whatever the model chose stands on an indented line of a summary, so that this line is the gate's.
const argumentsBegin = "\nIts arguments:\n"

const subjectOf = ({ summary }: ApprovalRequest): string => `${summary.split(argumentsBegin, 1).join("")}\n`

const argumentsOf = (request: ApprovalRequest): string => `${request.summary.slice(subjectOf(request).length)}\n`

/** Where all of a call can be seen in what it would change. */
const previewOf = (request: ApprovalRequest, workspace: string) =>
  request.inspectable ? changePreview(request, workspace) : undefined

import { textsOf } from "./frames.ts"
import type { ContentBlockMessage, ErrorSlugMessage, ResponseMetadata, ToolResponseMessage } from "./protocol.ts"

/** The approval that a deferred call waits for. */
export interface PendingApproval {
  readonly approvalId: string
  /** The time until which the call can be approved and resumed. */
  readonly expiresAt: Date
}

/** The error of a call that was refused or whose tool failed. The message can be given to a model as it is. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError"
  readonly tool: string
  readonly slug: ErrorSlugMessage
  /** The output of the tool before it failed. */
  readonly content: ReadonlyArray<ContentBlockMessage>
  /** `executed` says whether anything may have happened. */
  readonly metadata: ResponseMetadata | undefined
  /** The approval that the call waits for, if it was deferred. It did not run, and runs once somebody resumes it. */
  readonly pending: PendingApproval | undefined

  constructor(tool: string, response: Extract<ToolResponseMessage, { readonly ok: false }>) {
    super(response.message)
    this.tool = tool
    this.slug = response.error
    this.content = response.content ?? []
    this.metadata = response.metadata
    const { pending } = response
    this.pending = pending && { approvalId: pending.approval_id, expiresAt: new Date(pending.expires_at) }
  }

  /** The text for a model: the texts of `content`, one line each, and then the slug and the message. */
  get text(): string {
    return [...textsOf(this.content), `${this.slug}: ${this.message}`].join("\n")
  }
}

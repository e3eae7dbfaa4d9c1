import { listTexts } from "./frames.ts"
import type { ContentBlockMessage, ErrorSlugMessage, ResponseMetadata, ToolResponseMessage } from "./protocol.ts"

/** The approval that a deferred call waits for. */
export interface PendingApproval {
  readonly approvalId: string
  /** The deadline for approving and resuming the call. */
  readonly expiresAt: Date
}

/** The error of a refused or failed call. The message is suitable for a model. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError"
  readonly tool: string
  readonly slug: ErrorSlugMessage
  /** The tool's output before it failed. */
  readonly content: ReadonlyArray<ContentBlockMessage>
  /** `executed`: whether the call may have had an effect. */
  readonly metadata: ResponseMetadata | undefined
  /** The approval that a deferred call waits for. The call has not run; it runs when it is resumed. */
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

  /** The text for a model: the texts of `content`, one per line, followed by the slug and the message. */
  get text(): string {
    return [...listTexts(this.content), `${this.slug}: ${this.message}`].join("\n")
  }
}

import type {
  ContentBlockMessage,
  ErrorSlugMessage,
  ResponseMetadata,
  ToolResponseMessage
} from "@toolgate/runner-protocol"
import { textsOf } from "@toolgate/runner-protocol/frames"

/** A call was refused, or its tool failed. The message is meant to be told to a model as it is. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError"
  readonly tool: string
  readonly slug: ErrorSlugMessage
  /** What the tool said before it failed. */
  readonly content: ReadonlyArray<ContentBlockMessage>
  /** `executed` says whether anything may have happened. */
  readonly metadata: ResponseMetadata | undefined

  constructor(tool: string, response: Extract<ToolResponseMessage, { readonly ok: false }>) {
    super(response.message)
    this.tool = tool
    this.slug = response.error
    this.content = response.content ?? []
    this.metadata = response.metadata
  }

  /** What to tell a model: the texts of `content`, a line each, and then the slug and the message. */
  get text(): string {
    return [...textsOf(this.content), `${this.slug}: ${this.message}`].join("\n")
  }
}

import { createHash } from "node:crypto"
import type { ApprovalQuestion, ToolDefinition } from "@toolgate/core"
import { canonicalJson } from "./canonicalJson.ts"

/** Which questions are the same for an answer that is kept for the session. */
export class QuestionKeys {
  private readonly serials = new WeakMap<ToolDefinition, string>()

  /**
   * A digest of everything that an answer depends on: session and workspace, the principal with all it was delegated by,
   * the rule that asked, the tool, and, unless the answer covers the whole tool, the arguments and what they point at.
   */
  of({ request, because, covers, onlyOnce }: ApprovalQuestion): string {
    const { tool, args, resources, context } = request
    const { session, workspace, principal } = context
    const { layer, rule, source } = because
    const what = covers === "call" ? [args, resources] : []
    const key = [session, workspace, principal, layer, rule, source, onlyOnce, this.serial(tool), tool, what]
    return createHash("sha256").update(canonicalJson(key)).digest("hex")
  }

  // Two tools may be defined alike and do different things: a tool that was exchanged is another one. Its definition counts
  // besides, for a registry whose tools are not frozen.
  private serial(tool: ToolDefinition): string {
    const serial = this.serials.get(tool) ?? crypto.randomUUID()
    this.serials.set(tool, serial)
    return serial
  }
}

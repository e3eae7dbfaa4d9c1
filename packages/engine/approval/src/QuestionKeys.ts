import { createHash } from "node:crypto"
import { type ApprovalQuestion, canonicalJson, type ToolDefinition } from "@toolgate/core"

/** A maker of keys. Two questions have the same key exactly if one answer for the session may answer both. */
export class QuestionKeys {
  private readonly serials = new WeakMap<ToolDefinition, string>()

  /**
   * Returns a digest of everything that an answer depends on: the session and the workspace, the principal with its chain of
   * delegation, the rule that asked, and the tool. Unless the answer covers the whole tool, the digest also covers the arguments
   * and the resources that they point at.
   */
  of({ request, because, covers, onlyOnce }: ApprovalQuestion): string {
    const { tool, args, resources, context } = request
    const { session, workspace, principal } = context
    const { layer, rule, source } = because
    const what = covers === "call" ? [args, resources] : []
    const key = [session, workspace, principal, layer, rule, source, onlyOnce, this.serial(tool), tool, what]
    return createHash("sha256").update(canonicalJson(key)).digest("hex")
  }

  // Two tools may have equal definitions and do different things, so a tool that was replaced gets a serial of its own. The
  // definition is part of the key as well, for a registry whose tools are not frozen.
  private serial(tool: ToolDefinition): string {
    const serial = this.serials.get(tool) ?? crypto.randomUUID()
    this.serials.set(tool, serial)
    return serial
  }
}

import type { JsonObject } from "@toolgate/core"
import type { Declared } from "../Format.ts"
import { memberOf, textIn } from "../round/unknownJson.ts"

/** Whether an item of OpenAI's is a call that the next request has to answer. Any other call is the provider's own. */
export const isOurs = (item: JsonObject, declared: Pick<Declared, "providerTool">): boolean => {
  const type = textIn(item, "type") ?? ""
  const name = textIn(item, "name")
  if (declared.providerTool(name === undefined ? { type } : { type, name }) !== undefined) return true
  // What runs in a container of the provider's is not for us.
  if (type === "shell_call") return !isContainer(memberOf(memberOf(item, "environment"), "type"))
  if (type === "tool_search_call") return memberOf(item, "execution") === "client"
  return answered.has(type)
}

const answered = new Set([
  "function_call",
  "custom_tool_call",
  "computer_call",
  "apply_patch_call",
  "local_shell_call",
  "mcp_approval_request"
])

const isContainer = (environment: unknown): boolean =>
  typeof environment === "string" && environment.startsWith("container")

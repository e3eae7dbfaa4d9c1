import type { ApprovalQuestion, ApprovalRequest, PermissionRequest } from "@toolgate/core"
import { escapeText, quoteText } from "./shownText.ts"

/**
 * Describes the rule that an approval for always would suggest and, in words, the calls that it would allow. Suggests no
 * rule for a call that the person cannot see in full. `shown` masks secrets in the tool's configuration.
 */
export const describeAlwaysScope = (
  { request, suggestRule }: ApprovalQuestion,
  inspectable: boolean,
  shown = (text: string): string => text
): Pick<ApprovalRequest, "always"> => {
  if (suggestRule === undefined || request.tool.escalates === true) return {}
  const suggestion = inspectable ? suggestRule() : { none: "cannot be shown in full" }
  if ("none" in suggestion) return nothing(escapeText(suggestion.none).replace(/\.$/, ""))
  const { rule } = suggestion
  if (shown(rule) !== rule) return nothing("holds a secret of its tool's configuration, which a rule would show")
  const covers = `Always: suggests the rule ${quoteText(rule)}. Once a person adds it to the policy, it allows ${coveredBy(request)}.`
  return { always: { rule, covers } }
}

const nothing = (why: string): Pick<ApprovalRequest, "always"> => ({
  always: { covers: `Always: not offered, because the call ${why}.` }
})

const coveredBy = ({ tool, resources }: PermissionRequest): string => {
  const name = `tool ${quoteText(tool.name)}`
  switch (resources[0]?.kind) {
    case "command":
      return `this command of ${name}, in any workspace, with any input`
    case "file":
      return `calls of ${name} with this file and any other arguments`
    case "host":
      return `calls of ${name} to this host and port, with any other arguments`
    default:
      return `every call of ${name}, with any arguments`
  }
}

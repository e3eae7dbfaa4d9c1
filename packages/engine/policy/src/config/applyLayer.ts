import type { ToolDefinition } from "@toolgate/core"
import type { Finding } from "../PolicyPart.ts"
import { builtIn } from "./defaultConfig.ts"
import type { FlatPermissions, PolicyLayer } from "./PolicyConfig.ts"
import { changesSomething, reachesNetwork } from "./toolGroups.ts"
import type { SelectorMatch } from "./toolSelectors.ts"

/**
 * Applies one layer to a tool, and returns the findings. A deny wins, allow lists intersect, and a key that the layer
 * leaves out restricts nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { applyLayer, makePolicyLayer, makeSelectorMatch } from "@toolgate/policy"
 * import { makeToolDefinition } from "@toolgate/testing"
 *
 * const layer = makePolicyLayer({ readOnly: true }, "toolgate.yaml:2")
 * const write = makeToolDefinition({ name: "write_file", sideEffects: "WRITE" })
 * const findings = applyLayer("global", layer, write, makeSelectorMatch(new Map()))
 * assert.deepEqual(
 *   findings.map(({ effect }) => effect),
 *   ["deny"]
 * )
 * ```
 */
export const applyLayer = (
  layer: string,
  { allow, deny, readOnly, noWeb, flat, source }: PolicyLayer,
  tool: ToolDefinition,
  matches: SelectorMatch
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const denies = (rule: string, at: string, said: string, change: string) =>
    found.push({ because: { layer, rule, source: at }, effect: "deny", said, change })
  for (const selector of deny)
    if (matches(selector, tool))
      denies(
        `deny ${selector.text}`,
        selector.source,
        `Tool "${tool.name}" is denied by the layer "${layer}".`,
        source === builtIn
          ? "List the role's tools under layers.roles of the first policy file instead."
          : `Take "${selector.text}" from its deny list.`
      )
  if (allow !== undefined) {
    const selector = allow.find((one) => matches(one, tool))
    if (selector !== undefined)
      found.push({
        because: { layer, rule: `allow ${selector.text}`, source: selector.source },
        effect: "allow",
        said: `Tool "${tool.name}" is allowed by the layer "${layer}".`
      })
    else
      denies(
        `allow ${allow.map(({ text }) => text).join(", ")}`.trimEnd(),
        allow[0]?.source ?? source,
        `Tool "${tool.name}" is not among the tools that the layer "${layer}" allows.`,
        `Add "${tool.name}" to its allow list.`
      )
  }
  if (readOnly !== undefined && changesSomething(tool))
    denies(
      "read_only",
      readOnly.source,
      `Tool "${tool.name}" can change something, and the layer "${layer}" is read-only.`,
      "Only tools of the classes NONE and READ can be called here."
    )
  if (noWeb !== undefined && reachesNetwork(tool))
    denies(
      "no_web",
      noWeb.source,
      `Tool "${tool.name}" can reach the network, which the layer "${layer}" does not allow.`,
      "Only tools that neither reach the network nor run code can be called here."
    )
  if (flat !== undefined) found.push(...flatFindings(layer, flat, tool, matches))
  return found
}

/**
 * Returns the findings of a role's flat permissions, in their order: forbidden tools, then allowed tools, then category
 * and web access.
 */
const flatFindings = (
  layer: string,
  { forbiddenTools, allowedTools, allowedCategories, webAccess }: FlatPermissions,
  tool: ToolDefinition,
  matches: SelectorMatch
): ReadonlyArray<Finding> => {
  const finding = (effect: Finding["effect"], rule: string, source: string, said: string, change?: string) => [
    { because: { layer, rule, source }, effect, said, ...(change === undefined ? {} : { change }) }
  ]
  const forbidden = forbiddenTools.find((one) => matches(one, tool))
  if (forbidden !== undefined)
    return finding(
      "deny",
      `forbidden_tools ${forbidden.text}`,
      forbidden.source,
      `Tool "${tool.name}" is forbidden to the layer "${layer}".`,
      `Take "${forbidden.text}" from its forbidden_tools.`
    )
  const allowed = allowedTools?.selectors.find((one) => matches(one, tool))
  if (allowed !== undefined)
    return finding("allow", `allowed_tools ${allowed.text}`, allowed.source, `Tool "${tool.name}" is allowed by name.`)
  const inCategory = tool.category !== undefined && allowedCategories?.names.includes(tool.category)
  const bounds = allowedCategories ?? allowedTools
  if (bounds !== undefined && !inCategory)
    return finding(
      "deny",
      allowedCategories === undefined ? "allowed_tools" : "allowed_categories",
      bounds.source,
      `Tool "${tool.name}" is neither among the tools nor in a category that the layer "${layer}" allows.`,
      `Add "${tool.name}" to its allowed_tools, or the tool's category to its allowed_categories.`
    )
  if (webAccess?.value === false && reachesNetwork(tool))
    return finding(
      "deny",
      "web_access: false",
      webAccess.source,
      `Tool "${tool.name}" can reach the network, and the layer "${layer}" has no web access.`,
      `Add "${tool.name}" to its allowed_tools, or set web_access to true.`
    )
  return []
}

import type { PolicyLayer, ToolSelector } from "./PolicyConfig.ts"
import { selectorPattern } from "./parseRule.ts"
import { builtInGroups } from "./toolGroups.ts"
import { groupPrefix } from "./toolSelectors.ts"

/**
 * The specification of a layer in code. A key that is left out restricts nothing; an empty list allows nothing. The
 * last four keys are the flat permissions of a role: forbidden tools first, then allowed tools, then category and web
 * access.
 */
export interface LayerSpec {
  readonly allow?: ReadonlyArray<string>
  readonly deny?: ReadonlyArray<string>
  readonly readOnly?: boolean
  readonly noWeb?: boolean
  readonly forbiddenTools?: ReadonlyArray<string>
  readonly allowedTools?: ReadonlyArray<string>
  readonly allowedCategories?: ReadonlyArray<string>
  readonly webAccess?: boolean
}

/**
 * Makes a layer from a specification. Throws a `TypeError` if the specification has an unknown key, a value of the
 * wrong type, or a name that is neither a tool's nor a group's. Explanations name `source` as the place of the layer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makePolicyLayer } from "@toolgate/policy"
 *
 * const { deny } = makePolicyLayer({ deny: ["shell"] }, "the review")
 * assert.deepEqual(deny, [{ text: "shell", source: "the review" }])
 * // The group does not exist.
 * assert.throws(() => makePolicyLayer({ deny: ["group:shels"] }, "the review"), TypeError)
 * ```
 */
export const makePolicyLayer = (
  spec: LayerSpec,
  source: string,
  /** The names, without "group:", of the groups that are defined in addition to the built-in ones. */
  groups: Iterable<string> = []
): PolicyLayer => {
  checkKeys(spec, source)
  const at = { source }
  const known = new Set([...builtInGroups.keys(), ...groups])
  const selectors = (key: keyof LayerSpec, names: ReadonlyArray<string>): ReadonlyArray<ToolSelector> =>
    names.map((text) => ({ text: checked(text, key, source, known), source }))
  const { allow, deny = [], readOnly, noWeb, forbiddenTools, allowedTools, allowedCategories, webAccess } = spec
  const isFlat = [forbiddenTools, allowedTools, allowedCategories, webAccess].some((given) => given !== undefined)
  return {
    source,
    allow: allow === undefined ? undefined : selectors("allow", allow),
    deny: selectors("deny", deny),
    readOnly: readOnly === true ? at : undefined,
    noWeb: noWeb === true ? at : undefined,
    flat: isFlat
      ? {
          forbiddenTools: selectors("forbiddenTools", forbiddenTools ?? []),
          allowedTools:
            allowedTools === undefined ? undefined : { selectors: selectors("allowedTools", allowedTools), source },
          allowedCategories: allowedCategories === undefined ? undefined : { names: allowedCategories, source },
          webAccess: webAccess === undefined ? undefined : { value: webAccess, source }
        }
      : undefined
  }
}

const lists: ReadonlyArray<string> = ["allow", "deny", "forbiddenTools", "allowedTools", "allowedCategories"]
const switches: ReadonlyArray<string> = ["readOnly", "noWeb", "webAccess"]

// An unknown key would silently restrict nothing.
const checkKeys = (spec: LayerSpec, source: string): void => {
  for (const [key, value] of Object.entries(spec)) {
    const isList = lists.includes(key)
    if (!isList && !switches.includes(key))
      throw new TypeError(`A layer has no "${key}" (${source}); it has ${[...lists, ...switches].join(", ")}.`)
    if (value === undefined) continue
    if (isList ? !Array.isArray(value) || value.some((one) => typeof one !== "string") : typeof value !== "boolean")
      throw new TypeError(`"${key}" of a layer must be ${isList ? "a list of names" : "true or false"} (${source}).`)
  }
}

const checked = (text: string, key: string, source: string, known: ReadonlySet<string>): string => {
  const group = text.startsWith(groupPrefix) ? text.slice(groupPrefix.length) : undefined
  if (!selectorPattern.test(text)) throw new TypeError(`"${text}" in "${key}" is not the name of a tool (${source}).`)
  if (group !== undefined && !known.has(group))
    throw new TypeError(
      `There is no group "${text}", which "${key}" names (${source}); there is ${[...known].map((name) => groupPrefix + name).join(", ")}.`
    )
  return text
}

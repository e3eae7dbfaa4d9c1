import { quoted } from "@toolgate/core"
import { NotJson } from "@toolgate/core/json"
import { literal } from "./literal.ts"

/** Returns the problems of the declarations of a hosted tool, as `withCopies` copied them. */
export const providerProblems = ({ specs }: { readonly specs: unknown }): ReadonlyArray<string> => {
  if (specs instanceof NotJson)
    return [`the declaration for providers at ${quoted(specs.pointer, 200)} ${specs.reason}`]
  if (!isObject(specs) || Object.keys(specs).length === 0)
    return ['a hosted tool needs a declaration for at least one provider: { openai: { type: "web_search" } }']
  return Object.entries(specs).flatMap(([provider, spec]) => [
    ...(/^[!-~]{1,64}$/.test(provider)
      ? []
      : [`the name of a provider must be 1 to 64 characters of visible ASCII, not ${literal(provider)}`]),
    ...(isObject(spec) ? [] : [`the declaration for the provider ${literal(provider)} must be an object`])
  ])
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

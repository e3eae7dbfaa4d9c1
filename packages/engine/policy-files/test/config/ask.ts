import type { PolicyConfig } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ParseOptions, parsePolicy } from "../../src/config/parsePolicy.ts"

const given = { home: "/home/me", platform: "linux" } as const

/** Returns the policy that a text describes. Throws the error of an invalid text. */
export const policyOf = (text: string, options: ParseOptions = {}): PolicyConfig =>
  Effect.runSync(parsePolicy(text, "p.yaml", { ...given, ...options }))

/** Returns the problems of a text, each as "line:column message". */
export const problemsOf = (text: string, options: ParseOptions = {}): ReadonlyArray<string> =>
  Result.match(Effect.runSync(Effect.result(parsePolicy(text, "p", { ...given, ...options }))), {
    onSuccess: () => [],
    onFailure: ({ problems, more }) => [
      ...problems.map(({ source, message }) => `${source.replace(/^p:/, "")} ${message}`),
      ...(more > 0 ? [`and ${more} more`] : [])
    ]
  })

/** Returns a configuration without the positions of its entries. */
export const withoutSources = (value: unknown): unknown => {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, withoutSources(each)]))
  if (Array.isArray(value)) return value.map(withoutSources)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "source")
      .map(([key, each]) => [key, withoutSources(each)])
  )
}

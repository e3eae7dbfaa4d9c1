import { search } from "@toolgate/catalogue/jmespath"
import type { Json } from "@toolgate/core"
import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { impossible, readText } from "@toolgate/toolbox-base/jobs"
import { type Inline, inline } from "../json/inline.ts"
import { readExactly } from "../json/readExactly.ts"

/** A job that evaluates a JMESPath expression on a JSON text. */
export const evaluateQuery = async (
  { expression, ...given }: SentText & { readonly expression: string },
  _: unknown,
  ask: Ask
): Promise<Inline> => {
  const { text, place } = await readText(given, ask)
  const { value, texts } = readExactly({ text, place })
  let found: unknown
  try {
    found = search(expression, value)
  } catch (cause) {
    throw impossible(`The expression does not fit the JSON in ${place}: ${whyOf(cause)}.`)
  }
  return { ...inline(plain(found, { left: mostValues })), texts }
}

/** Returns why an evaluation failed. The library's messages contain types and functions, but no values. */
const whyOf = (cause: unknown): string =>
  cause instanceof RangeError
    ? /length/.test(cause.message)
      ? "a text becomes too long"
      : "it is nested too deeply"
    : cause instanceof TypeError
      ? "it cannot be evaluated; try its parts one by one"
      : String((cause as Error).message)
          .replace(/^\w*Error: |\.$/g, "")
          .replace(
            /^expected (\d), received (\d)$/,
            (_, one, other) => `it meets both ${kinds[one]} and ${kinds[other]}`
          )
          .slice(0, 200)

/** The kinds of values, by the library's numbers in messages about `sort_by`. */
const kinds = ["numbers", "any", "texts", "lists", "objects", "booleans", "expressions", "null"] as const

/** Converts a result to plain objects. Refuses a result that is not JSON. */
const plain = (found: unknown, bound: { left: number }): Json => {
  // [@, @] | [@, @] and the like double the result with each step, which uses no memory before it is written.
  bound.left -= 1
  if (bound.left < 0) throw impossible(`The result has more than ${mostValues} values; ask for fewer, as in [0:20].`)
  // The library returns NaN for the average of an empty list, which should be null.
  if (Number.isNaN(found)) return null
  if (typeof found === "number" && !Number.isFinite(found)) throw impossible("The result is an infinite number.")
  if (typeof found !== "object" || found === null) return found as Json
  if ("jmespathType" in found)
    throw impossible(
      'The expression names a part with "&" and uses it nowhere; give it to a function, as in sort_by(@, &name).'
    )
  if (Array.isArray(found)) return found.map((one) => plain(one, bound))
  return Object.fromEntries(Object.entries(found).map(([name, member]) => [name, plain(member, bound)]))
}

/** The limit for values in a result, including lists and objects. No readable input has more. */
const mostValues = 5_000_000

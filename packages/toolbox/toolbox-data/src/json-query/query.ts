import { search } from "@toolgate/catalogue/jmespath"
import type { Json } from "@toolgate/core"
import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { impossible, textOf } from "@toolgate/toolbox-base/jobs"
import { type Inline, inline } from "../json/inline.ts"
import { readExactly } from "../json/readExactly.ts"

/** A job that returns what a JMESPath expression makes of a JSON text. */
export const query = async (
  { expression, ...given }: SentText & { readonly expression: string },
  _: unknown,
  ask: Ask
): Promise<Inline> => {
  const { text, place } = await textOf(given, ask)
  const { value, texts } = readExactly({ text, place })
  let found: unknown
  try {
    found = search(expression, value)
  } catch (cause) {
    throw impossible(`The expression does not fit the JSON in ${place}: ${whyOf(cause)}.`)
  }
  return { ...inline(plain(found, { left: mostValues })), texts }
}

/** Returns why an evaluation failed. The library's messages name types and functions, and quote no value. */
const whyOf = (cause: unknown): string =>
  cause instanceof RangeError
    ? /length/.test(cause.message)
      ? "a text becomes too long"
      : "it nests too deeply"
    : cause instanceof TypeError
      ? "it cannot be evaluated; try its parts one by one"
      : String((cause as Error).message)
          .replace(/^\w*Error: |\.$/g, "")
          .replace(
            /^expected (\d), received (\d)$/,
            (_, one, other) => `it meets both ${kinds[one]} and ${kinds[other]}`
          )
          .slice(0, 200)

/** The kinds of values, by the numbers that the library has for them in its messages about `sort_by`. */
const kinds = ["numbers", "any", "texts", "lists", "objects", "booleans", "expressions", "null"] as const

/** Returns a result with ordinary objects. A result that is no JSON is refused rather than changed. */
const plain = (found: unknown, bound: { left: number }): Json => {
  // An expression such as [@, @] | [@, @] doubles its result with each step, and takes no memory until it is written out.
  bound.left -= 1
  if (bound.left < 0) throw impossible(`The result has more than ${mostValues} values; ask for fewer, as in [0:20].`)
  // The average of an empty list is null, for which the library has NaN.
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

/** The most values of a result, lists and objects counted as well. No text that is read has more. */
const mostValues = 5_000_000

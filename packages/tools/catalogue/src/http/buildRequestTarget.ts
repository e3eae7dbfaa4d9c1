import { type Args, ToolValidationError } from "@toolgate/core"
import { fillText, formatArgument, getArgument, refuseArgument } from "./formatArgument.ts"
import type { QueryPair, UrlTemplate } from "./UrlTemplate.ts"

/** Returns the path and query of a request. Each argument becomes one path segment or query value, for any characters in it. */
export const buildRequestTarget = ({ segments, query }: UrlTemplate, args: Args): string => {
  const path = segments.map((parts) => {
    for (const part of parts)
      if (typeof part !== "string" && getArgument(args, part.name) === undefined)
        throw refuseArgument(part.name, "is missing, but is part of the path of the URL")
    const filled = fillText(parts, args, "a path", encodeURIComponent) ?? ""
    const first = parts.find((part) => typeof part !== "string")
    if (first !== undefined && isUnsafe(filled))
      throw refuseArgument(
        first.name,
        'would make an empty part of the path, a part "." or "..", or one with control characters'
      )
    return filled
  })
  const pairs = query.flatMap((pair) => filledPairs(pair, args))
  const target = `/${path.join("/")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
  if (target.length <= longestTarget) return target
  const message = `The arguments make a URL of more than ${longestTarget} characters.`
  throw new ToolValidationError({ message, validationErrors: [message], executed: "no" })
}

/** Longest path with query, in characters. Servers refuse longer ones. */
const longestTarget = 8192

/** Returns query parameters: none if an argument is absent, or one per item of a list. */
const filledPairs = ({ begin, value }: QueryPair, args: Args): ReadonlyArray<string> => {
  const [only] = value
  const list = value.length === 1 && typeof only === "object" ? getArgument(args, only.name) : undefined
  if (typeof only === "object" && Array.isArray(list))
    return list.map((item) => begin + encodeURIComponent(formatArgument(only.name, item, "a query")))
  const filled = fillText(value, args, "a query", encodeURIComponent)
  return filled === undefined ? [] : [begin + filled]
}

/**
 * Whether a segment could name a different path at the server. Proxies may decode the path again, normalise its characters, or read "\\" as
 * "/" and ";" as an end, so all of this is undone before checking.
 */
const isUnsafe = (segment: string): boolean => {
  let text = segment
  for (let round = 0; round < mostRounds; round++) {
    const decoded = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedOrSame).normalize("NFKC")
    if (decoded.trim() === "" || /\p{Cc}/u.test(decoded)) return true
    if (decoded.split(/[/\\]/).some((piece) => /^\s*\.{1,2}\s*(?:;|$)/.test(piece))) return true
    if (decoded === text) return false
    text = decoded
  }
  return true
}

const mostRounds = 5

const decodedOrSame = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

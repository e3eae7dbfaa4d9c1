import { quoted } from "@toolgate/core"
import type { LeftOut } from "@toolgate/yaml-reading"

/** Returns lines that say which entries of a file are not used, each with its problems. */
export const formatLeftOut = (leftOut: ReadonlyArray<LeftOut>): string => {
  const shown = leftOut.slice(0, mostShown)
  const more = leftOut.length - shown.length
  const lines = shown.map(
    (one) =>
      `toolgate: The ${nameOf(one)} is left out:\n${problemsOf(one)
        .map((line) => `  ${line}\n`)
        .join("")}`
  )
  return lines.join("") + (more > 0 ? `toolgate: ${more} further entries are left out.\n` : "")
}

/** Returns which entry is not used and why, as a sentence. */
export const formatLeftOutSentence = (one: LeftOut): string => {
  const why = problemsOf(one).join("; ")
  return `The ${nameOf(one)} is left out. ${why}${why.endsWith("?") ? "" : "."}`
}

const nameOf = ({ what, name }: LeftOut): string => `${what} ${quoted(name, 64)}`

const problemsOf = ({ problems, more }: LeftOut): ReadonlyArray<string> => [
  ...problems.map(({ source, message }) => `${source}: ${message}`),
  ...(more > 0 ? [`and ${more} more`] : [])
]

const mostShown = 50

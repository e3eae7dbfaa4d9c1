import { quoted } from "@toolgate/core"
import type { LeftOut } from "@toolgate/yaml-reading"

/** Returns lines that say which entries of a file are not used, each with its problems. */
export const leftOutText = (leftOut: ReadonlyArray<LeftOut>): string => {
  const lines = leftOut.slice(0, mostLines).map((one) => `toolgate: ${leftOutSentence(one)}\n`)
  const more = leftOut.length - lines.length
  return lines.join("") + (more > 0 ? `toolgate: ${more} further entries are left out.\n` : "")
}

/** Returns which entry is not used and why, as a sentence. */
export const leftOutSentence = ({ what, name, problems, more }: LeftOut): string => {
  const all = problems.map(({ source, message }) => `${source}: ${message}`)
  const why = [...all, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
  return `The ${what} ${quoted(name, 64)} is left out. ${why}${why.endsWith("?") ? "" : "."}`
}

const mostLines = 50

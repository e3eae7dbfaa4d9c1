import type { Token } from "./LatexReader.ts"

/** Whether a token ends a row: "}", "&", "\\\\", \\right, \\end, or the given sign. */
export const isRowEnd = ({ kind, text }: Token, end?: string): boolean => {
  if (kind === "end") return true
  return kind === "sign" ? text === "}" || text === "&" || text === end : ["\\", "right", "end"].includes(text)
}

/** Returns a token's source text. */
export const nameOf = ({ kind, text }: Token): string => (kind === "macro" ? `\\${text}` : text)

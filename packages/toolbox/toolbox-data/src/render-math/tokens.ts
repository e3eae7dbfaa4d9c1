import type { LatexToken } from "./LatexReader.ts"

/** Whether a token ends a row: "}", "&", "\\\\", \\right, \\end, or the given sign. */
export const isRowEnd = ({ kind, text }: LatexToken, end?: string): boolean => {
  if (kind === "end") return true
  return kind === "sign" ? text === "}" || text === "&" || text === end : ["\\", "right", "end"].includes(text)
}

/** Returns a token's source text. */
export const nameOf = ({ kind, text }: LatexToken): string => (kind === "macro" ? `\\${text}` : text)

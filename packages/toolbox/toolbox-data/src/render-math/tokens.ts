import type { Token } from "./LatexReader.ts"

/** Whether a token ends a row: "}", "&", "\\\\", \\right, \\end, or the sign that is given. */
export const endsRow = ({ kind, text }: Token, end?: string): boolean => {
  if (kind === "end") return true
  return kind === "sign" ? text === "}" || text === "&" || text === end : ["\\", "right", "end"].includes(text)
}

/** Returns a token as it is written. */
export const nameOf = ({ kind, text }: Token): string => (kind === "macro" ? `\\${text}` : text)

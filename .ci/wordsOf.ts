import { parseAst } from "rolldown/parseAst"

/** A word of a source, in small letters: a part of an identifier or of a text. */
export interface SourceWord {
  readonly line: number
  readonly word: string
}

/** Returns the words of the identifiers, texts and imports of a TypeScript source. Comments are left out. */
export const wordsOf = (source: string): ReadonlyArray<SourceWord> => {
  const found: Array<SourceWord> = []
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    const { type, name, value, start } = node as Readonly<Record<string, unknown>>
    if (typeof start === "number" && typeof type === "string") {
      const line = source.slice(0, start).split("\n").length
      // "MCPServer" is "mcp" and "server".
      for (const word of textOf(type, name, value).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [])
        found.push({ line, word: word.toLowerCase() })
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: "ts" }))
  return found
}

const textOf = (type: string, name: unknown, value: unknown): string => {
  if (type.endsWith("Identifier")) return String(name)
  if (type === "Literal" && typeof value === "string") return value
  return type === "TemplateElement" ? (value as { readonly raw: string }).raw : ""
}

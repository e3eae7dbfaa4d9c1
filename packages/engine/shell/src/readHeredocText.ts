import type { Statement } from "./Syntax.ts"

/**
 * Returns the value of `$(cat <<'EOF' …)`: the lines of the here-document, without newlines at the end. Returns
 * `undefined` for any other commands.
 */
export const readHeredocText = ([statement, ...more]: ReadonlyArray<Statement>): string | undefined => {
  if (statement === undefined || more.length > 0 || statement.isBackground || statement.rest.length > 0)
    return undefined
  const { isNegated, commands } = statement.first
  const [command] = commands
  if (isNegated || commands.length !== 1 || command?.kind !== "simple" || command.assignments.length > 0)
    return undefined
  const [program, ...words] = command.words.map(({ pieces: [piece], bare }) =>
    bare && piece?.kind === "text" ? piece.text : undefined
  )
  const [redirection, ...others] = command.redirections
  if (program !== "cat" || words.some((word) => word !== "-") || words.length > 1 || others.length > 0) return undefined
  const { body, isNumbered = false } = redirection ?? {}
  if (body === undefined || isNumbered || !body.every((piece) => piece.kind === "text")) return undefined
  return body
    .map(({ text }) => text)
    .join("")
    .replace(/(?<!\n)\n+$/, "")
}

import { isSecretName } from "../names/isSecretName.ts"
import type { Span } from "./Span.ts"

/** The limit of rows under one heading. */
const mostRows = 1_000
/** The limit of columns. */
const mostColumns = 64

/** Adds the values in columns with a secret name: in CSV and similar, Markdown, and SQL. */
export const findTableSecrets = (text: string, found: Array<Span>): void => {
  if (text.includes("\n")) inLines(text, found)
  if (!inserts.test(text)) return
  for (const { 0: begin, 1: names = "", index } of text.matchAll(insertion))
    inTuples(text, index + begin.length, secretColumns(names.split(",").map(nameOf)), found)
}

const inserts = /insert\s/i
const insertion = /\binsert\s{1,8}into\s{1,8}[\w."`[\]]{1,80}\s{0,8}\(([^()]{1,1024})\)\s{0,8}values\s{0,8}/gi

const separators = [",", ";", "\t", "|"] as const

const inLines = (text: string, found: Array<Span>): void => {
  let heading: { readonly by: string; readonly columns: number; readonly secret: ReadonlySet<number> } | undefined
  let rows = 0
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const cells = heading === undefined ? undefined : cellsOf(line, heading.by)
    if (heading === undefined || cells?.length !== heading.columns || ++rows > mostRows) {
      heading = headingIn(line)
      rows = 0
      continue
    }
    for (const at of heading.secret) {
      const cell = cells[at] as Span
      if (isValue(line.slice(cell.from, cell.to))) found.push({ from: index + cell.from, to: index + cell.to })
    }
  }
}

const headingIn = (line: string) => {
  if (line.length > 2_048 || !/[,;\t|]/.test(line) || isNoHeading.test(line)) return undefined
  for (const by of separators) {
    if (!line.includes(by)) continue
    const cells = cellsOf(line, by)
    if (cells.length < 2 || cells.length > mostColumns) continue
    const names = cells.map(({ from, to }) => nameOf(line.slice(from, to)))
    if (!names.every((name) => /^[\p{L}\d _.-]{0,40}$/u.test(name))) continue
    const secret = secretColumns(names)
    if (secret.size > 0) return { by, columns: cells.length, secret }
  }
  return undefined
}

/** The characters that never occur in a column's name. */
const isNoHeading = /[(){}=<>:@#$%^&*+\\/?!~]/

/** Returns the cells of a row without surrounding blanks and quotes. */
const cellsOf = (line: string, by: string): ReadonlyArray<Span> => {
  const cells: Array<Span> = []
  for (let from = 0; from <= line.length && cells.length <= mostColumns; ) {
    const end = line.indexOf(by, from)
    const to = end < 0 ? line.length : end
    cells.push(trimmed(line, from, to))
    from = to + 1
  }
  return cells
}

const trimmed = (line: string, from: number, to: number): Span => {
  while (from < to && around.includes(line.charAt(from))) from++
  while (to > from && around.includes(line.charAt(to - 1))) to--
  return { from, to }
}

const around = " \t\r\"'`"

const nameOf = (cell: string): string => cell.replaceAll(/^[\s"'`[]+|[\s"'`\]]+$/g, "")

const secretColumns = (names: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(names.flatMap((name, at) => (isSecretName(name) ? [at] : [])))

/** Whether a cell may be a secret: a word that is more than letters. Other cells may describe a password. */
const isValue = (cell: string): boolean =>
  cell.length >= 4 && /^\S+$/.test(cell) && /\d|[!@#$%^&*]/.test(cell) && /[A-Za-z\d]{2}/.test(cell)

/** Reads `(…), (…)` from an index. */
const inTuples = (text: string, start: number, secret: ReadonlySet<number>, found: Array<Span>): void => {
  if (secret.size === 0) return
  let at = start
  for (let rows = 0; rows < mostRows; rows++) {
    while (/[\s,]/.test(text.charAt(at))) at++
    if (text.charAt(at) !== "(") return
    at++
    for (let column = 0; at < text.length && text.charAt(at) !== ")"; column++) {
      value.lastIndex = at
      const to = value.test(text) ? value.lastIndex : at + 1
      const cell = trimmed(text, at, to)
      if (secret.has(column) && cell.to > cell.from) found.push(cell)
      at = text.charAt(to) === "," ? to + 1 : to
    }
    at++
  }
}

/** An SQL value: string literals, and anything else before the next comma or parenthesis. */
const value = /(?:'(?:[^']|'')*'?|"(?:[^"]|"")*"?|[^'",()])+/y

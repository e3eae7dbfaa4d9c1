import type { LinterSettings } from "../codeSettings.ts"
import type { Violation } from "../violations.ts"

/** A violation with the name of its file. */
export interface FoundViolation extends Violation {
  readonly path?: string
}

/** Parses a linter's output, sorted by file and position; `undefined` if it has another form. */
export const readViolations = (
  form: LinterSettings["output"],
  printed: string,
  root: string
): ReadonlyArray<FoundViolation> | undefined => {
  try {
    return forms[form](JSON.parse(printed) as never)
      .map(({ path, ...violation }) => ({ ...(path === undefined ? {} : { path: within(path, root) }), ...violation }))
      .sort(inOrder)
  } catch {
    return undefined
  }
}

const inOrder = (a: FoundViolation, b: FoundViolation): number => {
  const [one = "", other = ""] = [a.path, b.path]
  return one === other ? a.line - b.line || a.column - b.column : one < other ? -1 : 1
}

const within = (path: string, root: string): string =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\.\//, "")

interface SourcePosition {
  readonly line: number
  readonly column: number
}

interface OfBiome {
  readonly diagnostics: ReadonlyArray<{
    readonly category?: string | null
    readonly message: string
    readonly location: { readonly path?: string | null; readonly start?: SourcePosition | null }
    readonly advices?: ReadonlyArray<{ readonly text?: string }>
  }>
}

type OfEslint = ReadonlyArray<{
  readonly filePath: string
  readonly messages: ReadonlyArray<{
    readonly ruleId: string | null
    readonly message: string
    readonly line?: number
    readonly column?: number
    readonly fix?: object
  }>
}>

type OfRuff = ReadonlyArray<{
  readonly code: string | null
  readonly message: string
  readonly filename: string
  readonly location: { readonly row: number; readonly column: number }
  readonly fix: object | null
}>

const coded = (code: string | null | undefined) => (code === null || code === undefined ? {} : { code })

const forms = {
  biome: ({ diagnostics }: OfBiome): ReadonlyArray<FoundViolation> =>
    diagnostics.map(({ category, message, location: { path, start }, advices = [] }) => ({
      ...(path ? { path } : {}),
      ...coded(category),
      message,
      // A violation of the whole file has no position.
      line: start?.line || 1,
      column: start?.column || 1,
      fixable: advices.some(({ text = "" }) => text.startsWith("Safe fix"))
    })),
  eslint: (files: OfEslint): ReadonlyArray<FoundViolation> =>
    files.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message, line = 1, column = 1, fix }) => ({
        path: filePath,
        ...coded(ruleId),
        message,
        line,
        column,
        fixable: fix !== undefined
      }))
    ),
  ruff: (found: OfRuff): ReadonlyArray<FoundViolation> =>
    found.map(({ code, message, filename, location, fix }) => ({
      path: filename,
      ...coded(code),
      message,
      line: location.row,
      column: location.column,
      fixable: fix !== null
    }))
}

import { listBlocks } from "./documents.ts"

/** A policy of the documentation, with its preceding files. */
export interface DocumentedPolicy {
  readonly name: string
  readonly document: string
  /** The name of the file in the document. */
  readonly file: string
  /** The files in order, of which this one is the last. */
  readonly files: ReadonlyArray<{ readonly file: string; readonly text: string }>
}

/**
 * Lists every YAML block that starts with `version: 1`. A comment on that line names the file, as in `# project.yaml`,
 * and the preceding files of the document: `# project.yaml, after organisation.yaml`.
 */
export const listDocumentedPolicies = (): ReadonlyArray<DocumentedPolicy> => {
  const written = new Map<string, string>()
  return listBlocks("yaml").flatMap(({ name, document, code }) => {
    const first = /^version: 1(?: +# (?<file>[\w.-]+)(?:, after (?<before>[\w., -]+))?)?\n/.exec(code)
    if (first === null) return []
    const { file = "toolgate.yaml", before } = first.groups ?? {}
    const earlier = (before?.split(/, | and /) ?? []).map((other) => {
      const text = written.get(`${document} ${other}`)
      if (text === undefined) throw new Error(`${name} comes after "${other}", which no block before it is.`)
      return { file: other, text }
    })
    written.set(`${document} ${file}`, code)
    return [{ name, document, file, files: [...earlier, { file, text: code }] }]
  })
}

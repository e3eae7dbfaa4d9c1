import { yaml } from "@codemirror/lang-yaml"
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { lintGutter, setDiagnostics } from "@codemirror/lint"
import { tags } from "@lezer/highlight"
import type { PolicyProblem } from "@toolgate/policy"
import { basicSetup, EditorView, minimalSetup } from "codemirror"

/** An editor on the page. */
export interface TextEditor {
  readonly getText: () => string
  readonly setText: (text: string) => void
  /** Marks the places of these problems, and none other. */
  readonly mark: (problems: ReadonlyArray<PolicyProblem>) => void
  readonly destroy: () => void
}

/** The element that an editor is put into. */
type Parent = NonNullable<NonNullable<ConstructorParameters<typeof EditorView>[0]>["parent"]>

/**
 * Puts an editor for YAML, or for JSON as a part of it, into an element. It stays quick with a text of many megabytes,
 * because it renders only what is in view.
 */
export const editText = (
  parent: Parent,
  { label, isFile, changed }: { readonly label: string; readonly isFile: boolean; readonly changed: () => void }
): TextEditor => {
  const view = new EditorView({
    parent,
    extensions: [
      isFile ? [basicSetup, lintGutter()] : minimalSetup,
      yaml(),
      syntaxHighlighting(colors),
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) changed()
      })
    ]
  })
  return {
    getText: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark: (problems) => {
      const { doc } = view.state
      const marks = problems.map(({ source, message }) => {
        const { line, column } = readPlace(source)
        const { from, to } = doc.line(Math.min(line, doc.lines))
        const at = Math.min(from + column - 1, to)
        return { from: at, to, severity: "error" as const, message }
      })
      view.dispatch(setDiagnostics(view.state, marks))
    },
    destroy: () => view.destroy()
  }
}

/** The colours of the site, light or dark. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--vp-c-brand-1)" },
  { tag: tags.string, color: "var(--vp-c-success-1)" },
  { tag: tags.comment, color: "var(--vp-c-text-2)", fontStyle: "italic" }
])

/** Reads the line and the column at the end of a source, as in "toolgate.yaml:3:10". */
const readPlace = (source: string) => {
  const [, line = "1", column = "1"] = /:(\d+):(\d+)$/.exec(source) ?? []
  return { line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) }
}

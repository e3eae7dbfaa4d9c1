import { removeControls } from "../removeControls.ts"
import { type Box, line } from "./Box.ts"
import type { MathSymbol } from "./symbols.ts"

/** A part of a row: a box, and its spacing. */
export interface FormulaPart {
  readonly box: Box
  /**
   * `word`: a symbol that is written as a word. `apart`: a fraction. Both are separated from their neighbours by
   * blanks.
   */
  readonly kind: MathSymbol["kind"] | "function" | "blank" | "comma" | "word" | "apart"
}

/** Returns the part for a single character. */
export const signPart = (sign: string): FormulaPart => {
  if (sign === "~") return { box: line(" "), kind: "blank" }
  if (/^[-+*]$/.test(sign)) return { box: line(sign), kind: "operation" }
  if (/^[=<>]$/.test(sign)) return { box: line(sign), kind: "relation" }
  if (/^[,;]$/.test(sign)) return { box: line(`${sign} `), kind: "comma" }
  return { box: line(removeControls(sign)), kind: "letter" }
}

/** Returns the boxes of a row, with blanks around relations and binary operators. */
export const spaceParts = (parts: ReadonlyArray<FormulaPart>): ReadonlyArray<Box> =>
  parts.flatMap(({ box, kind }, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]]
    if (kind === "relation") return [line(before === undefined ? "" : " "), box, line(after === undefined ? "" : " ")]
    const isBinary =
      before !== undefined && after !== undefined && !["operation", "relation", "comma"].includes(before.kind)
    if (kind === "operation") return isBinary ? [line(" "), box, line(" ")] : [box]
    if (kind === "word" || kind === "apart")
      return [
        line(isWord(before) && before?.kind !== "function" ? " " : ""),
        box,
        line(after?.kind === "letter" ? " " : "")
      ]
    if (kind !== "function") return [box]
    const opens = after === undefined || /^[(⎛]/.test(after.box.lines[0] ?? "")
    return [line(isWord(before) ? " " : ""), box, line(opens || !isWord(after) || after.kind === "function" ? "" : " ")]
  })

/** Whether a part would merge with a word next to it. */
const isWord = (part: FormulaPart | undefined): boolean =>
  part !== undefined && ["letter", "function", "word", "apart"].includes(part.kind)

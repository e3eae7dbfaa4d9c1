import { readCanvas } from "../format/readCanvas.ts"
import { compare, type Edits } from "./compare.ts"

/** A job that compares a canvas with its last export. */
export const findEdits = ({ text, exported }: { readonly text: string; readonly exported: string }): Edits =>
  compare(readCanvas(exported, "The copy of the last export"), readCanvas(text, "The canvas"))

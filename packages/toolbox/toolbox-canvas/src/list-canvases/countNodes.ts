import { readCanvas } from "../format/readCanvas.ts"

/** A job that counts the nodes of a canvas. */
export const countNodes = ({ text }: { readonly text: string }): number => readCanvas(text, "The canvas").nodes.length

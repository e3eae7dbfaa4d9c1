import type { JsonCanvas } from "./JsonCanvas.ts"

/** Returns the text of a canvas, with a line for each element, as other programs write it: a change is then a few lines. */
export const writeCanvas = ({ nodes, edges }: JsonCanvas): string =>
  `{\n\t"nodes":${listed(nodes)},\n\t"edges":${listed(edges)}\n}\n`

const listed = (elements: ReadonlyArray<object>): string =>
  elements.length === 0 ? "[]" : `[\n${elements.map((one) => `\t\t${JSON.stringify(one)}`).join(",\n")}\n\t]`

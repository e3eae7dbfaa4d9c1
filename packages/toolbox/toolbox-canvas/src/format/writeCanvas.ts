import type { JsonCanvas } from "./JsonCanvas.ts"

/** Writes a canvas with one line per element, as other programs do, so that diffs are short. */
export const writeCanvas = ({ nodes, edges }: JsonCanvas): string =>
  `{\n\t"nodes":${listed(nodes)},\n\t"edges":${listed(edges)}\n}\n`

const listed = (elements: ReadonlyArray<object>): string =>
  elements.length === 0 ? "[]" : `[\n${elements.map((one) => `\t\t${JSON.stringify(one)}`).join(",\n")}\n\t]`

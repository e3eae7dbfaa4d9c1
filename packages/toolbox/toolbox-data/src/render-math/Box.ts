import { impossible } from "@toolgate/toolbox-base/jobs"

/** A rectangle of characters with lines of equal width. `baseline` is the line that aligns with other boxes. */
export interface Box {
  readonly lines: ReadonlyArray<string>
  readonly width: number
  readonly baseline: number
}

/** Returns the width of a text in columns. Combining marks have no width. */
const widthOf = (text: string): number => [...text.replaceAll(/\p{M}/gu, "")].length

/** Creates a box of one line. */
export const line = (text: string): Box => ({ lines: [text], width: widthOf(text), baseline: 0 })

/** Creates a box from lines, padded to equal width. */
export const block = (lines: ReadonlyArray<string>, baseline: number): Box => {
  const width = lines.reduce((most, one) => Math.max(most, widthOf(one)), 0)
  if (width > most.columns || lines.length > most.lines)
    throw impossible(
      `The formula takes more than ${most.lines} lines or ${most.columns} columns; render parts of it alone.`
    )
  return { lines: lines.map((one) => one + " ".repeat(width - widthOf(one))), width, baseline }
}

const most = { lines: 300, columns: 2000 } as const

/** Places boxes side by side, aligned at their baselines. */
export const joinBoxes = (boxes: ReadonlyArray<Box>): Box => {
  if (boxes.every(({ lines }) => lines.length === 1)) return block([boxes.map(({ lines }) => lines[0]).join("")], 0)
  const above = Math.max(0, ...boxes.map(({ baseline }) => baseline))
  const below = Math.max(0, ...boxes.map(({ lines, baseline }) => lines.length - baseline))
  const rows = Array.from({ length: above + below }, (_, row) =>
    boxes.map(({ lines, width, baseline }) => lines[row - above + baseline] ?? " ".repeat(width)).join("")
  )
  return block(rows, above)
}

/** Stacks boxes, centred. `which` box gives the baseline. */
export const stackBoxes = (boxes: ReadonlyArray<Box>, which: number): Box => {
  const width = boxes.reduce((found, box) => Math.max(found, box.width), 0)
  const lines = boxes.flatMap((box) => {
    const before = " ".repeat(Math.floor((width - box.width) / 2))
    return box.lines.map((one) => before + one)
  })
  const above = boxes.slice(0, which).reduce((sum, box) => sum + box.lines.length, 0)
  return block(lines, above + (boxes[which]?.baseline ?? 0))
}

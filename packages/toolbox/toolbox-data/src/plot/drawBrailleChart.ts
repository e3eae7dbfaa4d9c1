import { removeControls } from "../removeControls.ts"
import { type Frame, forEachCell, forEachLine, formatLabel } from "./Frame.ts"
import type { Series } from "./Series.ts"

/** The size of a chart in characters, without its labels. */
export interface ChartSize {
  readonly width: number
  readonly height: number
}

/** Draws a chart of Braille dots, two by four per character, with labelled axis ends. */
export const drawBrailleChart = (
  series: ReadonlyArray<Series>,
  frame: Frame,
  { width, height }: ChartSize,
  title: string | undefined
): ReadonlyArray<string> => {
  const cells = new Uint8Array(width * height)
  const grid = { columns: width * 2, rows: height * 4 }
  for (const { points } of series)
    forEachLine(points, frame, grid, (from, to) =>
      forEachCell(from, to, (column, row) => {
        const at = (row >> 2) * width + (column >> 1)
        cells[at] = (cells[at] ?? 0) | (dots[row & 3]?.[column & 1] ?? 0)
      })
    )
  const [top, bottom] = [formatLabel(frame.top), formatLabel(frame.bottom)]
  const margin = Math.max(top.length, bottom.length)
  const lines = Array.from({ length: height }, (_, row) => {
    const label = row === 0 ? top : row === height - 1 ? bottom : ""
    const drawn = Array.from(cells.subarray(row * width, (row + 1) * width), (cell) =>
      String.fromCodePoint(0x2800 + cell)
    ).join("")
    return `${label.padStart(margin)} ${label === "" ? "│" : "┤"}${drawn.replace(/\u2800+$/, "")}`
  })
  const [left, right] = [formatLabel(frame.left), formatLabel(frame.right)]
  const gap = " ".repeat(Math.max(1, width - left.length - right.length))
  return [
    ...(title === undefined ? [] : [removeControls(title)]),
    ...lines,
    `${" ".repeat(margin)} └${"─".repeat(width)}`,
    `${" ".repeat(margin + 2)}${left}${gap}${right}`
  ]
}

const dots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80]
] as const

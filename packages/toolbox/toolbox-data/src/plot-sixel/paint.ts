import { impossible } from "@toolgate/toolbox-base/jobs"
import { type Frame, findFrame, forEachCell, forEachLine, getPosition } from "../plot/Frame.ts"
import { readSeries, type Series, type SeriesInput } from "../plot/Series.ts"
import { formatLegend } from "../plot-braille/plot.ts"
import { type Color, encodePng } from "./encodePng.ts"
import { findTicks } from "./findTicks.ts"
import { Picture } from "./Picture.ts"

interface JobArgs {
  readonly series: ReadonlyArray<SeriesInput>
  readonly width: number
  readonly height: number
  readonly colors: number
}

/** A chart's bytes, and a legend with the colour of each series. */
export interface Painted {
  readonly png: string
  readonly sixel: string
  readonly legend: string
}

/** A job that draws series as an image, with a grid at round numbers. */
export const paint = async ({ series: given, width, height, colors }: JobArgs): Promise<Painted> => {
  const series = readSeries(given)
  const lines = Math.min(lineColors.length, colors - ownColors.length)
  const picture = painted(series, findFrame(series), new Picture(width, height), lines)
  const palette: ReadonlyArray<Color> = [...ownColors, ...lineColors.slice(0, lines).map(({ color }) => color)]
  const { FINALIZER, introducer, sixelEncode } = (await import("sixel")).default
  const rgba = new Uint8Array(width * height * 4)
  for (const [at, number] of picture.pixels.entries()) rgba.set([...(palette[number] ?? [0, 0, 0]), 255], at * 4)
  const encoded = sixelEncode(
    rgba,
    width,
    height,
    palette.map(([red, green, blue]): [number, number, number] => [red, green, blue])
  )
  const sixel = Buffer.from(introducer(0) + encoded + FINALIZER, "latin1")
  if (sixel.length > mostBytes) throw impossible('The picture is too large; lower "width_px" and "height_px".')
  const legend = series.map((one, at) => `${lineColors[at % lines]?.name}: ${formatLegend(one)}`).join("\n")
  return { png: encodePng(picture, palette).toString("base64"), sixel: sixel.toString("base64"), legend }
}

const mostBytes = 1024 * 1024

const painted = (series: ReadonlyArray<Series>, frame: Frame, picture: Picture, colors: number): Picture => {
  const { width, height } = picture
  const scale = width < 300 ? 1 : 2
  const area = { left: Math.min(32 * scale, width >> 2), top: 4 * scale, right: 4 * scale, bottom: 9 * scale }
  const grid = { columns: width - area.left - area.right, rows: height - area.top - area.bottom }
  const place = (part: number, cells: number): number => Math.round(part * (cells - 1))
  for (const y of findTicks(frame.bottom, frame.top, Math.max(1, Math.floor(grid.rows / 40)))) {
    const row = area.top + place(1 - getPosition(y, frame.bottom, frame.top), grid.rows)
    const label = labelOf(y)
    picture.fill(area.left, row, grid.columns, 1, gridColor)
    picture.write(label, area.left - (label.length * 4 + 1) * scale, row - 2 * scale, textColor, scale)
  }
  for (const x of findTicks(frame.left, frame.right, Math.max(1, Math.floor(grid.columns / 80)))) {
    const column = area.left + place(getPosition(x, frame.left, frame.right), grid.columns)
    const label = labelOf(x)
    picture.fill(column, area.top, 1, grid.rows, gridColor)
    const start = column - Math.round((label.length * 4 * scale) / 2)
    const most = width - label.length * 4 * scale
    picture.write(label, Math.max(0, Math.min(start, most)), height - 7 * scale, textColor, scale)
  }
  for (const [at, { points }] of series.entries()) {
    const color = ownColors.length + (at % colors)
    forEachLine(points, frame, grid, (from, to) =>
      forEachCell(from, to, (column, row) => picture.dot(area.left + column, area.top + row, color, scale))
    )
  }
  return picture
}

/** Formats a number for the narrow space of an axis. */
const labelOf = (value: number): string => {
  const text = String(value)
  return text.length <= 7 ? text : value.toExponential(1)
}

const [textColor, gridColor] = [1, 2]

/** The colours of the background, texts and grid. */
const ownColors: ReadonlyArray<Color> = [
  [255, 255, 255],
  [64, 64, 64],
  [224, 224, 224]
]

/** Colours that colour-blind people can distinguish (Okabe and Ito). */
const lineColors: ReadonlyArray<{ readonly name: string; readonly color: Color }> = [
  { name: "blue", color: [0, 114, 178] },
  { name: "vermilion", color: [213, 94, 0] },
  { name: "green", color: [0, 158, 115] },
  { name: "purple", color: [204, 121, 167] },
  { name: "orange", color: [230, 159, 0] },
  { name: "sky blue", color: [86, 180, 233] },
  { name: "black", color: [0, 0, 0] },
  { name: "yellow", color: [240, 228, 66] }
]

import { type Box, block, joinBoxes, line, stackBoxes } from "./Box.ts"

const raised: ReadonlyMap<string, string> = new Map(
  [..."0123456789+-=()niabcdefghjklmoprstuvwxyzT′"].map((one, at) => [
    one,
    [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ′"][at] ?? one
  ])
)
const lowered: ReadonlyMap<string, string> = new Map(
  [..."0123456789+-=()aehijklmnoprstuvx"].map((one, at) => [one, [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"][at] ?? one])
)

/** Adds a superscript and subscript to a box: as small characters if they exist, or else on separate lines. */
export const addScripts = (base: Box, above: Box | undefined, below: Box | undefined, isAscii: boolean): Box => {
  if (isAscii) return inAscii(base, above, below)
  const small = [smallOf(below, lowered), smallOf(above, raised)]
  if (base.lines.length === 1 && small.every((one) => one !== undefined)) return joinBoxes([base, line(small.join(""))])
  const [over, under] = [above?.lines ?? [], below?.lines ?? []]
  const middle = base.lines.map(() => "")
  return joinBoxes([base, block([...over, ...middle, ...under], over.length + base.baseline)])
}

const smallOf = (box: Box | undefined, letters: ReadonlyMap<string, string>): string | undefined => {
  if (box === undefined) return ""
  const [text = "", ...more] = box.lines
  const small = [...text.replaceAll(" ", "")].map((one) => letters.get(one))
  return more.length === 0 && small.every((one) => one !== undefined) ? small.join("") : undefined
}

const inAscii = (base: Box, above: Box | undefined, below: Box | undefined): Box =>
  joinBoxes([
    base,
    ...(below === undefined ? [] : [line("_"), groupBox(below)]),
    ...(above === undefined ? [] : isPrimes(above) ? [above] : [line("^"), groupBox(above)])
  ])

const isPrimes = ({ lines }: Box): boolean => lines.length === 1 && /^'+$/.test(lines[0] ?? "")

/** Puts a box in parentheses, unless it is one word. */
export const groupBox = (box: Box): Box =>
  box.lines.length === 1 && /^(?:\w+|\W|\(.*\))$/.test(box.lines[0] ?? "") ? box : addFences(box, "(", ")")

/** Draws an operator with its limits above and below. */
export const addLimits = (base: Box, above: Box | undefined, below: Box | undefined): Box =>
  stackBoxes(
    [...(above === undefined ? [] : [above]), base, ...(below === undefined ? [] : [below])],
    above === undefined ? 0 : 1
  )

/** Puts a box between two fences of the same height. */
export const addFences = (box: Box, left: string, right: string, isAscii = false): Box =>
  joinBoxes([fence(left, box, isAscii), box, fence(right, box, isAscii)])

const fence = (sign: string, { lines, baseline }: Box, isAscii: boolean): Box => {
  if (sign === "" || sign === ".") return line("")
  const [top, middle, bottom] = tall[sign] ?? []
  if (lines.length === 1) return line(sign)
  if (top === undefined || middle === undefined || bottom === undefined || isAscii)
    return block(
      lines.map(() => asciiFences[sign] ?? sign),
      baseline
    )
  const center = tallCenters[sign]
  const rows = lines.map((_, at) => (at === 0 ? top : at === lines.length - 1 ? bottom : middle))
  if (center !== undefined && lines.length > 2) rows[lines.length >> 1] = center
  return block(rows, baseline)
}

const tall: Readonly<Record<string, ReadonlyArray<string>>> = {
  "(": ["⎛", "⎜", "⎝"],
  ")": ["⎞", "⎟", "⎠"],
  "[": ["⎡", "⎢", "⎣"],
  "]": ["⎤", "⎥", "⎦"],
  "{": ["⎧", "⎪", "⎩"],
  "}": ["⎫", "⎪", "⎭"],
  "|": ["│", "│", "│"],
  "‖": ["║", "║", "║"],
  "⌊": ["│", "│", "⌊"],
  "⌋": ["│", "│", "⌋"],
  "⌈": ["⌈", "│", "│"],
  "⌉": ["⌉", "│", "│"]
}
const tallCenters: Readonly<Record<string, string>> = { "{": "⎨", "}": "⎬" }
const asciiFences: Readonly<Record<string, string>> = { "⟨": "<", "⟩": ">", "‖": "||" }

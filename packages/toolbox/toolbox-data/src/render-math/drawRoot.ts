import { type Box, block, joinBoxes, line } from "./Box.ts"
import { addFences, groupBox } from "./scripts.ts"

/** Draws the root of a box, with its index. */
export const drawRoot = (box: Box, index: Box | undefined, isAscii: boolean): Box => {
  if (isAscii) {
    const name = index === undefined ? [line("sqrt")] : [line("sqrt["), index, line("]")]
    return joinBoxes([...name, addFences(box, "(", ")", true)])
  }
  const sign = line(index === undefined ? "√" : (smallRoots[index.lines.join("\n")] ?? "√"))
  const before = index === undefined || smallRoots[index.lines.join("\n")] !== undefined ? [] : [index]
  if (box.lines.length === 1) return joinBoxes([...before, sign, groupBox(box)])
  const rows = box.lines.map((one, at) => `${at === box.lines.length - 1 ? sign.lines[0] : " "}│ ${one}`)
  return joinBoxes([...before, block([` ┌${"─".repeat(box.width + 1)}`, ...rows], box.baseline + 1)])
}

const smallRoots: Readonly<Record<string, string>> = { "3": "∛", "4": "∜" }

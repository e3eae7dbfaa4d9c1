import { type ScreenLines, type StyledRun, size } from "./screensOf.ts"

const [width, height, margin] = [8.4, 18, 16]

/** The time for which a screen stands, in seconds. */
const secondsOfScreen = 3

/** Returns a picture that shows one screen after the other, again and again. Its CSS follows the colours of the page. */
export const recordingSvg = (screens: ReadonlyArray<ScreenLines>): string => {
  const [w, h] = [size.columns * width + 2 * margin, size.rows * height + 2 * margin]
  const drawn = screens.map(
    (lines, at) => `<g class="s" style="animation-delay:${at * secondsOfScreen}s">${lines.map(lineText).join("")}</g>`
  )
  const share = 100 / screens.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" role="img" aria-label="A recording of toolgate demo at a terminal">
<style>
svg{background:#fff;color:#1f2328}text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:currentColor}
.b{font-weight:600}.d{fill:#59636e}.c1{fill:#c0262d}.c2{fill:#116b2e}.c3{fill:#8a5a00}
.s{visibility:hidden;animation:s ${screens.length * secondsOfScreen}s step-end infinite}
@keyframes s{0%{visibility:visible}${share.toFixed(3)}%{visibility:hidden}}
@media(prefers-color-scheme:dark){svg{background:#0d1117;color:#e6edf3}.d{fill:#9198a1}.c1{fill:#ff7b72}.c2{fill:#56d364}.c3{fill:#e3b341}}
@media(prefers-reduced-motion:reduce){.s{animation:none}.s:last-of-type{visibility:visible}}
</style>
<rect width="100%" height="100%" rx="8" fill="none" stroke="#8b949e"/>
${drawn.join("\n")}
</svg>
`
}

const lineText = (runs: ReadonlyArray<StyledRun>, row: number): string =>
  runs.map((run) => runText(run, margin + (row + 0.75) * height)).join("")

const runText = ({ text, column, color, isBold, isDim }: StyledRun, y: number): string => {
  const classes = [...(isBold ? ["b"] : []), ...(isDim ? ["d"] : []), ...(color === undefined ? [] : [`c${color}`])]
  const style = classes.length === 0 ? "" : ` class="${classes.join(" ")}"`
  const x = (margin + column * width).toFixed(1)
  return `<text x="${x}" y="${y}" textLength="${(text.length * width).toFixed(1)}"${style}>${escaped(text)}</text>`
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

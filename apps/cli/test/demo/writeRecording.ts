// Writes docs/demo.svg: a recording of `toolgate demo` at a terminal of 80 by 30, which the CSS of the picture plays.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { answering, demoAtTerminal } from "./atTerminal.ts"
import { recordingSvg } from "./recordingSvg.ts"
import { screensOf } from "./screensOf.ts"

/** The shortest silence of a pause, in milliseconds. */
const pause = 1500

const shown: Array<string> = []
let before = 0
const show = (part: string) => {
  const now = Date.now()
  if (now - before > pause) shown.push(part)
  else shown.push(`${shown.pop() ?? ""}${part}`)
  before = now
}
const answer = answering("y\n")
const press = (seen: string) => (seen.includes("Allow it?") ? answer(seen).trimStart() : "")
// Node is where it is on most machines, so that the picture names no folder of this one.
const node = `bwrap --dev-bind / / --ro-bind '${process.execPath}' /usr/bin/node /usr/bin/node`
const { status } = await demoAtTerminal({ node, press, show })
if (status !== 0) throw new Error(`The demo ended with the status ${status}.`)
const picture = fileURLToPath(new URL("../../../../docs/demo.svg", import.meta.url))
writeFileSync(picture, recordingSvg(await screensOf(shown)))

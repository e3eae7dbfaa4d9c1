// A program that swaps two entries as fast as it can, until it is killed: the one at the first name and the one at the
// second name. The test's operations may consume either, so missing entries are made again.
import { existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync, writeSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const [, , swapped = "", waiting = "", target = "", trash = ""] = process.argv
const hidden = join(dirname(swapped), `hidden-${basename(swapped)}`)
const parent = process.ppid
const isFolder = lstatSync(swapped).isDirectory()
let discarded = 0

const tries = (step: () => void) => {
  try {
    step()
    return true
  } catch {
    return false
  }
}

/** Moves a file or folder. When something was put at the target meanwhile, removes that first. */
const move = (from: string, to: string) => {
  if (tries(() => renameSync(from, to))) return
  tries(() => renameSync(to, join(trash, String(discarded++))))
  tries(() => renameSync(from, to))
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

const restoreTrap = () => {
  if (target === "" || isLink(waiting)) return
  tries(() => renameSync(waiting, join(trash, String(discarded++))))
  tries(() => symlinkSync(target, waiting))
}

const restoreReal = () => {
  if (existsSync(swapped)) return
  tries(() => {
    if (isFolder) mkdirSync(swapped)
    else writeFileSync(swapped, "INSIDE", { flag: "wx" })
  })
}

const pause = (turns: number) => {
  let spent = 0
  for (let i = 0; i < turns; i++) spent += i
  return spent
}

writeSync(1, "swapping\n")
for (let round = 0; ; round++) {
  move(swapped, hidden)
  move(waiting, swapped)
  pause((round * 37) % 900)
  move(swapped, waiting)
  move(hidden, swapped)
  restoreTrap()
  restoreReal()
  pause((round * 53) % 900)
  if (round % 1024 === 0 && process.ppid !== parent) process.exit()
}

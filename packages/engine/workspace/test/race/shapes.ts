import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import type { FileFailed, Files } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Swap } from "./Battlefield.ts"

/**
 * An attack: the things that are swapped, the operations that the adapter runs meanwhile, and the code that naive
 * programs run instead.
 */
export interface Shape extends Swap {
  readonly name: string
  /** The steps of one operation. Every text that they read must come from inside the workspace. */
  readonly steps: (files: Files, round: number) => ReadonlyArray<Effect.Effect<unknown, FileFailed>>
  /** Checks the real path, then uses the path by name. Returns what it read, if it read anything. */
  readonly naively: (workspace: string) => unknown
}

const checked = (workspace: string, name: string): string => {
  const path = join(workspace, name)
  const deepest = existsSync(path) ? path : dirname(path)
  if (!realpathSync(deepest).startsWith(`${workspace}/`)) throw new Error("It leads out.")
  return path
}

const readNaively = (name: string) => (workspace: string) => readFileSync(checked(workspace, name), "utf8")

const writeNaively = (name: string) => (workspace: string) => writeFileSync(checked(workspace, name), "INSIDE")

const folder = { swapped: "d", waiting: "l", target: "" }
const leaf = { swapped: "f", waiting: "lf", target: "s" }

export const shapes: ReadonlyArray<Shape> = [
  { name: "folder and link, read", ...folder, steps: (files) => [files.read("d/s")], naively: readNaively("d/s") },
  {
    name: "folder and link, write",
    ...folder,
    steps: (files) => [files.write("d/s", "INSIDE")],
    naively: writeNaively("d/s")
  },
  {
    name: "folder and link, create with the folders above",
    ...folder,
    steps: (files, round) => {
      const made = `d/n${round % 8}`
      return [
        files.write(`${made}/m/x`, "INSIDE"),
        files.delete(`${made}/m/x`),
        files.delete(`${made}/m`),
        files.delete(made)
      ]
    },
    naively: (workspace) => {
      const made = join(dirname(checked(workspace, "d/new")), "new")
      mkdirSync(made, { recursive: true })
      writeFileSync(join(made, "x"), "INSIDE")
      rmSync(made, { recursive: true, force: true })
    }
  },
  {
    name: "folder and link, make folders",
    ...folder,
    steps: (files, round) => {
      const made = `d/n${round % 8}`
      return [files.makeFolder(`${made}/m`), files.delete(`${made}/m`), files.delete(made)]
    },
    naively: (workspace) => mkdirSync(join(checked(workspace, "d"), "new"), { recursive: true })
  },
  { name: "file and link, read", ...leaf, steps: (files) => [files.read("f")], naively: readNaively("f") },
  {
    name: "file and link, append, patch and replace",
    ...leaf,
    steps: (files, round) => [
      [files.append("f", "INSIDE"), files.patch("f", "INSIDE", "INSIDE"), files.write("f", "INSIDE")][round % 3] ??
        files.read("f")
    ],
    naively: (workspace) => appendFileSync(checked(workspace, "f"), "INSIDE")
  },
  {
    name: "file and pipe, read",
    swapped: "f",
    waiting: "pipe",
    steps: (files) => [files.read("f")],
    naively: (workspace) => {
      // A naive open would wait here forever. Having opened the pipe is proof enough.
      const path = checked(workspace, "f")
      if (!fstatOf(path, constants.O_RDONLY).isFile()) throw new Error("It was a pipe in time.")
      return fstatOf(path, constants.O_RDONLY | constants.O_NONBLOCK).isFIFO() ? "SECRET" : "INSIDE"
    }
  },
  {
    name: "folder and link, delete",
    ...folder,
    steps: (files) => [files.delete("d/s"), files.write("d/s", "INSIDE")],
    naively: (workspace) => {
      rmSync(checked(workspace, "d/s"), { force: true })
      writeNaively("d/s")(workspace)
    }
  },
  {
    name: "folder and link, list",
    ...folder,
    steps: (files) => [files.list("d")],
    naively: (workspace) => (readdirSync(checked(workspace, "d")).includes("SECRETNAME") ? "SECRET" : "INSIDE")
  },
  {
    name: "a folder in the middle and a link, read and write",
    swapped: "top/d",
    waiting: "top/l",
    target: "",
    steps: (files, round) => [
      round % 2 === 0 ? files.read("top/d/sub/s") : files.write("top/d/sub/s", "INSIDE"),
      files.exists("top/d/sub/s")
    ],
    naively: readNaively("top/d/sub/s")
  }
]

const fstatOf = (path: string, flags: number) => {
  const fd = openSync(path, flags | constants.O_NONBLOCK)
  try {
    return fstatSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Returns the outcome of a step, run to its end without a turn of the event loop. */
export const outcomeOf = (step: Effect.Effect<unknown, FileFailed>) => Effect.runSync(Effect.result(step))

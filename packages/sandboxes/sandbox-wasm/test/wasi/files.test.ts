import {
  closeSync,
  constants,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileMode } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FileChange } from "../../src/files/FileChange.ts"
import type { GuestEntry } from "../../src/guest/GuestWorld.ts"
import { withoutClang } from "./compiled.ts"
import { makePuppet, type Outcome, type Step } from "./puppet.ts"
import { bytes, file, folder, text } from "./world.ts"

const names = ["a", "b", "c"]

const path = fc
  .tuple(
    fc.array(fc.constantFrom(...names, ...names, ".", ".."), { maxLength: 2 }),
    fc.constantFrom(...names, ...names, "."),
    fc.constantFrom("", "", "", "", "/")
  )
  .map(([above, last, slash]) => [...above, last].join("/") + slash)

/** Targets without `..`, because with it the same steps would lead out of the real folder. */
const target = fc.constantFrom(...names, "a/b", "b/c", "a/", ".", "c/.")

const stepOn = (paths: fc.Arbitrary<string>, targets: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant("mkdir" as const), path: paths }) },
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constantFrom(
          "rmdir" as const,
          "unlink" as const,
          "read" as const,
          "readlink" as const,
          "list" as const,
          "stat" as const
        ),
        path: paths
      })
    },
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constantFrom("rename" as const, "link" as const), path: paths, to: paths })
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("symlink" as const), path: paths, to: targets }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constantFrom("write" as const, "append" as const),
        path: paths,
        text: fc.constantFrom("", "x", "some text", "y".repeat(3000))
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant("truncate" as const),
        path: paths,
        size: fc.constantFrom(0, 1, 5, 5000)
      })
    }
  )

/** Does the same step in a real folder. */
const really = (root: string, step: Step): Outcome => {
  const at = `${root}/${step.path}`
  const withOpen = (flags: number, work: (fd: number) => void): Outcome => {
    const fd = openSync(at, flags)
    try {
      work(fd)
      return ""
    } finally {
      closeSync(fd)
    }
  }
  const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = constants
  switch (step.does) {
    case "mkdir":
      mkdirSync(at)
      return ""
    case "rmdir":
      rmdirSync(at)
      return ""
    case "unlink":
      unlinkSync(at)
      return ""
    case "rename":
      renameSync(at, `${root}/${step.to}`)
      return ""
    case "link":
      linkSync(at, `${root}/${step.to}`)
      return ""
    case "symlink":
      symlinkSync(step.to, at)
      return ""
    case "write":
      return withOpen(O_WRONLY | O_CREAT | O_TRUNC, (fd) => writeSync(fd, step.text))
    case "append":
      return withOpen(O_WRONLY | O_APPEND, (fd) => writeSync(fd, step.text))
    case "truncate":
      return withOpen(O_WRONLY, (fd) => ftruncateSync(fd, step.size))
    case "read":
      return shown(readFileSync(at))
    case "readlink":
      return readlinkSync(at)
    case "list":
      return readdirSync(at).sort().join(" ")
    case "stat": {
      const status = lstatSync(at)
      if (status.isDirectory()) return "folder"
      return `${status.isSymbolicLink() ? "link" : "file"} ${status.size} ${status.nlink}`
    }
  }
}

/** C reads text up to its first NUL. */
const shown = (bytes: Uint8Array): string => text(bytes).split("\0")[0] ?? ""

const tried = (work: () => Outcome): Outcome => {
  try {
    return work()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "?"
  }
}

/**
 * Removes permitted differences: preview 1 does not read a folder by its descriptor, and either fault may be reported
 * for a slash after something that is not a folder.
 */
const alike = (step: Step, outcome: Outcome): Outcome => {
  if (step.does === "read" && outcome === "EBADF") return "EISDIR"
  if (step.does === "list") return outcome.split(" ").filter(Boolean).sort().join(" ")
  if (step.does === "write" && (outcome === "ENOTDIR" || (outcome !== "" && step.path.endsWith("/")))) return "EISDIR"
  if (step.does === "symlink" && step.path.endsWith("/") && outcome === "ENOTDIR") return "EEXIST"
  if (step.does === "link" && step.to.endsWith("/") && outcome === "ENOTDIR") return "EEXIST"
  return outcome
}

type Tree = Record<string, string>

const realTree = (root: string, at = ""): Tree =>
  Object.assign(
    {},
    ...readdirSync(`${root}${at}`, { withFileTypes: true }).map((entry) => {
      const path = `${at}/${entry.name}`
      if (entry.isDirectory()) return { [path]: "folder", ...realTree(root, path) }
      return {
        [path]: entry.isSymbolicLink() ? `-> ${readlinkSync(root + path)}` : `: ${readFileSync(root + path, "utf8")}`
      }
    })
  )

/** Returns the tree after a parent has applied a run's changes. Each change replaces everything at its path. */
const applied = (entries: ReadonlyArray<GuestEntry>, changes: ReadonlyArray<FileChange>): Tree => {
  const tree: Tree = {}
  const put = (path: string, what: string) => {
    if (what !== "folder") for (const other of Object.keys(tree)) if (other.startsWith(`${path}/`)) delete tree[other]
    tree[path] = what
  }
  for (const entry of entries) {
    if (entry.kind === "file") put(entry.path, `: ${text(entry.bytes)}`)
    if (entry.kind === "directory") put(entry.path, "folder")
    if (entry.kind === "link") put(entry.path, `-> ${entry.target}`)
  }
  for (const change of changes) {
    if (change.kind === "deleted") {
      expect(Object.keys(tree).filter((path) => path.startsWith(`${change.path}/`))).toEqual([])
      expect(tree).toHaveProperty([change.path])
      delete tree[change.path]
      continue
    }
    expect(tree[change.path.slice(0, change.path.lastIndexOf("/"))]).toBe("folder")
    if (change.kind === "file") put(change.path, `: ${text(change.bytes)}`)
    if (change.kind === "directory") put(change.path, "folder")
    if (change.kind === "link") put(change.path, `-> ${change.target}`)
  }
  return tree
}

describe.skipIf(withoutClang !== undefined)(
  `files in memory${withoutClang === undefined ? "" : `: ${withoutClang}`}`,
  () => {
    const puppet = withoutClang === undefined ? makePuppet() : undefined

    it.skipIf(process.platform !== "linux")(
      "behave like Linux, error for error, and the reported changes reproduce the result",
      () => {
        fc.assert(
          fc.property(fc.array(stepOn(path, target), { minLength: 1, maxLength: 40 }), (steps) => {
            const above = mkdtempSync(join(tmpdir(), "toolgate-files-"))
            try {
              const root = join(above, "root")
              for (const name of ["", "/b"]) mkdirSync(root + name)
              writeFileSync(`${root}/a`, "first")
              writeFileSync(`${root}/b/c`, "second")
              const entries = [folder("/ws"), folder("/ws/b"), file("/ws/a", "first"), file("/ws/b/c", "second")]
              const ran = puppet?.(steps, { entries })
              expect(ran).toMatchObject({ ended: { kind: "exit", status: 0 }, stderr: "" })
              expect(ran?.outcomes.length).toBe(steps.length)
              for (const [index, step] of steps.entries()) {
                const outcome = ran?.outcomes[index] ?? ""
                // Only the real system leaves the folder, and only through `..`.
                if (outcome === "EPERM" && JSON.stringify(step).includes("..")) continue
                expect([step, alike(step, outcome)]).toEqual([
                  step,
                  alike(
                    step,
                    tried(() => really(root, step))
                  )
                ])
              }
              const tree = applied(entries, ran?.changes ?? [])
              expect(tree).toEqual({ "/ws": "folder", ...prefixed(realTree(root)) })
            } finally {
              rmSync(above, { recursive: true })
            }
          }),
          runs(300)
        )
      }
    )

    it("report a folder that became a file, and a file that became a folder, as one change each", () => {
      const entries = [folder("/ws"), folder("/ws/b"), file("/ws/a", "first"), folder("/ws/b/c"), file("/ws/b/c/d")]
      const ran = puppet?.(
        [
          { does: "unlink", path: "b/c/d" },
          { does: "rmdir", path: "b/c" },
          { does: "rmdir", path: "b" },
          { does: "write", path: "b", text: "b" },
          { does: "unlink", path: "a" },
          { does: "mkdir", path: "a" },
          { does: "symlink", path: "a/x", to: "../b" }
        ],
        { entries }
      )
      expect(ran?.outcomes).toEqual(["", "", "", "", "", "", ""])
      expect(ran?.changes).toEqual([
        { kind: "file", path: "/ws/b", bytes: bytes("b") },
        { kind: "directory", path: "/ws/a" },
        { kind: "link", path: "/ws/a/x", target: "../b" }
      ])
    })

    it("have the folders above the listed entries, with the mode of their folder or for passing through only", () => {
      const steps: ReadonlyArray<Step> = [
        { does: "list", path: "." },
        { does: "mkdir", path: "new" },
        { does: "rmdir", path: "deep" },
        { does: "rename", path: "deep", to: "deep2" },
        { does: "write", path: "deep/er/new", text: "made" },
        { does: "write", path: "deep/new", text: "made" }
      ]
      const given = { folders: [{ name: "work", path: "/top" }] }
      const listed = puppet?.(steps, { ...given, entries: [folder("/top/deep/er"), file("/outside")] })
      expect(listed?.outcomes).toEqual(["deep ", "EROFS", "EROFS", "EROFS", "", "EROFS"])
      expect(listed?.changes.map(({ path }) => path)).toEqual(["/top/deep/er/new"])
      const inFolder = puppet?.(steps, { ...given, entries: [folder("/top"), file("/top/deep/er/file")] })
      expect(inFolder?.outcomes).toEqual(["deep ", "", "ENOTEMPTY", "", "ENOENT", "ENOENT"])
      const missing = puppet?.([...steps, { does: "rmdir", path: "." }], {
        entries: [folder("/")],
        folders: [{ name: "work", path: "/none" }]
      })
      expect(missing?.outcomes).toEqual(["", "EROFS", "ENOENT", "ENOENT", "ENOENT", "ENOENT", "EINVAL"])
      expect(missing?.changes).toEqual([])
    })

    const prefixed = (tree: Tree): Tree =>
      Object.fromEntries(Object.entries(tree).map(([path, what]) => [`/ws${path}`, what]))

    const anyPath = fc.oneof(path, fc.constantFrom("../outside", "/outside", "a/../../outside", "b/a/../c"))
    const anyTarget = fc.oneof(target, fc.constantFrom("..", "../..", "../outside", "a/..", "b/../.."))

    const mode = fc.constantFrom<FileMode>("r", "w", "rw")
    const kind = fc.constantFrom("file", "directory", "absent", "none")
    const entriesOf = (given: ReadonlyArray<readonly [string, string, FileMode]>): ReadonlyArray<GuestEntry> => {
      const kinds = new Map(given.map(([path, kind]) => [path, kind]))
      return given.flatMap(([path, kind, mode]): ReadonlyArray<GuestEntry> => {
        const above = path.slice(0, path.lastIndexOf("/"))
        if (kind === "none" || (above !== "/ws" && kinds.get(above) !== "directory")) return []
        if (kind === "file") return [file(path, mode === "w" ? "SECRET" : `was ${path}`, mode)]
        return [{ kind: kind as "directory" | "absent", path, mode }]
      })
    }

    it("change only writable files, and reveal only readable ones", () => {
      const places = [
        ...names.map((name) => `/ws/${name}`),
        ...names.flatMap((one) => names.map((other) => `/ws/${one}/${other}`))
      ]
      const given = fc.tuple(...places.map((place) => fc.tuple(fc.constant(place), kind, mode)))
      fc.assert(
        fc.property(
          given,
          mode,
          fc.array(stepOn(anyPath, anyTarget), { minLength: 1, maxLength: 60 }),
          (given, top, steps) => {
            const entries = [folder("/ws", top), ...entriesOf(given)]
            const outside = file("/outside", "SECRET")
            const ran = puppet?.(steps, { entries: [...entries, outside] })
            expect(ran).toMatchObject({ ended: { kind: "exit", status: 0 }, stderr: "" })
            expect(ran?.stdout).not.toContain("SECRET")
            for (const change of ran?.changes ?? []) {
              expect(["w", "rw"]).toContain(modeFor(entries, change.path))
              // Unreadable content stays where it was, or moves to another unreadable place.
              if (change.kind === "file" && text(change.bytes).includes("SECRET"))
                expect(modeFor(entries, change.path)).toBe("w")
            }
            applied([...entries, outside], ran?.changes ?? [])
          }
        ),
        runs(300)
      )
    })

    /** Returns the mode of the nearest entry at or above a path. */
    const modeFor = (entries: ReadonlyArray<GuestEntry>, path: string): FileMode | undefined => {
      const rules = entries.filter((entry) => entry.path === path || path.startsWith(`${entry.path}/`))
      return rules.sort((one, other) => other.path.length - one.path.length)[0]?.mode
    }
  }
)

import { spawnSync } from "node:child_process"
import { mkdtempSync, rmdirSync } from "node:fs"
import { chmod, chown, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileFailed, type Files, makeAwaitable, type ResolvedPath, type Written } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { applyPatch } from "../src/index.ts"
import { callTool, refusalOf, texts } from "./callTool.ts"
import { fileSystems } from "./fileSystems.ts"

const create = (path: string, diff = "+new") => ({ type: "create_file", path, diff })
const update = (path: string, diff = "-old\n+new") => ({ type: "update_file", path, diff })
const remove = (path: string) => ({ type: "delete_file", path })

/** Whether this machine allows a test to mount a small disk, which can be full. */
const canMount = (() => {
  const at = mkdtempSync(join(tmpdir(), "toolgate-mount-"))
  const mounted = spawnSync("mount", ["-t", "tmpfs", "none", at]).status === 0
  if (mounted) spawnSync("umount", [at])
  rmdirSync(at)
  return mounted
})()

describe.each(fileSystems)("apply_patch on $name", ({ open }) => {
  it("creates, updates and deletes files in one call", async () => {
    const { files, bytes } = await open({ "b.txt": "old\n", "c.bin": new Uint8Array([0, 255]) })
    const operations = [create("a.txt"), update("b.txt", "-old\n+newer"), remove("c.bin")]
    const output = await callTool(applyPatch, { operations }, files)
    expect(String(await bytes("a.txt"))).toBe("new")
    expect(String(await bytes("b.txt"))).toBe("newer\n")
    expect(await files.exists("c.bin")).toBe(false)
    expect(texts(output)).toEqual([
      "Created a.txt: 3 bytes now.\nUpdated b.txt: 6 bytes now, 4 before.\nDeleted c.bin: 2 before."
    ])
    expect(output.value).toEqual({
      files: [
        { path: "a.txt", change: "created", size: 3 },
        { path: "b.txt", change: "updated", size: 6, size_before: 4 },
        { path: "c.bin", change: "deleted", size_before: 2 }
      ]
    })
    expect(output.filesModified).toEqual(["a.txt", "b.txt", "c.bin"])
  })

  it("lets an operation see the changes of earlier ones to its file", async () => {
    const { files, bytes } = await open({ "a.txt": "old\n", "b.txt": "x\n" })
    const operations = [
      update("a.txt"),
      update("a.txt", "-new\n+newest"),
      create("c.txt", "+1"),
      update("c.txt", "-1\n+2"),
      remove("b.txt"),
      create("b.txt", "+y"),
      create("d.txt"),
      remove("d.txt")
    ]
    const output = await callTool(applyPatch, { operations }, files)
    expect(await Promise.all(["a.txt", "b.txt", "c.txt"].map(async (path) => String(await bytes(path))))).toEqual([
      "newest\n",
      "y",
      "2"
    ])
    expect(await files.exists("d.txt")).toBe(false)
    expect(output.filesModified).toEqual(["a.txt", "c.txt", "b.txt"])
  })

  it.each([
    [
      "a diff that does not match",
      update("a.txt", "-zzz"),
      "Operation 2 (update_file): Hunk 1, on line 1 of the diff: line 1 of"
    ],
    [
      "a file that is missing",
      update("zz.txt"),
      "Operation 2 (update_file): Nothing exists at the path. Nothing was changed."
    ],
    ["a file to delete that is missing", remove("zz.txt"), "Operation 2 (delete_file): Nothing exists at the path."],
    ["a new file that exists", create("b.txt"), "Operation 2 (create_file): The file exists. Use update_file"],
    [
      "a new file that exists by an earlier operation",
      create("first.txt"),
      "Operation 2 (create_file): The file exists."
    ],
    [
      "a folder in the place of a file",
      create("folder"),
      "Operation 2 (create_file): The path does not lead to a regular file."
    ],
    ["a folder to delete", remove("folder"), "Operation 2 (delete_file): The path does not lead to a regular file."],
    ["a file that is not text", update("c.bin"), "Operation 2 (update_file): The file is not UTF-8 text."],
    [
      "a diff that is missing",
      { type: "update_file", path: "a.txt" },
      'Operation 2 (update_file): The argument "diff" is missing.'
    ],
    [
      "a half character",
      create("h.txt", "+\ud800"),
      "Operation 2 (create_file): The text to write contains half a character (a lone surrogate)."
    ],
    [
      "half a character in a change",
      update("a.txt", "-old\n+\ud800"),
      "Operation 2 (update_file): The text to write contains half"
    ]
  ])("changes nothing for %s", async (_, operation, message) => {
    const before = { "a.txt": "old\n", "b.txt": "", "c.bin": new Uint8Array([255]), folder: "directory/" } as const
    const { files, bytes } = await open(before)
    const operations = [create("first.txt"), operation, update("a.txt")]
    const refusal = await refusalOf(applyPatch, { operations }, files)
    expect(refusal.message).toContain(message)
    expect(refusal.message).toMatch(/ Nothing was changed\.$/)
    expect(await files.exists("first.txt")).toBe(false)
    expect(String(await bytes("a.txt"))).toBe("old\n")
  })

  it("restores everything if a write fails, whichever it is", async () => {
    const operations = [
      create("n.txt"),
      update("a.txt"),
      remove("b.bin"),
      update("c.txt"),
      remove("d.txt"),
      update("e.txt", "+x")
    ]
    const before = { "a.txt": "old\n", "b.bin": new Uint8Array([0, 255]), "c.txt": "old", "d.txt": "", "e.txt": "" }
    for (let failing = 1; failing <= operations.length; failing++) {
      const { files, bytes } = await open(before)
      const refusal = await refusalOf(applyPatch, { operations }, failingOn(files, failing))
      expect(refusal.message).toContain(failing === 1 ? "Nothing was changed." : "All files are as they were.")
      for (const [path, content] of Object.entries(before))
        expect(await bytes(path), path).toEqual(Buffer.from(content as string))
      expect(await files.exists("n.txt")).toBe(false)
    }
  })

  it("reports what it could not restore", async () => {
    const { files, bytes } = await open({ "a.txt": "old\n", "b.txt": "old\n", "c.txt": "old\n" })
    const operations = [update("a.txt"), update("b.txt"), update("c.txt")]
    // The third write fails, and so does the first restoring write.
    const refusal = await refusalOf(applyPatch, { operations }, failingOn(files, 3, 4))
    expect(refusal.message).toBe(
      "Operation 3 (update_file): There is no space left on the file system. " +
        "Earlier changes that could not be undone: Operation 2 (update_file). Read the files. " +
        "Earlier changes that were undone: Operation 1 (update_file)."
    )
    expect(String(await bytes("a.txt"))).toBe("old\n")
    expect(String(await bytes("b.txt"))).toBe("new\n")
  })

  it("does not overwrite another writer's changes", async () => {
    for (const [path, operation] of [
      ["a.txt", update("a.txt")],
      ["a.txt", remove("a.txt")],
      ["n.txt", create("n.txt")]
    ] as const) {
      const { files, bytes } = await open({ "a.txt": "old\n", "z.txt": "old\n" })
      const operations = [update("z.txt"), operation]
      const meanwhile = afterTheFirst(files, () => Effect.runPromise(files.write(path, "other\n")))
      const refusal = await refusalOf(applyPatch, { operations }, meanwhile)
      expect(refusal.message).toContain(
        "The file was changed by another program in the meantime. Earlier changes that were undone: Operation 1 (update_file)."
      )
      expect(String(await bytes(path))).toBe("other\n")
      expect(String(await bytes("z.txt"))).toBe("old\n")
    }
  })

  it("does not overwrite a file that appears at the last moment", async () => {
    const { files, bytes } = await open({})
    const appearing =
      <Content>(make: (path: string, content: Content) => Effect.Effect<Written, FileFailed>) =>
      (path: string, content: Content) =>
        makeAwaitable(Effect.andThen(files.append(path, "other\n"), make(path, content)))
    const overtaken: Files = { ...files, write: appearing(files.write), create: appearing(files.create) }
    const refusal = await refusalOf(applyPatch, { operations: [create("n.txt")] }, overtaken)
    expect(refusal.message).toContain("The file was changed by another program in the meantime. Nothing was changed.")
    expect(String(await bytes("n.txt"))).toBe("other\n")
  })

  it("refuses two names of one file", async () => {
    const { files, bytes } = await open({ "a.txt": "old\n", "l.txt": { link: "a.txt" } })
    const target = { kind: "file", path: "/workspace/a.txt" as ResolvedPath, mode: "rw" } as const
    const operations = [update("a.txt"), remove("l.txt")]
    const refusal = await refusalOf(applyPatch, { operations }, files, [target, target])
    expect(refusal.message).toBe(
      "Operation 2 (delete_file): An operation before it names the same file by another path. Use one path for it. Nothing was changed."
    )
    expect(String(await bytes("l.txt"))).toBe("old\n")
  })

  it("limits its memory", async () => {
    const { files } = await open({ "a.txt": "old\n" })
    const large: Files = { ...files, readBytes: () => makeAwaitable(Effect.succeed(new Uint8Array(40_000_000))) }
    const refusal = await refusalOf(applyPatch, { operations: [remove("a.txt"), remove("b.txt")] }, large)
    expect(refusal.message).toContain("Operation 2 (delete_file): The files of one patch may have")
  })
})

describe("apply_patch on disk", () => {
  const disk = fileSystems.find(({ name }) => name === "disk") as (typeof fileSystems)[number]

  it("follows no link that replaced a file after it was read", async () => {
    const outside = await mkdtemp(join(tmpdir(), "toolgate-outside-"))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    await writeFile(join(outside, "a.txt"), "old\n")
    const { files, bytes, folder } = await disk.open({ "a.txt": "old\n", "z.txt": "old\n" })
    const swap = afterTheFirst(files, async () => {
      await rename(join(folder, "a.txt"), join(folder, "kept.txt"))
      await symlink(join(outside, "a.txt"), join(folder, "a.txt"))
    })
    const refusal = await refusalOf(applyPatch, { operations: [update("z.txt"), update("a.txt")] }, swap)
    expect(refusal).toMatchObject({ class: "permission_denied" })
    expect(refusal.message).toContain(
      "Earlier changes that were undone: Operation 1 (update_file). All files are as they were."
    )
    expect(String(await bytes("a.txt"))).toBe("old\n")
    expect(String(await bytes("z.txt"))).toBe("old\n")
  })

  it("restores its changes when the system refuses a folder", async () => {
    const { files, bytes, folder } = await disk.open({ "a.txt": "old\n", "d.sh": "", folder: "directory/" })
    for (const path of ["a.txt", "d.sh"]) await chmod(join(folder, path), 0o777)
    await asNobody(folder, async () => {
      const operations = [update("a.txt"), remove("d.sh"), create("folder/b.txt")]
      const refusal = await refusalOf(applyPatch, { operations }, files)
      expect(refusal.message).toBe(
        "Operation 3 (create_file): The operating system does not permit this. " +
          "Earlier changes that were undone: Operation 1 (update_file). All files are as they were."
      )
    })
    expect(String(await bytes("a.txt"))).toBe("old\n")
    for (const path of ["a.txt", "d.sh"]) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o777)
  })

  it.skipIf(!canMount)("restores its changes when the disk is full", async () => {
    const { folder, files, bytes } = await disk.open({})
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder])
    onTestFinished(() => void spawnSync("umount", [folder]))
    await Effect.runPromise(files.write("a.txt", "old\n"))
    const large = `+${"x".repeat(200_000)}`
    const operations = [update("a.txt"), create("n.txt", large)]
    const refusal = await refusalOf(applyPatch, { operations }, files)
    expect(refusal.message).toContain(
      "Operation 2 (create_file): There is no space left on the file system. Earlier changes that were undone"
    )
    expect(String(await bytes("a.txt"))).toBe("old\n")
    expect(await readdir(folder)).toEqual(["a.txt"])
  })
})

/** Returns the files with failing changes: the changes with these numbers, counted from 1. */
const failingOn = (files: Files, ...failing: ReadonlyArray<number>): Files => {
  let count = 0
  const next = <A>(path: string, operation: Effect.Effect<A, FileFailed>) =>
    makeAwaitable(
      Effect.suspend(() => {
        count += 1
        return failing.includes(count) ? Effect.fail(new FileFailed("NoSpace", path)) : operation
      })
    )
  return {
    ...files,
    write: (path, text) => next(path, files.write(path, text)),
    writeBytes: (path, bytes) => next(path, files.writeBytes(path, bytes)),
    create: (path, bytes) => next(path, files.create(path, bytes)),
    patch: (path, old, replacement) => next(path, files.patch(path, old, replacement)),
    delete: (path) => next(path, files.delete(path))
  }
}

/** Returns the files with a function that runs once, after the first text was replaced. */
const afterTheFirst = (files: Files, happens: () => Promise<unknown>): Files => {
  let happened = false
  const once = Effect.suspend(() => {
    if (happened) return Effect.void
    happened = true
    return Effect.promise(happens)
  })
  return {
    ...files,
    patch: (path, old, replacement) => makeAwaitable(Effect.tap(files.patch(path, old, replacement), () => once))
  }
}

/** Runs a part of a test without root's rights, in a folder with an unwritable subfolder "folder". */
const asNobody = async (folder: string, run: () => Promise<void>) => {
  const { geteuid, seteuid } = process
  await chmod(join(folder, "folder"), 0o555)
  if (geteuid?.() !== 0) return run()
  await chown(folder, 65534, 65534)
  seteuid?.(65534)
  try {
    await run()
  } finally {
    seteuid?.(0)
  }
}

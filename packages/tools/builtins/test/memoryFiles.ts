import { type FileEntry, FileFailed, type FileStat, type Files, makeAwaitable } from "@toolgate/core"
import * as Effect from "effect/Effect"

/** An entry at a path: the text or the bytes of a file, a directory, or a link. */
export type Entry = string | Uint8Array | "directory/" | { readonly link: string }

/** Makes a flat file system in memory, with the part of the port that the tools need. */
export const memoryFiles = (entries: Map<string, Entry>): Files => {
  const answer = <A>(body: () => A) => makeAwaitable(Effect.try({ try: body, catch: (failed) => failed as FileFailed }))

  const bytes = (path: string): Buffer => {
    const entry = entries.get(path)
    if (entry === undefined) throw new FileFailed("NotFound", path)
    if (entry === "directory/") throw new FileFailed("NotAFile", path)
    if (typeof entry === "string") return Buffer.from(entry)
    return "link" in entry ? bytes(entry.link) : Buffer.from(entry)
  }
  const text = (path: string) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes(path))
    } catch (cause) {
      throw cause instanceof FileFailed ? cause : new FileFailed("NotText", path)
    }
  }
  const encoded = (path: string, content: string) => {
    if (/\p{Surrogate}/u.test(content)) throw new FileFailed("NotText", path)
    return Buffer.from(content)
  }
  const put = (path: string, content: Uint8Array) => {
    const sizeBefore = entries.has(path) ? bytes(path).length : undefined
    entries.set(path, content)
    return { size: content.length, sizeBefore }
  }
  const statOf = (path: string): FileStat & { readonly target?: string } => {
    const entry = entries.get(path)
    if (entry === "directory/") return { kind: "directory", size: 4096 }
    if (typeof entry === "object" && "link" in entry) return { kind: "link", size: 0, target: entry.link }
    return { kind: "file", size: bytes(path).length }
  }

  return {
    read: (path) => answer(() => text(path)),
    readBytes: (path, range) => answer(() => bytes(path).subarray(range?.offset, range && range.offset + range.length)),
    write: (path, content) => answer(() => put(path, encoded(path, content))),
    writeBytes: (path, content) => answer(() => put(path, content)),
    create: (path, content) =>
      answer(() => {
        if (entries.has(path)) throw new FileFailed("Exists", path)
        return put(path, content)
      }),
    append: (path, content) =>
      answer(() => put(path, Buffer.concat([entries.has(path) ? bytes(path) : Buffer.of(), encoded(path, content)]))),
    patch: (path, old, replacement) =>
      answer(() => {
        const before = text(path)
        const at = before.indexOf(old)
        if (at === -1) throw new FileFailed("NoMatch", path)
        if (before.indexOf(old, at + 1) !== -1) throw new FileFailed("ManyMatches", path)
        const after = before.slice(0, at) + replacement + before.slice(at + old.length)
        return { ...put(path, encoded(path, after)), line: before.slice(0, at).split("\n").length }
      }),
    makeFolder: (path) => answer(() => void entries.set(path, "directory/")),
    exists: (path) => answer(() => entries.has(path)),
    stat: (path) => answer(() => statOf(path)),
    list: (path) =>
      answer(() => {
        if (path !== ".") throw new FileFailed(entries.has(path) ? "NotADirectory" : "NotFound", path)
        const names = [...entries.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        return names.map((name): FileEntry => ({ name, ...statOf(name) }))
      }),
    delete: (path) => answer(() => void entries.delete(path))
  }
}

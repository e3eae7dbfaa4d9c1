import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileException, FileMode, Files } from "@toolgate/core"
import type { FilesAdapter } from "./FilesAdapter.ts"

/** A workspace with something beside it that no operation may touch. Everything is removed with it. */
export class FilesFixture implements Disposable {
  readonly base = mkdtempSync(join(tmpdir(), "toolgate-files-"))
  readonly workspace = join(this.base, "ws")
  readonly outside = join(this.base, "outside")
  private readonly adapter: FilesAdapter

  constructor(adapter: FilesAdapter) {
    this.adapter = adapter
    mkdirSync(join(this.workspace, "a/b"), { recursive: true })
    mkdirSync(this.outside)
    mkdirSync(`${this.workspace}-evil`)
    writeFileSync(this.in("a/f"), "inside")
    writeFileSync(join(this.outside, "secret"), "SECRET")
    writeFileSync(`${this.workspace}-evil/secret`, "SECRET")
  }

  /** The whole workspace, or a part of it, as `Files`. */
  async files(mode: FileMode = "rw", scope: "tree" | "exact" = "tree", part = "."): Promise<Files> {
    const path = await this.adapter.resolved(join(this.workspace, part))
    return this.adapter.open([{ path, mode, scope }], await this.adapter.resolved(this.workspace))
  }

  /** The whole workspace, but for what the patterns match from there. */
  async filesExcept(...except: ReadonlyArray<FileException>): Promise<Files> {
    const path = await this.adapter.resolved(this.workspace)
    // Nothing in the name of the fixture's folder is read otherwise in a pattern.
    const absolute = except.map(({ pattern, mode }) => ({ pattern: `${path}/${pattern}`, mode }))
    return this.adapter.open([{ path, mode: "rw", scope: "tree", except: absolute }], path)
  }

  in(name: string): string {
    return join(this.workspace, name)
  }

  link(name: string, target: string): void {
    symlinkSync(target, this.in(name))
  }

  text(name: string): string {
    return readFileSync(this.in(name), "utf8")
  }

  /** What lies outside, to be compared before and after. */
  everythingOutside(): ReadonlyArray<string> {
    return [this.outside, `${this.workspace}-evil`].flatMap((folder) =>
      readdirSync(folder).map((name) => `${name}: ${readFileSync(join(folder, name), "utf8")}`)
    )
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true })
  }
}

/** Whether a program runs here; the cases that need it are skipped where it does not. */
export const runs = (program: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

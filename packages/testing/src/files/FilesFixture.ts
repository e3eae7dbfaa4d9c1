import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileException, FileMode, Files } from "@toolgate/core"
import type { FilesAdapter } from "./FilesAdapter.ts"

/** A workspace, and folders outside it that no operation may touch. Disposing the fixture removes all of them. */
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

  /** Opens the workspace or a part of it. */
  async files(mode: FileMode = "rw", scope: "tree" | "exact" = "tree", part = "."): Promise<Files> {
    const path = await this.adapter.resolved(join(this.workspace, part))
    return this.adapter.open([{ path, mode, scope }], await this.adapter.resolved(this.workspace))
  }

  /** Opens the workspace without the files that match these patterns, which are relative to it. */
  async filesExcept(...except: ReadonlyArray<FileException>): Promise<Files> {
    const path = await this.adapter.resolved(this.workspace)
    // The fixture's folder name contains no pattern characters.
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

  /** Returns the names and contents of all outside files, to compare before and after. */
  everythingOutside(): ReadonlyArray<string> {
    return [this.outside, `${this.workspace}-evil`].flatMap((folder) =>
      readdirSync(folder).map((name) => `${name}: ${readFileSync(join(folder, name), "utf8")}`)
    )
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true })
  }
}

/** Whether a program runs successfully on this machine. */
export const runs = (program: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

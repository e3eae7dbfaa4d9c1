import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap as bubblewrapWorks } from "@toolgate/testing"
import { CgroupParents } from "../src/cgroups/CgroupParents.ts"

/** Whether bubblewrap works here. Tests that need it are skipped elsewhere. */
export const hasBubblewrap = bubblewrapWorks()

export const hasPerl = existsSync("/usr/bin/perl")

export const isRoot = process.getuid?.() === 0

/** The cgroups of this machine that can hold a process. */
export const { places } = new CgroupParents()

/** A new folder that is removed at the end of the test. */
export class Folder implements Disposable {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  at(name: string): string {
    return join(this.path, name)
  }
  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

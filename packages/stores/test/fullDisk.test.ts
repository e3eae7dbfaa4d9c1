import { execFile, spawnSync } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { newFolder } from "./places.ts"
import { wordsFor } from "./runProgram.ts"

/** A shell text that mounts a small disk at its first argument and runs its other arguments there. */
const onSmallDisk = 'mount -t tmpfs -o size=1m,mode=700 tmpfs "$1" && exec "$2" "$3" "$4" "$5" "$1"'

const canMount = spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0

it.skipIf(!canMount)(
  "a store on a full disk keeps its confirmed data, and recovers when there is space (may mount)",
  async () => {
    const words = ["-m", "sh", "-c", onSmallDisk, "sh", newFolder(), process.execPath, ...wordsFor("fullDisk.ts")]
    const { stdout } = await promisify(execFile)("unshare", words)
    expect(stdout.trim().split("\n")).toEqual([
      'The store "FOLDER/store.sqlite" cannot be used now: the disk is full; make room.',
      "true",
      'The store "FOLDER/store.sqlite" cannot be opened: it is on a read-only disk.'
    ])
  }
)

import { deepEqual, equal } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Files } from "@toolgate/core"
import type { FilesCase } from "./FilesCase.ts"
import { type FilesFixture, runs } from "./FilesFixture.ts"
import { rejectsWith } from "./rejectsWith.ts"

const linux = { what: "Linux", isThere: () => process.platform === "linux" }

const works = (make: string, ...args: ReadonlyArray<string>) => {
  const path = join(tmpdir(), `toolgate-probe-${process.pid}-${make}`)
  const made = runs(make, path, ...args)
  runs("rm", "-f", path)
  return made
}

/** Requires a user other than root, whom file permissions do not restrict. */
export const ordinaryUser = { what: "user that permissions hold for", isThere: () => process.getuid?.() !== 0 }
const pipes = { what: "mkfifo", isThere: () => works("mkfifo") }
const devices = { what: "permission to make devices", isThere: () => works("mknod", "c", "1", "3") }

const isNoFile = async (files: Files, path: string) => {
  await rejectsWith("NotAFile", files.read(path))
  await rejectsWith("NotAFile", files.readBytes(path, { offset: 0, length: 1 }))
  await rejectsWith("NotAFile", files.write(path, "x"))
  await rejectsWith("NotAFile", files.append(path, "x"))
  await rejectsWith("NotAFile", files.patch(path, "x", "y"))
  await rejectsWith("NotADirectory", files.list(path))
  await rejectsWith("NotADirectory", files.makeFolder(path))
  equal((await files.stat(path)).kind, "other")
  equal(await files.exists(path), true)
}

/** Mounts a file system in the workspace while `body` runs, and always unmounts it. */
const mounted = async (fixture: FilesFixture, options: string, body: (folder: string) => Promise<void>) => {
  const folder = fixture.in("disk")
  mkdirSync(folder)
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder])
  try {
    await body(folder)
  } finally {
    execFileSync("umount", ["-l", folder])
  }
}

const mounts = {
  what: "permission to mount",
  isThere: () =>
    process.platform === "linux" &&
    runs("unshare", "-m", "sh", "-c", 'd=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d" && rmdir "$d"')
}

/** Cases about special files and full disks. */
export const specialCases: ReadonlyArray<FilesCase> = [
  {
    name: "refuses a pipe as a file, and never waits for one",
    check: async (fixture) => {
      execFileSync("mkfifo", [fixture.in("fifo")])
      const files = await fixture.files()
      await isNoFile(files, "fifo")
      await files.delete("fifo")
      equal(await files.exists("fifo"), false)
    },
    needs: pipes
  },
  {
    name: "refuses a device as a file",
    check: async (fixture) => {
      execFileSync("mknod", [fixture.in("zero"), "c", "1", "5"])
      fixture.link("linked", "zero")
      await isNoFile(await fixture.files(), "zero")
      await isNoFile(await fixture.files(), "linked")
    },
    needs: devices
  },
  {
    name: "refuses a socket as a file",
    check: async (fixture) => {
      const server = createServer().listen(fixture.in("socket"))
      await once(server, "listening")
      try {
        await isNoFile(await fixture.files(), "socket")
      } finally {
        server.close()
      }
    },
    needs: linux
  },
  {
    name: "does what the operating system permits, and reveals nothing about inaccessible folders outside",
    check: async (fixture) => {
      const files = await fixture.files()
      chmodSync(fixture.in("a/f"), 0o444)
      await rejectsWith("NotPermitted", files.write("a/f", "x"))
      await rejectsWith("NotPermitted", files.append("a/f", "x"))
      await rejectsWith("NotPermitted", files.patch("a/f", "inside", "x"))
      equal(await files.read("a/f"), "inside")
      chmodSync(fixture.in("a/f"), 0)
      await rejectsWith("NotPermitted", files.read("a/f"))
      for (const folder of [fixture.in("a"), fixture.outside]) chmodSync(folder, 0)
      try {
        await rejectsWith("NotPermitted", files.read("a/f"))
        await rejectsWith("NotPermitted", files.write("a/new/x", "x"))
        await rejectsWith("NotPermitted", files.makeFolder("a/new/x"))
        await rejectsWith("NotPermitted", files.list("a"))
        await rejectsWith("Denied", files.read("../outside/secret"))
        await rejectsWith("Denied", files.exists("../outside/x/../../ws/a"))
      } finally {
        for (const folder of [fixture.in("a"), fixture.outside]) chmodSync(folder, 0o700)
      }
    },
    needs: ordinaryUser
  },
  {
    name: "keeps the owner of a replaced file",
    check: async (fixture) => {
      const files = await fixture.files()
      chownSync(fixture.in("a/f"), 1234, 5678)
      chmodSync(fixture.in("a/f"), 0o600)
      await files.write("a/f", "x")
      const { uid, gid, mode } = statSync(fixture.in("a/f"))
      deepEqual([uid, gid, mode & 0o7777], [1234, 5678, 0o600])
    },
    needs: { what: "root", isThere: () => process.getuid?.() === 0 }
  },
  {
    name: "lists a name that is not UTF-8, together with the others",
    check: async (fixture) => {
      const folder = Buffer.from(`${fixture.in("a/b")}/`)
      writeFileSync(Buffer.concat([folder, Buffer.from([0xff])]), "x")
      writeFileSync(fixture.in("a/b/y"), "y")
      const entries = await (await fixture.files()).list("a/b")
      deepEqual(
        entries.map(({ name, kind, size }) => ({ name, kind, size })),
        [
          { name: "y", kind: "file", size: 1 },
          { name: "\ufffd", kind: "file", size: 1 }
        ]
      )
    },
    needs: linux
  },
  {
    name: "keeps the old content on a full file system, without partial changes",
    check: (fixture) =>
      mounted(fixture, "size=128k", async (folder) => {
        const files = await fixture.files()
        await files.write("disk/f", "old")
        const large = "x".repeat(1024 * 1024)
        await rejectsWith("NoSpace", files.write("disk/f", large))
        await rejectsWith("NoSpace", files.append("disk/f", large))
        await rejectsWith("NoSpace", files.patch("disk/f", "old", large))
        await rejectsWith("NoSpace", files.write("disk/n1/n2/f", large))
        await rejectsWith("NoSpace", files.append("disk/n1/g", large))
        deepEqual(readdirSync(folder), ["f"])
        equal(await files.read("disk/f"), "old")
      }),
    needs: mounts
  },
  {
    name: "changes nothing on a read-only file system",
    check: (fixture) =>
      mounted(fixture, "size=128k", async (folder) => {
        writeFileSync(join(folder, "f"), "old")
        execFileSync("mount", ["-o", "remount,ro", folder])
        const files = await fixture.files()
        equal(await files.read("disk/f"), "old")
        await rejectsWith("ReadOnly", files.write("disk/f", "x"))
        await rejectsWith("ReadOnly", files.append("disk/f", "x"))
        await rejectsWith("ReadOnly", files.patch("disk/f", "old", "x"))
        await rejectsWith("ReadOnly", files.delete("disk/f"))
        await rejectsWith("ReadOnly", files.write("disk/new", "x"))
        await rejectsWith("ReadOnly", files.write("disk/n1/n2", "x"))
        await rejectsWith("ReadOnly", files.append("disk/new", "x"))
        await rejectsWith("ReadOnly", files.makeFolder("disk/new"))
      }),
    needs: mounts
  },
  {
    name: "enters a file system mounted beneath the workspace, and leaves it again",
    check: (fixture) =>
      mounted(fixture, "size=128k", async () => {
        const files = await fixture.files()
        await files.write("disk/d/f", "x")
        equal(await files.read("disk/d/../../a/f"), "inside")
        await rejectsWith("Denied", files.read("disk/../../outside/secret"))
      }),
    needs: mounts
  }
]

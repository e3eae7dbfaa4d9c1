import { equal } from "node:assert/strict"
import { linkSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { FilesCase } from "./FilesCase.ts"
import type { FilesFixture } from "./FilesFixture.ts"
import { rejectsWith } from "./rejectsWith.ts"

const reads = (name: string, path: (fixture: FilesFixture) => string): FilesCase => ({
  name: `reads ${name}`,
  check: async (fixture) => {
    const given = path(fixture)
    equal(await (await fixture.files()).read(given), "inside")
    equal(await (await fixture.files()).exists(given), true)
  }
})

/** Makes a case about a path that no operation may touch or reveal the existence of. */
const denies = (name: string, path: (fixture: FilesFixture) => string): FilesCase => ({
  name: `denies every operation on ${name}`,
  check: async (fixture) => {
    const given = path(fixture)
    const before = fixture.everythingOutside()
    const files = await fixture.files()
    await rejectsWith("Denied", files.read(given))
    await rejectsWith("Denied", files.readBytes(given))
    await rejectsWith("Denied", files.write(given, "x"))
    await rejectsWith("Denied", files.writeBytes(given, new Uint8Array([1])))
    await rejectsWith("Denied", files.append(given, "x"))
    await rejectsWith("Denied", files.patch(given, "SECRET", "x"))
    await rejectsWith("Denied", files.makeFolder(given))
    await rejectsWith("Denied", files.exists(given))
    await rejectsWith("Denied", files.stat(given))
    await rejectsWith("Denied", files.list(given))
    equal(fixture.everythingOutside().join(), before.join())
  }
})

const linked = (name: string, target: (fixture: FilesFixture) => string) => (fixture: FilesFixture) => {
  fixture.link(name, target(fixture))
  return name
}

const badName = (name: string, path: string): FilesCase => ({
  name: `calls ${name} a bad name`,
  check: async (fixture) => {
    const files = await fixture.files()
    await rejectsWith("BadName", files.read(path))
    await rejectsWith("BadName", files.write(path, "x"))
    await rejectsWith("BadName", files.makeFolder(path))
    await rejectsWith("BadName", files.exists(path))
    await rejectsWith("BadName", files.delete(path))
  }
})

export const pathCases: ReadonlyArray<FilesCase> = [
  reads("a plain relative path", () => "a/f"),
  reads("a path with empty names and dots", () => ".//a/.///f"),
  reads("a path that goes up and comes back", () => "a/../a/f"),
  reads("a path that leaves the workspace and comes back", ({ workspace }) => `../${basename(workspace)}/a/f`),
  reads("a path far above the root", ({ workspace }) => `${"../".repeat(60)}${workspace.slice(1)}/a/f`),
  reads("an absolute path inside", (fixture) => fixture.in("a/f")),
  reads("an absolute path with doubled separators", (fixture) => `//${fixture.in("a//f")}`),
  reads(
    "an absolute path that goes through a folder outside",
    ({ outside, workspace }) => `${outside}/../${basename(workspace)}/a/f`
  ),
  reads(
    "a link that stays inside",
    linked("l", () => "a/f")
  ),
  reads(
    "an absolute link that stays inside",
    linked("l", (fixture) => fixture.in("a/f"))
  ),
  reads(
    "a link that leaves and comes back",
    linked("l", ({ workspace }) => `../${basename(workspace)}/a/f`)
  ),
  reads("a link to a folder, and up from what it leads to", (fixture) => {
    fixture.link("deep", "a/b")
    return "deep/../f"
  }),
  reads("a link to a link", (fixture) => {
    fixture.link("l1", "l2")
    fixture.link("l2", "a/f")
    return "l1"
  }),
  reads("forty links in a row", (fixture) => {
    fixture.link("l1", "a/f")
    for (let i = 2; i <= 40; i++) fixture.link(`l${i}`, `l${i - 1}`)
    return "l40"
  }),
  reads("a name that ends in a dot and a blank", (fixture) => {
    writeFileSync(fixture.in("f. "), "inside")
    return "f. "
  }),
  reads("a name of 255 bytes", (fixture) => {
    writeFileSync(fixture.in("é".repeat(127)), "inside")
    return "é".repeat(127)
  }),
  reads("a file with a second name outside", (fixture) => {
    writeFileSync(join(fixture.outside, "shared"), "inside")
    linkSync(join(fixture.outside, "shared"), fixture.in("hard"))
    return "hard"
  }),

  denies("the folder above", () => ".."),
  denies("a path that leads out", () => "../outside/secret"),
  denies("a path that leads out on the way", () => "a/../../outside/secret"),
  denies("an absolute path", ({ outside }) => join(outside, "secret")),
  denies("an absolute path with doubled separators", ({ outside }) => `//${join(outside, "secret")}`),
  denies("a folder whose name begins like the workspace's", ({ workspace }) => `${workspace}-evil/secret`),
  denies(
    "a sibling whose name begins like the workspace's",
    ({ workspace }) => `../${basename(workspace)}-evil/secret`
  ),
  denies("the root", () => "/"),
  denies("what does not exist outside", () => "../outside/nothing"),
  denies("a missing folder outside", () => "../nothing/at/all"),
  denies("something beneath a file outside", () => "../outside/secret/x"),
  denies("a way back from a missing folder outside", ({ workspace }) => `../nothing/../${basename(workspace)}/a/f`),
  denies("a way out from a missing folder inside", () => "nothing/../../outside/secret"),
  denies(
    "an absolute link",
    linked("l", ({ outside }) => join(outside, "secret"))
  ),
  denies(
    "a relative link",
    linked("l", () => "../outside/secret")
  ),
  denies("a link in the middle", (fixture) => {
    fixture.link("l", "../outside")
    return "l/secret"
  }),
  denies(
    "a dangling absolute link",
    linked("l", ({ outside }) => join(outside, "new"))
  ),
  denies(
    "a dangling relative link",
    linked("l", () => "../outside/new")
  ),
  denies("a link to a link", (fixture) => {
    fixture.link("l1", "l2")
    fixture.link("l2", "../outside/secret")
    return "l1"
  }),
  denies("a loop outside", ({ base }) => {
    symlinkSync("loop", join(base, "loop"))
    return "../loop"
  }),
  denies(
    "the process's root",
    linked("l", ({ outside }) => `/proc/self/root${join(outside, "secret")}`)
  ),
  denies(
    "the process's own folder",
    linked("l", () => "/proc/self/cwd")
  ),
  denies(
    "a descriptor of the process",
    linked("l", () => "/proc/self/fd/0")
  ),

  badName("an empty path", ""),
  badName("a NUL byte", "a/f\0.txt"),
  badName("half a character", "a/\ud800"),
  badName("a name of 256 bytes", "x".repeat(256)),
  badName("a name of 256 bytes in fewer characters", "é".repeat(128)),
  badName("a path of more than 4096 bytes", "a/".repeat(2100)),
  badName("a bad name outside", `../outside/${"x".repeat(256)}`),

  {
    name: "follows no more than forty links",
    check: async (fixture) => {
      fixture.link("l1", "a/f")
      for (let i = 2; i <= 41; i++) fixture.link(`l${i}`, `l${i - 1}`)
      await rejectsWith("TooManyLinks", (await fixture.files()).read("l41"))
    }
  },
  {
    name: "reports a loop of links",
    check: async (fixture) => {
      fixture.link("loop", "loop")
      fixture.link("a/up", "..")
      const files = await fixture.files()
      await rejectsWith("TooManyLinks", files.read("loop"))
      await rejectsWith("TooManyLinks", files.write("loop/x", "x"))
      await rejectsWith("TooManyLinks", files.read(`${"a/up/".repeat(41)}a/f`))
    }
  },
  {
    name: "does not find a missing file, or a path through a missing folder and back",
    check: async (fixture) => {
      const files = await fixture.files()
      await rejectsWith("NotFound", files.read("nothing"))
      await rejectsWith("NotFound", files.read("nothing/../a/f"))
      await rejectsWith("NotFound", files.write("nothing/../x", "x"))
      await rejectsWith("NotADirectory", files.read("a/f/../f"))
      await rejectsWith("NotADirectory", files.read("a/f/x"))
      await rejectsWith("NotADirectory", files.read("a/f/"))
      await rejectsWith("NotADirectory", files.read("a/f/."))
      fixture.link("l", "a/f/")
      await rejectsWith("NotADirectory", files.read("l"))
      equal(await files.exists("nothing"), false)
      equal(await files.exists("nothing/../a/f"), false)
      equal(await files.exists("a/f/x"), false)
    }
  },
  {
    name: "keeps names apart that differ only in their Unicode form",
    check: async (fixture) => {
      const files = await fixture.files()
      await files.write("caf\u00e9", "composed")
      await rejectsWith("NotFound", files.read("cafe\u0301"))
    },
    needs: { what: "a file system that does not fold names", isThere: () => process.platform === "linux" }
  }
]

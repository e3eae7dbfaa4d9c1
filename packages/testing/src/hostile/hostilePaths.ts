import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

/**
 * Creates a workspace at `BASE/ws` with all kinds of difficult files, and secret files outside it. Returns the path of
 * the workspace.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, readFile, realpath } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { plantFiles } from "@toolgate/testing/hostile"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "paths-"))
 * const workspace = plantFiles(await realpath(folder.path), { outside: "full" })
 * assert.equal(await readFile(join(workspace, "dir/f"), "utf8"), "inside")
 * ```
 */
export const plantFiles = (base: string, options: { readonly outside: "full" | "empty" }): string => {
  const workspace = join(base, "ws")
  mkdirSync(join(workspace, "dir/sub"), { recursive: true })
  mkdirSync(join(workspace, "Dir"))
  mkdirSync(join(workspace, long))
  for (const name of ["file", "dir/f", "dir/sub/deep", " blank ", "trailing.", "back\\slash", "...", `${long}/f`])
    writeFileSync(join(workspace, name), "inside")
  const links: ReadonlyArray<readonly [string, string]> = [
    ["to-file", "file"],
    ["to-file-as-folder", "file/"],
    ["to-dir", "dir"],
    ["to-dir-absolute", join(workspace, "dir")],
    ["to-root", "."],
    ["dir/up", ".."],
    ["dir/sub/up2", "../.."],
    ["dangling", "nothing"],
    ["dangling-deep", "nothing/at/all"],
    ["back-from-nothing", "nothing/../file"],
    ["back-from-file", "file/../dir"],
    ["beneath-file", "file/x"],
    ["loop", "loop"],
    ["ping", "pong"],
    ["pong", "ping"],
    ["in-and-out-and-in", "../ws/file"],
    ["out", "../outside"],
    ["out-secret", "../outside/secret"],
    ["out-new", "../outside/new"],
    ["out-absolute", join(base, "outside/secret")],
    ["chain1", "file"],
    ...Array.from({ length: 40 }, (_, i) => [`chain${i + 2}`, `chain${i + 1}`] as const)
  ]
  for (const [name, target] of links) symlinkSync(target, join(workspace, name))
  mkdirSync(join(base, "outside"))
  if (options.outside === "full") {
    mkdirSync(join(base, "outside/folder"))
    mkdirSync(join(base, "ws-evil"))
    writeFileSync(join(base, "outside/secret"), "SECRET")
    writeFileSync(join(base, "ws-evil/secret"), "SECRET")
    symlinkSync("loop", join(base, "outside/loop"))
    symlinkSync("../ws/dir", join(base, "outside/home"))
    symlinkSync("ws", join(base, "home"))
  }
  return workspace
}

const long = "é".repeat(127)
const tooLong = "x".repeat(256)

/**
 * Replaces `BASE` in a path with the folder of `plantFiles`, and `WS` with the workspace.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { spellPath } from "@toolgate/testing/hostile"
 *
 * assert.equal(spellPath("WS/../outside", "/a/b"), "/a/b/ws/../outside")
 * ```
 */
export const spellPath = (path: string, base: string): string =>
  path.replace("BASENAME", basename(base)).replace("BASE", base).replace("WS", join(base, "ws"))

/**
 * Texts that cannot name a file on any system: empty, too long, or with an invalid character.
 *
 * ```ts
 * import { namelessPaths } from "@toolgate/testing/hostile"
 *
 * console.log(namelessPaths.includes("fi\0le")) // true
 * ```
 */
export const namelessPaths: ReadonlyArray<string> = [
  "",
  "fi\0le",
  "nothing/../fi\0le",
  tooLong,
  `dir/${tooLong}`,
  "dir/\ud800",
  "d/".repeat(2100)
]

/**
 * Paths that stay inside the workspace of `plantFiles`, or break off there. Expect the same answer as from the system.
 *
 * ```ts
 * import { insidePaths } from "@toolgate/testing/hostile"
 *
 * console.log(insidePaths.includes("dir/up/file")) // true
 * ```
 */
export const insidePaths: ReadonlyArray<string> = [
  // Paths to existing files.
  ...[
    ".",
    "./",
    "./.",
    "file",
    "./file",
    ".//file",
    "dir",
    "dir/",
    "dir/.",
    "dir//f",
    "dir/./f",
    "dir/sub/deep",
    "Dir"
  ],
  ...[
    "WS",
    "WS/",
    "WS/file",
    "WS//dir///f",
    "/WS/file",
    "WS/dir/../file",
    " blank ",
    "trailing.",
    "back\\slash",
    "..."
  ],
  ...[long, `${long}/f`, `${long}/../file`],
  // ".." after existing files.
  ...["dir/..", "dir/../", "dir/../.", "dir/../file", "dir/sub/../f", "dir/sub/../../file", "dir/../dir/../dir/f"],
  ...["../ws/file", "../ws", "../ws/../ws/file", "dir/../../ws/file", "../../BASENAME/ws/file"],
  // ".." after missing files.
  ...["nothing", "nothing/", "nothing/.", "nothing/x", "nothing/x/y", "dir/nothing", "dir/nothing/x", "DIR/f", "FILE"],
  ...["nothing/..", "nothing/../", "nothing/../.", "nothing/../file", "nothing/../dir/f", "nothing/../nothing"],
  ...["nothing/./../file", "nothing//../file", "nothing/x/../../file", "a/b/c/../../../file", "a/../b/../file"],
  ...["dir/nothing/..", "dir/nothing/../f", "dir/nothing/../../file", "WS/nothing/../file", "../ws/nothing/../file"],
  ...["nothing/../../ws/file", "nothing/../loop", "nothing/../file/x", "nothing/../dangling", "nothing /../file"],
  // Beneath a file.
  ...[
    "file/",
    "file/.",
    "file//",
    "file/x",
    "file/x/y",
    "file/..",
    "file/../",
    "file/../.",
    "file/../file",
    "file/./.."
  ],
  ...["file/../dir/f", "file/x/..", "file/x/../../dir", "dir/f/..", "dir/f/../f", "dir/f/../../file", "WS/file/../dir"],
  ...["../ws/file/..", "file/../../ws/file", "file/../nothing", "file/../loop", "file /.."],
  // Through links.
  ...["to-file", "to-file/", "to-file/.", "to-file/..", "to-file/../dir", "to-file/x", "to-file-as-folder"],
  ...["to-dir", "to-dir/", "to-dir/f", "to-dir/..", "to-dir/../file", "to-dir/sub/../f", "to-dir-absolute/f"],
  ...["to-dir/nothing/../f", "to-dir/f/../f", "to-root", "to-root/to-root/file", "dir/up", "dir/up/file"],
  ...["dir/sub/up2/file", "dir/sub/up2/dir/sub/up2/file", "dir/up/nothing/../file", "in-and-out-and-in"],
  ...["dangling", "dangling/", "dangling/..", "dangling/../file", "dangling/x", "dangling-deep", "dangling-deep/../f"],
  ...[
    "back-from-nothing",
    "back-from-nothing/",
    "back-from-file",
    "back-from-file/f",
    "beneath-file",
    "beneath-file/.."
  ],
  ...[
    "loop",
    "loop/",
    "loop/..",
    "loop/../file",
    "loop/x",
    "ping",
    "ping/../file",
    "dir/../loop",
    "chain40",
    "chain41"
  ],
  ...["chain41/..", "to-root/".repeat(40), `${"to-root/".repeat(40)}file`, "to-root/".repeat(41)],
  // Texts that name nothing.
  `${tooLong}/../file`,
  ...namelessPaths
]

/**
 * Paths that end outside the workspace of `plantFiles`, or pass through the outside after they broke off. Expect a
 * refusal, whether or not the target exists.
 *
 * ```ts
 * import { outsidePaths } from "@toolgate/testing/hostile"
 *
 * console.log(outsidePaths.includes("../ws-evil/secret")) // true
 * ```
 */
export const outsidePaths: ReadonlyArray<string> = [
  ...[
    "..",
    "../",
    "../.",
    "../outside",
    "../outside/secret",
    "../outside/nothing",
    "../outside/secret/x",
    "../nothing"
  ],
  ...[
    "../ws-evil/secret",
    "/",
    "/etc",
    "/etc/passwd",
    "/nothing-there/x",
    "BASE",
    "BASE/outside/secret",
    "/proc/self/cwd"
  ],
  ...["dir/../..", "dir/up/..", "dir/../../outside/secret", "to-root/../outside/secret", "../outside/loop"],
  ...[
    "out",
    "out/",
    "out/secret",
    "out/nothing",
    "out/folder",
    "out/folder/..",
    "out/loop",
    "out/secret/..",
    "out-secret"
  ],
  ...["out-secret/..", "out-new", "out-absolute", "out/../outside/secret", "../outside/nothing/../../ws/file"],
  ...["../outside/secret/../../ws/file", "out/nothing/../../ws/file", "out/secret/../../ws/file"],
  ...["nothing/../../home", "nothing/../../home/file", "nothing/../../home/nothing"],
  ...["nothing/../..", "nothing/../../outside/secret", "nothing/../../outside/nothing", "nothing/../out/secret"],
  ...["nothing/../out/nothing", "nothing/../out/folder/../../ws/file", "nothing/../out/nothing/../../ws/file"],
  ...[
    "nothing/../out/home/../file",
    "file/../out/secret",
    "file/../../outside/secret",
    "file/../out-new",
    "nothing/../out"
  ]
]

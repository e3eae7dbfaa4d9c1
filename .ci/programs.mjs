import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

/** The programs and headers of the machine that tests use, each with its Debian package and its purpose. */
export const wanted = [
  ["bwrap", "bubblewrap", "commands and guests are confined by it"],
  ["clang", "clang", "guests are built from C with it"],
  ["wasm-ld", "lld", "guests are built from C with it"],
  ["/usr/include/wasm32-wasi", "wasi-libc", "guests are built from C with it"],
  ["clang++-14", "clang-14", "the module of the mathematical tools is built anew with it, and compared"],
  ["/usr/include/wasm32-wasi/c++/v1/vector", "libc++-14-dev-wasm32", "that module is written in C++"],
  ["/usr/include/eigen3/Eigen/Dense", "libeigen3-dev", "the linear algebra of that module is Eigen's"],
  ["script", "bsdutils", "it is a terminal for the command line"],
  ["setpriv", "util-linux", "guests end with a killed gate by it, where there is no bubblewrap"],
  ["python3", "python3", "agents in Python are run by it"],
  ["git", "git", "it is worked with in a confined shell"],
  ["make", "make", "programs are built with it in a confined shell"],
  ["gcc", "gcc", "programs are built with it in a confined shell"],
  ["/usr/include/asm-generic/unistd.h", "linux-libc-dev", "the filter's numbers of system calls are compared with it"],
  ["javac", "default-jdk-headless", "programs are built with it in a confined shell"],
  ["cargo", "cargo", "programs are built with it in a confined shell"],
  ["strace", "strace", "programs are traced with it in a confined shell"],
  ["gdb", "gdb", "programs are debugged with it in a confined shell"],
  ...["dash", "zsh", "busybox", "mksh", "ksh", "yash"].map((shell) => [
    shell,
    shell,
    "commands that a policy allows are run with it"
  ]),
  ["perl", "perl", "commands that take much memory are written in it"],
  ["chromium", "chromium", "the site and its playground are opened in it"],
  ["initdb", "postgresql", "stores are kept in a database that it makes"],
  ...(process.arch === "x64"
    ? [["/usr/include/x86_64-linux-gnu/gnu/stubs-32.h", "gcc-multilib", "programs of 32 bits meet the filter"]]
    : [])
]

// Debian keeps the programs of a PostgreSQL server out of the path, in a folder for each version.
const servers = "/usr/lib/postgresql"
const postgres = existsSync(servers) ? readdirSync(servers).map((version) => join(servers, version, "bin")) : []

export const folders = [...new Set([...(process.env.PATH ?? "").split(delimiter), "/usr/bin", ...postgres])]

/** Returns the path of a program or header; `undefined` if the machine does not have it. */
export const placeOf = (program) =>
  (program.startsWith("/") ? [program] : folders.map((folder) => join(folder, program))).find((place) => {
    try {
      if (program.startsWith("/")) return existsSync(place)
      accessSync(place, constants.X_OK)
      return statSync(place).isFile()
    } catch {
      return false
    }
  })

export const missing = () => wanted.filter(([program]) => placeOf(program) === undefined)

/**
 * Returns the folders in which tests look for programs. Tools that manage several versions of Python replace each of
 * its programs with a script that starts forty processes first. The folder of the real program therefore comes first.
 */
export const searched = () => {
  const path = process.env.PATH ?? ""
  const { stdout } = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" })
  const folder = dirname(stdout?.trim() ?? "")
  const isNew = existsSync(join(folder, "python3")) && !path.split(delimiter).includes(folder)
  return isNew ? `${folder}${delimiter}${path}` : path
}

// Says which programs of the machine tests would use and do not find. Those tests are skipped by name; CI installs the programs.
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const wanted = [
  ["bwrap", "bubblewrap", "commands and guests are confined by it"],
  ["clang", "clang", "guests are built from C with it"],
  ["wasm-ld", "lld", "guests are built from C with it"],
  ["script", "bsdutils", "it is a terminal for the command line"],
  ["setpriv", "util-linux", "guests end with a killed gate by it, where there is no bubblewrap"],
  ["python3", "python3", "agents in Python are run by it"],
  ["git", "git", "it is worked with in a confined shell"],
  ["make", "make", "programs are built with it in a confined shell"],
  ["gcc", "gcc", "programs are built with it in a confined shell"],
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
  ...(process.arch === "x64"
    ? [["/usr/include/x86_64-linux-gnu/gnu/stubs-32.h", "gcc-multilib", "programs of 32 bits meet the filter"]]
    : [])
]

const isThere = (program) =>
  (program.startsWith("/") && existsSync(program)) ||
  `${process.env.PATH}${delimiter}/usr/bin`.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

const missing = wanted.filter(([program]) => !isThere(program))
for (const [program, packaged, why] of missing)
  console.log(
    `"${program}" is missing, so that tests which need it are skipped (${why}); Debian has it in "${packaged}".`
  )

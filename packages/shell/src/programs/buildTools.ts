import { danger, type Fact, type Program, type ProgramFacts } from "./Program.ts"

const facts = (source: string, folder?: string): ProgramFacts => ({
  startsPrograms: { reason: "starts the scripts of packages and projects", source },
  writesFiles: { reason: "writes what it installs and builds", source },
  reachesNetwork: { reason: "fetches packages", source },
  ...(folder === undefined
    ? {}
    : { folderDecides: { reason: `takes orders from ${folder} of the folder that it runs in`, source } satisfies Fact })
})

/** Build tools and compilers: what they build is code that runs. Sources: the manual of each. */
export const buildTools: ReadonlyArray<Program> = [
  {
    names: [
      "mvn",
      "mvnw",
      "gradle",
      "gradlew",
      "ant",
      "bazel",
      "buck",
      "buck2",
      "pants",
      "turbo",
      "nx",
      "lerna",
      "rush",
      "just",
      "task",
      "mage",
      "scons",
      "waf",
      "meson",
      "ninja",
      "samu",
      "cmake",
      "ctest",
      "cpack",
      "autoconf",
      "automake",
      "autoreconf",
      "configure",
      "libtool",
      "gyp",
      "node-gyp"
    ],
    facts: facts("the manual of each", "the project's files")
  },
  {
    names: [
      "gcc",
      "g++",
      "cc",
      "c++",
      "clang",
      "clang++",
      "tcc",
      "cpp",
      "ld",
      "as",
      "gfortran",
      "nvcc",
      "javac",
      "swiftc",
      "ghc",
      "ocamlc",
      "zig",
      "nasm"
    ],
    hasWordOptions: true,
    facts: {
      startsPrograms: {
        reason: "starts the compiler's own programs, and plugins by options",
        source: "gcc(1), clang(1), ld(1), tsc --help"
      },
      writesFiles: { reason: "writes what it builds", source: "gcc(1)" }
    },
    dangers: [
      danger(
        "writes a file",
        "-o*",
        "-MF*",
        "-MD",
        "-MMD",
        "-save-temps*",
        "-dump*",
        "-fdump*",
        "--output*",
        "--outDir*",
        "--outFile*",
        "-d"
      ),
      danger(
        "starts a program, or loads a library",
        "-wrapper*",
        "-fplugin*",
        "-B*",
        "-Xclang*",
        "-load*",
        "-plugin*",
        "-specs*",
        "--specs*",
        "-fuse-ld*",
        "-Wl,*",
        "-Wa,*",
        "-Wp,*",
        "-Xlinker*",
        "-Xassembler*",
        "-processor*",
        "-J*"
      ),
      danger("reads options from a file", "@*", "--config*")
    ]
  }
]

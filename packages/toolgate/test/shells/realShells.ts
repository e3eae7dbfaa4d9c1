import { spawnSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** The shells of Debian that read texts for `sh`, and bash and zsh in their own mode. Missing shells are left out. */
const shells: ReadonlyArray<readonly [name: string, program: string, ...options: ReadonlyArray<string>]> = [
  ["dash", "dash", "-c"],
  ["bash", "bash", "-c"],
  ["bash as sh", "bash", "--posix", "-c"],
  ["zsh", "zsh", "-f", "-c"],
  ["zsh as sh", "zsh", "--emulate", "sh", "-c"],
  ["busybox", "busybox", "sh", "-c"],
  ["mksh", "mksh", "-c"],
  ["ksh93", "ksh93", "-c"],
  ["yash", "yash", "-c"]
]

const pathOf = (program: string) =>
  spawnSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).stdout.trim()

export const installedShells = shells.filter(([, program]) => pathOf(program) !== "")

/**
 * The files of the folder in which a text runs: names that look like options, commands and patterns, and unreadable
 * files.
 */
const files = [
  ...["src/a.ts", "src/b c.ts", "src/-rf", "src/$(rm x).ts", "src/x;rm y.ts", "src/*.ts", "src/~", "src/sub/d.ts"],
  ...["-rf", "-x.ts", "--output=o.ts", "a b.md", "r.md", "[x]", "x=y", "=ls", "{a,b}", "git", "out/o", ".hid"],
  ...["secrets/key.ts", ".env", "src/.env", "line\nbreak.ts"]
]
const links = [
  ["src/link.ts", "../.env"],
  ["lib", "secrets"]
] as const
const secret = "no-one-may-read-this"

/** The programs there, which record their arguments. Some also print texts that a shell may split into words. */
const programs = ["good", "git", "rm", "bad", "ls", "cat", "head", "grep", "date", "cp"]

/** The effects of one text in one shell. */
export interface Ran {
  readonly text: number
  readonly shell: string
  /** Each program that ran, with its working folder, relative to the folder in which the text began. */
  readonly commands: ReadonlyArray<{ readonly folder: string; readonly argv: ReadonlyArray<string> }>
  readonly written: ReadonlyArray<string>
  readonly leaks: boolean
}

const recorder = (log: string, name: string) => `#!/bin/dash
printf '%s\\0' cmd "$#" "$(pwd -P)" '${name}' "$@" >> '${log}'
${name === "cat" ? '/bin/cat "$@"' : name === "date" ? "printf '%s\\n' -rf 'rm x' '*.ts' '$(rm y)' .env" : ":"}
`

const driver = `cd "$1" || exit 1; shift; log=$1; bin=$2; shift 2
for name in texts/*; do
  printf '%s\\0' text "\${name##*/}" >> "$log"
  ( cd run && env -i PATH="$bin" HOME=/home/me LANG=C.UTF-8 TOKEN=${secret} NULLCMD=: READNULLCMD=: \\
    timeout -s KILL 10 "$@" "$(cat "../$name")" </dev/null 9>&1 >../out 2>&1 ) | cat >/dev/null
  if grep -q ${secret} out; then printf 'leak\\0' >> "$log"; fi
  find run outside -type f -newermt 2015-01-01 -printf 'file\\0%p\\0' > found
  if [ -s found ]; then cat found >> "$log"; rm -rf run outside; cp -a kept run; mkdir outside; fi
done
`

/** Makes the folder in which texts are judged and run. */
export const hostileFolder = (folder: string) => {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), /secrets|\.env/.test(file) ? secret : "x")
  }
  for (const [link, target] of links) symlinkSync(target, join(folder, link))
  spawnSync("find", [folder, "-exec", "touch", "-h", "-d", "2001-01-01", "{}", "+"])
}

/** Runs each text with each shell in a throw-away folder, where the only programs are those that record their arguments. */
export const runInShells = (texts: ReadonlyArray<string>): ReadonlyArray<Ran> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "shells-")))
  try {
    for (const folder of ["texts", "bin", "outside", "run", "kept"]) mkdirSync(join(root, folder))
    hostileFolder(join(root, "run"))
    hostileFolder(join(root, "kept"))
    for (const [i, text] of texts.entries()) writeFileSync(join(root, "texts", `${i}`), text)
    const log = join(root, "log")
    for (const name of programs) {
      writeFileSync(join(root, "bin", name), recorder(log, name))
      chmodSync(join(root, "bin", name), 0o755)
    }
    for (const name of ["env", "timeout", "nice", "sh"]) symlinkSync(pathOf(name), join(root, "bin", name))
    return installedShells.flatMap(([shell, program, ...options]) => {
      writeFileSync(log, "")
      const words = ["-c", driver, "driver", root, log, join(root, "bin"), pathOf(program), ...options]
      const { status, stderr } = spawnSync("/bin/dash", words, { encoding: "utf8" })
      if (status !== 0) throw new Error(`The texts were not run by ${shell}: ${stderr}`)
      return read(readFileSync(log, "utf8").split("\0"), join(root, "run"), shell)
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const read = (fields: ReadonlyArray<string>, run: string, shell: string): ReadonlyArray<Ran> => {
  const all: Array<{ -readonly [Key in keyof Ran]: Ran[Key] }> = []
  for (let at = 0; at < fields.length - 1; ) {
    const last = all.at(-1)
    const kind = fields[at]
    if (kind === "text") {
      all.push({ text: Number(fields[at + 1]), shell, commands: [], written: [], leaks: false })
      at += 2
    } else if (last === undefined) throw new Error("The log does not begin with a text.")
    else if (kind === "leak") {
      last.leaks = true
      at++
    } else if (kind === "file") {
      last.written = [...last.written, (fields[at + 1] ?? "").replace(/^run\//, "")]
      at += 2
    } else {
      const count = Number(fields[at + 1])
      const folder = (fields[at + 2] ?? "").slice(run.length + 1)
      last.commands = [...last.commands, { folder, argv: fields.slice(at + 3, at + 4 + count) }]
      at += 4 + count
    }
  }
  return all
}

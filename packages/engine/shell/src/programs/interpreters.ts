import { codeFromInput } from "./ordersFromInput.ts"
import { danger, type Program, type ProgramFacts } from "./Program.ts"

const runs = (source: string): ProgramFacts => ({
  startsPrograms: { reason: "runs any code", source },
  writesFiles: { reason: "runs any code, which can write files", source },
  reachesNetwork: { reason: "runs any code, which can reach the network", source }
})

const code = "is code, or is followed by code"
const loads = "loads code before the script"

const shellDangers = [
  danger("is followed by a text that it runs", "-c= --command="),
  danger("reads its orders from its input", "-s"),
  danger("reads the files that a person's shell begins with", "-il --login --rcfile= --init-file= --init-command=")
]

/** Interpreters and shells, which run whatever they are given. Sources: the manual page of each. */
export const interpreters: ReadonlyArray<Program> = [
  {
    names: ["python", "python2", "python3", "pypy", "pypy3", "ipython"],
    facts: {
      ...runs("python(1)"),
      folderDecides: { reason: "imports modules from the folder of its script", source: "python(1)" }
    },
    closed: {
      source: "python --help-all, of Python 3.12",
      options: "-bBdEhIOPqRsStTuvVx -W= -Q= --version --help-all --help-env --help-xoptions",
      dangers: [
        danger(code, "-c="),
        // The words from the module's name on are those of a program.
        danger(code, "-m=>"),
        danger("opens a prompt afterwards", "-i"),
        danger("sets an option of the interpreter", "-X="),
        danger("names a program or settings", "--check-hash-based-pycs="),
        danger("reads its code from its input", "-")
      ],
      input: codeFromInput("-V -h -? --version --help --help-all --help-env --help-xoptions"),
      rest: "script"
    }
  },
  {
    names: ["node", "nodejs"],
    facts: {
      ...runs("node(1)"),
      folderDecides: { reason: "loads packages and settings from its folder", source: "node(1)" }
    },
    closed: {
      source: "node --help, of Node.js 24",
      style: "words",
      options: `-c -h -v --check --version --v8-options --abort-on-uncaught-exception --conditions= -C=
        --disable-warning= --enable-source-maps --experimental-strip-types --experimental-transform-types --expose-gc
        --expose_gc --force-colors --input-type= --max-http-header-size= --max-old-space-size= --max_old_space_size=
        --max-semi-space-size= --no-deprecation --no-warnings --no-experimental-strip-types --no-experimental-websocket
        --no-addons --pending-deprecation --permission --preserve-symlinks --preserve-symlinks-main --stack-trace-limit=
        --test --test-concurrency= --test-force-exit --test-isolation= --test-name-pattern= --test-only --test-shard=
        --test-reporter= --test-skip-pattern= --test-timeout= --experimental-test-coverage --throw-deprecation --trace-deprecation
        --trace-exit --trace-uncaught --trace-warnings --unhandled-rejections= --watch --zero-fill-buffers`,
      dangers: [
        danger(code, "-e=", "--eval=", "-p=", "--print=", "-pe=", "-i", "--interactive", "-"),
        danger(loads, "-r=", "--require=", "--import=", "--loader=", "--experimental-loader=", "--snapshot-blob="),
        danger(
          "reads settings from a file",
          "--env-file=",
          "--env-file-if-exists=",
          "--openssl-config=",
          "--icu-data-dir="
        ),
        danger("reads settings from a file", "--experimental-config-file=", "--experimental-default-config-file"),
        danger("opens a debugger's port", "--inspect=?", "--inspect-brk=?", "--inspect-port=", "--inspect-wait=?"),
        danger(
          "writes a file",
          ...["--cpu-prof", "--cpu-prof-dir=", "--heap-prof", "--prof", "--report-on-signal", "--redirect-warnings="],
          ...[
            "--trace-event-file-pattern=",
            "--diagnostic-dir=",
            "--report-dir=",
            "--report-directory=",
            "--build-snapshot"
          ],
          ...["--test-reporter-destination=", "--heapsnapshot-signal=", "--test-update-snapshots", "--tls-keylog="]
        ),
        danger("starts a script of package.json", "--run=")
      ],
      value: (option, value) =>
        option === "--test-reporter" && !/^(?:spec|tap|dot|junit|lcov)$/.test(value) ? loads : undefined,
      // After a script come its own words, and after --test come files.
      operand: (word, _before, given) =>
        given.has("--test") && /^(?:\/|~|(?:.*\/)?\.\.(?:\/|$))/.test(word) ? "is outside the folder" : undefined,
      input: codeFromInput("-v -h --version --help --v8-options --test --run -p -pe"),
      rest: "script"
    },
    synonyms: [
      ["-e", "--eval"],
      ["-p", "--print"],
      ["-r", "--require"]
    ]
  },
  {
    names: ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "yash"],
    facts: runs("bash(1), sh(1p)"),
    closed: {
      source: "bash(1), sh(1p)",
      options: "-abefhnuvxBEHPT -o= --norc --noprofile --posix --version",
      dangers: shellDangers,
      value: (option, value) =>
        option === "-o" && !/^(?:errexit|nounset|xtrace|pipefail|noglob|noclobber)$/.test(value)
          ? "changes how the shell reads"
          : undefined,
      operand: (word, before) => (before.length === 0 && word.startsWith("+") ? "takes an option back" : undefined),
      input: codeFromInput("--version --help"),
      rest: "script"
    }
  },
  {
    names: ["csh", "tcsh", "fish", "nu", "xonsh", "elvish"],
    facts: runs("tcsh(1), fish(1)"),
    closed: {
      source: "tcsh(1), fish(1)",
      options: "--version",
      dangers: shellDangers,
      input: codeFromInput(),
      rest: "script"
    }
  },
  {
    names: ["eval", "source", ".", "exec", "command", "builtin", "trap"],
    facts: { startsPrograms: { reason: "runs what its words say", source: "bash(1)" } },
    closed: { source: "bash(1)", rest: "anyone" }
  }
]

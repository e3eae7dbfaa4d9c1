import { strangePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program, type ProgramFacts } from "./Program.ts"

const facts = (source: string, folder: string): ProgramFacts => ({
  startsPrograms: { reason: "starts the scripts of packages and projects", source },
  writesFiles: { reason: "writes what it installs and builds", source },
  reachesNetwork: { reason: "fetches packages", source },
  folderDecides: { reason: `takes orders from ${folder} of the folder that it runs in`, source }
})

const elsewhere = "works in another folder, whose orders then count"
const passes = "passes options to compilers and linkers"
const writes = "writes a file"
const starts = "starts a program"

const goBuild = `-a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -buildmode= -buildvcs= -installsuffix=
  -linkshared -modcacherw -pgo= -tags= -trimpath`

const goDangers = [
  danger(starts, "-toolexec=", "-exec=", "-vettool="),
  danger(passes, "-gcflags=", "-asmflags=", "-gccgoflags=", "-overlay=", "-modfile=", "-compiler="),
  danger(elsewhere, "-C="),
  danger("changes which packages are used", "-mod=", "-pkgdir="),
  danger(writes, "-coverprofile=", "-cpuprofile=", "-memprofile=", "-blockprofile=", "-mutexprofile=", "-trace="),
  danger(writes, "-outputdir=", "-fuzzcachedir=", "-w")
]

/**
 * Returns the reason why a value does harm, or `undefined`. The result must be written in the folder, and the linker
 * may be passed versions only.
 */
const goValue = (option: string, value: string) =>
  option === "-o" && isOutside(value)
    ? writes
    : option === "-ldflags" && !/^\s*(?:(?:-s|-w|-X [\w./-]+=[\w.:+/-]*)(?:\s+|$))*$/.test(value)
      ? passes
      : undefined

const go = (options: string): ClosedList => ({
  options: `${goBuild} ${options} -ldflags=`,
  dangers: goDangers,
  value: goValue
})

const cargoBuild = `-F= -j= -p= --all --all-features --all-targets --benches --bench= --bin= --bins --build-plan --example= --examples
  --exclude= --features= --future-incompat-report --ignore-rust-version --jobs= --keep-going --lib --message-format=
  --no-default-features --package= --profile= --release -r --target= --test= --tests --timings --unit-graph --workspace`

/**
 * Returns the reason why a value of `--target` does harm, or `undefined`. The name of a target is harmless, but a file
 * that describes a target can name the program that links.
 */
const target = (option: string, value: string) =>
  option === "--target" && /[./]/.test(value) ? "describes a target, and can name programs to start" : undefined

const changing = (asks: string): ClosedList => ({ asks, ...go("-u -t -d") })

/** Build tools that read the orders of a folder, such as go and make. Sources: the manual of each. */
export const compilers: ReadonlyArray<Program> = [
  {
    names: ["go"],
    facts: facts("the manual of go", "go.mod, go.work and cgo directives"),
    closed: {
      source: "go help build, go help testflag, and the help of each command, of Go 1.22",
      style: "dashes",
      dangers: [danger(elsewhere, "-C=")],
      subcommands: {
        build: go("-json -o="),
        test: {
          asks: starts,
          ...go(`-bench= -benchmem -benchtime= -count= -cpu= -failfast -fullpath -fuzz= -fuzztime= -json -list= -parallel= -run=
          -short -shuffle= -skip= -timeout= -vet=`)
        },
        vet: go(`-json -c= -appends=? -asmdecl=? -assign=? -atomic=? -bools=? -buildtag=? -cgocall=? -composites=? -copylocks=?
          -defers=? -directive=? -errorsas=? -framepointer=? -httpresponse=? -ifaceassert=? -loopclosure=? -lostcancel=?
          -nilfunc=? -printf=? -shift=? -sigchanyzer=? -slog=? -stdmethods=? -stdversion=? -stringintconv=? -structtag=?
          -testinggoroutine=? -tests=? -timeformat=? -unmarshal=? -unreachable=? -unsafeptr=? -unusedresult=?`),
        list: go("-f= -json=? -m -u -versions -retracted -reuse= -compiled -deps -e -export -find -test"),
        version: { options: "-m -v" },
        env: {
          options: "-json -changed",
          dangers: [danger("changes settings, which can name programs to start", "-w", "-u")]
        },
        doc: { options: "-all -c -cmd -short -src -u", dangers: [danger("opens a port", "-http")] },
        help: {},
        mod: {
          subcommands: {
            "graph verify why": { options: "-go= -x -m -vendor" },
            "tidy download edit init vendor": changing("changes what the module depends on")
          }
        },
        work: { subcommands: { "edit init sync use vendor": changing("changes the workspace") } },
        run: {
          ...changing(starts),
          rest: "script",
          operand: (word) => (/@|^[\w-]+\.[a-z]+\//.test(word) ? "is fetched" : undefined)
        },
        generate: changing("starts the programs that the sources name"),
        tool: {
          asks: starts,
          subcommands: {
            pprof: {
              options:
                "-text -top -tree -peek= -list= -traces -cum -flat -nodecount= -nodefraction= -sample_index= -unit= -focus= -ignore= -show= -hide= -lines -functions -files",
              dangers: [
                danger(
                  starts,
                  "-tools= -http= -web -weblist= -gv -evince -eog -svg -pdf -png -gif -dot -raw -proto -topproto -callgrind -disasm="
                ),
                danger(writes, "-output= -symbolize= -source_path= -trim_path= -buildid= -tls_cert= -tls_key=")
              ]
            },
            "cover trace nm objdump buildid dist vet asm compile link addr2line pack test2json fix cgo doc": {
              asks: starts
            }
          }
        },
        "install get": changing("installs packages"),
        clean: changing("deletes files"),
        "fmt fix": changing("changes files"),
        telemetry: { asks: "changes settings" }
      }
    }
  },
  {
    names: ["gofmt", "goimports"],
    facts: facts("the manual of gofmt", "go.mod"),
    closed: {
      source: "gofmt -h, goimports -h",
      style: "dashes",
      options: "-d -e -l -r= -s -v -srcdir= -local= -format-only",
      dangers: [danger("changes files in place", "-w"), danger(writes, "-cpuprofile=", "-memprofile=", "-trace=")]
    }
  },
  {
    names: ["cargo", "cross"],
    facts: facts("cargo(1)", "Cargo.toml, build.rs and .cargo/config.toml"),
    closed: {
      source: "cargo(1), and the page of each command, of cargo 1.80",
      everywhere: true,
      options: `-hqvV --color= --frozen --list --locked --offline --quiet --verbose --version`,
      dangers: [
        danger("sets configuration, which can name programs to start", "--config=", "-Z="),
        danger(elsewhere, "-C=", "--manifest-path=", "--lockfile-path="),
        danger(writes, "--target-dir=", "--artifact-dir=", "--out-dir=")
      ],
      subcommands: {
        "build b": { asks: starts, options: cargoBuild, value: target },
        "check c": { asks: starts, options: cargoBuild, value: target },
        "test t": {
          asks: starts,
          options: `${cargoBuild} --no-run --no-fail-fast --doc`,
          value: target,
          // The words after `--` are those of the test program.
          operand: (word) => (word.startsWith("--logfile") ? writes : undefined)
        },
        bench: { asks: starts, options: `${cargoBuild} --no-run --no-fail-fast`, value: target },
        clippy: {
          asks: starts,
          options: `${cargoBuild} --no-deps`,
          dangers: [
            danger("changes files", "--fix", "--allow-dirty", "--allow-staged", "--allow-no-vcs", "--broken-code")
          ],
          value: target
        },
        "doc d": {
          asks: starts,
          options: `${cargoBuild} --no-deps --document-private-items`,
          dangers: [danger("opens a browser", "--open")],
          value: target
        },
        fmt: {
          options: "-p= --all --check --package= --message-format=",
          // The words after `--` are those of rustfmt.
          operand: (word) => (word.startsWith("--config") ? "sets configuration" : undefined)
        },
        tree: {
          options: `-de= -f= -F= -i=? -p= --all-features --charset= --depth= --duplicates --edges= --exclude= --features= --format=
            --invert=? --no-dedupe --no-default-features --package= --prefix= --prune= --target= --workspace`
        },
        metadata: {
          options: "--all-features --features= --filter-platform= --format-version= --no-default-features --no-deps"
        },
        "locate-project pkgid read-manifest verify-project": {
          options: "--message-format= --workspace -p= --package="
        },
        "search info": {
          options: "--limit= --features=",
          dangers: [danger("asks another registry", "--index=", "--registry=")]
        },
        version: {},
        "run r": { asks: starts, options: cargoBuild, rest: "script" },
        "install uninstall add remove rm update fetch vendor generate-lockfile": {
          asks: "changes or installs packages",
          operand: strangePackage
        },
        "publish yank login logout owner package": { asks: "publishes, or changes who may" },
        "new init clean fix": { asks: "changes files" }
      }
    }
  },
  {
    names: ["make", "bmake", "nmake"],
    facts: facts("make(1)", "Makefile"),
    closed: {
      source: "make(1), of GNU Make 4.3",
      options: `-bBdhikmnpqrRsStvwL -j=? -l=? -O=? -o= -W= --always-make --assume-new= --assume-old= --check-symlink-times
        --debug=? --dry-run --environment-overrides --ignore-errors --jobs=? --just-print --keep-going --load-average=?
        --max-load=? --new-file= --no-builtin-rules --no-builtin-variables --no-keep-going --no-print-directory --no-silent
        --old-file= --output-sync=? --print-data-base --print-directory --question --quiet --recon --silent --stop --touch
        --trace --version --warn-undefined-variables --what-if=`,
      dangers: [
        danger("reads orders from another file or folder", "-f=", "--file=", "--makefile=", "-C=", "--directory="),
        danger("reads orders from another file or folder", "-I=", "--include-dir="),
        danger("evaluates orders, which can start programs", "-E=", "--eval="),
        danger("lets the environment decide", "-e")
      ],
      targets: true,
      operand: (word) =>
        /^(?!(?:V|VERBOSE|Q|QUIET|J|JOBS|COLOR|NO_COLOR)=(?:\d{1,3}|on|off|yes|no|true|false)?$)[^/]*=/i.test(word)
          ? "sets a variable, which can be a program that is started"
          : undefined
    },
    synonyms: [
      ["-f", "--file", "--makefile"],
      ["-C", "--directory"],
      ["-n", "--just-print", "--dry-run", "--recon"],
      ["-j", "--jobs"]
    ]
  }
]

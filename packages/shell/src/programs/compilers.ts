import type { ClosedList } from "./ClosedList.ts"
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
  danger(passes, "-ldflags=", "-gcflags=", "-asmflags=", "-gccgoflags=", "-overlay=", "-modfile=", "-compiler="),
  danger(elsewhere, "-C="),
  danger("changes which packages are used", "-mod=", "-pkgdir="),
  danger(
    writes,
    "-o=",
    "-coverprofile=",
    "-cpuprofile=",
    "-memprofile=",
    "-blockprofile=",
    "-mutexprofile=",
    "-trace="
  ),
  danger(writes, "-outputdir=", "-fuzzcachedir=", "-w")
]

const go = (options: string): ClosedList => ({ options: `${goBuild} ${options}`, dangers: goDangers })

const changing = (asks: string): ClosedList => ({ asks, ...go("-u -t -d") })

/** Build tools that read the orders of a folder: go and make. Sources: the manual of each. */
export const compilers: ReadonlyArray<Program> = [
  {
    names: ["go"],
    facts: facts("the manual of go", "go.mod, go.work and cgo directives"),
    closed: {
      source: "go help build, go help testflag, and the help of each command, of Go 1.22",
      style: "dashes",
      dangers: [danger(elsewhere, "-C=")],
      subcommands: {
        build: go("-json"),
        test: {
          asks: starts,
          ...go(`-bench= -benchmem -benchtime= -count= -cpu= -failfast -fullpath -fuzz= -fuzztime= -json -list= -parallel= -run=
          -short -shuffle= -skip= -timeout= -vet=`)
        },
        vet: go("-json -c="),
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
        run: { ...changing(starts), rest: "script" },
        generate: changing("starts the programs that the sources name"),
        tool: { ...changing(starts), rest: "itself" },
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
      operand: (word) => (word.includes("=") ? "sets a variable, which can be a program that is started" : undefined)
    },
    synonyms: [
      ["-f", "--file", "--makefile"],
      ["-C", "--directory"],
      ["-n", "--just-print", "--dry-run", "--recon"],
      ["-j", "--jobs"]
    ]
  }
]

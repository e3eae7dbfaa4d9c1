import type { ClosedList } from "./ClosedList.ts"
import { codeFromInput } from "./ordersFromInput.ts"
import { danger, type Program } from "./Program.ts"
import { codeFacts } from "./sharedFacts.ts"

const code = "is code, or is followed by code"
const loads = "loads code before the script"
const settings = "reads settings from a file, or sets one"
const writes = "writes a file"
const opens = "opens a port, or a prompt"
const runs = "runs or changes the project's code"

const elixir = (source: string): ClosedList => ({
  source,
  style: "words",
  options: "-v --version --short-version -h --help --no-halt --color --no-color",
  dangers: [
    danger(code, "-e= --eval= --rpc-eval== -S="),
    danger(loads, "-r= -pr= -pa= -pz= --app= --boot= --boot-var== --erl= --dot-iex= --dbg="),
    danger(settings, "--erl-config= --vm-args= --cookie="),
    danger(opens, "--name= --sname= --hidden --remsh= --pipe-to==")
  ],
  rest: "script"
})

const nimBuilds: ClosedList = {
  options: `-d:release -d:debug -d:danger -d:ssl --opt:* --hints:* --hint:* --warnings:* --warning:* --verbosity:* --mm:*
    --gc:* --threads:* --styleCheck:* --colors:* --lineTrace:* --stackTrace:* --lineDir:* -f --forceBuild* -x:*
    --checks:* -a:* --assertions:* --debugger:native --app:* --stdout* --listFullPaths:* --warningAsError:*
    --hintAsError:* --parallelBuild:* -w:*`,
  dangers: [
    danger("runs what it builds", "-r --run"),
    danger(writes, "-o:* --out:* --outdir:* --nimcache:* --genScript* --index:*"),
    danger("passes words to another program, or names it", "-t:* -l:* --passC:* --passL:* --cc:* --gcc.* --clang.*"),
    danger(loads, "-p:* --path:* --import:* --include:* --NimblePath:* --lib:* --eval:* -d:*")
  ]
}

const crystalBuilds: ClosedList = {
  options: `-s -p -t -O=? -D= --release --no-debug --debug --progress --stats --time --static --no-codegen --no-color
    --error-trace --error-on-warnings --warnings= --exclude-warnings= --define= --threads= --verbose`,
  dangers: [
    danger(writes, "-o= --output= --emit= --cross-compile --target="),
    danger("passes words to another program, or names code", "--link-flags= --prelude= --mcpu= --run")
  ]
}

/** Returns the reason why a script that is no file does harm, or `undefined`: some interpreters fetch the script. */
const fetched = (word: string) => (/^[a-z][\w+.-]*:\/\//i.test(word) ? "is fetched, and run" : undefined)

const scalaOrders =
  /^(?:run|compile|test|repl|console|doc|fmt|format|package|publish|config|clean|setup-ide|install|uninstall|bloop|bsp|dependency-update|export|new|directories|shebang|update|pgp|github)$/
const scalaOptions = `-version --version -help --help -h -deprecation -feature -unchecked -Werror -Xlint* -Wunused*
  -Wconf* -nowarn`

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "sbcl",
    {
      source: "sbcl(1), of SBCL 2.2",
      style: "words",
      options: `--script --noinform --non-interactive --no-sysinit --no-userinit --disable-debugger --disable-ldb
        --lose-on-corruption --dynamic-space-size= --control-stack-size= --noprint --quit --merge-core-pages
        --no-merge-core-pages --version --help`,
      dangers: [danger(code, "--eval="), danger(loads, "--load= --core= --sysinit= --userinit=")],
      rest: "script"
    }
  ],
  [
    "racket",
    {
      source: "racket -h, of Racket 8",
      style: "words",
      options: "-v --version -h --help -u -r --require-script --script -W= --warn= -O= --stdout= -d",
      dangers: [
        danger(code, "-e= --eval= -"),
        danger(loads, "-f= -t= -l= -p= -k== -m -S= -A= -C= -G= -X= -R= -y --load= --require= --lib= --main --make -c"),
        danger(opens, "-i --repl")
      ],
      rest: "script"
    }
  ],
  [
    "swipl",
    {
      source: "swipl(1), of SWI-Prolog 9",
      style: "words",
      options: `-q --quiet=? --quiet -O -g= -t= --version --help --abi-version --arch --stack-limit=? --table-space=?
        --tty=? --traditional --on-error=? --on-warning=? --dump-runtime-variables=? --signals=? --debug=?`,
      dangers: [
        danger(loads, "-s= -f= -F= -l= -x= -p= -b --home=? --packs=?"),
        danger(writes, "-o= -c"),
        danger(opens, "--pldoc=? --pce=?")
      ],
      value: (option, value) =>
        /^-[gt]$/.test(option) && !/^(?:main|halt|true|test|run_tests)$/.test(value) ? code : undefined,
      rest: "script"
    }
  ],
  [
    "runghc runhaskell",
    {
      source: "runghc --help, of GHC 9",
      style: "words",
      options: "--help --version -Wall -Werror -W* -w -v0 -X* -isrc -iapp -itest -i.",
      dangers: [danger("names a program that is started", "-f* --ghc-arg=? -pgm* -F"), danger(loads, "-i*")],
      rest: "script"
    }
  ],
  [
    "ghci",
    {
      source: "ghc(1), of GHC 9",
      style: "words",
      options: "--help --version -V -W* -w -v0 -v1 -X* -package= -hide-package= -ignore-dot-ghci -fno-code -isrc",
      dangers: [
        danger(code, "-e="),
        danger(settings, "-ghci-script=?"),
        danger("names a program that is started", "-pgm* -F"),
        danger(writes, "-o= -outputdir= -odir= -hidir= -stubdir= -dumpdir=")
      ]
    }
  ],
  ["elixir", elixir("elixir(1), of Elixir 1.14")],
  ["iex", elixir("iex(1), of Elixir 1.14")],
  [
    "erl",
    {
      source: "erl(1), of Erlang/OTP 25",
      style: "words",
      options: "-noshell -noinput -version -nostick -oldshell",
      dangers: [
        danger(code, "-eval= -run= -s= -extra -compile"),
        danger(loads, "-pa= -pz= -path= -boot= -loader= -config= -args_file= -env== -proto_dist= -epmd_module="),
        danger(opens, "-name= -sname= -remsh= -rsh= -heart -detached -hosts= -setcookie=")
      ],
      operand: (word) => (/^[-+]/.test(word) ? "is an option of the machine" : undefined)
    }
  ],
  [
    "escript",
    {
      source: "escript(1), of Erlang/OTP 25",
      style: "words",
      options: "-c -s -n -i",
      dangers: [danger("starts a debugger", "-d")],
      rest: "script"
    }
  ],
  [
    "groovy",
    {
      source: "groovy --help, of Groovy 2.4 and 4",
      style: "words",
      options:
        "-v -version --version -h --help -d --debug -c= --encoding= -pa --parameters -pr --enable-preview --indy",
      dangers: [
        danger(code, "-e= -n -p -a*"),
        danger(loads, "-cp= -classpath= --classpath= -b= --basescript= --configscript= -D* --define="),
        danger("changes files in place", "-i*"),
        danger(opens, "-l*")
      ],
      operand: fetched,
      rest: "script"
    }
  ],
  [
    "scala",
    {
      source: "scala -help, of Scala 2.13 and 3",
      style: "words",
      options: scalaOptions,
      dangers: [
        danger(code, "-e= --execute-script="),
        danger(loads, "-i= -I= -cp= -classpath= --class-path= -jar= --jar= --dep= -toolcp= -J* -D* -M= --main-class=")
      ],
      operand: (word) => fetched(word) ?? (scalaOrders.test(word) ? runs : undefined),
      rest: "script"
    }
  ],
  [
    "kotlin",
    {
      source: "kotlin -help, of Kotlin 1.9",
      style: "words",
      options: "-version -help -h -no-reflect -no-stdlib",
      dangers: [danger(code, "-e= -expression="), danger(loads, "-cp= -classpath= -howtorun= -J* -D* -X* -P=")],
      rest: "script"
    }
  ],
  [
    "nim",
    {
      source: "nim --fullhelp, of Nim 1.6",
      style: "words",
      options: "-v --version -h --help --fullhelp --advanced",
      subcommands: {
        "check c cc compile compileToC cpp js objc": nimBuilds,
        "doc rst2html rst2tex jsondoc ctags buildIndex genDepend dump": { asks: writes },
        "e r secret": { asks: runs, rest: "script" }
      }
    }
  ],
  [
    "crystal",
    {
      source: "crystal help, of Crystal 1.6",
      style: "words",
      options: "-v --version -h --help",
      subcommands: {
        "version env help": {},
        build: crystalBuilds,
        run: { ...crystalBuilds, rest: "script" },
        tool: {
          subcommands: {
            format: { options: "--check -i= --include= -e= --exclude= --no-color --show-backtrace" },
            "context expand hierarchy implementations types dependencies unreachable": {
              options: "-c= -D= -e= -f= --cursor= --define= --format= --no-color --error-trace"
            }
          }
        },
        "spec eval play docs init clear_cache i": { asks: runs }
      },
      otherwise: "script"
    }
  ],
  [
    "ocaml",
    {
      source: "ocaml(1), of OCaml 4.13",
      style: "words",
      options: `-version -vnum -no-version -help --help -noprompt -nopromptcont -noinit -nolabels -labels -noassert -nostdlib
        -principal -rectypes -safe-string -short-paths -strict-sequence -unsafe -w= -warn-error= -warn-help -color=
        -error-style= -absname -no-app-funct`,
      dangers: [danger(code, "-e= -stdin -"), danger(loads, "-I= -init= -ppx= -open=")],
      rest: "script"
    }
  ]
]

/** Programs that run a file in a compiled language as a script. Sources: the manual of each. */
export const compiledLanguages: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: codeFacts,
  closed: closed.subcommands === undefined ? { input: codeFromInput(), ...closed } : closed
}))

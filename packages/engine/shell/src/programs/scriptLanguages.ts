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

const lua: ClosedList = {
  source: "lua(1), of Lua 5.4",
  options: "-vEW",
  dangers: [danger(code, "-e= -"), danger(loads, "-l="), danger(opens, "-i")],
  rest: "script"
}

const luajit: ClosedList = {
  source: "luajit(1), of LuaJIT 2.1",
  options: "-vE -O=? -j=",
  dangers: [danger(code, "-e= -"), danger(loads, "-l="), danger(opens, "-i"), danger(writes, "-b=?")],
  value: (option, value) => (option === "-j" && !/^(?:on|off|flush)$/.test(value) ? loads : undefined),
  rest: "script"
}

const quietR = `-qs --quiet --silent --no-echo --slave --verbose --vanilla --no-save --no-restore --no-restore-data
  --no-restore-history --no-environ --no-site-file --no-init-file --encoding=? --max-ppsize=? --min-nsize=? --min-vsize=?
  --version`

const julia: ClosedList = {
  source: "julia --help, of Julia 1.11",
  options: `-hvqg -g=? -O=? -t= -p= --version --quiet --project=? --threads= --procs= --gcthreads= --color= --banner=
    --startup-file= --history-file= --depwarn= --warn-overwrite= --warn-scope= --check-bounds= --compile= --inline=
    --math-mode= --optimize=? --min-optlevel= --handle-signals= --pkgimages= --compiled-modules= --heap-size-hint=
    --debug-info=?`,
  dangers: [
    danger(code, "-e= -E= -m= -i --eval= --print= --module= -"),
    danger(loads, "-L= -J= --load= --sysimage= -C= --cpu-target= -H= --home="),
    danger(writes, "--code-coverage=? --track-allocation=? --output-*= --trace-compile= --bug-report="),
    danger("reaches other machines", "--machine-file= --bind-to= --worker=?")
  ],
  value: (option, value) =>
    option === "--project" && !/^@?\.?$/.test(value)
      ? settings
      : option === "--startup-file" && value !== "no"
        ? settings
        : undefined,
  rest: "script"
}

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  ["lua", lua],
  ["luajit", luajit],
  ["tclsh wish", { source: "tclsh(1), of Tcl 8.6", style: "words", options: "-encoding=", rest: "script" }],
  [
    "Rscript",
    {
      source: "Rscript(1), of R 4.2",
      options: quietR,
      dangers: [danger(code, "-e= -"), danger(loads, "--default-packages="), danger(writes, "--save")],
      rest: "script"
    }
  ],
  [
    "R",
    {
      source: "R(1), of R 4.2",
      options: `${quietR} --no-readline --interactive`,
      dangers: [
        danger(code, "-e= -f= --file="),
        danger(writes, "--save"),
        danger("starts a program", "-d= --debugger= --debugger-args= -g= --gui="),
        danger("passes words to what it runs", "--args")
      ],
      subcommands: {
        CMD: {
          subcommands: {
            config: { options: "--cppflags --ldflags --no-user-files --no-site-files --all" },
            "check build BATCH INSTALL REMOVE Rd2pdf Rd2txt Rdconv Rdiff Rprof SHLIB Stangle Sweave COMPILE LINK javareconf texify open":
              { asks: runs }
          }
        }
      }
    }
  ],
  ["julia", julia],
  [
    "irb",
    {
      source: "irb --help, of IRB 1",
      style: "words",
      options: `-f -d -w -W0 -W1 -W2 -U -v --version -h --help --noprompt --simple-prompt --sample-book-mode --nomultiline
        --nosingleline --noautocomplete --nocolorize --noecho --noinspect --noverbose --nopager`,
      dangers: [danger(loads, "-r= -r* -I= -I* -c= -x= -x*"), danger(settings, "--context-mode= --tracer -E= -E*")],
      rest: "script"
    }
  ],
  [
    "guile",
    {
      source: "guile --help, of Guile 3.0",
      style: "words",
      options: `-s -q -v --version -h --help --debug --no-debug --auto-compile --fresh-auto-compile --no-auto-compile
        --use-srfi=? --r6rs --r7rs`,
      dangers: [danger(code, "-c= -e= -ds - \\"), danger(loads, "-l= -L= -C= -x="), danger(opens, "--listen=?")],
      rest: "script"
    }
  ],
  [
    "raku",
    {
      source: "raku(1), of Rakudo 2022",
      options: "-chvV --version --optimize=? --ll-exception --full-cleanup --encoding=? --stagestats",
      dangers: [
        danger(code, "-e= -n -p -"),
        danger(loads, "-I= -M= --doc=? --target=?"),
        danger(writes, "-o= --output= --profile=? --profile-filename= --profile-compile=?"),
        danger(opens, "--debug-port= --debug-suspend")
      ],
      rest: "script"
    }
  ],
  [
    "gjs",
    {
      source: "gjs(1), of gjs 1.74",
      options: "-mh --module --version --jsversion",
      dangers: [
        danger(code, "-c= --command="),
        danger(loads, "-I= --include-path="),
        danger(writes, "-C= --coverage-prefix= --coverage-output= --profile=?"),
        danger(opens, "-d --debugger")
      ],
      operand: (word) => (/^[a-z][\w+.-]*:/i.test(word) ? "is fetched, and run" : undefined),
      rest: "script"
    }
  ],
  [
    "qjs",
    {
      source: "qjs --help, of QuickJS 2024",
      options: `-mTdqhC --module --script --std --trace --dump --memory-limit= --stack-size= --unhandled-rejection
        --quit`,
      dangers: [danger(code, "-e= --eval="), danger(loads, "-I= --include="), danger(opens, "-i --interactive")],
      rest: "script"
    }
  ],
  [
    "octave octave-cli",
    {
      source: "octave --help, of Octave 7",
      options: `-HqfVWxvh --no-gui --silent --quiet --norc --no-init-file --no-init-user --no-init-site --no-site-file
        --no-history --no-init-all --no-line-editing --line-editing --no-window-system --traditional --braindead --verbose
        --echo-commands --version`,
      dangers: [
        danger(code, "--eval= -"),
        danger(
          loads,
          "-p= --path= --exec-path= --image-path= --doc-cache-file= --info-file= --built-in-docstrings-file="
        ),
        danger("starts a program", "--info-program= --texi-macros-file="),
        danger(opens, "-i --interactive --persist --gui --server")
      ],
      input: codeFromInput("-v -h --version --help"),
      rest: "script"
    }
  ],
  [
    "gnuplot",
    {
      source: "gnuplot(1), of gnuplot 5.4",
      style: "words",
      options: "-p -persist --persist -d --default-settings -s --slow -c -V --version -h --help -raise -noraise",
      dangers: [danger(code, "-e= -")],
      runsOperands: true,
      operand: (word) => (word.startsWith("<") ? "starts a program, whose output is the script" : undefined)
    }
  ],
  [
    "m4",
    {
      source: "m4(1), of GNU M4 1.4",
      runsOperands: true,
      options: `-EPQsgG -D= -U= -I= -W= -H= -L= -d=? -l= -t= --fatal-warnings --prefix-builtins --quiet --silent
        --warn-macro-sequence=? --word-regexp= --define= --include= --synclines --undefine= --gnu --traditional
        --hashsize= --nesting-limit= --debug=? --arglength= --trace= --version`,
      dangers: [
        danger(code, "-i --interactive -R= --reload-state="),
        danger(writes, "-F= -o= --freeze-state= --debugfile=? --error-output=")
      ],
      value: (option, value) =>
        /^-(?:D|-define)$/.test(option) && !/^\w+(?:=(?!.*syscmd)[\w ./:+-]*)?$/.test(value) ? code : undefined
    }
  ],
  [
    "janet",
    {
      source: "janet(1), of Janet 1.30",
      options: "-hvqkNn -w= -x=",
      dangers: [
        danger(code, "-e= -E== -s -"),
        danger(loads, "-l= -m= -B="),
        danger(opens, "-r -i -p -d"),
        danger(writes, "-c==")
      ],
      rest: "script"
    }
  ],
  [
    "fennel",
    {
      source: "fennel --help, of Fennel 1.3",
      style: "words",
      options: "-v --version -h --help -c --compile --correlate --no-metadata --no-fennelrc --globals=",
      // Options after the script count too.
      runsOperands: true,
      dangers: [
        danger(code, "-e= --eval= -"),
        danger(loads, "-l= --load= --add-*= --plugin= --require-as-include --no-compiler-sandbox --compiler-env="),
        danger("starts another interpreter, or builds one", "--lua= --compile-binary= --native-*=")
      ]
    }
  ],
  [
    "pwsh",
    {
      source: "pwsh -h, of PowerShell 7",
      style: "words",
      options: "-NoProfile -NonInteractive -NoLogo -File -Version -v -Help -h -? --version --help",
      dangers: [
        danger(code, "-Command= -c= -EncodedCommand= -e= -ec= -CommandWithArgs= -cwa= -"),
        danger(
          settings,
          "-ExecutionPolicy= -ConfigurationFile= -SettingsFile= -CustomPipeName= -Login -wd= -WorkingDirectory="
        ),
        danger(opens, "-NoExit -Interactive -SSHServerMode")
      ],
      rest: "script"
    }
  ]
]

/** Interpreters of less common scripts. The first operand is a script. Sources: the manual of each. */
export const scriptLanguages: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: codeFacts,
  closed: { input: codeFromInput(), ...closed }
}))

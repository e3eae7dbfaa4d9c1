import type { ClosedList } from "./ClosedList.ts"
import { codeFromInput } from "./ordersFromInput.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const runs = (source: string) =>
  factsOf(source, {
    startsPrograms: "runs any code",
    writesFiles: "runs any code, which can write files",
    reachesNetwork: "runs any code, which can reach the network",
    folderDecides: "loads code and settings from the folder of its script"
  })

const code = "is code, or is followed by code"
const loads = "loads code before the script"
const inPlace = "changes files in place"
const settings = "reads settings from a file, or sets one"
const elsewhere = "works in another folder, whose orders then count"

const deno: ClosedList = {
  source: "deno help, of Deno 2",
  options: "-hqV --quiet --version --help=?",
  input: codeFromInput("-h -V --version --help"),
  otherwise: "script",
  subcommands: {
    "check lint fmt doc info": {
      options: `-q --quiet --json --all --check --compact --rules --rules-include= --rules-exclude= --rules-tags=
        --ignore= --no-check=? --no-lock --no-remote --no-npm --frozen=? --ext= --private --filter= --line-width= --indent-width=
        --single-quote --no-semicolons --prose-wrap= --use-tabs`,
      dangers: [
        danger("changes files", "--fix --html=? --output="),
        danger(settings, "-c= --config= --import-map= --lock= --cert= --node-modules-dir=?"),
        danger("fetches code", "-r --reload=? --remote")
      ]
    },
    test: {
      asks: "runs the project's code",
      options: `-q --quiet --no-run --doc --fail-fast=? --filter= --shuffle=? --parallel --trace-leaks --reporter=
        --ignore= --no-check=? --permit-no-files --hide-stacktraces --frozen=? --watch=? --no-lock`,
      dangers: [
        danger("permits the code more", "-A -P=? -E=? -N=? -R=? -W=? -S=? --allow-*=? --permission-set=? -I=?"),
        danger(loads, "--preload= --import-map= -c= --config= --lock= --cert= --env-file=? --v8-flags= --unsafely-*=?"),
        danger("writes a file", "--coverage=? --junit-path= --clean --location="),
        danger("opens a debugger's port", "--inspect=? --inspect-brk=? --inspect-wait=?"),
        danger("fetches code", "-r --reload=?")
      ]
    },
    "types completions": {},
    "run serve task eval repl install uninstall add remove cache compile bench bundle upgrade publish jupyter init lsp outdated update coverage clean vendor approve-scripts":
      {
        asks: "runs or installs code",
        rest: "script",
        operand: (word) => (/^(?:npm|jsr|data|blob):/i.test(word) ? "is fetched, and run" : undefined)
      }
  }
}

const php: ClosedList = {
  source: "php --help, of PHP 8",
  options: "-hilmvnqw --version --info --modules --no-php-ini --rf= --rc= --re= --rz= --ri= --ini -s -H",
  dangers: [
    danger(
      code,
      "-r= -a -B= -R= -E= -F= --run= --process-begin= --process-code= --process-end= --process-file= --interactive"
    ),
    danger(settings, "-c= -d= --define= --php-ini= -z= --zend-extension="),
    danger("opens a port", "-S= -t= --server= --docroot="),
    danger("names the code that is run", "-f= --file= -e")
  ],
  input: codeFromInput(
    "-v -i -m -r -f -B -R -F -S --server --file -h --version --info --modules --help --rf --rc --re --rz --ri --ini"
  ),
  rest: "script"
}

const perl: ClosedList = {
  source: "perlrun(1), of Perl 5.36",
  options: "-acfhlnpsStTuUvwWX01234567 -F=? --version",
  dangers: [danger(code, "-e= -E= -x=?"), danger(loads, "-M=? -m=? -I= -d=? -D=? -V=?"), danger(inPlace, "-i=?")],
  operand: (word) => (word === "-" ? "reads its code from its input" : undefined),
  input: codeFromInput("-v -V -h --version --help"),
  rest: "script"
}

const ruby: ClosedList = {
  source: "ruby --help, of Ruby 3",
  options: `-achlnpsvwyW01234567 -F=? --version --copyright --verbose --jit --yjit --disable=? --disable-gems
    --enable=? --encoding= --external-encoding= --internal-encoding= -U -E= --parser= --backtrace-limit=
    --debug-frozen-string-literal`,
  dangers: [
    danger(code, "-e= -S -x=?"),
    danger(loads, "-r= -I= --require= -d --debug"),
    danger(inPlace, "-i=?"),
    danger(elsewhere, "-C= -X="),
    danger("writes a file", "--dump=?")
  ],
  input: codeFromInput("-v -h --version --copyright --help"),
  rest: "script"
}

/** Languages whose programs are code, and version control other than git. Sources: the manual of each. */
export const languages: ReadonlyArray<Program> = [
  { names: ["deno"], facts: runs("deno help"), closed: deno },
  { names: ["php"], facts: runs("php(1)"), closed: php },
  { names: ["perl"], facts: runs("perlrun(1)"), closed: perl, synonyms: [["-e", "-E"]] },
  { names: ["ruby"], facts: runs("ruby(1)"), closed: ruby },
  {
    names: ["tsx", "ts-node", "esno", "vite-node"],
    facts: runs("tsx --help, ts-node --help"),
    closed: {
      source: "tsx --help, ts-node --help",
      style: "words",
      options: `-h -v --version --help --no-cache --no-warnings --enable-source-maps --transpile-only -T --files
        --pretty --log-error --max-old-space-size= --no-deprecation --trace-warnings --esm`,
      dangers: [
        danger(code, "-e= --eval= -p= --print= -pe= -i --interactive -"),
        danger(loads, "-r= --require= --import= --loader= --experimental-loader= -C= --compiler= --conditions="),
        danger(
          settings,
          `--tsconfig= -P= --project= --env-file= --env-file-if-exists= --cwd= --dir= --ignore= -O= --compilerOptions=
            --swc --config=`
        ),
        danger("opens a debugger's port", "--inspect=? --inspect-brk=?")
      ],
      input: codeFromInput(),
      rest: "script"
    }
  },
  {
    names: ["osascript", "jshell", "powershell", "bb", "csi", "gosh"],
    facts: runs("the manual page of each"),
    closed: {
      source: "the manual page of each",
      style: "words",
      options: "-version --version -h -help --help",
      dangers: [
        danger(
          code,
          "-e= -E= -c= -r -p= --eval= --print= --execute= --run= --expression= -Command= -EncodedCommand= -"
        ),
        danger(loads, "-cp= -M= -m= -I= -l= -L= -d= --require= --load= -q -s= --init= -pa= -S= -i --interact"),
        danger(settings, "-f= --file= -File= --args")
      ],
      input: codeFromInput(),
      rest: "script"
    }
  },
  // Modules of Python that `python -m` runs.
  {
    names: ["json.tool"],
    closed: {
      source: "python -m json.tool --help, of Python 3.12",
      options: "-h --sort-keys --no-ensure-ascii --json-lines --indent= --tab --no-indent --compact",
      operands: { from: 2, reason: "is a file that is written" }
    }
  },
  {
    names: ["venv"],
    facts: factsOf("python -m venv --help", { writesFiles: "makes an environment, with programs in it" }),
    closed: {
      source: "python -m venv --help, of Python 3.12",
      options:
        "-h --system-site-packages --symlinks --copies --upgrade --without-pip --prompt= --without-scm-ignore-files",
      dangers: [danger("deletes what the folder holds", "--clear"), danger("installs packages", "--upgrade-deps")],
      operand: (word) => (isOutside(word) ? elsewhere : undefined)
    }
  },
  {
    names: ["pydoc"],
    facts: factsOf("python -m pydoc --help", {
      startsPrograms: "loads the modules that it shows, and starts a pager",
      writesFiles: "writes pages",
      reachesNetwork: "serves pages"
    }),
    closed: {
      source: "pydoc(1), of Python 3.12",
      options: "-k=",
      dangers: [danger("writes a page to the folder", "-w"), danger("serves pages to others", "-p= -n= -b -g")],
      operand: (word) => (/[/\\]|\.py$/.test(word) ? "is a file, which is run" : undefined)
    }
  },
  {
    names: ["http.server"],
    facts: factsOf("python -m http.server --help", { reachesNetwork: "shows a folder to others" }),
    closed: {
      source: "python -m http.server --help, of Python 3.12",
      options: "-h -p= --protocol=",
      dangers: [danger("shows another folder, to others, or starts programs", "-d= --directory= -b= --bind= --cgi")]
    }
  },
  {
    names: ["unittest"],
    facts: runs("python -m unittest --help"),
    closed: {
      source: "python -m unittest --help, of Python 3.12",
      options:
        "-hvqfbcs= -t= -p= -k= --verbose --quiet --locals --failfast --catch --buffer --pattern= --start-directory= --top-level-directory= --durations=",
      value: (option, value) => (!/^-[kp]|pattern$/.test(option) && isOutside(value) ? elsewhere : undefined)
    }
  }
]

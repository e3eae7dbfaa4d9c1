import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { linterFacts } from "./sharedFacts.ts"

const changes = "changes files"
const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"

/** The lists of checkers. Each checker has its own, because checkers of one language have little in common. */
const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "pylint",
    {
      source: "pylint --help, of pylint 3",
      style: "words",
      options: `-h -v -E -e= -d= -f= -r= -s= -j= --help --version --verbose --errors-only --enable= --disable=
        --output-format= --reports= --score= --jobs= --msg-template= --fail-under= --fail-on= --ignore=
        --ignore-patterns= --ignore-paths= --recursive= --persistent= --confidence= --max-line-length= --list-msgs
        --list-msgs-enabled --list-groups --help-msg= --long-help --py-version= --good-names= --from-stdin
        --ignored-modules= --ignored-classes= --max-*=? --min-*=? --exit-zero --disable-all`,
      dangers: [
        danger(
          code,
          `--init-hook= --load-plugins= --extension-pkg-allow-list= --extension-pkg-whitelist=
            --unsafe-load-any-extension=`
        ),
        danger(settings, "--rcfile= --source-roots= --clear-cache-post-run="),
        danger(
          writes,
          "--output= --import-graph= --ext-import-graph= --int-import-graph= --generate-rcfile --generate-toml-config"
        )
      ],
      value: (option, value) =>
        /^-(?:f|-output-format)$/.test(option) && !/^(?:text|parseable|colorized|json2?|msvs|github)$/.test(value)
          ? "names code, or a file that is written"
          : undefined
    }
  ],
  [
    "flake8 pycodestyle",
    {
      source: "flake8 --help, of flake8 7",
      options: `-hqv -j= --version --quiet --verbose --color= --count --exclude= --extend-exclude= --filename=
        --stdin-display-name= --format= --hang-closing --ignore= --extend-ignore= --per-file-ignores=
        --max-line-length= --max-doc-length= --indent-size= --select= --extend-select= --disable-noqa --show-source
        --no-show-source --statistics --exit-zero --jobs= --max-complexity= --builtins= --doctests --benchmark --diff
        --first`,
      dangers: [
        danger(settings, "--config= --append-config= --isolated"),
        danger(code, "--enable-extensions= --require-plugins= --max-cognitive-complexity="),
        danger(writes, "--output-file= --tee --bug-report")
      ]
    }
  ],
  [
    "isort",
    {
      source: "isort --help, of isort 5",
      options: `-chqvV --check-only --check --diff --df --version --version-number --show-files --stdout -d --profile=
        --line-length= -l= --color --quiet --verbose --skip= -s= --skip-glob= --sg= --skip-gitignore --gitignore
        --extend-skip= --only-modified --om --jobs= -j= --py= --show-settings --known-first-party=
        --known-third-party= -p= -o= --filter-files --ensure-newline-before-comments --force-sort-within-sections
        --multi-line= -m= --trailing-comma --tc`,
      dangers: [
        danger(
          settings,
          `--settings-path= --settings-file= --sp= --settings= --src= --src-path= --virtual-env= --conda-env=
            --config-root= --resolve-all-configs`
        ),
        danger("overwrites more than it should", "--overwrite-in-place --unsafe --atomic --interactive -i"),
        danger(code, "--formatter= --sort-order=")
      ]
    }
  ],
  [
    "autopep8 yapf",
    {
      source: "autopep8 --help, yapf --help",
      options: `-adhjpqvr -j= -p= --diff --aggressive --experimental --max-line-length= --ignore= --select=
        --line-range== --exit-code --jobs= --parallel --quiet --verbose --version --list-fixes --hang-closing
        --indent-size= --recursive --exclude= -e= --print-modified -m --no-local-style`,
      dangers: [
        danger(changes, "-i --in-place"),
        danger(settings, "--global-config= --ignore-local-config --style= --style-help")
      ]
    }
  ],
  [
    "bandit",
    {
      source: "bandit --help, of bandit 1.7",
      options: `-hqvrlid -a= -f= -l -ll -lll -i -n= -p= -s= -t= -x= --aggregate= --context-lines= --debug --exclude=
        --exit-zero --format= --ignore-nosec --profile= --quiet --recursive --silent --skip= --tests= --verbose
        --version --number= --msg-template= --severity-level= --confidence-level=`,
      dangers: [danger(settings, "-c= --configfile= --ini= -b= --baseline="), danger(writes, "-o= --output=")]
    }
  ],
  [
    "pyright basedpyright",
    {
      source: "pyright --help, of pyright 1.1",
      style: "dashes",
      options: `-h -help -level= -outputjson -pythonplatform= -pythonversion= -skipunannotated -stats -threads=
        -verbose -version -warnings -w -watch -dependencies -verifytypes= -ignoreexternal -p= -project=`,
      value: (option, value) => (/^-p(?:roject)?$/.test(option) && isOutside(value) ? settings : undefined),
      dangers: [
        danger("starts a program", "-pythonpath= -v= -venvpath= -venv-path="),
        danger(writes, "-createstub= -writebaseline -baselinefile="),
        danger(settings, "-typeshedpath= -t= -typeshed-path=")
      ]
    }
  ]
]

/** Programs that check and format Python. Sources: the manual of each. */
export const pythonLinters: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: linterFacts,
  closed
}))

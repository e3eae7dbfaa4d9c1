import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { linterFacts } from "./sharedFacts.ts"

const changes = "changes files"
const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const sends = "sends what it finds, or fetches what it checks by"

const eslintLike = `-hv -f= --fix-dry-run --color --no-color --quiet -q --version --ignore-pattern= --max-warnings=
  --formatter= --format= --cache --allow-empty-input --stdin --stdin-filename= --report-needless-disables --verbose`

/** The lists of checkers. Each checker has its own, because checkers of one language have little in common. */
const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "shellcheck",
    {
      source: "shellcheck(1), of ShellCheck 0.9",
      options: `-ax -C=? -e= -f= -i= -o= -P= -s= -S= -V -W= --check-sourced --color=? --include= --exclude= --format=
        --list-optional --norc --enable= --source-path= --shell= --severity= --version --wiki-link-count=
        --external-sources`,
      dangers: [danger(settings, "--rcfile=")]
    }
  ],
  [
    "shfmt",
    {
      source: "shfmt --help, of shfmt 3.7",
      style: "dashes",
      options: `-d -diff -l -list -f -find -s -simplify -i= -indent= -bn -ci -sr -kp -fn -ln= -language-dialect= -p
        -posix -filename= -tojson -to-json -mn -version`,
      dangers: [danger(changes, "-w -write -apply-ignore -from-json -exp.recover=")]
    }
  ],
  [
    "yamllint",
    {
      source: "yamllint --help, of yamllint 1.35",
      options: "-hsv -f= --format= --strict --no-warnings --list-files --version",
      dangers: [danger(settings, "-c= --config-file= -d= --config-data=")]
    }
  ],
  [
    "hadolint",
    {
      source: "hadolint --help, of hadolint 2.12",
      options: `-Vhv -f= -t= --format= --ignore= --error= --warning= --info= --style= --failure-threshold= --no-fail
        --no-color --strict-labels --version --verbose`,
      dangers: [danger(settings, "-c= --config= --trusted-registry= --file-path-in-report=")]
    }
  ],
  [
    "stylelint",
    {
      source: "stylelint --help, of stylelint 16",
      options: eslintLike,
      dangers: [
        danger(changes, "--fix"),
        danger(settings, "-c= --config= --config-basedir= --ignore-path= -i="),
        danger(code, "--custom-syntax= --custom-formatter="),
        danger(writes, "-o= --output-file= --cache-location= --print-config")
      ],
      value: (option, value) =>
        /^-(?:f|-formatter|-format)$/.test(option) && !/^[a-z]+$/.test(value) ? code : undefined
    }
  ],
  [
    "markdownlint markdownlint-cli2",
    {
      source: "markdownlint --help, of markdownlint-cli 0.41",
      options: "-hqVdj -i= --ignore= --dot --disable= --enable= --json --quiet --stdin --version --no-globs",
      dangers: [
        danger(changes, "-f --fix"),
        danger(settings, "-c= --config= -p= --ignore-path="),
        danger(code, "-r= --rules="),
        danger(writes, "-o= --output=")
      ]
    }
  ],
  [
    "biome",
    {
      source: "biome --help, of Biome 2",
      options: "-hV --version",
      everywhere: true,
      dangers: [
        danger(settings, "--config-path= --use-server --plugin="),
        danger(writes, "--log-path= --log-file= --reporter-file=")
      ],
      subcommands: {
        "check lint ci format": {
          options: `--colors= --verbose --max-diagnostics= --skip-errors --no-errors-on-unmatched --error-on-warnings
            --json --json-pretty --reporter= --log-level= --log-kind= --diagnostic-level= --staged --changed --since=
            --only= --skip= --files-ignore-unknown= --files-max-size= --vcs-enabled= --vcs-use-ignore-file=
            --stdin-file-path= --formatter-enabled= --linter-enabled= --assist-enabled= --enforce-assist=
            --indent-style= --indent-width= --line-width= --quote-style= --threads= --profile-rules`,
          dangers: [
            danger(changes, "--write --fix --unsafe --suppress --apply --apply-unsafe"),
            danger("looks at another repository", "--vcs-root= --vcs-client-kind= --vcs-default-branch=")
          ]
        },
        "rage version explain search help": {},
        "init migrate start stop daemon lsp-proxy upgrade clean": { asks: "changes files, or starts a server" }
      }
    }
  ],
  [
    "oxlint",
    {
      source: "oxlint --help, of oxlint 1",
      options: `-hVA= -D= -W= -A= -f= --allow= --deny= --warn= --deny-warnings --max-warnings= --quiet --silent
        --format= --threads= --version --ignore-pattern= --no-ignore --rules --print-config --type-aware
        --react-plugin --jest-plugin --vitest-plugin --import-plugin --node-plugin --nextjs-plugin`,
      dangers: [
        danger(changes, "--fix --fix-suggestions --fix-dangerously --init"),
        danger(settings, "-c= --config= --tsconfig= --ignore-path=")
      ]
    }
  ],
  [
    "semgrep trivy gitleaks",
    {
      source: "semgrep --help, trivy --help, gitleaks --help",
      options: "-hv --help --version",
      subcommands: { "version help": {} },
      operands: { from: 1, reason: sends }
    }
  ],
  [
    "cloc tokei scc",
    {
      source: "cloc --help, of cloc 1.96; tokei --help; scc --help",
      style: "dashes",
      options: `-by-file -by-file-by-lang -by-percent= -count-lang= -csv -csv-delimiter= -exclude-dir= -exclude-ext=
        -exclude-lang= -force-lang= -fullpath -git -help -hide-rate -h -include-ext= -include-lang= -json
        -lang-no-ext= -match-d= -match-f= -max-file-size= -md -no-recurse -no-autogen -not-match-d= -not-match-f=
        -progress-rate= -processes= -quiet -q -show-ext -show-lang -show-os -skip-uniqueness -sum-one -timeout= -unix
        -v=? -vcs= -verbose -version -xml -yaml -3 -follow-links -diff -original-dir -include-content -C -columns= -e=
        -exclude= -files -f= -format= -hidden -l -languages -no-ignore -o= -output= -s= -sort= -t= -type= -types= -V
        -w -wide -i= -x= -n= -no-complexity -no-cocomo -no-size -c -d`,
      dangers: [
        danger("starts a program", "-extract-with= -unzip -diff-alignment= -strip-comments="),
        danger(
          "reads orders, or the names of files, from a file",
          `-config= -read-lang-def= -force-lang-def= -list-file= -exclude-list-file= -exclude-dir-list=
            -read-binary-files -script-lang= -read-count= -input=`
        ),
        danger(
          writes,
          `-out= -report-file= -ignored= -counted= -found= -categorized= -write-lang-def= -write-lang-def-incl-dup=
            -sql= -sql-append -sql-project= -sdir= -unique= -stat -docstring-as-code -format-multi=`
        )
      ],
      value: (option, value) =>
        (option === "-o" || option === "-output") && !/^(?:json|yaml|cbor|csv)$/.test(value)
          ? writes
          : option === "-vcs" && !/^(?:git|svn|auto)$/.test(value)
            ? "starts a program"
            : option === "-i" && /\.(?:json|ya?ml)$/.test(value)
              ? "reads counts from a file"
              : undefined
    }
  ]
]

/** Programs that check the text of a project, and may correct it. Sources: the manual of each. */
export const linters: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: linterFacts,
  closed
}))

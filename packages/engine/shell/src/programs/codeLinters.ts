import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { linterFacts } from "./sharedFacts.ts"

const changes = "changes files"
const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"

/** The lists of checkers. Each checker has its own, because checkers of one language have little in common. */
const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "clang-format",
    {
      source: "clang-format --help, of clang 14",
      style: "dashes",
      options: `-help -version -style= -n -dry-run -Werror -assume-filename= -fallback-style= -lines= -offset=
        -length= -sort-includes -output-replacements-xml -verbose -ferror-limit= -fno-color-diagnostics
        -fcolor-diagnostics -dump-config -cursor= -qualifier-alignment= -ignore-format-errors
        -fail-on-incomplete-format`,
      dangers: [danger(changes, "-i"), danger("reads the names of files, or options, from a file", "-files= @*")],
      value: (option, value) => (/style$/.test(option) && /^file:/.test(value) ? settings : undefined)
    }
  ],
  [
    "clang-tidy",
    {
      source: "clang-tidy --help, of clang 14",
      style: "dashes",
      options: `-help -version -checks= -quiet -header-filter= -line-filter= -list-checks -explain-config
        -warnings-as-errors= -use-color -system-headers -verify-config -p= -dump-config -exclude-header-filter=
        -allow-no-checks`,
      dangers: [
        danger(changes, "-fix -fix-errors -fix-notes"),
        danger(code, "-load= -plugins="),
        danger(settings, "-config= -config-file= -extra-arg= -extra-arg-before= -vfsoverlay= @*"),
        danger(writes, "-export-fixes= -store-check-profile= -enable-check-profile")
      ],
      // The words after `--` are those of the compiler.
      operand: (word) => (word.startsWith("-") ? "is passed on to the compiler" : undefined)
    }
  ],
  [
    "cppcheck",
    {
      source: "cppcheck --help, of cppcheck 2.10",
      style: "words",
      options: `--check-config --check-level= --enable= --disable= --error-exitcode= --errorlist --force -f --help -h
        --inconclusive --inline-suppr -j= -j* --language= -x= --max-configs= --max-ctu-depth= -q --quiet
        --relative-paths --report-progress --showtime= --std= --suppress= --template= --template-location= --verbose
        -v --version --xml --xml-version= -D* -U* -I= -I* -i= -i* -rp -l= --platform= --file-filter= --safety`,
      dangers: [
        danger("starts a program", "--addon= --addon-python= --clang --clang=? --premium=?"),
        danger(
          settings,
          `--library= --rule= --rule-file= --project= --file-list= --includes-file= --include= --suppressions-list=
            --suppress-xml= --config-excludes-file= --config-exclude= --exception-handling*`
        ),
        danger(writes, "--output-file= --cppcheck-build-dir= --dump --plist-output= --checkers-report= --debug*")
      ]
    }
  ],
  [
    "rubocop standardrb",
    {
      source: "rubocop --help, of RuboCop 1.60",
      options: `-DEFhlLLPSVv -C= -f= --cache= --color --no-color --debug --display-cop-names --display-style-guide
        --display-time --display-only-* --except= --extra-details --fail-fast --fail-level= --force-exclusion
        --format= --lint --list-target-files --no-auto-gen-timestamp --only= --parallel --no-parallel --show-cops=?
        --show-docs-url=? --version --only-guide-cops --ignore-disable-comments --no-exclude-limit --raise-cop-error
        --disable-pending-cops --enable-pending-cops -s= --stdin=`,
      dangers: [
        danger(
          changes,
          `-aAx -i --autocorrect --autocorrect-all --auto-correct --auto-correct-all --safe-auto-correct --fix-layout
            --disable-uncorrectable --auto-gen-config --regenerate-todo --init`
        ),
        danger(code, "-r= --require= --plugin="),
        danger(
          settings,
          `-c= --config= --ignore-parent-exclusion --force-default-config --server --start-server --restart-server
            --lsp`
        ),
        danger(writes, "-o= --out= --cache-root= --profile --memory")
      ],
      value: (option, value) => (/^-(?:f|-format)$/.test(option) && /[A-Z/:]/.test(value) ? code : undefined)
    }
  ],
  [
    "phpstan psalm",
    {
      source: "phpstan analyse --help, of PHPStan 1.11",
      everywhere: true,
      options: `-hqnvV -l= --level= --no-progress --error-format= --memory-limit= --ansi --no-ansi --quiet
        --no-interaction --verbose --version --xdebug --debug --show-info= --no-cache --threads= --stats
        --output-format= --fail-without-result-cache`,
      dangers: [
        danger(settings, "-c= --configuration= --config= --root= -r="),
        danger(code, "-a= --autoload-file= --plugin="),
        danger(
          writes,
          `-b --generate-baseline=? --set-baseline= --report= --alter --allow-empty-baseline --update-baseline --pro
            --fix --watch`
        )
      ]
    }
  ],
  [
    "phpcs",
    {
      source: "phpcs --help, of PHP_CodeSniffer 3",
      style: "words",
      options: `-h -i -l -n -w -p -q -s -v -vv -vvv -e -a --version --colors --no-colors --standard= --sniffs=
        --exclude= --ignore= --extensions= --severity= --error-severity= --warning-severity= --report=?
        --report-width= --encoding= --tab-width= --parallel= --cache --no-cache --filter= --stdin-path=
        --ignore-annotations -`,
      dangers: [
        danger(code, "--bootstrap= --generator= -d="),
        danger(
          writes,
          "--report-file= --report-* --basepath= --config-set --config-delete --runtime-set --file-list= --suffix="
        )
      ],
      value: (option, value) =>
        /^--(?:standard|report|filter)$/.test(option) && /[/\\]|\.(?:php|xml)$/.test(value) ? code : undefined
    }
  ],
  [
    "golangci-lint",
    {
      source: "golangci-lint help run, of golangci-lint 1.60",
      everywhere: true,
      options: "-hv --color= --verbose --version",
      dangers: [
        danger(settings, "-c= --config= --no-config"),
        danger(writes, "--cpu-profile-path= --mem-profile-path= --trace-path=")
      ],
      subcommands: {
        run: {
          options: `-D= -E= -e= -j= -n -p= --allow-parallel-runners --allow-serial-runners --build-tags=
            --concurrency= --disable= --disable-all --enable= --enable-all --enable-only= --exclude=
            --exclude-use-default --fast --go= --issues-exit-code= --max-issues-per-linter= --max-same-issues= --new
            --new-from-rev= --out-format= --presets= --print-issued-lines --print-linter-name --print-resources-usage
            --show-stats --sort-results --tests --timeout= --uniq-by-line --whole-files --skip-dirs= --skip-files=
            --exclude-dirs= --exclude-files= --default=`,
          dangers: [
            danger(changes, "--fix"),
            danger(settings, "--modules-download-mode= --new-from-patch= --path-prefix= --path-mode="),
            danger(writes, "--output.*")
          ],
          value: (option, value) => (option === "--out-format" && /[:/]/.test(value) ? writes : undefined)
        },
        "linters help version": { options: "--json --format=" },
        "cache config custom completion fmt migrate": { asks: "changes files or settings" }
      }
    }
  ],
  [
    "staticcheck",
    {
      source: "staticcheck -help, of staticcheck 2024",
      style: "dashes",
      options:
        "-checks= -explain= -f= -fail= -go= -list-checks -show-ignored -tags= -tests -version -matrix -debug.version",
      dangers: [danger(writes, "-debug.* -merge")]
    }
  ],
  [
    "ktlint detekt scalafmt ormolu hlint swiftlint swiftformat",
    {
      source: "the manual of each",
      style: "dashes",
      options: `-help -version -check -list -test -color -relative -reporter= -l= -log-level= -quiet -q -mode= -strict
        -lint -verbose`,
      dangers: [
        danger(changes, "-F -format -fix -i -inplace -write -w -autocorrect -ac -auto-correct"),
        danger(code, "-R= -ruleset= -plugins= -p= -ghc-opt="),
        danger(settings, "-config= -c= -config-str= -editorconfig= -baseline= -b="),
        danger(writes, "-output= -o= -create-baseline -report=?")
      ],
      value: (option, value) => (option === "-reporter" && /output=|artifact=/.test(value) ? writes : undefined),
      subcommands: { "lint rules version reporters docs": {} },
      otherwise: "script"
    }
  ]
]

/** Programs that check and format code in one language. Sources: the manual of each. */
export const codeLinters: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: linterFacts,
  closed
}))

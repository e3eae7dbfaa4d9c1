import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { linterFacts } from "./sharedFacts.ts"

const changes = "changes files"
const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const elsewhere = "works in another folder, whose settings then count"

/**
 * Returns a check of the values of some options. A value is harmless if it is one of the program's own names, and no
 * file with code.
 */
const among = (options: RegExp, names: RegExp) => (option: string, value: string) =>
  options.test(option) && !names.test(value) ? code : undefined

const perltidy: ClosedList = {
  source: "perltidy(1), of Perl::Tidy 20230309",
  style: "dashes",
  options: `-st -standard-output -nst -se -standard-error-output -nse -q -quiet -h -v -version -npro -noprofile -i=
    -indent-columns= -l= -maximum-line-length= -ci= -continuation-indentation= -t -tabs -nt -notabs -et= -dt= -io -syn
    -nsyn -gnu -gnu-style -pbp -perl-best-practices -ce -cuddled-else -nce -cb -ncb -bl -nbl -sbl -nsbl -bar -nbar -pt=
    -bt= -sbt= -bbt= -paren-tightness= -brace-tightness= -square-bracket-tightness= -lp -nlp -xlp -vt= -vtc= -pvt= -cti=
    -icp -icb -asc -nasc -dsm -ndsm -aws -naws -dws -ndws -anl -nanl -dnl -ndnl -bbao -nbbao -baao -bbc -nbbc -bbs
    -nbbs -bbb -nbbb -lbl= -mbl= -kbl= -olq -nolq -oll -noll -olc -nolc -ole= -ple -enc= -utf8 -eos= -it= -conv -nconv
    -ast -assert-tidy -asu -assert-untidy -fws -fnl -fbl -boc -nboc -bol -nbol -bot -nbot -bom -bok -wn -nwn -sfs -nsfs
    -sak= -nsak= -wls= -wrs= -nwls= -nwrs= -wba= -wbb= -hsc -nhsc -sbc -nsbc -ssc -nssc -fs -nfs -cs -ncs -iscl -dac
    -dbc -dsc -dp -ddf -dln -dop -dsn -dpro`,
  dangers: [
    danger(changes, "-b -backup-and-modify-in-place -bext= -backup-file-extension= -bm= -backup-method="),
    danger(
      writes,
      `-o= -outfile= -opath= -output-path= -oext= -output-file-extension= -log -logfile -g=? -w -warning-output -tac
        -tbc -tsc -tp -tee-* -D -html* -css= -frm -toc`
    ),
    danger(settings, "-pro= -profile=")
  ]
}

const fixes: ClosedList = {
  options: `--rules= --using-cache= --dry-run --diff --format= --show-progress= --stop-on-violation --sequential
    --allow-risky= --path-mode=`,
  dangers: [danger(settings, "--config="), danger(writes, "--cache-file=")]
}

/** The lists of checkers. Each checker has its own, because checkers of style have little in common. */
const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "perlcritic",
    {
      source: "perlcritic(1), of Perl::Critic 1.148",
      style: "words",
      options: `-1 -2 -3 -4 -5 --severity= --gentle --stern --harsh --cruel --brutal --theme= --include= --exclude= -s=
        --single-policy= --top=? --force --noforce --statistics --statistics-only --verbose= --list --list-enabled
        --list-themes --only --noonly --count -C --color --colour --nocolor --nocolour --noprofile --profile-strictness=
        --files-with-violations -l --files-without-violations -L --quiet --profile-proto --options --version -? -H`,
      dangers: [
        danger(settings, "--profile= -p="),
        danger("starts a program", "--pager= --man --doc="),
        danger("runs policies that are not safe", "--allow-unsafe")
      ],
      value: among(/^--theme$/, /^[\w ()&|!+*-]+$/)
    }
  ],
  [
    "phpcbf",
    {
      source: "phpcbf --help, of PHP_CodeSniffer 3",
      style: "words",
      options: `-h -i -l -n -w -p -q -s -v -vv -vvv --version --colors --no-colors --standard= --sniffs= --exclude=
        --ignore= --extensions= --severity= --error-severity= --warning-severity= --encoding= --tab-width= --parallel=
        --cache --no-cache --filter= --stdin-path= --ignore-annotations -`,
      dangers: [
        danger(code, "--bootstrap= --generator= -d="),
        danger(
          writes,
          "--report-file= --report-* --basepath= --config-set --config-delete --runtime-set --file-list= --suffix="
        )
      ],
      value: among(/^--(?:standard|filter)$/, /^(?!.*(?:[/\\]|\.(?:php|xml)$))/)
    }
  ],
  [
    "php-cs-fixer",
    {
      source: "php-cs-fixer list, of PHP CS Fixer 3",
      everywhere: true,
      options: "-hqVnv --quiet --version --ansi --no-ansi --no-interaction --verbose",
      subcommands: {
        check: fixes,
        fix: { ...fixes, asks: changes },
        "describe list-files list-sets list help": { options: "--format=", dangers: [danger(settings, "--config=")] },
        "worker completion": { asks: "takes orders from elsewhere" }
      }
    }
  ],
  [
    "rector",
    {
      source: "rector list, of Rector 1",
      everywhere: true,
      options: "-hqVnv --quiet --version --ansi --no-ansi --no-interaction --verbose --debug",
      dangers: [danger(settings, "-c= --config= -a= --autoload-file="), danger(elsewhere, "-d= --working-dir=")],
      subcommands: {
        process: {
          asks: changes,
          options: `--dry-run --no-progress-bar --no-diffs --output-format= --memory-limit= --clear-cache --xdebug --only=
            --only-suffix=`
        },
        "list-rules list help": { options: "--output-format= --format=" },
        "worker setup-ci custom-rule completion": { asks: changes }
      }
    }
  ],
  [
    "commitlint",
    {
      source: "commitlint --help, of commitlint 20",
      skipsDashes: true,
      options: `-cElqVsvh -e=? -f= -t= -H= -o= --color --no-color --print-config=? --edit=? --env= --help-url= --from= --to=
        --from-last-tag --last --format= --quiet --verbose --strict --version`,
      dangers: [
        danger(settings, "-g= --config= --options="),
        danger(code, "-x= --extends= -p= --parser-preset="),
        danger(elsewhere, "-d= --cwd="),
        danger("is read by git", "--git-log-args=")
      ],
      value: (option, value) =>
        /^-(?:f|t|-from|-to)$/.test(option) && value.startsWith("-")
          ? "is read by git"
          : /^-(?:o|-format)$/.test(option) && value !== "@commitlint/format"
            ? code
            : undefined
    }
  ],
  [
    "luacheck",
    {
      source: "luacheck --help, of luacheck 1.1",
      options: `-gurascdtmqvh -i= -e= -o= -j= --no-global --no-unused --no-redefined --no-unused-args
        --no-unused-secondaries --no-self --std= --globals= --read-globals= --new-globals= --new-read-globals=
        --not-globals= --compat --allow-defined --allow-defined-top --module --max-line-length= --no-max-line-length
        --max-code-line-length= --no-max-code-line-length --max-string-line-length= --no-max-string-line-length
        --max-comment-line-length= --no-max-comment-line-length --max-cyclomatic-complexity=
        --no-max-cyclomatic-complexity --ignore= --enable= --only= --operators= --no-config --no-default-config
        --filename= --exclude-files= --include-files= --no-cache --jobs= --formatter= --quiet --codes --ranges
        --no-color --version`,
      dangers: [danger(settings, "--config= --default-config="), danger(writes, "--cache=?")],
      value: among(/^--formatter$/, /^(?:default|TAP|JUnit|visual_studio|plain)$/)
    }
  ],
  [
    "stylua",
    {
      source: "stylua --help, of StyLua 2",
      options: `-chsvaV -g= --check --glob= --search-parent-directories --verbose --verify --color= --output-format=
        --stdin-filepath= --respect-ignores --syntax= --column-width= --indent-type= --indent-width= --line-endings=
        --quote-style= --call-parentheses= --collapse-simple-statement= --sort-requires --allow-hidden --num-threads=
        --range-start= --range-end= --no-editorconfig --version --no-ignore-vcs`,
      dangers: [danger(settings, "-f= --config-path=")]
    }
  ],
  ["perltidy", perltidy],
  [
    "ansible-lint",
    {
      source: "ansible-lint --help, of ansible-lint 6",
      options: `-hPLTqpRsv -f= -t= -x= -w= --list-profiles --list-rules --list-tags --format= --profile= --parseable
        --progressive --strict --show-relpath --tags= --skip-list= --warn-list= --enable-list= --nocolor --force-color
        --exclude= --offline --no-offline --version`,
      dangers: [
        danger(changes, "--write=? --fix=? --generate-ignore"),
        danger(code, "-r= --rules-dir="),
        danger(settings, "-c= --config-file= -i= --ignore-file="),
        danger(elsewhere, "--project-dir="),
        danger(writes, "--sarif-file=")
      ]
    }
  ],
  [
    "knip",
    {
      source: "knip --help, of knip 5",
      options: `-hVnpswdu -W= --version --no-progress --use-tsconfig-files --cache --include-entry-exports --no-gitignore
        --production --strict --watch --workspace= --include= --exclude= --dependencies --exports --files --cycles
        --tags= --reporter= --no-config-hints --no-tag-hints --treat-config-hints-as-errors
        --treat-tag-hints-as-errors --max-issues= --max-show-issues= --no-exit-code --debug --memory --memory-realtime
        --performance --performance-fn= --duration --trace --trace-dependency= --trace-export= --trace-file=`,
      dangers: [
        danger(changes, "-f -F --fix --fix-type= --allow-remove-files --format"),
        danger(settings, "-c= --config= -t= --tsConfig="),
        danger(elsewhere, "-D= --directory="),
        danger(code, "--preprocessor= --preprocessor-options= --reporter-options="),
        danger(writes, "--output-file= --cache-location=")
      ],
      value: among(
        /^--reporter$/,
        /^(?:symbols|compact|codeowners|cycles|json|codeclimate|markdown|disclosure|github-actions|sarif)$/
      )
    }
  ],
  [
    "depcheck",
    {
      source: "depcheck --help, of depcheck 1.4",
      skipsDashes: true,
      options: `-h --ignore-bin-package=? --skip-missing=? --json=? --oneline=? --ignores= --ignore-dirs= --ignore-path=
        --ignore-patterns= --quiet --version`,
      dangers: [danger(settings, "--config="), danger(code, "--parsers= --detectors= --specials=")],
      operand: (word) => (isOutside(word) ? elsewhere : undefined)
    }
  ],
  [
    "madge",
    {
      source: "madge --help, of madge 8",
      skipsDashes: true,
      options: `-hVscj -b= -d= -x= -l= --version --basedir= --ts-config= --summary --circular --depends= --exclude= --json --layout=
        --orphans --leaves --dot --rankdir= --extensions= --include-npm --no-color --no-spinner --no-count --stdin
        --warning --debug`,
      dangers: [
        danger(`${writes}, and starts a program that draws`, "-i= --image="),
        danger(settings, "--require-config= --webpack-config=")
      ],
      value: (option, value) =>
        option === "--ts-config" && (isOutside(value) || !value.endsWith(".json")) ? settings : undefined
    }
  ]
]

/** Programs that check and correct the style of a project's text. Sources: the manual of each. */
export const styleCheckers: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: linterFacts,
  closed
}))

import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const settings = danger(
  "reads other settings, which are code",
  "-c= --config= --config-file= --configLoader= --tsconfig= --tsconfig-raw="
)
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const port = "opens a port, or a browser"
const elsewhere = "works in another folder, whose settings then count"

const mocha: ClosedList = {
  source: "mocha --help, of mocha 10",
  options: `-AbcdGhsV -f= -g= -i -j= -p -R= -t= -u= --allow-uncaught --async-only --bail --check-leaks --color
    --no-color --colors --delay --diff --no-diff --dry-run --exit --fgrep= --forbid-only --forbid-pending --full-trace
    --global= --globals= --grep= --inline-diffs --invert --jobs= --parallel --recursive --reporter= --retries= --slow=
    --sort --timeout= --ui= --version --exclude= --ignore= --extension= --list-interfaces --list-reporters --fail-zero
    --spec= --pass-on-failing-test-suite`,
  dangers: [
    danger("reads other settings, which are code", "--config="),
    danger(code, "-r= --require= --import= --loader= --node-option= -n= --file= --package= --opts="),
    danger(port, "--inspect=? --inspect-brk=? --watch -w --watch-files= --watch-ignore="),
    danger(writes, "-O= --reporter-option= --reporter-options= --init")
  ],
  value: (option, value) => (/^-(?:R|-reporter|u|-ui)$/.test(option) && !/^[a-z-]+$/.test(value) ? code : undefined)
}

const covers: ClosedList = {
  source: "c8 --help, nyc --help",
  options: `-ah -n= -r= -x= --all --reporter= --include= --exclude= --skip-full --check-coverage --per-file --lines=
    --functions= --branches= --statements= --100 --clean --no-clean --silent --extension= -e= --source-map
    --exclude-after-remap --omit-relative --cache --version --hook-require --instrument --show-process-tree`,
  dangers: [
    settings,
    danger(code, "-i= --require= --nycrc-path= --babel-cache --exclude-node-modules"),
    danger(writes, "-o= --reports-dir= --report-dir= --temp-directory= -t= --temp-dir="),
    danger(elsewhere, "--cwd= --src= --resolve=")
  ],
  rest: "command"
}

const playwright: ClosedList = {
  source: "playwright --help, of Playwright 1.49",
  options: "-hV --version",
  subcommands: {
    test: {
      asks: "runs the project's code",
      options: `-x -g= -j= --fail-on-flaky-tests --forbid-only --fully-parallel --global-timeout= --grep=
        --grep-invert= --headed --ignore-snapshots --last-failed --list --max-failures= --no-deps --only-changed=?
        --pass-with-no-tests --project= --quiet --repeat-each= --reporter= --retries= --shard= --timeout= --trace=
        --workers= --browser=`,
      dangers: [
        settings,
        danger(writes, "--output= -u --update-snapshots=? --update-source-method="),
        danger(port, "--ui --ui-host= --ui-port= --debug"),
        danger(code, "--tsconfig=")
      ],
      value: (option, value) => (option === "--reporter" && !/^[a-z,-]+$/.test(value) ? code : undefined)
    },
    "show-trace show-report merge-reports open codegen screenshot pdf install install-deps uninstall clear-cache": {
      asks: "installs, writes, or opens a browser"
    }
  }
}

/** Programs that run tests by the settings of a project. Sources: the manual of each. */
export const testFrameworks: ReadonlyArray<Program> = [
  {
    names: ["mocha", "_mocha"],
    facts: toolFacts,
    closed: mocha,
    synonyms: [
      ["-r", "--require"],
      ["-R", "--reporter"]
    ]
  },
  { names: ["c8", "nyc"], facts: toolFacts, closed: covers },
  { names: ["playwright"], facts: toolFacts, closed: playwright },
  {
    names: ["phpunit", "pest"],
    facts: toolFacts,
    closed: {
      source: "phpunit --help, of PHPUnit 11",
      options: `-h --version --testsuite= --exclude-testsuite= --group= --exclude-group= --filter= --exclude-filter=
        --test-suffix= --list-suites --list-groups --list-tests --list-test-files --strict-coverage --stop-on-*
        --fail-on-* --do-not-* --colors=? --columns= --stderr --no-progress --no-results --no-output --display-*
        --reverse-list --teamcity --testdox --testdox-summary --order-by= --random-order-seed= --process-isolation
        --disallow-test-output --enforce-time-limit --default-time-limit= --cache-result --do-not-cache-result
        --coverage-text=? --only-summary-for-coverage-text --show-uncovered-for-coverage-text --path-coverage
        --disable-coverage-ignore --no-coverage --no-logging --no-configuration --debug --parallel --compact`,
      dangers: [
        danger(code, "--bootstrap= --extension= --prepend= --include-path= -d= --globals-backup --static-backup"),
        settings,
        danger(
          "reads other settings, which are code",
          "--configuration= --generate-configuration --migrate-configuration --use-baseline= --generate-baseline="
        ),
        danger(
          writes,
          `--log-* --testdox-html= --testdox-text= --coverage-*= --cache-directory= --warm-coverage-cache --events-*
            --coverage-filter=`
        )
      ]
    }
  }
]

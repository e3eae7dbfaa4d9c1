import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
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
  runsOperands: true,
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

const ava: ClosedList = {
  runsOperands: true,
  source: "ava --help, of AVA 6",
  skipsDashes: true,
  options: `-hv -c= -m= -s -t -T= -w --concurrency= --fail-fast --no-worker-threads --match= --serial --tap --timeout=
    --verbose --version --watch --color --no-color`,
  dangers: [
    danger("reads other settings, which are code", "--config="),
    danger(code, "--node-arguments= --require="),
    danger("changes what is expected", "-u --update-snapshots"),
    danger(port, "debug --break --host= --port=")
  ]
}

const cypress: ClosedList = {
  source: "cypress --help, of Cypress 13",
  options: "-hv --version",
  subcommands: {
    run: {
      options: `-b= -e= -r= -s= -q --auto-cancel-after-failures= --browser= --component --e2e --env= --headed --headless
        --no-exit --quiet --reporter= --spec= --runner-ui --no-runner-ui --posix-exit-codes`,
      dangers: [
        danger("reads other settings, which are code", "-c= --config= -C= --config-file="),
        danger(writes, "-o= --reporter-options="),
        danger(
          "sends the results to a service",
          "-k= -t= --key= --record=? --parallel --group= --tag= --ci-build-id= -i --dev"
        ),
        danger(elsewhere, "-P= --project="),
        danger(port, "-p= --port= -d")
      ],
      value: (option, value) =>
        /^-(?:b|-browser|r|-reporter)$/.test(option) && !/^[\w:-]+$/.test(value) ? code : undefined
    },
    "verify version info": { options: "--component=" },
    cache: {
      subcommands: { "list path": { options: "--size" }, "clear prune": { asks: "deletes what is installed" } }
    },
    "open open-ct run-ct install": { asks: port }
  }
}

/** Whether a word is the settings file of a project, under the usual name. */
const own = (word: string, name: string) =>
  !isOutside(word) && new RegExp(`^(?:\\./)?(?:[\\w-]+/)*${name}[\\w.-]*\\.conf(?:ig)?\\.[cm]?[jt]s$`).test(word)

const wdio: ClosedList = {
  source: "wdio --help, of WebdriverIO 9",
  skipsDashes: true,
  options: `-v -l= --version --spec= --exclude= --suite= --bail= --logLevel= --watch --maxInstances= --shard= --coverage
    --updateSnapshots= --mochaOpts.grep= --mochaOpts.timeout= --mochaOpts.bail --jasmineOpts.grep=
    --jasmineOpts.defaultTimeoutInterval= --cucumberOpts.tags= --cucumberOpts.tagExpression= --cucumberOpts.name=
    --cucumberOpts.timeout= --repeat=`,
  dangers: [
    danger(code, "-r= --reporters= --framework= -f= --mochaOpts.require= --cucumberOpts.require= --autoCompileOpts.*"),
    danger("reaches another server", "-h= --hostname= -p= --port= --path= -u= --user= -k= --key= -b= --baseUrl="),
    danger("installs, asks, or opens a browser", "config install repl")
  ],
  operand: (word, before) => ((word === "run" && before.length === 0) || own(word, "wdio") ? undefined : code)
}

const karma: ClosedList = {
  source: "karma --help, of Karma 6",
  skipsDashes: true,
  options: "--version",
  subcommands: {
    start: {
      options: `--[no-]single-run --[no-]auto-watch --browsers= --log-level= --[no-]colors --reporters= --grep=
        --[no-]fail-on-empty-test-suite --[no-]fail-on-failing-test-suite --[no-]fail-on-skipped-tests
        --report-slower-than= --capture-timeout= --no-browsers --code-coverage`,
      dangers: [
        danger(code, "--format-error= --preprocessors= --plugins= --files="),
        danger(port, "--port= --hostname= --detached --listen-address=")
      ],
      value: (option, value) => (/^--(?:browsers|reporters)$/.test(option) && /[./]/.test(value) ? code : undefined),
      operand: (word) => (own(word, "karma") ? undefined : code)
    },
    run: { options: "--[no-]colors --log-level=", dangers: [danger(port, "--port= --hostname=")] },
    completion: {},
    "init stop": { asks: "writes settings, or stops a server" }
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
  { names: ["ava"], facts: toolFacts, closed: ava },
  { names: ["cypress"], facts: toolFacts, closed: cypress },
  { names: ["wdio"], facts: toolFacts, closed: wdio },
  { names: ["karma"], facts: toolFacts, closed: karma },
  {
    names: ["jasmine"],
    facts: toolFacts,
    closed: {
      runsOperands: true,
      source: "jasmine --help, of Jasmine 5",
      style: "words",
      options: `--parallel= --no-color --color --filter= --filter-path= --random= --seed= --fail-fast --verbose -v`,
      dangers: [settings, danger(code, "--helper= --require= --reporter="), danger("writes files", "init examples")]
    }
  },
  {
    names: ["tap"],
    facts: toolFacts,
    closed: {
      runsOperands: true,
      source: "tap(1), of tap 16 and 18",
      options: `-bBcChinNOTvw -j= -g= -t= -R= --bail --no-bail --color --no-color --comments --jobs= --grep= --invert
        --timeout= --no-timeout --only --changed --watch --reporter= --files= --100 --coverage --no-coverage
        --check-coverage --no-check-coverage --branches= --functions= --lines= --statements= --allow-empty-coverage
        --allow-incomplete-coverage --disable-coverage --show-full-coverage --test-regex= --test-ignore= --versions
        --version --ts --no-ts --jsx --no-jsx --fail-skip --fail-todo --include= --exclude=`,
      dangers: [
        danger("reads other settings, which are code", "--config="),
        danger(
          code,
          `--before= --after= -M= --coverage-map= --test-arg= --test-env= --node-arg= --nyc-arg= --rcfile=
            --libtap-settings= -r= --reporter-arg= --reporter-file= --plugin= run plugin`
        ),
        danger(writes, "-s= --save= -o= --output-file= -d= --output-dir= --coverage-report= -F --save-fixture"),
        danger("changes what is expected", "-S --snapshot"),
        danger(port, "--browser --debug --debug-brk repl --inspect --inspect-brk")
      ],
      value: (option, value) => (/^-(?:R|-reporter)$/.test(option) && !/^[a-z-]+$/.test(value) ? code : undefined)
    }
  },
  {
    names: ["phpunit", "pest"],
    facts: toolFacts,
    closed: {
      runsOperands: true,
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

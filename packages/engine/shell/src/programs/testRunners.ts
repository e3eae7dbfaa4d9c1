import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const elsewhere = "works in another folder, whose settings then count"

/** Programs that run the tests of a project. Sources: the manual of each, and the output of its `--help`. */
export const testRunners: ReadonlyArray<Program> = [
  {
    names: ["pytest", "py.test"],
    facts: toolFacts,
    closed: {
      source: "pytest --help, of pytest 8, and of pytest-cov, pytest-xdist, pytest-timeout",
      options: `-hlqsvVx -k= -m= -n= -p= -r= --capture= --co --collect-only --cache-show=? --cov=? --cov-fail-under= --no-cov
        --no-cov-on-fail --cov-branch --deselect= --durations= --durations-min= --dist= --doctest-modules
        --doctest-continue-on-failure --exitfirst --failed-first --ff --fixtures --fixtures-per-test --funcargs
        --force-short-summary --forked --full-trace --ignore= --ignore-glob= --keep-duplicates --last-failed --lf
        --last-failed-no-failures= --lfnf= --log-level= --log-cli-level= --markers --maxfail= --new-first --nf --no-header
        --no-summary --noconftest --numprocesses= --quiet --random-order --reruns= --reruns-delay= --runxfail --setup-only
        --setup-plan --setup-show --show-capture= --showlocals --no-showlocals --stepwise --sw --stepwise-skip --sw-skip
        --strict --strict-config --strict-markers --tb= --timeout= --trace-config --verbose --verbosity= --version
        --xfail-tb --color= --code-highlight= --disable-warnings --disable-pytest-warnings --asyncio-mode= --benchmark-skip
        --snapshot-details --no-fold-skipped`,
      dangers: [
        danger(settings, "-c=", "--config-file=", "-o=", "--override-ini=", "--cov-config=", "--confcutdir=", "@*"),
        danger(code, "-W=", "--pythonwarnings=", "--pdbcls=", "--import-mode=", "--pyargs"),
        danger(elsewhere, "--rootdir=", "--basetemp="),
        danger(
          writes,
          ...[
            "--junitxml=",
            "--junit-xml=",
            "--junitprefix=",
            "--junit-prefix=",
            "--log-file=",
            "--log-cli-file=",
            "--debug=?"
          ],
          ...["--cov-report=", "--result-log=", "--report-log=", "--html=", "--json-report-file=", "--cache-clear"]
        ),
        danger("sends what it prints to another machine", "--pastebin="),
        danger("opens a debugger", "--pdb", "--trace", "--usepdb")
      ],
      value: (option, value) => (option === "-p" && !value.startsWith("no:") ? code : undefined),
      // The values of `-r` and of options for a level look like no file. A test outside the folder brings its own
      // settings.
      operand: (word) => (/^(?:\/|~|(?:\.\.\/|.*\/\.\.(?:\/|$)))/.test(word) ? elsewhere : undefined)
    }
  },
  {
    names: ["vitest"],
    facts: toolFacts,
    closed: {
      source: "vitest --help, of vitest 3 and later",
      everywhere: true,
      skipsDashes: true,
      options: `-hvw -t= --allowOnly --bail= --[no-]cache --changed=? --[no-]color --[no-]coverage --coverage.enabled
        --coverage.reporter= --coverage.include= --coverage.exclude= --coverage.all --dom --exclude= --expandSnapshotDiff
        --[no-]fileParallelism --hideSkippedTests --hookTimeout= --[no-]isolate --logHeapUsage --maxConcurrency= --maxWorkers=
        --minWorkers= --passWithNoTests --printConsoleTrace --project= --reporter= --retry= --run --sequence.seed=
        --sequence.shuffle --shard= --silent=? --slowTestThreshold= --teardownTimeout= --testNamePattern= --testTimeout=
        --typecheck --version --watch --no-watch --globals --disableConsoleIntercept --json=? --includeTaskLocation
        --filesOnly --static-parse`,
      dangers: [
        danger(settings, "-c=", "--config=", "--configLoader=", "--workspace="),
        danger(
          code,
          ...[
            "--environment=",
            "--globalSetup=",
            "--setupFiles=",
            "--runner=",
            "--pool=",
            "--execArgv=",
            "--vmMemoryLimit="
          ],
          ...["--coverage.provider=", "--coverage.customProviderModule=", "--typecheck.checker=", "--diff="]
        ),
        danger(elsewhere, "-r=", "--root=", "--dir="),
        danger(
          writes,
          "-u",
          "--update=?",
          "--outputFile=",
          "--coverage.reportsDirectory=",
          "--mergeReports=?",
          "--attachmentsDir="
        ),
        danger(
          "opens a port",
          "--ui",
          "--open",
          "--api=?",
          "--browser=?",
          "--inspect=?",
          "--inspectBrk=?",
          "--standalone"
        )
      ],
      value: (option, value) =>
        /reporter$/.test(option) && !/^[a-z-]+$/.test(value) ? "names code that is loaded" : undefined,
      subcommands: { "run related watch dev bench list": {} }
    }
  },
  {
    names: ["jest"],
    facts: toolFacts,
    closed: {
      source: "jest --help, of jest 29 and 30",
      skipsDashes: true,
      options: `-bfhieotv -w= -t= --all --automock --bail=? --[no-]cache --changedSince= --ci --clearMocks --collectCoverage
        --collectCoverageFrom= --color --colors --coverage=? --coverageReporters= --detectLeaks --detectOpenHandles
        --errorOnDeprecated --expand --findRelatedTests --forceExit --json --lastCommit --listTests --logHeapUsage
        --maxConcurrency= --maxWorkers= --noStackTrace --notify --onlyChanged --onlyFailures --openHandlesTimeout=
        --passWithNoTests --randomize --resetMocks --resetModules --restoreMocks --runInBand --runTestsByPath --seed=
        --selectProjects= --shard= --showConfig --showSeed --[no-]silent --testLocationInResults --testNamePattern=
        --testPathIgnorePatterns= --testPathPattern= --testPathPatterns= --testTimeout= --useStderr --verbose --version
        --watch --[no-]watchAll --no-watchman --watchman`,
      dangers: [
        danger(
          settings,
          "-c=",
          "--config=",
          "--preset=",
          "--globals=",
          "--projects=",
          "--env=",
          "--testEnvironmentOptions="
        ),
        danger(
          code,
          ...[
            "--setupFiles=",
            "--setupFilesAfterEnv=",
            "--globalSetup=",
            "--globalTeardown=",
            "--reporters=",
            "--runner="
          ],
          ...[
            "--testRunner=",
            "--transform=",
            "--testEnvironment=",
            "--resolver=",
            "--filter=",
            "--watchPlugins=",
            "--haste="
          ],
          ...[
            "--testResultsProcessor=",
            "--snapshotSerializers=",
            "--testSequencer=",
            "--moduleNameMapper=",
            "--modulePaths="
          ],
          ...["--coverageProvider=", "--prettierPath=", "--dependencyExtractor=", "--moduleDirectories=", "--roots="]
        ),
        danger(elsewhere, "--rootDir="),
        danger(
          writes,
          "-u",
          "--updateSnapshot",
          "--outputFile=",
          "--coverageDirectory=",
          "--cacheDirectory=",
          "--init",
          "--clearCache"
        )
      ]
    }
  }
]

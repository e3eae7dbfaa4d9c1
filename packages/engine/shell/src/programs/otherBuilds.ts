import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { projectFacts, starts } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const settings = "reads other orders or settings"
const loads = "starts a program, or loads code"
const writes = "writes a file"
const acts: ClosedList = { asks: "changes what is installed, published or kept" }

const turbo: ClosedList = {
  source: "turbo --help, of Turborepo 2",
  options: `-hvF= --filter= --affected --force=? --concurrency= --continue=? --dry=? --dry-run=? --no-cache --only
    --output-logs= --log-order= --log-prefix= --parallel --summarize=? --verbosity= --color --no-color --ui=
    --no-daemon --daemon --framework-inference=? --env-mode=? --remote-only=? --no-update-notifier --version --json`,
  dangers: [
    danger(elsewhere, "--cwd= --cache-dir= --root-turbo-json= --cache="),
    danger("sends what it builds elsewhere", "--api= --token= --team= --login= --preflight --remote-cache-timeout="),
    danger(writes, "--graph=? --profile=? --anon-profile=? --heap= --trace="),
    danger("passes an interpreter", "--global-deps=")
  ],
  subcommands: {
    run: {
      rest: "behind dashes",
      targets: true,
      options: `-F= --filter= --affected --force=? --concurrency= --continue=? --dry-run=? --dry=? --no-cache --only
        --output-logs= --log-order= --log-prefix= --parallel --summarize --verbosity= --ui= --env-mode=`,
      dangers: [
        danger(elsewhere, "--cwd= --cache-dir= --root-turbo-json="),
        danger("sends what it builds elsewhere", "--api= --token= --team= --login=")
      ]
    },
    "ls query info boundaries scan bin docs": {},
    "login logout link unlink prune generate gen telemetry daemon config completion watch": acts
  },
  otherwise: "script"
}

const targets = (
  source: string,
  options: string,
  ...dangers: ReadonlyArray<ReturnType<typeof danger>>
): ClosedList => ({
  source,
  options,
  dangers,
  targets: true,
  operand: (word) => (/=/.test(word) ? "sets a variable, which can be a program that is started" : undefined)
})

/** Build tools of less common languages. Sources: the manual of each. */
export const otherBuilds: ReadonlyArray<Program> = [
  { names: ["turbo"], facts: projectFacts, closed: turbo },
  {
    names: ["nx"],
    facts: projectFacts,
    closed: {
      source: "nx --help, of Nx 20",
      options: `-t= -p= -c= --target= --targets= --projects= --exclude= --base= --head= --parallel=? --skip-nx-cache
        --skipNxCache --verbose --configuration= --prod --output-style= --files= --uncommitted --untracked --all
        --nx-bail --version --help --dry-run -d`,
      dangers: [
        danger(loads, "--runner= --batch --nx-ignore-cycles"),
        danger(writes, "--graph=? --file= --outputPath= --output-path=")
      ],
      subcommands: {
        "show graph report list affected run run-many test lint build typecheck e2e format:check view-logs": {
          options: `-t= -p= -c= --target= --targets= --projects= --exclude= --base= --head= --parallel=?
            --skip-nx-cache --verbose --configuration= --prod --all --json --files= --output-style=`
        },
        "exec generate g migrate add init import release reset connect repair sync watch daemon format:write serve":
          starts
      },
      otherwise: "script"
    }
  },
  {
    names: ["lerna"],
    facts: projectFacts,
    closed: {
      source: "lerna --help, of Lerna 8",
      options: "-h --version --loglevel= --concurrency= --reject-cycles --no-progress --no-sort --max-buffer=",
      subcommands: {
        "list ls ll la changed diff info": {
          options: `--json --all -a -l --long -p --parseable --toposort --graph --since=? --scope= --ignore=
            --include-merged-tags`
        },
        run: {
          asks: "starts the scripts of packages",
          targets: true,
          options: `--scope= --ignore= --since=? --parallel --stream --no-bail --no-prefix --concurrency=
            --include-dependencies --include-dependents --skip-nx-cache`,
          dangers: [danger(loads, "--npm-client="), danger(writes, "--profile --profile-location=")]
        },
        exec: {
          asks: "starts a program in each package",
          rest: "command",
          options: "--scope= --ignore= --since=? --parallel --stream --no-bail --no-prefix --concurrency="
        },
        "publish version bootstrap add create import link clean init repair watch": acts
      }
    }
  },
  {
    names: ["npm-run-all", "run-s", "run-p"],
    facts: projectFacts,
    closed: {
      source: "npm-run-all --help, of npm-run-all 4",
      options: `-chlnprsv --aggregate-output --continue-on-error --max-parallel= --print-label --print-name
        --parallel= --race --sequential= --serial= --silent --version`,
      dangers: [danger(loads, "--npm-path=")],
      targets: true
    }
  },
  {
    names: ["task", "go-task"],
    facts: projectFacts,
    closed: targets(
      "task --help, of Task 3",
      `-abcCfhIlnopsvwxy -C= -o= -I= --color --concurrency= --continue --dry --exit-code --force --list --list-all
        --json --output= --parallel --silent --status --summary --verbose --version --watch --yes --no-status --sort=
        --interval=`,
      danger(settings, "-t= --taskfile= -g --global --offline --download --trusted-hosts= --remote*"),
      danger(elsewhere, "-d= --dir="),
      danger("writes a file", "-i --init")
    )
  },
  {
    names: ["bazel", "bazelisk", "buck", "buck2", "pants"],
    facts: projectFacts,
    closed: {
      source: "bazel help, of Bazel 7",
      dangers: [
        danger(
          settings,
          `--bazelrc= --workspace_rc= --home_rc= --system_rc= --host_jvm_args= --output_base= --output_user_root=
            --server_javabase= --install_base= --ignore_all_rc_files`
        )
      ],
      options: "--version --batch --noblock_for_lock --max_idle_secs=",
      subcommands: {
        "build test query cquery aquery coverage info version help fetch analyze-profile mod": {
          options: `-c= -k -j= -t --config= --compilation_mode= --jobs= --keep_going --nokeep_going --test_output=
            --test_filter= --test_tag_filters= --build_tag_filters= --test_size_filters= --test_timeout= --test_arg=
            --runs_per_test= --flaky_test_attempts= --cache_test_results=? --nocache_test_results --verbose_failures
            --show_progress --noshow_progress --color= --curses= --output= --notool_deps --noimplicit_deps
            --build_tests_only --local_test_jobs= --ui_event_filters= --show_result= --subcommands --announce_rc
            --verbose_explanations --noshow_loading_progress --test_summary= --test_lang_filters= --cpu= --host_cpu=`
        },
        "run mobile-install sync clean shutdown vendor config dump license print_action": starts
      }
    }
  },
  {
    names: ["meson"],
    facts: projectFacts,
    closed: {
      source: "meson --help, of Meson 1",
      options: "--version",
      subcommands: {
        test: {
          options: `-jqvt= -j= -C= -t= --list --no-rebuild --suite= --no-suite= --verbose --quiet --print-errorlogs
            --no-stdsplit --num-processes= --repeat= --timeout-multiplier= --benchmark --maxfail= --slice=`,
          dangers: [
            danger(loads, "--wrapper= --wrap= --gdb --gdb-path= --setup= --test-args= --interactive -i"),
            danger(writes, "--logbase=")
          ]
        },
        compile: {
          options: "-jv -j= -C= --jobs= --load-average= -l= --verbose --clean",
          dangers: [danger("passes words on", "--ninja-args= --vs-args= --xcode-args=")]
        },
        "introspect help": {
          options: "-aif --all --indent --targets --tests --buildoptions --dependencies --projectinfo --ast"
        },
        "setup configure install wrap init dist subprojects devenv env2mfile rewrite format": starts
      }
    },
    synonyms: [["-C", "--directory"]]
  },
  {
    names: ["ant"],
    facts: projectFacts,
    closed: {
      source: "ant -help, of Ant 1.10",
      style: "words",
      options: `-help -h -projecthelp -p -version -diagnostics -quiet -q -silent -S -verbose -v -debug -d -emacs -e
        -keep-going -k -noinput -nice= -noclasspath -autoproxy`,
      dangers: [
        danger(settings, "-buildfile= -file= -f= -find=? -s=? -propertyfile= -inputhandler="),
        danger(loads, "-lib= -logger= -listener= -main= -cp= -D*=?"),
        danger(writes, "-logfile= -l=")
      ],
      targets: true
    },
    synonyms: [["-f", "-file", "-buildfile"]]
  },
  {
    names: ["sbt", "mill", "lein", "clj"],
    facts: projectFacts,
    closed: {
      source: "sbt --help, mill --help, lein help",
      style: "words",
      options: `-h -help -v -verbose -V --version -d -debug --numeric-version -no-colors -batch -mem= --no-color
        --client --error --warn --info --debug -k --keep-going -j= --jobs= -i`,
      dangers: [
        danger(
          loads,
          `-java-home= -sbt-jar= -D*=? -J* -S* -sbt-launch-dir= -ivy= --sbt-* -sbt-* -Xm* -Sdeps= -M* -X* -e= -m=
            --import=`
        ),
        danger(settings, "-sbt-dir= -sbt-boot= --home= -addPluginSbtFile=? -addPluginSbtFile*")
      ],
      targets: true,
      operand: (word) =>
        /\s|;|=/.test(word)
          ? "holds further orders"
          : /^(?:clean|compile|test|Test\/compile|scalafmtCheck\w*|update|evicted|projects|tasks|settings|help|resolve|check|deps|testOnly|testQuick|version)$/.test(
                word
              ) || /^[\w-]+\/(?:test|compile|Test\/compile)$/.test(word)
            ? undefined
            : "is not among the tasks that are known to build and test"
    }
  },
  {
    names: ["stack", "cabal", "dune"],
    facts: projectFacts,
    closed: {
      source: "stack --help, cabal --help, dune --help",
      options: "-hVvj= -j= --version --verbose --silent --numeric-version --color= --fast --pedantic",
      dangers: [
        danger(
          settings,
          `--stack-yaml= --resolver= --compiler= --project-file= --config-file= --workspace= --system-ghc --with-gcc=
            --ghc-options=* --package-db= --setup-info-yaml= --docker*`
        ),
        danger(elsewhere, "--root= --work-dir= --local-bin-path= --builddir= --build-dir= --project-dir= -C=")
      ],
      subcommands: {
        "build test bench haddock list list-deps ls query path dot check info freeze outdated describe rules": {
          options: `-hj= -j= --fast --pedantic --test --bench --no-run-tests --only-dependencies --enable-tests
            --disable-tests --test-show-details= --ta= --test-arguments= --coverage --force-dirty --file-watch --jobs=
            --keep-going -v --verbose --display= --profile= -p= --watch`,
          dangers: [
            danger(
              settings,
              `--stack-yaml= --resolver= --compiler= --project-file= --ghc-options= --flag= --with-compiler= -w=
                --extra-include-dirs= --extra-lib-dirs=`
            ),
            danger(elsewhere, "--root= --work-dir= --builddir= --build-dir= --prefix= --exec= --copy-bins")
          ]
        },
        "exec run ghc ghci repl runghc runhaskell eval script install update upload sdist new init setup upgrade clean purge utop fmt promote publish unpack hoogle":
          starts
      },
      otherwise: "script"
    }
  }
]

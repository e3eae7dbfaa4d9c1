import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { installs, projectFacts, publishes } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const settings = "reads other settings or orders"
const loads = "starts a program, or loads code"
const passes = "passes words on to another program"
const writes = "writes a file"
const starts = "starts the project's orders or code"
const acts: ClosedList = { asks: "changes what is installed, published or kept" }
const variable = (word: string) =>
  /=/.test(word) ? "sets a variable, which can be a program that is started" : undefined

const rush: ClosedList = {
  source: "rush --help, of Rush 5",
  options: "-hdq --debug --quiet --version",
  subcommands: {
    "list check": { options: "-vpf --version --path --full-path --detailed --json --verbose -t= --to= --variant=" },
    "build rebuild test lint": {
      asks: starts,
      options: `-qvct= -f= -i= -I= -o= -p= -T= -t= --changed-projects-only --from= --impacted-by= --impacted-by-except=
        --only= --parallelism= --timeline --to= --to-except= --to-version-policy= --verbose --include-phase-deps`
    },
    "install update": {
      ...installs,
      options:
        "-p --purge --full --max-install-attempts= --ignore-hooks --offline -t= --to= --check-only --bypass-policy --no-link --variant="
    },
    "add remove change deploy init init-autoinstaller init-deploy init-project link unlink publish purge scan setup tab-complete update-autoinstaller update-cloud-credentials upgrade-interactive version alert":
      acts
  }
}

const xcodebuild: ClosedList = {
  source: "xcodebuild(1), of Xcode 15",
  style: "words",
  options: `-scheme= -project= -workspace= -configuration= -target= -sdk= -destination= -destination-timeout= -list
    -showBuildSettings -showsdks -showdestinations -showTestPlans -version -quiet -json -verbose -only-testing:*
    -skip-testing:* -parallel-testing-enabled= -parallel-testing-worker-count= -maximum-parallel-testing-workers=
    -enableCodeCoverage= -alltargets -allTargets -jobs= -parallelizeTargets -arch= -testPlan= -usage -help -dry-run -n
    -hideShellScriptEnvironment -disableAutomaticPackageResolution -onlyUsePackageVersionsFromResolvedFile
    -test-iterations= -retry-tests-on-failure -run-tests-until-failure -derivedDataPath= -resultBundlePath=
    -test-timeouts-enabled= -checkFirstLaunchStatus -skipUnavailableActions -resolvePackageDependencies -showBuildTimingSummary
    -enableAddressSanitizer= -enableThreadSanitizer= -collect-test-diagnostics=`,
  value: (option, value) =>
    isOutside(value) || (option === "-sdk" && value.includes("/")) ? "names a folder elsewhere" : undefined,
  dangers: [
    danger(settings, "-xcconfig= -toolchain= -xctestrun= -localizationPath= -exportOptionsPlist= -packageCachePath="),
    danger(loads, "-skipPackagePluginValidation -skipMacroValidation -clonedSourcePackagesDirPath= -scmProvider="),
    danger(writes, "-exportArchive -archivePath= -exportPath= -exportLocalizations -importLocalizations"),
    danger(
      acts.asks ?? "",
      "-allowProvisioning* -runFirstLaunch -downloadPlatform= -downloadAllPlatforms -importPlatform= -license"
    ),
    danger("acts with credentials", "-authenticationKey*=?")
  ],
  operand: (word) =>
    /^(?:build|test|clean|analyze|build-for-testing|test-without-building|docbuild)$/.test(word) ||
    /^(?:CODE_SIGN(?:ING)?_\w+|ONLY_ACTIVE_ARCH|COMPILER_INDEX_STORE_ENABLE|GCC_TREAT_WARNINGS_AS_ERRORS|SWIFT_TREAT_WARNINGS_AS_ERRORS)=(?:YES|NO|-|"")?$/.test(
      word
    )
      ? undefined
      : "is no order that only builds and tests"
}

/** Programs that build, test and report on a project by the project's own orders. Sources: the manual of each. */
export const otherProjects: ReadonlyArray<Program> = [
  { names: ["rush"], facts: projectFacts, closed: rush },
  {
    names: ["mage"],
    facts: projectFacts,
    closed: {
      source: "mage -h, of Mage 1.15",
      style: "dashes",
      options: "-l -h -v -f -debug -version -t= -keep -help",
      dangers: [
        danger(elsewhere, "-d= -w="),
        danger(loads, "-gocmd= -goos= -goarch= -ldflags="),
        danger(writes, "-compile= -init -clean")
      ],
      targets: true
    }
  },
  {
    names: ["scons"],
    facts: projectFacts,
    closed: {
      source: "scons(1), of SCons 4.4",
      options: `-chHiknqQsStvw -j= --cache-disable --cache-readonly --cache-show --clean --config= --debug= --dry-run
        --duplicate= --help-options --ignore-errors --implicit-cache --implicit-deps-changed
        --implicit-deps-unchanged --jobs= --just-print --keep-going --max-drift= --no-cache --no-exec
        --no-keep-going --no-print-directory --print-directory --question --quiet --random --recon --silent --stop
        --no-site-dir --tree= --version --warn= --touch`,
      dangers: [
        danger(
          settings,
          "-f= --file= --makefile= --sconstruct= --site-dir= -I= --include-dir= -Y= --repository= --srcdir="
        ),
        danger(elsewhere, "-C= --directory= -uUD --up --search-up"),
        danger(writes, "--cache-debug= --profile= --taskmastertrace= --install-sandbox= --package-type="),
        danger("takes orders from a person", "--interactive")
      ],
      targets: true,
      operand: variable
    },
    synonyms: [
      ["-f", "--file", "--makefile", "--sconstruct"],
      ["-C", "--directory"]
    ]
  },
  {
    names: ["waf"],
    facts: projectFacts,
    closed: {
      source: "waf --help, of Waf 2",
      options:
        "-hvkpc= -j= --jobs= --keep --verbose --zones= --progress --targets= --files= --color= --version --no-msvc-lazy",
      dangers: [
        danger(elsewhere, "-t= --top= -o= --out= --prefix= --bindir= --libdir= --destdir="),
        danger("skips checks", "-f --force"),
        danger(loads, "--run= --tools= --check-*=? --nocache --noclimb --profile --pdb")
      ],
      operand: (word) =>
        /^(?:configure|build|clean|list|test|check)$/.test(word)
          ? undefined
          : "is not among the orders that are known to build"
    }
  },
  {
    names: ["clojure"],
    facts: projectFacts,
    closed: {
      source: "clojure -h, of Clojure CLI 1.11",
      style: "words",
      options: "-h -? --help -version --version -Spath -Stree -Sdescribe -Sverbose -Sforce -Spom -P -Sthreads= -Srepro",
      dangers: [
        danger(loads, "-M* -X* -T* -A* -J* -Sdeps= -Scp= -e= --eval= -i= --init= -m= --main= -r --repl -F*"),
        danger(writes, "-Strace -Sman")
      ],
      rest: "script"
    }
  },
  { names: ["xcodebuild"], facts: projectFacts, closed: xcodebuild },
  {
    names: ["fastlane"],
    facts: projectFacts,
    closed: {
      source: "fastlane --help, of fastlane 2",
      options: "-hv --verbose --version --disable_runner_upgrades --swift_server_port= --capture_output",
      dangers: [danger("reads variables from a file", "--env="), danger(loads, "--troubleshoot")],
      targets: true,
      operand: (word, before) =>
        /^\w+:(?!\/)/.test(word)
          ? "sets an option of a lane"
          : before.length === 0 &&
              /^(?:run|init|match|deliver|supply|pilot|upload_\w+|produce|cert|sigh|pem|new_\w+|add_plugin|install_plugins|update_\w+|socket_server|spaceauth|register\w*|trigger|enable_\w+)$/.test(
                word
              )
            ? "acts on the services of stores, or installs plugins"
            : undefined
    }
  },
  {
    names: ["wasm-pack"],
    facts: projectFacts,
    closed: {
      source: "wasm-pack --help, of wasm-pack 0.13",
      options: "-hqvV --quiet --verbose --version --log-level=",
      subcommands: {
        build: {
          asks: starts,
          options: `-t= -s= -d= -m= --target= --scope= --dev --debug --release --profiling --profile= --no-pack --no-opt
            --no-typescript --weak-refs --reference-types --out-name= --out-dir= --mode=`,
          value: (option, value) => (/^-(?:d|-out-dir)$/.test(option) && isOutside(value) ? writes : undefined),
          operand: (word) =>
            /^--?(?:config|Z|manifest|target-dir|C)/.test(word) ? passes : isOutside(word) ? elsewhere : undefined
        },
        test: {
          asks: starts,
          options: "-r --release --node --chrome --firefox --safari --headless --mode= --profile=",
          dangers: [danger(loads, "--chromedriver= --geckodriver= --safaridriver=")],
          operand: (word) =>
            /^--?(?:config|Z|manifest|target-dir|C)/.test(word) ? passes : isOutside(word) ? elsewhere : undefined
        },
        help: {},
        "pack publish new login": publishes
      }
    }
  },
  {
    names: ["trunk"],
    facts: projectFacts,
    closed: {
      source: "trunk --help, of Trunk 0.21 for WebAssembly, and of Trunk Check 1.22",
      options: "-hvqV --version --verbose --quiet --offline --locked --frozen --color=",
      dangers: [danger(settings, "--config= --cargo-profile=")],
      subcommands: {
        "help version": {},
        config: { subcommands: { show: {}, print: {} } },
        "build check": {
          asks: starts,
          options: `-v --release --features= --all-features --no-default-features --filehash= --minify --no-sri --offline
            --locked --frozen --all --no-fix --filter= --ci --show-existing --no-progress --sample= --upstream= --scope=`,
          dangers: [
            danger(writes, "-d= --dist= --staging-dist= --output-file= -y --fix"),
            danger(settings, "--config= --public-url=")
          ]
        },
        "serve watch clean tools fmt install upgrade init git-hooks actions plugins login logout": {
          ...acts,
          options: "-p= --port= --release --check --no-autoreload --ignore= --no-hooks"
        }
      }
    }
  }
]

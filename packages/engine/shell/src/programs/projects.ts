import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { changes, installs, projectFacts, starts } from "./sharedFacts.ts"

const settings = "reads other settings or orders"
const elsewhere = "works in another folder, whose orders then count"
const mix: ClosedList = {
  source: "mix help",
  options: "",
  subcommands: {
    "test compile": {
      asks: "starts the project's code",
      options: `--trace --stale --failed --only= --exclude= --include= --max-failures= --seed= --slowest= --cover
        --color --warnings-as-errors --force --no-deps-check --all-warnings --exit-status= --max-cases= --partitions=`,
      dangers: [danger("loads code", "--formatter= --require= -r=")]
    },
    format: { ...changes, options: "--check-formatted --dry-run", dangers: [danger(settings, "--dot-formatter=")] },
    "help xref deps hex.outdated hex.audit": { options: "" },
    "run deps.get deps.update deps.clean ecto.migrate ecto.reset ecto.drop ecto.create phx.server phx.routes release archive.install escript.build new do cmd hex.publish hex.info":
      starts
  }
}

/** Programs that build and test a project by its own orders. Sources: the manual of each. */
export const projects: ReadonlyArray<Program> = [
  { names: ["mix"], facts: projectFacts, closed: mix },
  {
    names: ["composer"],
    facts: projectFacts,
    closed: {
      source: "composer list, of Composer 2.7",
      everywhere: true,
      options: `-hnqvV --ansi --no-ansi --no-cache --no-interaction --no-plugins --no-scripts --profile --quiet
        --verbose --version`,
      dangers: [danger(elsewhere, "-d= --working-dir=")],
      subcommands: {
        "show info list outdated why depends why-not prohibits licenses validate diagnose status fund search audit check-platform-reqs about help suggests home browse":
          {
            options: `-alotDmPsr --all --available --direct --installed --latest --locked --minor-only --name-only
              --path --platform --self --strict --tree --format= --no-dev --no-check-all --no-check-lock
              --no-check-publish --recursive --with-dependencies`
          },
        "run-script run": starts,
        "exec x": starts,
        "install i update u upgrade require r remove rm uninstall create-project global dump-autoload dumpautoload self-update reinstall bump archive init config clear-cache clearcache":
          installs
      }
    }
  },
  {
    names: ["swift"],
    facts: projectFacts,
    closed: {
      source: "swift help, of Swift 5.10",
      options: "--version",
      subcommands: {
        build: {
          style: "words",
          asks: "starts the project's orders",
          options: `-c= -v -q --configuration= --target= --product= --build-tests --show-bin-path --verbose --quiet
            --jobs= -j= --enable-code-coverage --static-swift-stdlib`,
          dangers: [
            danger(
              elsewhere,
              "--package-path= --scratch-path= --build-path= --cache-path= --config-path= --security-path="
            ),
            danger(
              "passes words on to compilers, or lifts their sandbox",
              `-Xcc= -Xswiftc= -Xlinker= -Xcxx= --disable-sandbox --toolchain= --sdk=
                --allow-writing-to-package-directory --swift-sdk= --destination=`
            )
          ]
        },
        test: {
          style: "words",
          asks: "starts the project's code",
          options: `-c= -v -q --configuration= --filter= --skip= --parallel --no-parallel --list-tests -l
            --num-workers= --enable-code-coverage --skip-build --verbose --quiet --jobs= -j=`,
          dangers: [
            danger(elsewhere, "--package-path= --scratch-path= --build-path="),
            danger(
              "passes words on to compilers, or lifts their sandbox",
              "-Xcc= -Xswiftc= -Xlinker= -Xcxx= --disable-sandbox --toolchain="
            ),
            danger("writes a file", "--xunit-output=")
          ]
        },
        package: {
          subcommands: {
            "describe show-dependencies dump-package tools-version completion-tool": { options: "--format= --type=" },
            "init update resolve reset clean edit unedit plugin add-dependency add-target archive-source config":
              installs
          }
        },
        "run repl": starts
      }
    }
  },
  {
    names: ["flutter", "dart"],
    facts: projectFacts,
    closed: {
      source: "flutter help, dart help",
      options: "-hv --verbose --version --no-version-check --suppress-analytics",
      dangers: [
        danger("acts on another device or package", "-d= --device-id= --packages= --enable-vm-service=? --observe=?")
      ],
      otherwise: "script",
      subcommands: {
        "analyze doctor devices help info": {
          options: "--[no-]fatal-infos --[no-]fatal-warnings --[no-]pub --[no-]congratulate -v --machine --no-preamble"
        },
        test: {
          asks: "starts the project's code",
          options: `-r -p= -j= -n= -N= -t= -x= --name= --plain-name= --tags= --exclude-tags= --coverage --concurrency=
            --reporter= --[no-]pub --fail-fast --total-shards= --shard-index= --timeout= --chain-stack-traces
            --run-skipped --test-randomize-ordering-seed=`,
          dangers: [
            danger("writes a file", "--coverage-path= --file-reporter= --update-goldens"),
            danger("opens a debugger's port", "--start-paused --pause-after-load")
          ]
        },
        format: { ...changes, options: "-o= -l= --line-length= --set-exit-if-changed --output=" },
        pub: {
          subcommands: {
            "deps outdated": { options: "--json --style= --dev --no-dev" },
            "get add remove upgrade downgrade global run cache publish unpack login logout token": installs
          }
        },
        "build run fix compile create drive install attach assemble emulators config upgrade downgrade channel clean precache devtools doc logs screenshot symbolize custom-devices bash-completion info":
          starts
      }
    }
  },
  {
    names: ["just"],
    facts: projectFacts,
    closed: {
      targets: true,
      source: "just --help, of just 1.36",
      options: `-hlnqvVus --list --dry-run --quiet --summary --variables --verbose --version --yes --color= --no-deps
        --timestamp --unsorted --show= -s= --evaluate --dump --dump-format= --list-heading= --list-prefix= --groups
        --no-highlight --highlight --one --usage=`,
      dangers: [
        danger(
          settings,
          `-f= --justfile= --set== -g --global-justfile --dotenv-filename= --dotenv-path= -E= --cygpath= --init --fmt
            --edit -e --chooser= --choose --shell= --shell-arg= --shell-command -c=> --command=>`
        ),
        danger(elsewhere, "-d= --working-directory= --tempdir=")
      ],
      operand: (word) => (/=/.test(word) ? "sets a variable, which can be a program that is started" : undefined)
    }
  }
]

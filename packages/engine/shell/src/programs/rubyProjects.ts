import { alone } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { changes, installs, projectFacts, publishes, starts } from "./sharedFacts.ts"

const settings = "reads other settings or orders"
const ruby = danger("loads code", "-r= --require= -I= --libdir=")

const rspec: ClosedList = {
  runsOperands: true,
  source: "rspec --help, of RSpec 3.13",
  options: `-bchwv -e= -E= -f= -P= -p=? -t= --bisect=? --backtrace --color --no-color --force-color --dry-run
    --example= --example-matches= --exclude-pattern= --fail-fast=? --no-fail-fast --failure-exit-code= --format=
    --next-failure --only-failures --order= --pattern= --profile=? --no-profile --seed= --tag= --warnings --version
    --fail-if-no-examples`,
  dangers: [
    ruby,
    danger(settings, "-O= --options= --default-path=  --drb --drb-port="),
    danger("writes a file", "-o= --out= --deprecation-out= --init --error-exit-code=")
  ],
  value: (option, value) =>
    /^-(?:f|-format)$/.test(option) && !/^(?:p|progress|d|documentation|doc|s|h|html|j|json|f|failures)$/.test(value)
      ? "names code that is loaded"
      : undefined
}

const loads = "starts a program, or loads code"
const acts: ClosedList = { asks: "changes what is installed, published or kept" }

/** Programs that manage, build and test projects in Ruby. Sources: the manual of each. */
export const rubyProjects: ReadonlyArray<Program> = [
  { names: ["rspec"], facts: projectFacts, closed: rspec },
  {
    names: ["rake"],
    facts: projectFacts,
    closed: {
      targets: true,
      source: "rake --help, of rake 13",
      options: `-ABDhjmnPqstTvVWxX -j=? --all --backtrace=? --build-all --comments --describe=? --dry-run --jobs=?
        --job-stats=? --multitask --prereqs --quiet --rules --silent --suppress-backtrace= --tasks=? --trace=?
        --verbose --version --where=?`,
      dangers: [
        ruby,
        danger("is code", "-e= --execute= -E= --execute-continue= -p= --execute-print="),
        danger(
          settings,
          "-f= --rakefile= -g --system -G --no-system -N --no-search --nosearch -R= --rakelibdir= --rakelib="
        )
      ],
      operand: (word) => (word.includes("=") ? "sets a variable, which can decide what is started" : undefined)
    }
  },
  {
    names: ["bundle", "bundler"],
    facts: projectFacts,
    closed: {
      source: "bundle help, of Bundler 2.5",
      everywhere: true,
      options: "-rV --no-color --verbose --retry= --version",
      alone: alone("installs packages, whose code runs"),
      subcommands: {
        "exec e": { asks: "starts a program", rest: "command", options: "--keep-file-descriptors --gemfile=" },
        "list info show outdated check platform env licenses doctor version help": {
          options: `--name-only --paths --parseable --strict --groups --group= --only-explicit --filter-minor
            --filter-patch --dry-run --only-group= --without-group= --path`
        },
        config: { asks: "shows or changes settings, which can name programs" },
        "install update add remove lock cache package clean binstubs open init gem console pristine plugin inject viz":
          installs
      }
    }
  },
  {
    names: ["gem"],
    facts: projectFacts,
    closed: {
      source: "gem help commands, of RubyGems 3.4",
      everywhere: true,
      options: "-hqvV --quiet --silent --verbose --no-verbose --backtrace --debug --norc --version",
      dangers: [
        danger(settings, "--config-file="),
        danger("chooses where packages come from", "-s= --source= --clear-sources -p=? --http-proxy=?")
      ],
      subcommands: {
        "list search info outdated environment env which contents dependency specification stale help query": {
          options: `-adeiIlLr --all --details --exact --installed --no-installed --local --remote --both --versions
            --no-versions --prerelease --version= --platform= --reverse-dependencies --pipe --yaml --ruby --marshal
            --all-versions`
        },
        "install uninstall update build cleanup pristine unpack fetch setup exec rebuild": installs,
        "push yank owner signin signout": publishes,
        sources: { asks: "changes where packages come from" },
        "cert lock mirror server open generate_index check": changes
      }
    }
  },
  {
    names: ["rails"],
    facts: projectFacts,
    closed: {
      source: "rails --help, of Rails 7",
      options: "-hvT --version --tasks",
      subcommands: {
        "test t": {
          asks: "starts the project's code",
          options: `-bcdfhnpsvw -n= -s= -e= --name= --seed= --verbose --fail-fast --defer-output --profile
            --environment=`,
          dangers: [danger(loads, "-r= --require= -I=")]
        },
        "routes about stats notes middleware initializers version": { options: "-cgEu -c= -g= --expanded --unused" },
        "runner r console c server s generate g destroy d new dbconsole db credentials:edit credentials:show encrypted:edit secret plugin app:update zeitwerk:check":
          starts,
        "db:migrate db:drop db:create db:reset db:seed db:setup db:rollback db:schema:load assets:precompile": acts
      }
    }
  }
]

import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { projectFacts } from "./sharedFacts.ts"

const elsewhere = "works in another folder or on another machine"
const loads = "starts a program, or loads code"
const starts = "starts the project's orders or code"
const acts: ClosedList = { asks: "changes what is installed, published or kept" }

const wp: ClosedList = {
  source: "wp help, of WP-CLI 2.10",
  everywhere: true,
  options: `--format= --field= --fields= --quiet --debug=? --allow-root --skip-plugins=? --skip-themes=? --skip-packages
    --[no-]color --user= --url= --status= --post_type= --post_status= --role= --per-page= --page= --orderby= --order=
    --search= --number= --taxonomy= --version= --all --network --total --posts_per_page= --human-readable --size_format=
    --tables --all-tables --autoload= --locale= --major --minor --strict --match=`,
  dangers: [danger(loads, "--require= --exec= --context= --prompt=?"), danger(elsewhere, "--path= --ssh= --http=")],
  subcommands: {
    "plugin theme": {
      subcommands: {
        "list status get search is-installed is-active path verify-checksums": {},
        "install activate deactivate delete uninstall update toggle auto-updates enable disable mod": acts
      }
    },
    core: {
      subcommands: {
        "version check-update verify-checksums is-installed": {},
        "download install update update-db config multisite-install multisite-convert": acts
      }
    },
    "option site role cap user post term comment menu transient cron language widget sidebar taxonomy post-type rewrite cache maintenance-mode embed":
      {
        subcommands: {
          "list get exists count type status pluck path check-password is-active list-caps": {},
          event: { subcommands: { list: {}, "run delete schedule unschedule": acts } },
          schedule: { subcommands: { list: {} } },
          "core plugin theme item location meta": {
            subcommands: { "list get is-installed": {}, "add update delete set install": acts }
          }
        }
      },
    db: {
      subcommands: {
        "tables size prefix columns check": {},
        "query cli export import drop reset create clean optimize repair search": acts
      }
    },
    cli: { subcommands: { "info version cmd-dump has-command": {}, "update alias cache completions": acts } },
    config: {
      subcommands: {
        "path has": {},
        "get list set create delete edit shuffle-salts is-true": { asks: "shows or changes secrets" }
      }
    },
    help: {},
    "eval eval-file shell": { asks: "runs code" }
  }
}

/** Programs that maintain a site written in PHP. Sources: the manual of each. */
export const siteTools: ReadonlyArray<Program> = [
  {
    names: ["artisan"],
    facts: projectFacts,
    closed: {
      source: "artisan list, of Laravel 11",
      everywhere: true,
      options: "-hqnvV --quiet --no-interaction --verbose --version --ansi --no-ansi",
      dangers: [danger("chooses which settings and data count", "--env= --database= --path= --realpath")],
      subcommands: {
        "list help about env inspire route:list migrate:status schedule:list event:list queue:failed queue:monitor db:show db:table model:show channel:list":
          {
            options:
              "-cr --json --raw --format= --only= --method= --name= --path= --except-path= --except-vendor --only-vendor --reverse --sort= --domain= --action= --counts --views --next --timezone= --event= --pending=? --short"
          },
        test: {
          asks: starts,
          options:
            "-p --parallel --filter= --testsuite= --group= --exclude-group= --coverage --min= --stop-on-failure --profile --compact --without-tty --retry --order-by="
        },
        "tinker migrate migrate:fresh migrate:refresh migrate:reset migrate:rollback db:seed db:wipe db serve config:show key:generate down up optimize queue:work schedule:run vendor:publish":
          acts
      }
    }
  },
  {
    names: ["drush"],
    facts: projectFacts,
    closed: {
      source: "drush list, of Drush 12",
      everywhere: true,
      options:
        "-hnvqy --yes --no-interaction --verbose --quiet --version --ansi --no-ansi --simulate --format= --fields= --field=",
      dangers: [
        danger(elsewhere, "-r= --root= -l= --uri= --alias-path= --ssh-options="),
        danger(loads, "-c= --config= -i= --include= -D= --define= --xdebug")
      ],
      subcommands: {
        "status st core:status pm:list pml watchdog:show ws core:requirements rq updatedb:status updbst user:information uinf list help version views:list vl field:info role:list config:status cst":
          {
            options:
              "--type= --status= --no-core --package= --filter= --severity= --count= --severity-minimum= --extended --uid= --mail= --raw"
          },
        "cache:rebuild cr updatedb updb config:import cim config:export cex sql:query sqlq sql:cli sqlc sql:dump sql:drop php:eval ev php:script scr php:cli site:install si pm:install en pm:uninstall pmu core:cron cron user:login uli ssh rsync deploy":
          acts
      }
    }
  },
  { names: ["wp"], facts: projectFacts, closed: wp }
]

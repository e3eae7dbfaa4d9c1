import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { projectFacts } from "./sharedFacts.ts"

const settings = "reads other settings or orders, which are code"
const acts: ClosedList = { asks: "changes a database or the project, or runs code" }
const writes = "writes a file"

const alembicShows = "-v --verbose -r= --rev-range= -i --indicate-current --resolve-dependencies"

const django: ClosedList = {
  source: "django-admin help, of Django 5",
  everywhere: true,
  options: "-h -v= --version --verbosity= --no-color --force-color --traceback --skip-checks",
  dangers: [danger(settings, "--settings= --pythonpath=")],
  subcommands: {
    "check version showmigrations diffsettings sqlmigrate sqlsequencereset findstatic help": {
      options:
        "-alp -t= --tag= --list --list-tags --deploy --plan --fail-level= --all --default= --output= --database= --backwards --first"
    },
    test: {
      asks: "starts the project's code",
      options: `-k= --failfast --keepdb -r --reverse --debug-sql --parallel=? --tag= --exclude-tag= --noinput --no-input --timing
        --shuffle=? --buffer -b -p= --pattern= --durations=`,
      dangers: [danger(settings, "--testrunner= -t= --top-level-directory= --pdb")]
    },
    runserver: {
      asks: "opens a port",
      options: "-6 --ipv6 --nothreading --noreload --nostatic --insecure",
      operand: (word) =>
        /^(?:(?:localhost|127\.0\.0\.1|\[::1\]):)?\d+$/.test(word) ? undefined : "opens it for others"
    },
    makemigrations: {
      asks: "writes migrations",
      options: "-n= --name= --dry-run --check --empty --merge --no-header --update --noinput --no-input --scriptable"
    },
    "migrate flush loaddata dumpdata dbshell shell sqlflush createsuperuser changepassword collectstatic compilemessages makemessages createcachetable inspectdb optimizemigration remove_stale_contenttypes clearsessions sendtestemail squashmigrations startapp startproject testserver ogrinspect":
      acts
  }
}

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "invoke inv",
    {
      source: "invoke --help, of Invoke 2",
      targets: true,
      options:
        "-Vdew -l=? -D= --list=? --list-depth= --list-format= --version --dry --echo --complete --no-dedupe --warn-only --hide=",
      dangers: [danger(settings, "-c= --collection= -f= --config= -r= --search-root= -T= --prompt-for-sudo-password")]
    }
  ],
  [
    "fab",
    {
      source: "fab --help, of Fabric 3",
      options: "-lV --list --version --dry -d",
      dangers: [
        danger(settings, "-c= --collection= -f= --config= -r= --search-root= -S= --ssh-config="),
        danger("acts on other machines", "-H= --hosts= -i= --identity= --prompt-for-login-password")
      ],
      operands: { from: 1, reason: "is a task, which may act on other machines" }
    }
  ],
  [
    "celery",
    {
      source: "celery --help, of Celery 5",
      options: "-hqC --version --quiet --no-color",
      dangers: [
        danger(settings, "-A= --app= --workdir= --config= --loader="),
        danger("reaches another server", "-b= --broker= --result-backend=")
      ],
      subcommands: {
        "status report inspect list events result graph": { asks: "asks the workers" },
        "worker beat multi control purge shell call migrate amqp logtool upgrade": acts
      }
    }
  ],
  [
    "alembic",
    {
      source: "alembic --help, of Alembic 1.13",
      options: "-hq --version --raiseerr --quiet",
      dangers: [danger(settings, "-c= --config= -n= --name= -x=")],
      subcommands: {
        "history heads current branches show check": { options: alembicShows },
        revision: {
          asks: "writes a migration",
          options: "-m= --message= --autogenerate --head= --splice --branch-label= --rev-id= --depends-on=",
          dangers: [danger(writes, "--version-path= --sql --file=")]
        },
        "upgrade downgrade stamp merge edit init ensure_version list_templates": acts
      }
    }
  ],
  ["django-admin manage.py", django]
]

/** Programs that run the tasks of a project in Python, and manage its database. Sources: the manual of each. */
export const pythonTasks: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: projectFacts,
  closed
}))

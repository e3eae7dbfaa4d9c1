import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts: ClosedList = { asks: "acts on the service" }
const secrets: ClosedList = { asks: "shows or changes what is secret" }
const port: ClosedList = { asks: "opens a port, or a browser" }
const folder: ClosedList = { asks: "changes the folder, or installs" }
const settings = "reads other settings, or works in another folder"
const account = "acts with other credentials, or on another account"
const facts = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts extensions, plugins or the project's scripts",
  writesFiles: "writes what it fetches, and its state",
  folderDecides: "reads the settings of the folder"
})

const firebase: ClosedList = {
  source: "firebase --help, of Firebase CLI 13",
  skipsDashes: true,
  everywhere: true,
  options: "-V --version -j --json --non-interactive --debug -P= --project=",
  dangers: [danger(account, "--token= --account="), danger(settings, "-c= --config=")],
  subcommands: {
    "projects:list apps:list hosting:sites:list hosting:channel:list functions:list functions:log firestore:indexes database:instances:list ext:list appdistribution:testers:list help target login:list":
      { options: "--only= -n= --lines= --site= --limit=" },
    deploy: {
      ...acts,
      options: "--only= --except= -m= --message= --dry-run",
      dangers: [danger("deletes, or changes who may", "-f --force -p= --public=")]
    },
    "hosting:channel:deploy": { ...acts, options: "--only= --expires= -e= --no-authorized-domains" },
    "emulators:start serve functions:shell hosting:disable open login login:ci logout login:add login:use": {
      ...port,
      options: "--only="
    },
    "emulators:exec": {
      asks: "starts a program",
      options: "--only= --ui",
      operands: { from: 1, reason: "is a script that is started" }
    },
    "init use experiments:enable setup:emulators:firestore apps:sdkconfig functions:secrets:access functions:config:get":
      folder
  }
}

const supabaseDangers = [
  danger("reaches another database", "--db-url= -p= --password="),
  danger(settings, "--workdir= --profile= --network-id=")
]

const supabase: ClosedList = {
  source: "supabase --help, of Supabase CLI 2",
  skipsDashes: true,
  everywhere: true,
  options: "-v --version --debug -o= --output= --experimental --yes --project-ref= --create-ticket --dns-resolver=",
  dangers: supabaseDangers,
  subcommands: {
    "status services completion help": { options: "--override-name=" },
    gen: {
      subcommands: {
        types: {
          options: "--local --linked --project-id= --schema= -s= --lang= --postgrest-v9-compat --swift-access-control="
        },
        "keys signing-key bearer-jwt": secrets
      }
    },
    db: {
      subcommands: {
        "lint advisors": { options: "--local --linked --schema= -s= --level= --fail-on=" },
        diff: {
          options: "--local --linked --schema= -s= --use-migra --use-pg-schema",
          dangers: [danger("writes a file", "-f= --file=")]
        },
        "push reset start pull dump": {
          asks: "changes the database, or writes files",
          options: `--local --linked --dry-run --no-seed --include-all --include-seed --schema= -s= --debug --data-only
              --role-only --version= --last=`
        }
      }
    },
    migration: {
      subcommands: { "list ls": { options: "--local --linked" }, "new repair squash up fetch down": folder }
    },
    "functions projects orgs branches secrets ssl-enforcement network-restrictions snippets": {
      subcommands: {
        "list get": {},
        "new serve deploy delete download create api-keys set unset update disable pause": acts
      }
    },
    inspect: { subcommands: { db: { options: "--local --linked" } } },
    test: { subcommands: { db: { options: "--local --linked" }, new: folder } },
    "start stop": {
      asks: "starts or stops containers",
      options: "-x= --exclude= --ignore-health-check --project-id=",
      dangers: [danger("deletes data", "--no-backup --all")]
    },
    "init link unlink bootstrap login logout seed config domains vanity-subdomains encryption sso storage": folder
  }
}

const wrangler: ClosedList = {
  source: "wrangler --help, of Wrangler 4",
  skipsDashes: true,
  everywhere: true,
  options: "-v --version -e= --env= --json",
  dangers: [danger(settings, "-c= --config= --cwd= --env-file=")],
  subcommands: {
    "whoami docs check": { options: "--format=" },
    tail: { options: "--format= --status= --method= --search= --sampling-rate= --header= --ip=" },
    "deployments versions d1 r2 queues vectorize hyperdrive pages secret workflows dispatch-namespace cert": {
      subcommands: {
        "list info status view": { options: "--name= --versions --time-period=" },
        "bucket object project deployment secret instances": {
          subcommands: { "list info describe tail": { options: "--project-name= --environment= --name=" } }
        },
        "create delete put get bulk execute migrations export insights deploy dev upload rollback update trigger functions time-travel":
          { ...acts, options: "--local --remote --command= --project-name= --branch= --name= --commit-dirty --preview" }
      }
    },
    kv: {
      subcommands: {
        "namespace key": {
          subcommands: {
            "list get": { options: "--binding= --namespace-id= --local --remote --preview --prefix= --text" },
            "create delete put rename": acts
          }
        },
        bulk: acts
      }
    },
    types: { asks: "writes a file", options: "--include-env --include-runtime --check --strict-vars" },
    "dev start": {
      ...port,
      options: "--port= --local --remote --test-scheduled --log-level= --live-reload --no-bundle --persist",
      dangers: [danger("opens it for others", "--ip= --host= --inspector-port= --tunnel")]
    },
    "deploy publish": {
      ...acts,
      options: `--dry-run --minify --keep-vars --name= --compatibility-date= --tag= --message= --upload-source-maps
          --no-bundle`,
      dangers: [
        danger(
          "writes to a folder, or sends others' files",
          "--outdir= --metafile= --assets= --site= --secrets-file= --var= --define= --alias= --tsconfig="
        )
      ]
    },
    "init setup login logout delete rollback generate telemetry": folder
  }
}

/** Command lines of platforms that store data and run functions. Sources: the help of each. */
export const backends: ReadonlyArray<Program> = [
  { names: ["firebase"], facts, closed: firebase },
  { names: ["supabase"], facts, closed: supabase },
  { names: ["wrangler"], facts, closed: wrangler }
]

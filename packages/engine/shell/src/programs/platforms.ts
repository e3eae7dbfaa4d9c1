import { alone } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts: ClosedList = { asks: "acts on the service" }
const secrets: ClosedList = { asks: "shows or changes what is secret" }
const port: ClosedList = { asks: "opens a port, or a browser" }
const folder: ClosedList = { asks: "changes the folder, or installs" }
const settings = "reads other settings, or works in another folder"
const account = "acts with other credentials, or on another account"
const everyone = danger("changes what everyone uses", "--prod --production -p --live")
const facts = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts extensions, plugins or the project's scripts",
  writesFiles: "writes what it fetches, and its state",
  folderDecides: "reads the settings of the folder"
})

const heroku: ClosedList = {
  source: "heroku help, of Heroku CLI 9",
  skipsDashes: true,
  everywhere: true,
  options: "-v --version -a= --app= -r= --remote= --json -j",
  subcommands: {
    "apps apps:info info ps releases releases:info addons addons:info domains domains:info pipelines pipelines:info regions status buildpacks certs features labs maintenance notifications sessions stack auth:whoami whoami pg:info pg pg:ps pg:locks pg:diagnose redis:info version help builds access members orgs spaces keys":
      { options: "-A --all -s= --space= -t= --team= -n= --num= --type= -x --extended -p" },
    logs: { options: "-n= --num= -p= --process-name= --ps= -d= --dyno= -s= --source= -t --tail --force-colors" },
    "config config:get": secrets,
    "restart ps:restart ps:scale ps:stop dyno:restart dyno:scale maintenance:on maintenance:off releases:rollback rollback":
      acts,
    "run run:detached local ps:exec pg:psql redis:cli open login logout plugins:install": port
  }
}

const fly: ClosedList = {
  source: "fly help, of flyctl 0.3",
  skipsDashes: true,
  everywhere: true,
  options: "-a= --app= -j --json --verbose --debug",
  dangers: [danger(account, "-t= --access-token= --org= -o="), danger(settings, "-c= --config=")],
  subcommands: {
    "status logs releases version checks doctor": {
      options: "-i= --instance= -r= --region= -n --no-tail --all --watch --image --machine=",
      subcommands: { list: {} },
      otherwise: "script"
    },
    "apps machine machines m volumes volume vol ips certs secrets regions platform scale services orgs postgres pg image history":
      {
        subcommands: {
          "list ls status show info regions vm-sizes check": { options: "-q --quiet" },
          "create destroy restart start stop kill clone update run exec move set unset import add delete remove release allocate allocate-v4 allocate-v6 count memory vm extend fork attach detach connect db deploy open":
            acts
        }
      },
    config: { subcommands: { "show validate display": {}, "save env": folder } },
    deploy: {
      ...acts,
      options: `--strategy= --remote-only --local-only --now --ha --no-cache --detach --image-label= --build-arg= -e= --env=
        --wait-timeout= --vm-size= --vm-memory= --regions= --build-only --push --dockerfile=`,
      dangers: [danger("gives the build other files", "--build-secret= --ignorefile= -i= --image= --file-local=")]
    },
    "launch ssh console proxy auth agent wireguard open": port
  }
}

const vercelDangers = [
  danger(account, "-t= --token= -S= --scope= -T= --team="),
  danger(settings, "--cwd= -A= --local-config= -Q= --global-config=")
]

const vercel: ClosedList = {
  source: "vercel help, of Vercel CLI 39",
  skipsDashes: true,
  everywhere: true,
  options: "-v --version -d --debug --no-color",
  dangers: vercelDangers,
  alone: alone("publishes the folder"),
  subcommands: {
    "list ls inspect logs log whoami help": {
      options: `-m= --meta= --environment= --next= --status= --policy= -j --json -f --follow --since= --until= --limit= -n=
          -l --logs --wait --timeout= -y --yes`
    },
    "domains dns alias aliases certs projects project teams team": {
      subcommands: {
        "list ls inspect": { options: "--next= --limit= -n= --json" },
        "add rm remove buy move transfer-in import set issue renew switch invite verify": acts
      }
    },
    env: { subcommands: { "list ls": { options: "--guidance" }, "add rm remove pull update": secrets } },
    build: {
      options: "-y --yes --target= --standalone",
      dangers: [danger("writes to another folder", "--output="), everyone]
    },
    deploy: {
      ...acts,
      options: `-y --yes -f --force --prebuilt --no-wait --with-cache --public --name= -n= -m= --meta= --regions= --archive=
          -l --logs --target= --skip-domain --no-clipboard`,
      dangers: [danger("sends what is secret", "-e= --env= -b= --build-env="), everyone]
    },
    "pull link git init install integration": folder,
    "promote rollback redeploy remove rm rolling-release target bisect cache blob": acts,
    "dev develop open login logout switch telemetry mcp": port
  }
}

const netlify: ClosedList = {
  source: "netlify help, of Netlify CLI 18",
  skipsDashes: true,
  everywhere: true,
  options: "--debug --json --verbose -s= --site=",
  dangers: [
    danger(account, "--auth= --http-proxy= --http-proxy-certificate-filename="),
    danger(settings, "--cwd= --config= --filter=")
  ],
  subcommands: {
    "status sites:list functions:list logs:function logs:deploy blobs:list help completion": { options: "--name=" },
    build: { options: "--dry --context= -o --offline" },
    deploy: {
      ...acts,
      options: `-d= --dir= -f= --functions= -m= --message= --alias= --draft --build --context= --timeout= --no-build
          --skip-functions-cache`,
      dangers: [danger("changes what everyone uses", "-p --prod --prod-if-unlocked --trigger")]
    },
    "env:list env:get env:set env:unset env:import env:clone": secrets,
    "dev dev:exec serve open open:admin open:site login logout switch watch": port,
    "init link unlink recipes functions:create functions:build addons:create sites:create sites:delete api blobs:get blobs:set clone":
      folder
  }
}

const read = /^(?:list|ls|get|list-[\w-]+)$/
const groups = new Set(
  `compute droplet droplet-action domain records firewall image load-balancer volume volume-action snapshot region size
    ssh-key tag reserved-ip certificate cdn kubernetes cluster node-pool options versions regions sizes apps app
    registry
    repository repositories databases db pool replica account balance invoice billing-history project projects vpcs
    monitoring alert uptime functions serverless logs list-deployments version`.split(/\s+/)
)

/** Command lines of platforms that run what they are sent. Sources: the help of each. */
export const platforms: ReadonlyArray<Program> = [
  { names: ["heroku"], facts, closed: heroku },
  { names: ["flyctl", "fly"], facts, closed: fly },
  { names: ["vercel", "vc"], facts, closed: vercel },
  { names: ["netlify", "ntl"], facts, closed: netlify },
  {
    names: ["doctl"],
    facts,
    closed: {
      source: "doctl --help, of doctl 1.120",
      style: "words",
      everywhere: true,
      options: `-o= --output= --format= --no-header -v --verbose --trace --tag-name= --region= --public --type= --page=
          --follow --tail=`,
      dangers: [danger(account, "-t= --access-token= --context= -u= --api-url="), danger(settings, "-c= --config=")],
      operand: (word, before) =>
        before.some((one) => read.test(one)) || (before.length > 0 && read.test(word)) || groups.has(word)
          ? undefined
          : "changes the service, or shows what is secret"
    }
  },
  {
    names: ["s3cmd"],
    facts,
    closed: {
      source: "s3cmd(1), of s3cmd 2.3",
      everywhere: true,
      options: `-nserHvdqlM --dry-run --ssl --recursive --limit= --human-readable-sizes --list-md5 --long-listing --progress
        --no-progress --stats --verbose --debug --quiet --version --region= --bucket-location= --check-md5
        --no-check-md5 --list-allow-unordered`,
      dangers: [
        danger(
          account,
          "-c= --config= --access_key= --secret_key= --access_token= --host= --host-bucket= --no-check-certificate"
        ),
        danger("shows or writes the credentials", "--configure --dump-config"),
        danger("changes who may read", "-P --acl-public --acl-grant= --acl-revoke=")
      ],
      subcommands: {
        "ls la du info multipart listmp getlifecycle getnotification ws-info cflist cfinfo cfinvalinfo accesslog": {},
        "put get sync cp mv del rm": {
          asks: "changes the service, or writes files",
          options: `-fF --force --continue --skip-existing --preserve -p --no-preserve --exclude= --include= --rexclude= --rinclude=
            --mime-type= -m= --guess-mime-type --no-mime-magic --storage-class= --rr --no-encrypt --encrypt -e
            --acl-private
            --delete-removed --no-delete-removed --max-delete= --add-header= --expiry-days= --limit-rate=
            --multipart-chunk-size-mb=`,
          dangers: [
            danger(
              "reads names from a file",
              "--exclude-from= --include-from= --rexclude-from= --rinclude-from= --files-from="
            ),
            danger("deletes what it fetched", "--delete-after-fetch")
          ]
        },
        "mb rb restore modify setacl setpolicy delpolicy setcors delcors payer abortmp sign signurl fixbucket expire setlifecycle dellifecycle setnotification delnotification ws-create ws-delete cfcreate cfdelete cfmodify":
          acts
      }
    }
  }
]

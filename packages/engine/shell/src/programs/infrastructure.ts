import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts: ClosedList = { asks: "changes the infrastructure, or shows what is secret" }
const elsewhere = "acts on another server, or with other credentials"
const settings = "reads other settings, or works in another folder"
const facts = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts plugins, and what its settings name",
  writesFiles: "writes what it fetches, and its state",
  folderDecides: "reads the settings of the folder"
})

const unasked = "changes the infrastructure without a question"

const pulumi: ClosedList = {
  source: "pulumi help, of Pulumi 3",
  skipsDashes: true,
  everywhere: true,
  options: `--color= --emoji --non-interactive --logflow --disable-integrity-checking -v= -Q --fully-qualify-stack-names -s=
      --stack= -j --json`,
  dangers: [danger(settings, "-C= --cwd= --config-file= --profiling= --tracing= --memprofilerate= --env= -e")],
  subcommands: {
    "preview pre": {
      options: `--diff --json -m= --message= -p= --parallel= --expect-no-changes -r --refresh --show-reads --show-replacement-steps
        --show-sames --suppress-outputs --suppress-progress -t= --target= --target-dependents --replace=
        --target-replace= --policy-pack-config=`,
      dangers: [
        danger(
          "loads code, or writes a file",
          "--policy-pack= --save-plan= --import-file= --exec-* -c= --config= --attach-debugger"
        )
      ]
    },
    "whoami version about logs history": {
      options: "-v --verbose -f --follow --since= -r= --resource= -t --transitive"
    },
    stack: {
      options: "-i --show-ids -u --show-urls --show-name",
      dangers: [danger("shows what is secret", "--show-secrets")],
      subcommands: {
        "ls history tag graph": {
          options: "-a --all -o= --organization= -p= --project= -t= --tag= --page= --page-size= --full-dates"
        },
        output: { options: "--shell", dangers: [danger("shows what is secret", "--show-secrets")] },
        "init select rm export import rename change-secrets-provider unselect": acts
      }
    },
    config: {
      options: "--path",
      dangers: [danger("shows what is secret", "--show-secrets")],
      subcommands: { "get set rm set-all rm-all refresh cp env": acts }
    },
    plugin: { subcommands: { ls: { options: "-p --project" }, "install rm run": acts } },
    "up update refresh destroy import": {
      ...acts,
      options: `--diff -m= --message= -p= --parallel= -r --refresh --expect-no-changes --show-sames --suppress-outputs
          --suppress-progress -t= --target= --target-dependents --replace= --preview-only`,
      dangers: [
        danger(unasked, "-y --yes -f --skip-preview --remove"),
        danger("loads code", "--policy-pack= --plan= --exec-* -c= --config=")
      ]
    },
    "cancel console login logout new org policy schema state watch convert deployment env esc package install": acts
  }
}

const eksctl: ClosedList = {
  source: "eksctl help, of eksctl 0.200",
  skipsDashes: true,
  everywhere: true,
  options: `-v= --verbose= -C= --color= -d --dumpLogs -r= --region= -o= --output= -n= --name= --cluster= -c= -A --all-regions
      --timeout= --chunk-size=`,
  dangers: [
    danger(elsewhere, "-p= --profile= --cfn-role-arn= --aws-api-timeout="),
    danger("reads orders from a file", "-f= --config-file=")
  ],
  subcommands: {
    get: {},
    "version info completion help": { options: "--extended" },
    "create delete upgrade update scale drain enable register deregister associate disassociate unset set utils generate install anywhere":
      acts
  }
}

const argoShown: ClosedList = {
  options: `-o= --output= -l= --selector= -p= --project= -r= --repo= --refresh --hard-refresh --show-operation --show-params -f --follow
    --tail= --name= --kind= --group= --namespace= -N= --app-namespace= --revision= --since-seconds= --exit-code
    --orphaned --short --client`,
  dangers: [
    danger(
      "sends what a folder holds, or starts a program",
      "--local= --local-repo-root= --server-side-generate --local-include="
    )
  ]
}

const argocd: ClosedList = {
  source: "argocd help, of Argo CD 2.13",
  skipsDashes: true,
  everywhere: true,
  options: "--grpc-web --loglevel= --logformat= --http-retry-max= --prompts-enabled",
  dangers: [
    danger(
      elsewhere,
      `--server= --auth-token= --config= --kube-context= --argocd-context= --core --plaintext --insecure --server-crt= --client-crt=
        --client-crt-key= -H= --header= --grpc-web-root-path= --port-forward --port-forward-namespace= --server-name=
        --redis-*`
    )
  ],
  subcommands: {
    app: {
      subcommands: {
        "list get diff history logs manifests resources get-resource": argoShown,
        actions: { subcommands: { list: argoShown, run: acts } },
        "sync wait": {
          ...acts,
          options: `${argoShown.options ?? ""} --async --timeout= --dry-run --prune --health --sync --operation --resource= --retry-limit=`,
          dangers: [danger("changes the cluster by force", "--force --replace --local=")]
        },
        "create delete set unset patch patch-resource delete-resource edit rollback terminate-op add-source remove-source confirm-deletion":
          acts
      }
    },
    "appset cluster proj repo repocreds account cert gpg": {
      subcommands: {
        "list get get-user-info can-i": argoShown,
        "add create delete rm set edit update rotate-auth add-ssh add-tls generate-token update-password delete-token role windows":
          acts
      }
    },
    "version completion": argoShown,
    context: { operands: { from: 1, reason: elsewhere } },
    "login logout relogin admin configure": acts
  }
}

/** Programs that show and change infrastructure. Sources: the help of each. */
export const infrastructure: ReadonlyArray<Program> = [
  { names: ["pulumi"], facts, closed: pulumi },
  { names: ["eksctl"], facts, closed: eksctl },
  { names: ["argocd"], facts, closed: argocd }
]

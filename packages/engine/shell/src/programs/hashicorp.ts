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

const address = danger(
  elsewhere,
  `-address= -namespace= -ns= -ca-cert= -ca-path= -ca-file= -client-cert= -client-key= -tls-skip-verify -tls-server-name= -token= -token-file=
    -http-addr= -datacenter= -region= -header= -mfa= -agent-address= -policy-override -wrap-ttl=`
)

const vault: ClosedList = {
  source: "vault -help, of Vault 1.18",
  style: "dashes",
  everywhere: true,
  options: "-v -version -help -h -format= -log-level= -field= -detailed -non-interactive",
  dangers: [address],
  subcommands: {
    "status version list path-help print": {},
    kv: {
      subcommands: {
        list: { options: "-mount=" },
        metadata: { subcommands: { get: { options: "-mount=" }, "put delete patch": acts } },
        get: { asks: "shows a secret", options: "-mount= -version=" },
        "put patch delete undelete destroy rollback enable-versioning": acts
      }
    },
    "secrets auth audit plugin": {
      subcommands: { list: {}, "enable disable tune move register deregister reload info help": acts }
    },
    policy: { subcommands: { "list read": {}, "write delete fmt": acts } },
    read: { asks: "shows a secret" },
    "write delete login token lease operator server agent proxy ssh unwrap namespace patch pki transform transit debug monitor events hcp":
      acts
  }
}

const consul: ClosedList = {
  source: "consul -help, of Consul 1.20",
  style: "dashes",
  everywhere: true,
  options: "-version -help -h -format= -detailed -wan -status= -stale -keys -recurse -separator=",
  dangers: [address],
  subcommands: {
    "members info version validate rtt": {},
    catalog: { subcommands: { "datacenters nodes services": { options: "-service= -tags -node= -near= -filter=" } } },
    operator: {
      subcommands: {
        raft: { subcommands: { "list-peers": {}, "remove-peer transfer-leader": acts } },
        "autopilot area usage": acts
      }
    },
    config: { subcommands: { "list read": { options: "-kind= -name=" }, "write delete": acts } },
    intention: { subcommands: { "list get check match": {}, "create delete": acts } },
    kv: { subcommands: { get: { asks: "shows a secret" }, "put delete export import": acts } },
    "acl agent connect debug event exec force-leave join keygen keyring leave lock login logout maint monitor peering reload services snapshot tls watch":
      acts
  }
}

const nomad: ClosedList = {
  source: "nomad -help, of Nomad 1.9",
  style: "dashes",
  everywhere: true,
  options: "-version -help -h -verbose -short -json -t= -no-color -self -stats -allocs -evals -all-allocs -all",
  dangers: [address],
  subcommands: {
    "status version": {},
    job: {
      subcommands: {
        "status inspect history allocs deployments": { options: "-p -version= -latest -hcl" },
        "plan validate": {
          options: "-diff -no-color -verbose -hcl2-strict",
          dangers: [danger(settings, "-var-file= -var= -vault-token= -consul-token=")]
        },
        "run stop dispatch eval promote revert scale start restart tag init periodic action": acts
      }
    },
    "node server namespace deployment eval volume plugin service": {
      subcommands: {
        "status list members info": { options: "-detailed" },
        "drain eligibility join force-leave apply delete create register deregister meta config pass fail pause promote resume unblock":
          acts
      }
    },
    alloc: {
      subcommands: {
        "status logs checks": { options: "-f -n= -tail -stderr -stdout -c -task= -job" },
        "exec fs restart signal stop pause": acts
      }
    },
    fmt: { options: "-check -list -recursive -write", asks: "changes files" },
    "plan validate inspect": { options: "-diff", dangers: [danger(settings, "-var-file= -var=")] },
    "run stop acl agent agent-info config exec logs fs login monitor operator quota recommendation scaling sentinel setup system tls ui var":
      acts
  }
}

const packer: ClosedList = {
  source: "packer -help, of Packer 1.11",
  style: "dashes",
  options: "-version -v -help -h -machine-readable",
  subcommands: {
    "validate inspect": {
      options: `-syntax-only -except= -only= -machine-readable -var= -evaluate-datasources -no-warn-undeclared-var
          -use-sequential-evaluation`,
      dangers: [danger(settings, "-var-file=")]
    },
    version: {},
    fmt: { asks: "changes files", options: "-check -diff -recursive -write" },
    build: {
      ...acts,
      options: `-except= -only= -color= -parallel-builds= -timestamp-ui -on-error= -var= -machine-readable
          -warn-on-undeclared-var`,
      dangers: [
        danger(settings, "-var-file="),
        danger("deletes what stands there", "-force"),
        danger("opens a debugger", "-debug")
      ]
    },
    "init plugins console fix hcl2_upgrade": acts
  }
}

/** Programs of HashiCorp, except Terraform and Vagrant. Sources: the help of each. */
export const hashicorp: ReadonlyArray<Program> = [
  { names: ["vault"], facts, closed: vault },
  { names: ["consul"], facts, closed: consul },
  { names: ["nomad"], facts, closed: nomad },
  { names: ["packer"], facts, closed: packer }
]

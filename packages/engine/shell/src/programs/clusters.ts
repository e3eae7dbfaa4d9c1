import type { ClosedList } from "./ClosedList.ts"
import { kubectl } from "./kubectl.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const changes: ClosedList = { asks: "changes the cluster" }
const elsewhere = "chooses which cluster it acts on, or starts a helper"
const starts = "starts a program"
const machines: ClosedList = { asks: "starts, changes or deletes machines" }
const files: ClosedList = { asks: "reads or writes files of the machine" }
const facts = factsOf("the manual of each", {
  startsPrograms: "starts programs in a cluster or a machine, and plugins and helpers here",
  reachesNetwork: "acts on a cluster, or fetches images",
  writesFiles: "writes what it copies"
})

const oc: ClosedList = {
  ...kubectl,
  source: "oc --help, of oc 4.16, and the lists of kubectl",
  subcommands: {
    ...kubectl.subcommands,
    whoami: {
      options: "--show-console --show-server --show-context -c",
      dangers: [danger("shows the token", "-t --show-token")]
    },
    "projects project": { options: "-q --short", operands: { from: 1, reason: elsewhere } },
    status: { options: "--suggest -o= --output= -A --all-namespaces" },
    "login logout registry": { asks: "changes which credentials are kept" },
    "rsh rsync debug new-app new-build new-project start-build cancel-build import-image tag idle adm policy process extract image observe secrets serviceaccounts mirror":
      changes
  }
}

const minikube: ClosedList = {
  source: "minikube help, of minikube 1.34",
  everywhere: true,
  options: "-h -v= -p= --profile= --v= --alsologtostderr --logtostderr --stderrthreshold= -o= --output= -n= --node=",
  dangers: [danger("writes a file", "--log_dir= --log_file= --add_dir_header")],
  subcommands: {
    "status version ip help options": { options: "-f= --format= --short --components -l= --layout= --wait= -w=" },
    logs: {
      options: "-f --follow --length= --problems --last-start-only --audit",
      dangers: [danger("writes a file", "--file=")]
    },
    profile: { subcommands: { list: { options: "-l --light" } } },
    addons: { subcommands: { "list images": { options: "-d --docs" }, "enable disable configure open": changes } },
    image: { subcommands: { "ls list": { options: "--format=" }, "load build pull push rm save tag": files } },
    node: { subcommands: { list: {}, "add delete start stop": changes } },
    config: { subcommands: { "view get defaults": { options: "--format=" }, "set unset": changes } },
    service: {
      options: "--url",
      subcommands: { list: { options: "--namespace=" } },
      otherwise: "script",
      asks: "opens a way to the network, or a browser"
    },
    start: {
      ...machines,
      options: `--driver= --cpus= --memory= --nodes= --kubernetes-version= --container-runtime= --addons= --cni= --disk-size=
          --wait= --dry-run --ha --delete-on-failure`,
      dangers: [
        danger(
          "gives the machine folders, or other images",
          `--mount --mount-string= --base-image= --iso-url= --extra-config= --insecure-registry= --registry-mirror=
            --force --docker-opt= --docker-env=`
        )
      ]
    },
    "stop pause unpause delete": { ...machines, options: "--all -A --keep-context-active --schedule= --purge" },
    "docker-env podman-env update-context completion update-check": { options: "--shell= -u --unset" },
    "ssh kubectl mount tunnel dashboard cp cache ssh-host ssh-key license": { asks: starts }
  }
}

const kind: ClosedList = {
  source: "kind help, of kind 0.25",
  everywhere: true,
  options: "-h -q --quiet -v= --verbosity=",
  subcommands: {
    get: {
      subcommands: {
        "clusters nodes": { options: "-n= --name= -A --all-clusters" },
        kubeconfig: { asks: "shows what is secret" }
      }
    },
    "version completion help": {},
    create: {
      subcommands: {
        cluster: {
          ...machines,
          options: "-n= --name= --wait= --retain",
          dangers: [danger("reads orders from a file, or takes another image", "--config= --image= --kubeconfig=")]
        }
      }
    },
    delete: {
      subcommands: {
        "cluster clusters": {
          ...machines,
          options: "-n= --name= -A --all",
          dangers: [danger("writes a file", "--kubeconfig=")]
        }
      }
    },
    load: { asks: "gives the cluster images", options: "-n= --name= --nodes=" },
    "build export": files
  }
}

const k3s: ClosedList = {
  source: "k3s --help, of k3s 1.31",
  options: "-v --version -h",
  dangers: [danger("reads other settings", "-d= --data-dir= --debug")],
  subcommands: {
    kubectl: { ...kubectl },
    "check-config help": {},
    crictl: { isProgram: true },
    "server agent ctr etcd-snapshot secrets-encrypt certificate token completion": {
      asks: "starts or changes the cluster"
    }
  }
}

/** Programs that start clusters, containers and machines. Sources: the manual of each. */
export const clusters: ReadonlyArray<Program> = [
  {
    names: ["oc"],
    facts,
    closed: oc,
    synonyms: [
      ["-f", "--filename"],
      ["-n", "--namespace"]
    ]
  },
  { names: ["minikube"], facts, closed: minikube },
  { names: ["kind"], facts, closed: kind },
  { names: ["k3s"], facts, closed: k3s },
  {
    names: ["k9s"],
    facts,
    closed: {
      source: "k9s help, of k9s 0.32",
      options: `-h -A -n= -c= -l= -r= --all-namespaces --namespace= --command= --logLevel= --refresh= --readonly --headless
          --logoless --crumbsless`,
      dangers: [
        danger(
          elsewhere,
          `--context= --kubeconfig= --cluster= --user= --token= --as= --as-group= --request-timeout= --write
            --logFile= --screen-dump-dir= --insecure-skip-tls-verify --certificate-authority= --client-*`
        )
      ],
      subcommands: { "version info help completion": { options: "-s --short" } }
    }
  }
]

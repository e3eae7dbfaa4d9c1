import { fetched } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  reachesNetwork: "reaches registries, clusters or stores with stored credentials",
  startsPrograms: "starts plugins, editors or what it is told",
  writesFiles: "writes what it fetches"
})

const settings = "reads other settings or orders"
const account = "acts with other credentials, or on another cluster"
const shows: ClosedList = { asks: "shows or changes what is secret" }
const acts: ClosedList = { asks: "changes what runs or is kept elsewhere" }
const writes = "writes a file"

const cluster = danger(
  account,
  "--kubeconfig= --context= --kube-context= --as= --as-group= --as-uid= --server= --token="
)

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "pass gopass",
    {
      source: "pass(1), of pass 1.7",
      options: "-h --version",
      subcommands: {
        "ls list find search version help": {},
        "show grep init insert add edit generate rm remove delete mv rename cp copy git otp": shows
      }
    }
  ],
  [
    "op",
    {
      source: "op --help, of 1Password CLI 2",
      options: "-hv --version --no-color --iso-timestamps",
      dangers: [danger(account, "--account= --session= --config= --cache=?")],
      subcommands: {
        "whoami update completion help": {},
        "vault account user group": {
          subcommands: {
            "list ls": {},
            "get create edit delete remove add forget provision suspend confirm reactivate grant revoke user group":
              shows
          }
        },
        "item document read inject run connect events-api signin signout plugin service-account ssh environment": shows
      }
    }
  ],
  [
    "sops",
    {
      source: "sops --help, of SOPS 3.9",
      options: "-hv --version --disable-version-check",
      subcommands: {
        filestatus: {},
        "exec-env exec-file publish keyservice groups updatekeys decrypt encrypt edit set unset rotate completion":
          shows
      },
      dangers: [
        danger(
          "shows or changes what is secret",
          "-d -e -i -r -s --decrypt --encrypt --in-place --rotate --set= --extract= --output="
        )
      ]
    }
  ],
  [
    "stern",
    {
      source: "stern --help, of stern 1.30",
      options: `-hAiv -l= -c= -E= -e= -H= -i= -n= -o= -s= -t=? --all-namespaces --color= --container= --container-state= --exclude=
        --exclude-container= --exclude-pod= --highlight= --include= --init-containers --ephemeral-containers
        --namespace= --no-follow --only-log-lines --output= --selector= --field-selector= --since= --tail=
        --timestamps=? --timezone= --version --max-log-requests= --diff-container --verbosity= --show-hidden-options`,
      dangers: [
        danger(settings, "--config= --template-file= -T= --stdin --template= --completion= -p --prompt"),
        cluster
      ]
    }
  ],
  [
    "flux",
    {
      source: "flux --help, of Flux 2",
      everywhere: true,
      options:
        "-hn= --namespace= --timeout= --verbose --no-header -A --all-namespaces --status-selector= -l= --label-selector= -w --watch",
      dangers: [cluster, danger(account, "--insecure-skip-tls-verify --tls-server-name= --cache-dir=")],
      subcommands: {
        "get check version stats tree trace events logs": {
          options:
            "--pre --components= --follow -f --tail= --since= --level= --kind= --name= --output= -o= --for= --types= --client"
        },
        "bootstrap build completion debug diff create delete envsubst export install list migrate pull push reconcile resume suspend tag uninstall":
          acts
      }
    }
  ],
  [
    "istioctl",
    {
      source: "istioctl help, of Istio 1.22",
      everywhere: true,
      options: "-hn= --namespace= -i= --istioNamespace= --vklog= --log_output_level=",
      dangers: [cluster, danger(account, "-c=")],
      subcommands: {
        "version proxy-status ps analyze validate verify-install describe precheck": {
          options:
            "-ARo= --all-namespaces --output= --remote --short --color --recursive --suppress= --failure-threshold= -L --list-analyzers --use-kube=?",
          dangers: [danger(settings, "-f= --filename= --meshConfigFile= --revision=")]
        },
        "install uninstall upgrade operator manifest kube-inject dashboard dash d proxy-config pc tag create-remote-secret experimental x ztunnel-config waypoint bug-report admin remote-clusters completion":
          acts
      }
    }
  ],
  [
    "crane",
    {
      source: "crane help, of crane 0.19",
      everywhere: true,
      options: "-hv --platform= --verbose --version",
      dangers: [danger(account, "--insecure --allow-nondistributable-artifacts")],
      subcommands: {
        "manifest config digest ls catalog version validate": {
          options: "--full-ref --omit-digest-tags -O --remote= --fast",
          dangers: [danger("reads a file", "--tarball=")]
        },
        "append auth blob copy cp delete export flatten index mutate optimize pull push rebase registry tag layout edit serve completion":
          acts
      }
    }
  ],
  [
    "skopeo",
    {
      source: "skopeo(1), of skopeo 1.14",
      everywhere: true,
      options: "-hv --version --debug --command-timeout= --override-arch= --override-os= --override-variant=",
      dangers: [danger(settings, "--policy= --insecure-policy --registries.d= --tmpdir= --user-agent-prefix=")],
      subcommands: {
        "inspect list-tags manifest-digest": {
          options: "-nf= --config --raw --format= --no-tags --retry-times=",
          dangers: [
            danger(
              account,
              "--authfile= --cert-dir= --creds= --username= --password= --registry-token= --tls-verify=? --no-creds --daemon-host= --shared-blob-dir="
            )
          ]
        },
        "copy delete sync login logout standalone-sign standalone-verify generate-sigstore-key proxy experimental-image-proxy":
          acts
      }
    }
  ],
  [
    "syft",
    {
      source: "syft --help, of Syft 1",
      options:
        "-hvqs= -o= --output= --quiet --verbose --scope= --platform= --exclude= --version --source-name= --source-version= --select-catalogers=",
      dangers: [
        danger(
          settings,
          "-c= --config= --profile= -t= --template= --base-path= --override-default-catalogers= --enrich="
        ),
        danger(writes, "--file=")
      ],
      value: (option, value) => (/^-(?:o|-output)$/.test(option) && value.includes("=") ? writes : undefined),
      operand: (word, before) =>
        before.length > 0 || !/^(?:attest|login|convert|completion|cataloger|config)$/.test(word)
          ? undefined
          : "shows or changes what is kept elsewhere"
    }
  ],
  [
    "cosign",
    {
      source: "cosign help, of cosign 2",
      options: "-hd -t= --verbose --timeout=",
      dangers: [danger(writes, "--output-file=")],
      subcommands: {
        "version env tree triangulate": {},
        "verify verify-attestation verify-blob": {
          asks: "trusts what its options name",
          options: "--certificate-identity= --certificate-oidc-issuer= -o= --output= --type= --check-claims=?"
        },
        "attach attest attest-blob clean copy dockerfile download generate generate-key-pair import-key-pair initialize load login manifest pkcs11-tool piv-tool public-key save sign sign-blob upload signing-config trusted-root bundle completion":
          acts
      }
    }
  ],
  [
    "dive",
    {
      source: "dive --help, of dive 0.12",
      options:
        "-hv --version --ci --ignore-errors --source= --lowestEfficiency= --highestWastedBytes= --highestUserWastedPercent=",
      dangers: [danger(settings, "--config= --ci-config="), danger(writes, "-j= --json=")],
      operand: (word) =>
        word === "build" ? "builds an image" : isOutside(word) ? "is outside of the folder" : fetched(word)
    }
  ]
]

/**
 * Programs that keep secrets, and programs that inspect images, registries and clusters. Sources: the manual of each.
 */
export const secretTools: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts,
  closed
}))

import { fetched } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const changes = "changes the cluster"

const helmValues = `-f= --values= --set= --set-string= --set-json= --set-literal= --version= --devel --namespace= --kube-version=
  --api-versions= --name-template= --generate-name -g --include-crds --no-hooks --skip-crds --skip-tests --is-upgrade
  --show-only= -s= --validate --description= --disable-openapi-validation --enable-dns`

const valueFile = (option: string, value: string) => (/^-(?:f|-values)$/.test(option) ? fetched(value) : undefined)
const charts: Pick<ClosedList, "operand" | "value"> = { operand: fetched, value: valueFile }

/** Helm. A subcommand that Helm does not know is a plugin. Source: helm.sh/docs/helm, of helm 3. */
export const helm: ClosedList = {
  source: "helm.sh/docs/helm, of helm 3",
  options: "-hn= --namespace= --debug --burst-limit= --qps=",
  dangers: [
    danger(
      "chooses which cluster it acts on, or starts a helper",
      ...[
        "--kubeconfig=",
        "--kube-context=",
        "--kube-apiserver=",
        "--kube-token=",
        "--kube-ca-file=",
        "--kube-as-user="
      ],
      ...["--kube-as-group=", "--kube-insecure-skip-tls-verify", "--kube-tls-server-name="]
    ),
    danger("names a program to start", "--post-renderer=", "--post-renderer-args="),
    danger(
      "chooses where charts come from",
      "--repo=",
      "--registry-config=",
      "--repository-config=",
      "--repository-cache="
    ),
    danger("writes files", "--output-dir=", "-d=", "--destination=")
  ],
  everywhere: true,
  subcommands: {
    "list ls": {
      options: `-aAqro= -m= -f= -l= --all --all-namespaces --date --deployed --failed --filter= --max= --no-headers --offset=
        --output= --pending --reverse --selector= --short --superseded --time-format= --uninstalled --uninstalling`
    },
    "status history hist": { options: "-o= --output= --revision= --max= --show-desc --show-resources" },
    get: {
      subcommands: {
        "all hooks manifest metadata notes values": { options: "-ao= --all --output= --revision= --template=" }
      }
    },
    "show inspect": {
      subcommands: { "all chart crds readme values": { options: "--version= --devel --jsonpath=", operand: fetched } }
    },
    search: {
      subcommands: {
        "hub repo": {
          options: "-lro= --devel --max-col-width= --output= --regexp --version= --versions --fail-on-no-result"
        }
      }
    },
    template: { ...charts, options: helmValues, dangers: [danger("fetches charts", "--dependency-update")] },
    lint: { ...charts, options: `${helmValues} --strict --quiet --with-subcharts` },
    "version env completion": { options: "--short --template=" },
    repo: {
      subcommands: {
        "list ls": { options: "-o= --output=" },
        "add remove update up index": { asks: "changes where charts come from" }
      }
    },
    "dependency dep": {
      subcommands: { "list ls": { options: "--max-col-width=" }, "build update up": { asks: "fetches charts" } }
    },
    plugin: {
      subcommands: {
        "list ls": { options: "-o= --output=" },
        "install add update up uninstall remove rm": { asks: "changes which programs helm starts" }
      }
    },
    registry: { asks: "changes which credentials are kept" },
    "install upgrade uninstall delete un del rollback test": {
      ...charts,
      asks: changes,
      options: `${helmValues} -io= --install --wait --timeout= --atomic --dry-run=? --create-namespace --force --reuse-values
        --reset-values --keep-history --ignore-not-found --cleanup-on-fail --history-max= --output=`
    },
    "pull fetch push package create verify": { asks: "writes files, or publishes", operand: fetched }
  }
}

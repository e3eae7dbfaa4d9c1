import type { ClosedList } from "./ClosedList.ts"
import { danger } from "./Program.ts"

const changes = "changes the cluster"
const starts = "starts a program in the cluster"

/**
 * Returns the reason why a value does harm that is fetched by URL, or by git as kustomize reads it, and so is not in
 * the workspace. Returns `undefined` for any other value.
 */
const remote = (option: string, value: string) =>
  /:\/\/|^git@|^[\w.-]+\.[a-z]+\/[\w.-]+\/|\.git\b|[?&](?:ref|version)=/i.test(value) &&
  ["-f", "--filename", "-k", "--kustomize"].includes(option)
    ? "names a description that is fetched from the network"
    : undefined

/** Returns the reason why showing objects of a kind does harm, or `undefined`. */
const secret = (word: string) => (/(?:^|,)secrets?(?:$|[,/.])/i.test(word) ? "is a secret" : undefined)

const files = "-Rl= -f= -k= --filename= --kustomize= --recursive --selector="
const shows =
  "-Aw -o= --output= --template= --allow-missing-template-keys --[no-]show-managed-fields --all-namespaces --no-headers"
const writes = `${files} -o= --output= --template= --show-managed-fields --dry-run=? --field-manager= --validate=? --wait --timeout=
  --force --grace-period= --cascade=? --overwrite --all --server-side --force-conflicts --save-config --prune --subresource=
  --type= -p= --patch= --resource-version= --current-replicas= --replicas= --from-literal= --image= --ignore-not-found --now
  --field-selector= -A --all-namespaces --local --list`

const subcommands: NonNullable<ClosedList["subcommands"]> = {
  get: {
    options: `${files} ${shows} -L= --chunk-size= --field-selector= --ignore-not-found --label-columns= --output-watch-events
      --server-print --show-kind --show-labels --sort-by= --subresource= --[no-]watch --watch-only`,
    dangers: [danger("asks the cluster's interface for any address", "--raw=")],
    value: remote,
    operand: secret
  },
  describe: { options: `${files} -A --all-namespaces --chunk-size= --show-events`, value: remote, operand: secret },
  "logs log": {
    options: `-fpc= -l= --all-containers --all-pods --container= --follow --ignore-errors --limit-bytes= --max-log-requests=
      --pod-running-timeout= --prefix --previous --selector= --since= --since-time= --tail= --timestamps`,
    dangers: [danger("does not look who answers", "--insecure-skip-tls-verify-backend")]
  },
  top: {
    subcommands: {
      "pod pods po node nodes no": {
        options: `-Al= --all-namespaces --containers --field-selector= --no-headers --selector= --sort-by= --sum
          --use-protocol-buffers --show-capacity --show-swap`
      }
    }
  },
  explain: { options: "-o= --api-version= --output= --recursive" },
  version: { options: "-o= --client --output= --short" },
  "api-resources": {
    options: "-o= --api-group= --cached --categories= --namespaced --no-headers --output= --sort-by= --verbs="
  },
  "api-versions options": {},
  "events event": { options: `${shows} --chunk-size= --for= --types= --watch` },
  "cluster-info": {
    subcommands: {
      dump: { options: `${shows} --namespaces=`, dangers: [danger("writes files", "--output-directory=")] }
    }
  },
  config: {
    dangers: [danger("reads another configuration, which can name programs to start", "--kubeconfig=")],
    subcommands: {
      view: { options: `${shows} --flatten --merge --minify`, dangers: [danger("shows the keys", "--raw")] },
      "get-contexts current-context get-clusters get-users": { options: "-o= --no-headers --output=" },
      "use-context use set set-context set-cluster set-credentials unset delete-context delete-cluster delete-user rename-context":
        { asks: "changes the configuration, which can name programs to start" }
    }
  },
  auth: {
    subcommands: {
      "can-i whoami": { options: "-Aqo= --all-namespaces --list --no-headers --quiet --subresource= --output=" }
    }
  },
  diff: {
    options: `${files} --concurrency= --field-manager= --force-conflicts --prune --prune-allowlist= --server-side
      --show-managed-fields`,
    value: remote
  },
  wait: { options: `${files} ${shows} --all --field-selector= --for= --local --timeout=`, value: remote },
  rollout: {
    subcommands: {
      "status history": { options: `${files} ${shows} --revision= --timeout= --watch`, value: remote },
      "restart undo pause resume": { asks: changes, options: `${writes} --to-revision=`, value: remote }
    }
  },
  completion: {},
  kustomize: {
    options: "-e= --env= --as-current-user",
    operand: (word) => remote("-k", word),
    dangers: [
      danger("starts a program", "--enable-helm", "--helm-command=", "--enable-alpha-plugins", "--network", "--mount="),
      danger("writes a file", "-o=", "--output="),
      danger("reads files of other folders", "--load-restrictor=")
    ]
  },
  plugin: { subcommands: { list: { options: "--name-only" } } },
  "apply create replace delete patch scale autoscale label annotate taint cordon uncordon drain set expose": {
    asks: changes,
    options: writes,
    value: remote
  },
  "alpha kuberc": { asks: changes },
  exec: {
    asks: starts,
    options: "-qitc= -f= --container= --filename= --pod-running-timeout= --quiet --stdin --tty",
    operands: { from: 2, reason: starts },
    rest: "behind dashes",
    value: remote
  },
  "run debug attach edit certificate": {
    asks: starts,
    options: "-qitc= --image= --container= --stdin --tty --quiet --rm --restart="
  },
  cp: { asks: "copies files", options: "-c= --container= --no-preserve --retries=" },
  "port-forward proxy": { asks: "opens a way to the network", options: "-p= --port= --pod-running-timeout=" }
}

/**
 * kubectl. A subcommand that kubectl does not know is a plugin, `kubectl-NAME`. Source: `kubectl options`, and each
 * `--help`, of 1.32.
 */
export const kubectl: ClosedList = {
  source: "kubectl options, and the help of each subcommand, of kubectl 1.32",
  options: `-hn= -v= --namespace= --request-timeout= --[no-]warnings-as-errors --match-server-version --disable-compression
    --log-flush-frequency= --v= --vmodule=`,
  dangers: [
    danger(
      "chooses which cluster it acts on, or starts a helper",
      ...[
        "--kubeconfig=",
        "--context=",
        "--cluster=",
        "-s=",
        "--server=",
        "--tls-server-name=",
        "--insecure-skip-tls-verify"
      ]
    ),
    danger(
      "chooses as whom it acts",
      ...["--as=", "--as-group=", "--as-uid=", "--as-user-extra=", "--token=", "--user=", "--username=", "--password="],
      ...["--certificate-authority=", "--client-certificate=", "--client-key=", "--auth-provider="]
    ),
    danger("writes a file", "--profile=", "--profile-output=", "--cache-dir=", "--log-file=", "--log-dir=")
  ],
  everywhere: true,
  subcommands
}

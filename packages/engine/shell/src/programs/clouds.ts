import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts helpers, plugins and pagers",
  writesFiles: "writes what it fetches, and its settings"
})

const acts = "changes the service, or shows what is secret"
const account = danger(
  "acts with other credentials, or on another account",
  `--account= --impersonate-service-account= --configuration= --access-token-file= --billing-project=
    --subscription-overrides=`
)
const reads =
  /^(?:list|describe|show|get-iam-policy|search|info|version|help|ls|tail|list-[\w-]+|show-[\w-]+|exists|check-[\w-]+)$/

/** The groups of commands in which a command that reads shows no secret. */
const groups = new Set(
  `compute instances disks images networks subnets firewall-rules addresses machine-types zones regions snapshots
    instance-groups managed instance-templates forwarding-rules backend-services health-checks url-maps target-pools
    routers routes projects organizations folders services run jobs revisions functions app versions container
    clusters node-pools images artifacts repositories packages tags builds triggers sql instances databases backups
    operations storage buckets objects pubsub topics subscriptions logging logs sinks metrics monitoring dashboards
    policies iam roles service-accounts workload-identity-pools dns managed-zones record-sets dataflow dataproc
    bigquery spanner redis scheduler tasks queues endpoints deployment-manager deployments billing accounts source
    repos vm vmss disk image snapshot network vnet subnet nsg rule nic public-ip lb application-gateway vpn-connection
    group resource deployment operation aks nodepool acr repository webapp functionapp appservice plan staticwebapp
    sql server db postgres mysql flexible-server cosmosdb monitor activity-log alert metrics-definition
    diagnostic-settings log-analytics workspace role assignment definition policy tag lock containerapp container env
    revision replica servicebus eventhub namespace topic queue eventgrid cdn profile endpoint cognitiveservices devops
    pipelines boards pr batch hdinsight synapse redis search iot hub provider feature`.split(/\s+/)
)

/**
 * Returns the list of a command line whose commands are a path of groups that ends in a verb. The words after the verb
 * are its objects.
 */
const cloud = (source: string, options: string): ClosedList => ({
  source,
  everywhere: true,
  style: "words",
  options,
  dangers: [account, danger("reads options from a file", "--flags-file= @*")],
  operand: (word, before) =>
    (word === "config" && before.length === 0) ||
    before.some((one) => reads.test(one)) ||
    reads.test(word) ||
    groups.has(word)
      ? undefined
      : acts
})

const ansible: ClosedList = {
  runsOperands: true,
  source: "ansible-playbook(1), of ansible 2.14",
  options: `-CDhKklqv -f= -i= -l= -t= -T= -u= --check --diff --forks= --inventory= --limit= --list-hosts --list-tags
    --list-tasks --syntax-check --tags= --skip-tags= --timeout= --verbose --version --flush-cache --start-at-task=
    --step`,
  dangers: [
    danger(
      "reads a password or a key from a file, which may be a program",
      `--vault-password-file= --vault-pass-file= --vault-id= --private-key= --key-file= --connection-password-file=
        --become-password-file= -J --ask-vault-pass`
    ),
    danger("loads code", "-M= --module-path= --playbook-dir= -c= --connection="),
    danger(
      "sets variables, which can name programs",
      `-e= --extra-vars= --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args= --become-method=
        --become-user= --become -b`
    ),
    danger("runs a module by itself", "-m= --module-name= -a= --args=")
  ],
  value: (option, value) =>
    /^-(?:i|-inventory)$/.test(option) && isOutside(value)
      ? "is outside of the folder, and may be a program"
      : undefined
}

/** Command lines of clouds. Sources: the manual of each. */
export const clouds: ReadonlyArray<Program> = [
  {
    names: ["gcloud"],
    facts,
    closed: cloud(
      "gcloud help, of the Google Cloud SDK",
      `--project= --region= --zone= --zones= --location= --format= --filter= --limit= --page-size= --sort-by= --uri
        --flatten= --quiet -q --verbosity= --log-http --no-user-output-enabled --freshness= --order= --namespace=
        --cluster= --instance= --service= --revision= --global --regions= --version --help -h`
    ),
    synonyms: []
  },
  {
    names: ["az"],
    facts,
    closed: cloud(
      "the reference of Azure CLI 2",
      `--output= -o= --query= --subscription= --resource-group= -g= --name= -n= --location= -l= --only-show-errors
        --verbose --debug --top= --show-details -d --all --help -h --version --ids= --resource-type= --vault-name=
        --cluster-name= --server= -s= --namespace=`
    ),
    synonyms: [
      ["-n", "--name"],
      ["-g", "--resource-group"],
      ["-o", "--output"]
    ]
  },
  {
    names: ["ansible", "ansible-playbook"],
    facts,
    closed: ansible,
    synonyms: [
      ["-i", "--inventory", "--inventory-file"],
      ["-e", "--extra-vars"],
      ["-l", "--limit"]
    ]
  }
]

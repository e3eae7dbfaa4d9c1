import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const acts = "acts on the service"
const plans = `-compact-warnings -input= -lock= -lock-timeout= -no-color -parallelism= -refresh= -refresh-only
  -replace= -target= -var= -json -detailed-exitcode -destroy -upgrade -reconfigure -backend= -get= -recursive -list=
  -diff -check -exclude=`
const terraformDangers = [
  danger("writes a file", "-out= -state= -state-out= -backup= -generate-config-out= -write= -junit-xml="),
  danger(
    "reads settings from a file",
    "-var-file= -backend-config= -config= -plugin-dir= -lockfile= -from-module= -test-directory="
  ),
  danger("changes the infrastructure without a question", "-auto-approve -force -migrate-state -force-copy")
]
const applies: ClosedList = {
  asks: "changes the infrastructure or its state",
  options: plans,
  dangers: terraformDangers
}

const terraform: ClosedList = {
  source: "terraform -help, and of each command, of Terraform 1.9 and OpenTofu 1.8",
  style: "dashes",
  options: "-version -help",
  dangers: [danger("works in another folder, whose orders then count", "-chdir=")],
  subcommands: {
    "plan validate": { options: `${plans} -no-tests`, dangers: terraformDangers },
    fmt: { options: `${plans} -no-color`, dangers: [], asks: "changes files" },
    init: { asks: "installs what the configuration names", options: plans, dangers: terraformDangers },
    show: { options: "-json -no-color" },
    output: { options: "-json -raw -no-color", dangers: terraformDangers },
    graph: { options: "-type= -draw-cycles -plan=" },
    providers: { subcommands: { schema: { options: "-json" }, "lock mirror": { asks: "writes files" } } },
    version: { options: "-json" },
    state: {
      subcommands: {
        "list show": { options: "-id= -state= -json -no-color" },
        "mv rm push pull replace-provider": applies
      }
    },
    workspace: { subcommands: { "list show": {}, "new select delete": applies } },
    get: { asks: "installs what the configuration names", options: plans, dangers: terraformDangers },
    metadata: { subcommands: { functions: { options: "-json" } } },
    modules: { options: "-json" },
    test: applies,
    "apply destroy refresh import taint untaint force-unlock console login logout": applies
  }
}

const reads =
  /^(?:list|describe|get|ls|show|search|head|lookup|estimate|simulate|validate|verify|filter|scan|query|wait|tail|help)(?:-|$)/
const secrets =
  /^(?:get-(?:secret-value|parameters?|parameters-by-path|password-data|login|login-password|authorization-token|session-token|credentials|federation-token|object))/

const aws: ClosedList = {
  source: "the reference of AWS CLI 2",
  everywhere: true,
  style: "words",
  options: `--output= --query= --region= --color= --no-cli-pager --no-paginate --page-size= --max-items=
    --starting-token= --debug --version --cli-read-timeout= --cli-connect-timeout= --no-cli-auto-prompt --filters=
    --recursive --human-readable --summarize --bucket= --key= --prefix= --delimiter= --instance-ids= --image-ids=
    --owners= --vpc-ids= --subnet-ids= --group-ids= --names= --name= --cluster= --services= --tasks= --service-name=
    --function-name= --stack-name= --log-group-name= --log-group-name-prefix= --log-stream-name= --log-stream-names=
    --filter-pattern= --start-time= --end-time= --period= --statistics= --namespace= --metric-name= --dimensions=
    --table-name= --queue-url= --topic-arn= --role-name= --user-name= --policy-arn= --version-id= --secret-id=
    --key-id= --cluster-name= --nodegroup-name= --repository-name= --repository-names= --image-tag=
    --db-instance-identifier= --hosted-zone-id= --distribution-id= --id= --alarm-names= --limit= --since= --follow
    --format= --start-query= --arn= --resource-arn= --include= --exclude= --reverse --no-reverse --max-results=
    --next-token= --delivery-stream-name= --stream-name= --rest-api-id= --pipeline-name= --state-machine-arn=
    --execution-arn= --account-id= --time-period= --granularity= --metrics= --group-by=`,
  dangers: [
    danger("acts with other credentials", "--profile= --no-sign-request"),
    danger("asks another server", "--endpoint-url= --no-verify-ssl --ca-bundle="),
    danger(
      "takes its words from a person, or from a file",
      "--cli-auto-prompt --cli-input-json= --cli-input-yaml= --generate-cli-skeleton=?"
    )
  ],
  value: (_option, value) =>
    /^(?:file|fileb|https?):\/\//.test(value) ? "is read from a file or the network" : undefined,
  operand: (word, before) => {
    if (/^(?:file|fileb):\/\//.test(word)) return "is read from a file"
    if (before.length === 0)
      return word === "configure" || word === "sso" ? "changes which credentials are used" : undefined
    if (before.length > 1) return undefined
    if (secrets.test(word)) return "shows a secret, or writes a file"
    return reads.test(word) ? undefined : acts
  }
}

const remote = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts extensions, plugins, pagers or scripts",
  writesFiles: "writes what it fetches, and its state",
  folderDecides: "reads the settings of the folder or the repository"
})

/** Programs that act on a service with a person's credentials. Sources: the manual of each. */
export const services: ReadonlyArray<Program> = [
  { names: ["terraform", "tofu"], facts: remote, closed: terraform },
  { names: ["aws"], facts: remote, closed: aws }
]

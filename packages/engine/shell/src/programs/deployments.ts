import { strangePackage } from "./addresses.ts"
import { alone } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  reachesNetwork: "acts on a remote service with stored credentials",
  startsPrograms: "starts hooks, plugins or the project's code",
  writesFiles: "writes what it fetches and builds",
  folderDecides: "reads the settings of the folder"
})

const settings = "reads other settings or orders"
const account = "acts with other credentials, or on another account"
const publishes = "publishes, or makes a release"
const acts: ClosedList = { asks: "changes what runs elsewhere" }
const writes = "writes a file, or to another folder"
const hooks = "starts a program, or loads code"

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "skaffold",
    {
      source: "skaffold --help, of Skaffold 2",
      everywhere: true,
      options: "-h -v= --verbosity= --color= --timestamps --interactive= --update-check= -p= --profile= -m= --module=",
      dangers: [
        danger(settings, "-f= --filename= -c= --config= --profile-auto-activation="),
        danger(account, "--kubeconfig= --kube-context= -d= --default-repo= --remote-cache-dir= -n= --namespace=")
      ],
      subcommands: {
        "version schema diagnose options help list": { options: "-o= --output= --yaml-only" },
        "build test render run dev debug deploy delete apply verify exec init fix filter completion config credits survey inspect":
          acts
      }
    }
  ],
  [
    "helmfile",
    {
      source: "helmfile --help, of Helmfile 0.16",
      everywhere: true,
      options:
        "-hvqe= -l= --environment= --selector= --log-level= --quiet --no-color --color --debug --version --strict-hosts-key-check",
      dangers: [
        danger(settings, "-f= --file= --state-values-file= --state-values-set= --state-values-set-string="),
        danger(hooks, "-b= --helm-binary= -k= --kustomize-binary= --enable-live-output --chart= -c= --chart"),
        danger(account, "--kube-context= -n= --namespace= --kubeconfig=")
      ],
      subcommands: {
        "list version build lint": { options: "--output= --embed-values --skip-deps --skip-charts --keep-temp-dir" },
        "apply sync destroy delete charts deps diff fetch init repos status template test write-values cache show-dag":
          acts
      }
    }
  ],
  [
    "cdk",
    {
      source: "cdk --help, of AWS CDK 2",
      skipsDashes: true,
      everywhere: true,
      options: `-hvj -c= --verbose --debug --json --version --long --strict --quiet -q --exclusively -e --no-color --ci
        --no-notices --no-version-reporting --no-path-metadata --no-asset-metadata --context= --no-staging`,
      dangers: [
        danger(hooks, "-a= --app= --build= --plugin= -p="),
        danger(account, "--profile= --role-arn= -r= --proxy= --ca-bundle-path= -i --ec2creds"),
        danger(writes, "-o= --output= -O= --outputs-file= --notification-arns=")
      ],
      subcommands: {
        "list ls": {},
        "synth synthesize": { asks: "starts the project's code", options: "--validation --no-validation --all" },
        diff: { asks: "starts the project's code", options: "--security-only --fail --template= --no-change-set" },
        "doctor docs doc notices acknowledge ack metadata": {},
        "deploy destroy bootstrap import watch init migrate gc rollback refactor drift context cli-telemetry flags":
          acts
      }
    }
  ],
  [
    "serverless sls",
    {
      source: "serverless --help, of Serverless Framework 3",
      skipsDashes: true,
      alone: alone("makes a project, or asks what to publish"),
      options: "-hv --version --verbose --debug=?",
      dangers: [
        danger(settings, "-c= --config="),
        danger(account, "--aws-profile= --app= --org= --use-local-credentials")
      ],
      subcommands: {
        "print info": {
          options: "-s= -r= --stage= --region= --verbose --format= --path= --transform=",
          dangers: [danger(settings, "-c= --config="), danger(account, "--aws-profile=")]
        },
        help: {},
        "package deploy remove rollback invoke logs metrics create install config login logout plugin dev dashboard generate-event test slstats doctor studio onboarding reconcile usage output param":
          acts
      }
    }
  ],
  [
    "sam",
    {
      source: "sam --help, of AWS SAM CLI 1",
      options: "-h --version --info",
      subcommands: {
        validate: {
          options: "--lint --debug --region=",
          dangers: [
            danger(settings, "-t= --template= --template-file= --config-file= --config-env="),
            danger(account, "--profile=")
          ]
        },
        build: {
          asks: "starts the project's orders",
          options: `-cpu --cached --no-cached --parallel --use-container --debug --beta-features --no-beta-features
            --build-in-source --no-build-in-source --skip-pull-image --region=`,
          dangers: [
            danger(
              settings,
              "-t= --template= --template-file= --config-file= --config-env= --hook-name= --parameter-overrides="
            ),
            danger(writes, "-b= --build-dir= --cache-dir= -s= --base-dir= -m= --manifest= --build-image="),
            danger(account, "--profile=")
          ]
        },
        "deploy package publish sync delete init local logs traces list pipeline remote docs": acts
      }
    }
  ],
  [
    "surge",
    {
      source: "surge --help, of Surge 0.23",
      skipsDashes: true,
      alone: alone("publishes the folder", ["-V"]),
      options: "-hV --version",
      subcommands: { "whoami list help": {} }
    }
  ],
  [
    "gh-pages",
    {
      source: "gh-pages --help, of gh-pages 6",
      options: "-hVs --version --silent",
      dangers: [danger(publishes, "-d= --dist=")]
    }
  ],
  [
    "np",
    {
      source: "np --help, of np 10",
      skipsDashes: true,
      alone: alone(publishes),
      options: "--version --preview",
      operands: { from: 1, reason: publishes }
    }
  ],
  [
    "standard-version commit-and-tag-version",
    {
      source: "standard-version --help, of standard-version 9",
      skipsDashes: true,
      alone: alone(publishes, ["--dry-run"]),
      options: `-hvr= -p=? -f -n -a -s -t= --release-as= --prerelease=? --first-release --sign --no-verify --commit-all
        --silent --tag-prefix= --dry-run --no-git-tag-fallback --version --releaseCommitMessageFormat= --skip.*=?`,
      dangers: [
        danger(hooks, "--scripts.*=? --preset= --packageFiles= --bumpFiles="),
        danger(writes, "-i= --infile= --path=")
      ]
    }
  ],
  [
    "ansible-galaxy",
    {
      source: "ansible-galaxy(1), of ansible 2.14",
      options: "-hv --version",
      subcommands: {
        "role collection": {
          subcommands: {
            "list search info verify": {
              options: "-hvt= --format= --offline --author= --platforms= --galaxy-tags=",
              dangers: [danger(account, "-s= --server= --api-key= --token= -c --ignore-certs -p= --roles-path=")]
            },
            "install download": galaxy(),
            "init build publish import setup delete remove login": acts
          }
        },
        "list search info": { options: "-hv --offline --author= --platforms= --galaxy-tags=" },
        install: galaxy(),
        "init import setup delete remove login": acts
      }
    }
  ]
]

/** Returns the list of `ansible-galaxy install`, which installs by the names at Galaxy. */
function galaxy(): ClosedList {
  return {
    asks: "installs roles or collections, whose code runs",
    options:
      "-hvfnUi -r= --force --force-with-deps --no-deps --ignore-errors --upgrade --pre --offline --requirements-file= --role-file=",
    dangers: [
      danger(account, "-s= --server= --api-key= --token= -c --ignore-certs --keyring= --disable-gpg-verify"),
      danger(writes, "-p= --roles-path= --collections-path= --download-path=")
    ],
    operand: strangePackage,
    value: (option, value) =>
      /^-(?:r|-requirements-file|-role-file)$/.test(option) ? strangePackage(value) : undefined
  }
}

/** Programs that deploy what was built, and make releases. Sources: the manual of each. */
export const deployments: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts,
  closed
}))

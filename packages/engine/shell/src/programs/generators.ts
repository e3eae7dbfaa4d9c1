import { fetched, isAddress } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings or orders"
const writes = "writes to another folder"
const hooks = "starts a program, or loads code"

/** Returns the reason why a template does harm, or `undefined`. The hooks of a template are code that runs. */
const template = (word: string): string | undefined =>
  isAddress(word) || /^(?:gh|gl|bb|git|hg):/.test(word) || /\.(?:zip|git)$/.test(word)
    ? "is fetched, and its hooks are run"
    : isOutside(word)
      ? "is outside of the folder"
      : undefined

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "cookiecutter",
    {
      source: "cookiecutter --help, of cookiecutter 2",
      options: "-hVvlk --version --no-input --verbose --list-installed --keep-project-on-failure --skip-if-file-exists",
      dangers: [
        danger(settings, "--config-file= --default-config --replay --replay-file= -c= --checkout= --directory= -p"),
        danger(writes, "-o= --output-dir= -f --overwrite-if-exists --debug-file="),
        danger(hooks, "--accept-hooks=")
      ],
      operand: template
    }
  ],
  [
    "copier",
    {
      source: "copier --help-all, of Copier 9",
      options: "-hv --help-all --version",
      subcommands: {
        "copy recopy update check-update": {
          options:
            "-lqnd= -x= --data= --exclude= --defaults --pretend --quiet --skip-answered --skip= -s= --prereleases",
          dangers: [
            danger(hooks, "--trust --UNSAFE -r= --vcs-ref="),
            danger(settings, "--data-file= -a= --answers-file= -f --force -w --overwrite")
          ],
          operand: template
        }
      }
    }
  ],
  [
    "degit tiged",
    {
      source: "degit --help, of degit 2",
      options: "-hv --verbose --version",
      dangers: [danger(writes, "-f --force -m= --mode= -c --cache")],
      operands: { from: 1, reason: "is fetched, or written to" }
    }
  ],
  [
    "plop",
    {
      source: "plop --help, of plop 4",
      options: "-hvt --help --version --show-type-names",
      dangers: [
        danger(hooks, "--preload= --init -i"),
        danger(settings, "--plopfile= --cwd= --dest= -f --force --completion=")
      ]
    }
  ],
  [
    "yo",
    {
      source: "yo --help, of Yeoman 5",
      skipsDashes: true,
      options: "-h --version --generators --no-color",
      operands: { from: 1, reason: "is a generator, whose code is run" }
    }
  ],
  [
    "openapi-generator openapi-generator-cli",
    {
      source: "openapi-generator-cli help, of OpenAPI Generator 7",
      skipsDashes: true,
      options: "-h --version",
      subcommands: {
        "version list author config-help meta help": { options: "--short --include= --generator-name=" },
        validate: {
          options: "--recommend -i= --input-spec=",
          value: (option, value) => (/^-/.test(option) ? fetched(value) : undefined)
        },
        generate: {
          asks: "writes what it makes",
          options: `-i= -g= -o= -v --input-spec= --generator-name= --output= --verbose --dry-run --skip-validate-spec
            --package-name= --api-package= --model-package= --invoker-package= --artifact-id= --artifact-version=
            --group-id= --library= --minimal-update --skip-overwrite --enable-post-process-file --git-repo-id= --git-user-id=`,
          dangers: [
            danger(settings, "-c= --config= -a= --auth= -D= --global-property= -p= --additional-properties="),
            danger(hooks, "-t= --template-dir= -e= --engine= --ignore-file-override=")
          ],
          value: (option, value) =>
            /^-(?:i|-input-spec)$/.test(option)
              ? fetched(value)
              : /^-(?:o|-output)$/.test(option) && isOutside(value)
                ? writes
                : undefined
        },
        batch: { asks: settings }
      }
    }
  ],
  [
    "swagger-cli",
    {
      source: "swagger-cli --help, of swagger-cli 4",
      skipsDashes: true,
      options: "-hVd --version --debug",
      subcommands: {
        validate: { options: "--no-schema --no-spec", operand: fetched },
        bundle: {
          options: "-rt= -f= --dereference --type= --format= --wrap=",
          dangers: [danger("writes a file", "-o= --outfile=")],
          operand: fetched
        }
      }
    }
  ]
]

/** Programs that make projects and code from templates and descriptions. Sources: the manual of each. */
export const generators: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: toolFacts,
  closed
}))

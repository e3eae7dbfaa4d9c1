import type { ClosedList } from "./ClosedList.ts"
import { writtenTo } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { changes, installs, toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const port: ClosedList = { asks: "opens a port, or a browser" }

/** Returns the reason why the value of an option that names a build's output does harm, or `undefined`. */
const built = (option: string, value: string) =>
  /^(?:-d|-o|--(?:output-path|output-dir|out-dir|out-file|dist-dir|dest))$/.test(option) ? writtenTo(value) : undefined

const angular: ClosedList = {
  source: "ng --help, of Angular CLI 19",
  skipsDashes: true,
  options: "--version -v",
  subcommands: {
    "build b": {
      options: `-c= --configuration= --[no-]aot --base-href= --[no-]watch --[no-]progress --[no-]source-map
        --[no-]optimization --[no-]named-chunks --[no-]stats-json --verbose --poll= --[no-]service-worker
        --[no-]localize --[no-]subresource-integrity --preserve-symlinks --output-hashing= --extract-licenses
        --deploy-url= --cross-origin= --inline-style-language= --output-path= --no-prerender --no-ssr --project=`,
      dangers: [
        danger(code, "--ts-config= --main= --index= --polyfills= --browser= --server= --ssr --prerender --loader="),
        danger("deletes what stands there", "--delete-output-path")
      ],
      value: built
    },
    "test t": {
      options: `-c= --configuration= --[no-]watch --browsers= --[no-]code-coverage --[no-]source-map --[no-]progress
        --include= --exclude= --reporters= --poll= --project= --code-coverage-exclude= --filter= --[no-]coverage
        --list-tests`,
      dangers: [
        danger(code, "--karma-config= --main= --ts-config= --polyfills= --runner-config= --setup-files= --runner=")
      ],
      value: (option, value) => (/^--(?:browsers|reporters)$/.test(option) && /[./]/.test(value) ? code : undefined)
    },
    lint: {
      options: `-c= --configuration= --format= --quiet --silent --force --max-warnings= --cache --project=
        --lint-file-patterns=`,
      dangers: [
        danger("changes files", "--fix"),
        danger(writes, "--output-file= -o= --cache-location="),
        danger(settings, "--eslint-config= --ignore-path= --resolve-plugins-relative-to=")
      ]
    },
    "e2e e": { options: "-c= --configuration= --project=" },
    "version v": { options: "--json" },
    cache: { subcommands: { info: {}, "clean clear enable disable on off": changes } },
    "serve dev s": {
      ...port,
      options: `-c= --configuration= --port= --[no-]watch --[no-]live-reload --[no-]hmr --poll= --verbose --project=
        --no-open`
    },
    "generate g": {
      asks: "writes files",
      options: `-d --dry-run --[no-]standalone --skip-tests --[no-]flat --inline-style -s --inline-template -t --prefix= -p=
        --project= --style= --module= -m= --skip-import --change-detection= --type= --export --functional --interactive
        --no-interactive --defaults`,
      dangers: [danger("overwrites files", "--force -f")]
    },
    "new n add update": installs,
    "config analytics run deploy extract-i18n": changes,
    "completion doc d mcp": port
  }
}

const vue: ClosedList = {
  source: "vue --help and vue-cli-service --help, of Vue CLI 5",
  skipsDashes: true,
  options: "-v --version",
  subcommands: {
    build: {
      options:
        "--mode= --modern --no-module --no-clean --watch --skip-plugins= --no-unsafe-inline -t= --target= --name=",
      dangers: [danger(writes, "--dest= --report --report-json"), danger(code, "--entry=")],
      value: (option, value) => (/^-(?:t|-target)$/.test(option) && !/^\w+$/.test(value) ? code : undefined)
    },
    "test:unit test:e2e": {
      options: `--mode= --watch --coverage -t= --testNamePattern= -g= --grep= --headless --timeout= --bail
        --runInBand --silent --spec=`,
      dangers: [
        danger(code, "-r= --require= --config= --setup= --url="),
        danger("opens a debugger", "--inspect --inspect-brk")
      ]
    },
    inspect: { options: "--mode= --rule= --plugin= --rules --plugins -v --verbose --skip-plugins=" },
    "info outdated help": { options: "--next" },
    lint: { ...changes, options: "--no-fix --format= --max-errors= --max-warnings= --quiet --mode=" },
    "create add upgrade invoke migrate init": installs,
    "serve ui config": port
  }
}

const nest: ClosedList = {
  source: "nest --help, of Nest CLI 11",
  options: "-v --version",
  subcommands: {
    build: {
      options:
        "-b= --builder= -w --watch --watchAssets --webpack --no-webpack --tsc --preserveWatchOutput --all --type-check",
      dangers: [danger(code, "-c= --config= -p= --path= --webpackPath=")]
    },
    "info i": {},
    "start s": {
      asks: "starts the application",
      options: `-b= --builder= -w --watch --watchAssets --webpack --tsc --preserveWatchOutput --type-check --no-shell
        --shell`,
      dangers: [
        danger(code, "-c= --config= -p= --path= --webpackPath= -e= --exec= --entryFile= --sourceRoot= --env-file="),
        danger("opens a debugger", "-d=? --debug=?")
      ]
    },
    "generate g": {
      asks: "writes files",
      options: `-d --dry-run --flat --no-flat --spec --no-spec --spec-file-suffix= --skip-import -p= --project= --type=
          --crud`,
      dangers: [danger(code, "-c= --collection=")]
    },
    "new n add update": installs
  }
}

const storybook: ClosedList = {
  source: "storybook --help, of Storybook 8",
  options: "-v --version",
  subcommands: {
    build: {
      options: `-o= --output-dir= --quiet --loglevel= --test --debug --debug-webpack --disable-telemetry --docs
        --no-manager-cache --force-build-preview`,
      dangers: [
        danger(settings, "-c= --config-dir= --preview-url= -s= --static-dir="),
        danger(writes, "--webpack-stats-json=? --stats-json=? --enable-crash-reports")
      ],
      value: built
    },
    "info doctor": {},
    "dev index": {
      ...port,
      options:
        "-p= --port= --ci --no-open --quiet --loglevel= --disable-telemetry --docs --exact-port --no-manager-cache",
      dangers: [
        danger(settings, "-c= --config-dir= -h= --host= --preview-url= --initial-path="),
        danger("reads a key", "--https --ssl-*")
      ]
    },
    "init add remove upgrade migrate automigrate sandbox link": installs
  }
}

const parcel: ClosedList = {
  source: "parcel --help, of Parcel 2",
  options: "-hV --version",
  subcommands: {
    "build help": {
      options: `--no-optimize --no-scope-hoist --public-url= --no-content-hash --dist-dir= --no-cache --no-source-maps
        --target= --log-level= --detailed-report=? --no-autoinstall --feature-flag= --lazy=?`,
      dangers: [
        danger(code, "--config= --reporter="),
        danger(writes, "--cache-dir= --trace --profile --profile-native --watch-dir= --watch-backend=")
      ],
      value: built
    },
    "serve watch": {
      ...port,
      options: `-p= --port= --public-url= --dist-dir= --no-cache --no-source-maps --no-hmr --no-autoinstall --log-level=
          --target= --lazy=?`,
      dangers: [
        danger(code, "--config= --reporter="),
        danger("opens a port for all", "--host= --https --cert= --key= --open=?")
      ],
      value: built
    }
  }
}

const swc: ClosedList = {
  source: "swc --help, of @swc/cli 0.6",
  options: `-wqDVh -d= -o= -s=? -f= --out-dir= --out-file= --watch --quiet --source-maps=? --copy-files --no-copy-files
    --include-dotfiles --only= --ignore= --filename= --extensions= --sync --log-watch-compilation --strip-leading-paths
    --env-name= --no-swcrc --workers= --version --out-file-extension=`,
  dangers: [
    danger(settings, "-C= --config= --config-file= --source-file-name= --source-root="),
    danger("deletes what stands there", "--delete-dir-on-start")
  ],
  value: built
}

/** Tools that build applications for browsers and servers. Sources: the manual of each. */
export const applicationTools: ReadonlyArray<Program> = [
  { names: ["ng"], facts: toolFacts, closed: angular },
  { names: ["vue", "vue-cli-service"], facts: toolFacts, closed: vue },
  { names: ["nest"], facts: toolFacts, closed: nest },
  { names: ["storybook"], facts: toolFacts, closed: storybook },
  { names: ["parcel"], facts: toolFacts, closed: parcel },
  { names: ["swc"], facts: toolFacts, closed: swc }
]

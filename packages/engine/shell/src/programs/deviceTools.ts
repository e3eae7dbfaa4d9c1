import type { ClosedList } from "./ClosedList.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { changes, installs, toolFacts } from "./sharedFacts.ts"

const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const port: ClosedList = { asks: "opens a port, or a browser" }
const device: ClosedList = { asks: "installs the application on a device, and opens a port" }

/** Returns the reason why the value of an option that names a build's output does harm, or `undefined`. */
const built = (option: string, value: string) => (option === "--output-dir" ? writtenTo(value) : undefined)

const expo: ClosedList = {
  source: "expo --help, of Expo 52; eas is another program",
  skipsDashes: true,
  options: "-v --version",
  subcommands: {
    export: {
      options: `-p= --platform= -c --clear --dev --no-minify --no-bytecode --max-workers= --dump-assetmap
        --source-maps -s --dump-sourcemap --no-ssg --output-dir=`,
      value: built
    },
    config: { options: "--json --full -t= --type=" },
    "whoami w diagnostics": {},
    lint: {
      ...installs,
      options: "--ext= --no-cache --max-warnings= --quiet",
      dangers: [danger("changes files", "--fix")]
    },
    "install add": {
      ...installs,
      options: "--check --npm --yarn --pnpm --bun",
      dangers: [danger("changes files", "--fix")]
    },
    "prebuild customize": {
      ...installs,
      options: "--no-install --clean -p= --platform= --npm --yarn --pnpm --bun",
      dangers: [danger(code, "--template= --skip-dependency-update=")]
    },
    "start serve": {
      ...port,
      options:
        "-c --clear --offline --no-dev --minify -p= --port= -m= --max-workers= --dev-client -g --go -w --web -a -i",
      dangers: [danger("opens a way in from outside", "--tunnel --host= --lan")]
    },
    "run:android run:ios": {
      ...device,
      options:
        "-d=? --device=? --no-build-cache --no-install --no-bundler -p= --port= --variant= --configuration= --scheme="
    },
    "export:web export:embed login logout register": changes
  }
}

const reactNative: ClosedList = {
  source: "react-native --help, of React Native CLI 15",
  options: "-v --version --verbose",
  subcommands: {
    config: { options: "--platform=" },
    "info doctor": { options: "--contributor" },
    "log-android log-ios": {},
    bundle: {
      asks: "writes a file",
      options: `--platform= --dev= --minify= --reset-cache --max-workers= --read-global-cache --verbose
        --bundle-encoding= --entry-file= --bundle-output= --assets-dest= --sourcemap-output=`,
      dangers: [danger(code, "--transformer= --config= --resolver-option=")],
      value: (option, value) =>
        isOutside(value) && /^--(?:entry-file|bundle-output|assets-dest|sourcemap-output)$/.test(option)
          ? writes
          : undefined
    },
    "run-android run-ios build-android build-ios": {
      ...device,
      options: `--mode= --variant= --device=? --simulator= --no-packager --active-arch-only --scheme= --port=
        --list-devices --appId= --appIdSuffix=`,
      dangers: [danger(code, "--terminal= --extra-params= --tasks= --binary-path=")]
    },
    start: {
      ...port,
      options: "--port= --reset-cache --no-interactive --verbose --max-workers= --client-logs",
      dangers: [
        danger(
          code,
          "--config= --projectRoot= --watchFolders= --transformer= --sourceExts= --custom-log-reporter-path="
        )
      ]
    },
    "init upgrade link unlink clean codegen spm ram-bundle": changes
  }
}

/** Tools that build applications for phones and desktops. Sources: the manual of each. */
export const deviceTools: ReadonlyArray<Program> = [
  { names: ["expo"], facts: toolFacts, closed: expo },
  { names: ["react-native"], facts: toolFacts, closed: reactNative },
  {
    names: ["electron"],
    facts: toolFacts,
    closed: {
      source: "electron --help, of Electron 33",
      style: "words",
      options: "-v --version -a --abi --no-sandbox --disable-gpu --enable-logging --trace-warnings -h",
      dangers: [
        danger(code, "-r= --require= -i --interactive --load-extension=?"),
        danger("opens a debugger", "--inspect=? --inspect-brk=? --remote-debugging-port=?")
      ],
      operand: (word) =>
        isOutside(word) || /^\w+:/.test(word) ? "is an application from elsewhere, which is started" : undefined,
      rest: "script"
    }
  }
]

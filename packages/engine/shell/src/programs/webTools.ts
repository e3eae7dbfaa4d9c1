import type { ClosedList } from "./ClosedList.ts"
import { writtenTo } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const settings = danger(
  "reads other settings, which are code",
  "-c= --config= --config-file= --configLoader= --tsconfig= --tsconfig-raw="
)
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const port = "opens a port, or a browser"
const elsewhere = "works in another folder, whose settings then count"

const vite: ClosedList = {
  source: "vite --help, of Vite 6",
  options: "-hv -d=? -l= -m= --clearScreen --mode= --logLevel= --version --debug=? --filter= --base=",
  dangers: [settings, danger(code, "--ssr=? --app --experimental*"), danger(elsewhere, "--cwd=")],
  subcommands: {
    build: {
      options: `-l= -m= --assetsInlineLimit= --emptyOutDir=? --logLevel= --manifest=? --minify=? --mode= --sourcemap=?
        --outDir= --ssrManifest=? --target= --clearScreen --base= -w --watch --force -d=?`,
      dangers: [danger(writes, "--assetsDir= --profile"), danger(code, "--ssr=?")],
      value: (option, value) => (option === "--outDir" ? writtenTo(value) : undefined),
      operands: { from: 1, reason: elsewhere }
    },
    "dev serve preview": { asks: port },
    optimize: { asks: "changes the cache" }
  }
}

const builds = (
  source: string,
  options: string,
  dangers: ReadonlyArray<ReturnType<typeof danger>>,
  more: ClosedList = {}
): ClosedList => ({
  source,
  options,
  dangers: [settings, ...dangers],
  ...more
})

const esbuild = builds(
  "esbuild --help, of esbuild 0.24",
  `--analyze=? --allow-overwrite --asset-names= --charset= --chunk-names= --color= --conditions= --drop=
    --drop-labels= --entry-names= --format= --global-name= --ignore-annotations --jsx= --jsx-dev --jsx-factory=
    --jsx-fragment= --keep-names --legal-comments= --line-limit= --log-level= --log-limit= --log-override:*=?
    --main-fields= --minify --minify-* --out-extension:*=? --packages= --platform= --preserve-symlinks --public-path=
    --pure:*=? --reserve-props= --resolve-extensions= --sourcemap=? --source-root= --sourcefile= --sources-content=
    --splitting --supported:*=? --target= --tree-shaking= --version --watch=? --bundle --external:*=? --loader:*=?
    --loader= --define:*=? --external=
    --outfile= --outdir=`,
  [
    danger(
      code,
      `--inject:*=? --alias:*=? --jsx-import-source= --node-paths= --abs-paths= --banner:*=? --footer:*=?
        --mangle-props= --mangle-quoted`
    ),
    danger(writes, "--outbase= --metafile= --mangle-cache= --cpuprofile= --heap= --trace="),
    danger(port, "--serve=? --servedir= --keyfile= --certfile= --serve-fallback= --cors-origin=")
  ],
  {
    style: "words",
    value: (option, value) => (/^--out(?:file|dir)$/.test(option) ? writtenTo(value) : undefined)
  }
)

const bundlers = builds(
  "webpack --help, rollup --help, tsup --help, of webpack 5, rollup 4, tsup 8",
  `-hvw -m= -f= -n= -e= --mode= --watch --format= --name= --minify --sourcemap=? --dts=? --clean --target= --version
    --help --progress=? --color --no-color --stats=? --json=? --silent --external= --treeshake=? --splitting
    --no-splitting --env-production --devtool= --analyze --bail --fail-on-warnings --no-stats --node-env=`,
  [
    danger(
      code,
      `-p= --plugin= --configPlugin= --input= -i= --intro= --outro= --banner= --footer= --entry= --env= --require= -r=
        --onSuccess= --merge --extends= --loader= --inject= --preload=`
    ),
    danger(
      writes,
      `-o= --output-path= --output= --file= -d= --dir= --out-dir= --outDir= --metafile --output-filename=
        --public-dir=`
    ),
    danger(port, "--open=? --port= --host= --serve --hot --live-reload --https --inspect")
  ],
  {
    value: (option, value) => (option === "--json" && value !== "" ? writes : undefined),
    subcommands: {
      "build b bundle info help version": {},
      "serve server dev watch w init configtest loader plugin": { asks: port }
    },
    otherwise: "script"
  }
)

/** Programs that build, serve and test for the web. Sources: the manual of each. */
export const webTools: ReadonlyArray<Program> = [
  { names: ["vite"], facts: toolFacts, closed: vite },
  { names: ["esbuild"], facts: toolFacts, closed: esbuild },
  { names: ["webpack", "rollup", "tsup", "tsdown"], facts: toolFacts, closed: bundlers },
  {
    names: ["next", "nuxt", "astro", "remix", "gatsby"],
    facts: toolFacts,
    closed: {
      source: "next --help, of Next.js 15; nuxt, astro, remix and gatsby --help",
      options: `-hv --version --verbose --debug -d --profile --no-lint --no-mangling --turbo --turbopack --webpack
        --quiet --silent`,
      dangers: [
        settings,
        danger(port, "-p= -H= --port= --host=? --hostname= --open --experimental-https*"),
        danger(elsewhere, "--root= --dir= --cwd= -o= --output-file= --outDir=")
      ],
      subcommands: {
        "build lint info check typecheck sync help": {
          dangers: [
            danger("changes files", "--fix --write --watch"),
            danger(code, "--rulesdir= --resolve-plugins-relative-to=")
          ],
          options: `-hd --dir= --ext= --strict --quiet --max-warnings= --no-cache --no-lint --debug --verbose
            --profile --format= -f=`
        },
        "dev start preview serve export telemetry add init upgrade clean db generate prepare analyze build-module module":
          { asks: port }
      }
    }
  }
]

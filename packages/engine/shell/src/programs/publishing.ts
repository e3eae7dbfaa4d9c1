import { unlessPrinting } from "./alone.ts"
import type { ClosedList } from "./ClosedList.ts"
import { local } from "./fileServers.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { changes, publishes, toolFacts } from "./sharedFacts.ts"

const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const writes = "writes a file, or to another folder"
const elsewhere = "works in another folder, whose settings then count"
const anyone = "opens it for others, or sends on what is asked"
const port: ClosedList = { asks: "opens a port, or a browser" }

/** Returns the reason why writing rendered pages to a folder does harm, or `undefined`. */
const rendered = (path: string) =>
  /^(?:\.\/)?(?:docs?|site|public|api|_site)(?:\/(?!\.\.)[\w.-]+)*\/?$/.test(path) ? undefined : writtenTo(path)

const rendering = (option: string, value: string) =>
  /^-(?:d|-destination|-site-dir|-out|-html)$/.test(option) ? rendered(value) : undefined

const mkdocs: ClosedList = {
  source: "mkdocs(1), and mkdocs --help, of MkDocs 1.4",
  options: "-Vqvh --version --quiet --verbose --color --no-color",
  subcommands: {
    "build b": {
      options: `-csqvd= -t= --clean --dirty --strict --no-strict --theme= --use-directory-urls --no-directory-urls
          --site-dir= --quiet --verbose`,
      dangers: [danger(settings, "-f= --config-file=")],
      value: rendering
    },
    "get-deps": { options: "-qv", dangers: [danger(settings, "-f= --config-file= -p= --projects-file=")] },
    serve: {
      ...port,
      options: "-csqva= -t= --dev-addr= --livereload --no-livereload --dirtyreload --dirty --clean --strict --theme=",
      dangers: [danger(settings, "-f= --config-file= -w= --watch= --watch-theme -o --open")],
      value: local
    },
    "gh-deploy g": publishes,
    new: changes
  }
}

const hugoOptions = `-DEFvwb= -e= -t= -d= --baseURL= --buildDrafts --buildExpired --buildFuture --cleanDestinationDir --clock=
  --debug --disableKinds= --enableGitInfo --environment= --forceSyncStatic --gc --ignoreCache --ignoreVendorPaths=
  --log --logLevel= --minify --noBuildLock --noChmod --noTimes --panicOnWarning --poll= --printI18nWarnings
  --printMemoryUsage --printPathWarnings --printUnusedTemplates --quiet --renderToMemory --templateMetrics
  --templateMetricsHints --theme= --verbose --verboseLog --watch --destination= --renderSegments=`
const hugoDangers = [
  danger(settings, "--config= --configDir= -l= --layoutDir= --themesDir="),
  danger(elsewhere, "-s= --source= -c= --contentDir="),
  danger(writes, "--cacheDir= --logFile= --trace= --profile-cpu= --profile-mem= --profile-mutex=")
]

const hugo: ClosedList = {
  source: "hugo(1), and the page of each subcommand, of Hugo 0.111",
  options: hugoOptions,
  dangers: hugoDangers,
  everywhere: true,
  value: rendering,
  subcommands: {
    build: {},
    "version env help completion": {},
    "config list": {
      options: "--format= --lang= --printZero",
      subcommands: { "all drafts expired future published mounts": {} }
    },
    "server serve": {
      ...port,
      options: `-p= --port= --bind= --appendPort --disableBrowserError --disableFastRender --disableLiveReload
        --liveReloadPort= --navigateToChanged --noHTTPCache --renderStaticToDisk --renderToDisk --meminterval= -N -O`,
      dangers: [danger(writes, "--memstats= --tlsAuto --tlsCertFile= --tlsKeyFile=")],
      value: local
    },
    new: {
      asks: "writes files",
      options: "-k= --kind= --format=",
      dangers: [danger("overwrites files", "-f --force --editor=")]
    },
    mod: { subcommands: { "graph verify": {}, "get init tidy vendor npm clean": changes } },
    "deploy import convert gen check": { asks: "publishes, or writes files" }
  }
}

const jekyllValue = (option: string, value: string) =>
  option === "--config" && !/^_config[\w.-]*\.(?:ya?ml|toml)(?:,_config[\w.-]*\.(?:ya?ml|toml))*$/.test(value)
    ? settings
    : (rendering(option, value) ?? local(option, value))
const jekyllOptions = `-wDIqVt -b= -d= --destination= --config= --baseurl= --incremental --[no-]watch --limit_posts=
  --future --drafts --unpublished --force_polling --lsi --strict_front_matter --quiet --verbose --safe --profile
  --trace --disable-disk-cache`
const jekyllDangers = [danger(elsewhere, "-s= --source="), danger(code, "-p= --plugins= --layouts=")]

const jekyll: ClosedList = {
  source: "jekyll(1), and the page of each subcommand, of Jekyll 4.3",
  options: "-v --version",
  subcommands: {
    "build b": { options: jekyllOptions, dangers: jekyllDangers, value: jekyllValue },
    "doctor hyde": { options: "--config=", dangers: jekyllDangers, value: jekyllValue },
    "help docs": {},
    clean: { asks: "deletes files", options: "--config=", dangers: jekyllDangers, value: jekyllValue },
    "serve server s": {
      ...port,
      options: `${jekyllOptions} -l -P= -H= --port= --host= --livereload --livereload-port= --show-dir-listing
        --skip-initial-build --detach -B`,
      dangers: [danger(anyone, "--ssl-cert= --ssl-key= -o --open-url"), ...jekyllDangers],
      value: jekyllValue
    },
    "new new-theme import": changes
  }
}

const printing = (options: ReadonlyArray<string>) =>
  unlessPrinting("publishes, or makes a release", ["--dry-run", ...options])

/** Tools that render documents and sites, serve them, and publish packages. Sources: the manual of each. */
export const publishing: ReadonlyArray<Program> = [
  { names: ["mkdocs"], facts: toolFacts, closed: mkdocs },
  { names: ["hugo"], facts: toolFacts, closed: hugo },
  { names: ["jekyll"], facts: toolFacts, closed: jekyll },
  {
    names: ["doxygen"],
    facts: toolFacts,
    closed: {
      source: "doxygen(1), of Doxygen 1.9",
      style: "words",
      options: "-v -V --version -h -? -q -d= -b",
      dangers: [danger(writes, "-g -u -l -w -e -f -s"), danger(settings, "-")],
      operand: (word) =>
        !isOutside(word) && /^(?:[\w.-]+\/)*(?:Doxyfile[\w.-]*|[\w-]+\.doxyfile)$/i.test(word) ? undefined : settings
    }
  },
  {
    names: ["typedoc"],
    facts: toolFacts,
    closed: {
      source: "typedoc --help, of TypeDoc 0.27",
      style: "words",
      options: `--version --help --entryPoints= --entryPointStrategy= --out= --html= --exclude= --excludePrivate
        --excludeProtected --excludeInternal --excludeExternals --excludeNotDocumented --excludeReferences --readme=
        --name= --includeVersion --disableSources --skipErrorChecking --emit= --logLevel= --treatWarningsAsErrors
        --treatValidationWarningsAsErrors --validation.invalidLink --validation.notExported --validation.notDocumented
        --watch --preserveWatchOutput --hideGenerator --sort= --categorizeByGroup --gitRevision= --gitRemote=
        --sourceLinkTemplate= --showConfig --pretty --cleanOutputDir --githubPages --lang= --basePath=`,
      dangers: [
        danger(settings, "--options= --tsconfig= --compilerOptions= --customCss= --customJs= --packageOptions="),
        danger(code, "--plugin= --theme="),
        danger(writes, "--json= --media=")
      ],
      value: rendering
    }
  },
  {
    names: ["api-extractor"],
    facts: toolFacts,
    closed: {
      source: "api-extractor --help, of API Extractor 7",
      options: "-hv --version -d --debug -c= --config=",
      subcommands: {
        run: {
          options: "-v --verbose --diagnostics -c= --config= --print-api-report-diff",
          dangers: [danger("changes the report", "-l --local"), danger(code, "--typescript-compiler-folder=")],
          value: (option, value) =>
            /^-(?:c|-config)$/.test(option) &&
            !/^(?:\.\/)?(?:(?!node_modules)[\w-]+\/)*api-extractor[\w.-]*\.json$/.test(value)
              ? settings
              : undefined
        },
        init: changes
      }
    }
  },
  {
    names: ["changeset"],
    facts: toolFacts,
    closed: {
      source: "changeset --help, of Changesets 2 and 3",
      options: "-hv --version --empty --since= -m= --message= --major= --minor= --patch=",
      dangers: [danger("opens an editor", "--open")],
      subcommands: {
        add: {
          options: "--empty --since= -m= --message= --major= --minor= --patch=",
          dangers: [danger("opens an editor", "--open")]
        },
        status: { options: "-v --verbose --since=", dangers: [danger(writes, "-o= --output=")] },
        "publish-plan": {},
        version: { ...changes, options: "--ignore= --snapshot=? --snapshot-prerelease-template=" },
        publish: {
          ...publishes,
          options: "--tag= --no-git-tag --snapshot=?",
          dangers: [danger("shows a password", "--otp=")]
        },
        "tag git-tag pre init pack": changes
      }
    }
  },
  {
    names: ["release-it"],
    facts: toolFacts,
    closed: {
      source: "release-it --help, of release-it 17",
      skipsDashes: true,
      options: `-hvdV -i= --version --dry-run --increment= --ci --no-increment --verbose --release-version --changelog
        --only-version --no-git --no-npm --no-github --no-gitlab --no-git.commit --no-git.tag --no-git.push
        --no-npm.publish --no-github.release --preRelease= --preReleaseId=`,
      alone: printing(["-d", "--release-version", "--changelog"]),
      dangers: [danger(settings, "-c= --config= --hooks.* --plugins.* --config-dir=")]
    }
  },
  {
    names: ["semantic-release"],
    facts: toolFacts,
    closed: {
      source: "semantic-release --help, of semantic-release 24",
      skipsDashes: true,
      options: "-hvd -b= --version --dry-run --no-ci --ci --debug --branches=",
      alone: printing(["-d"]),
      dangers: [
        danger(code, "-e= --extends= -p= --plugins= --verify-* --analyze-* --generate-* --prepare= --success= --fail="),
        danger("publishes elsewhere", "-r= --repository-url= -t= --tag-format= --publish= --add-channel=")
      ]
    }
  }
]

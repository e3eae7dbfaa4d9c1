import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { toolFacts } from "./sharedFacts.ts"

const writes = "writes a file"
const settings = "reads other settings, which can name code"
const code = "names code that is loaded"
const elsewhere = "works in another folder, whose settings then count"
const changes = "changes files"

/** Programs that check a project and correct it. Sources: the manual of each, and the output of its `--help`. */
export const checkers: ReadonlyArray<Program> = [
  {
    names: ["eslint"],
    facts: toolFacts,
    closed: {
      source: "eslint --help, of eslint 8 and 9",
      options: `-hv --cache --cache-strategy= --color --no-color --debug --env= --env-info --exit-on-fatal-error --ext=
        --global= --ignore-pattern= --no-ignore --no-error-on-unmatched-pattern --no-warn-ignored --max-warnings= --no-eslintrc
        --no-inline-config --pass-on-no-patterns --quiet --report-unused-disable-directives
        --report-unused-disable-directives-severity= --report-unused-inline-configs= --stats --stdin --stdin-filename=
        --print-config= --version --fix-dry-run --fix-type= --concurrency= -f= --format= --pass-on-unpruned-suppressions`,
      dangers: [
        danger(
          settings,
          "-c=",
          "--config=",
          "--parser-options=",
          "--rule=",
          "--flag=",
          "--no-config-lookup",
          "--inspect-config"
        ),
        danger(code, "--parser=", "--plugin=", "--rulesdir=", "--resolve-plugins-relative-to=", "--ignore-path="),
        danger(changes, "--fix", "--init", "--suppress-all", "--suppress-rule=", "--prune-suppressions"),
        danger(writes, "-o=", "--output-file=", "--cache-file=", "--cache-location=", "--suppressions-location=")
      ],
      value: (option, value) =>
        /^-(?:f|-format)$/.test(option) &&
        !/^(?:stylish|json|json-with-metadata|html|unix|compact|tap|checkstyle|junit)$/.test(value)
          ? code
          : undefined
    }
  },
  {
    names: ["prettier"],
    facts: toolFacts,
    closed: {
      source: "prettier --help, of prettier 3",
      options: `-chlLuv --check --list-different --arrow-parens= --bracket-same-line --no-bracket-spacing --cache --cache-strategy=
        --[no-]color --config-precedence= --[no-]editorconfig --no-config --no-error-on-unmatched-pattern
        --embedded-language-formatting= --end-of-line= --file-info= --find-config-path= --ignore-unknown
        --html-whitespace-sensitivity= --insert-pragma --jsx-single-quote --log-level= --parser= --print-width= --prose-wrap=
        --quote-props= --range-start= --range-end= --require-pragma --no-semi --single-quote --stdin-filepath= --support-info
        --tab-width= --trailing-comma= --use-tabs --version --with-node-modules`,
      dangers: [
        danger(changes, "-w", "--write"),
        danger(settings, "--config=", "--config-path=", "--ignore-path="),
        danger(code, "--plugin=", "--plugin-search-dir="),
        danger(writes, "--cache-location=", "--log-file=")
      ],
      value: (option, value) => (option === "--parser" && !/^[a-z0-9-]+$/.test(value) ? code : undefined)
    }
  },
  {
    names: ["tsc"],
    facts: { ...toolFacts, writesFiles: { reason: "writes what it builds", source: "tsc --all" } },
    closed: {
      source: "tsc --all, of TypeScript 5 and 7",
      style: "dashes",
      // tsc reads these names in any case. A name in another case than here is not listed, and does harm.
      options: `-b -d -h -i -m= -p= -t= -v -w -all -allowArbitraryExtensions -allowImportingTsExtensions -allowJs
        -allowSyntheticDefaultImports -allowUmdGlobalAccess -allowUnreachableCode -allowUnusedLabels -alwaysStrict -assumeChangesOnlyAffectDirectDependencies
        -build -checkJs -composite -customConditions= -declaration -declarationMap -diagnostics -disableSizeLimit -downlevelIteration
        -emitBOM -emitDeclarationOnly -emitDecoratorMetadata -erasableSyntaxOnly -esModuleInterop -exactOptionalPropertyTypes
        -excludeDirectories= -excludeFiles= -experimentalDecorators -explainFiles -extendedDiagnostics -forceConsistentCasingInFileNames
        -help -importHelpers -incremental -inlineSourceMap -inlineSources -isolatedDeclarations -isolatedModules -jsx= -jsxFactory=
        -lib= -libReplacement -listEmittedFiles -listFiles -listFilesOnly -locale= -maxNodeModuleJsDepth= -module= -moduleDetection=
        -moduleResolution= -newLine= -noCheck -noEmit -noEmitHelpers -noEmitOnError -noErrorTruncation -noFallthroughCasesInSwitch
        -noImplicitAny -noImplicitOverride -noImplicitReturns -noImplicitThis -noLib -noPropertyAccessFromIndexSignature -noResolve
        -noUncheckedIndexedAccess -noUncheckedSideEffectImports -noUnusedLocals -noUnusedParameters -paths= -preserveConstEnums
        -preserveSymlinks -preserveWatchOutput -pretty -project= -removeComments -resolveJsonModule -showConfig -singleThreaded
        -skipDefaultLibCheck -skipLibCheck -sourceMap -strict -strictBindCallApply -strictBuiltinIteratorReturn
        -strictFunctionTypes -strictNullChecks -strictPropertyInitialization -stripInternal -target= -traceResolution -types=
        -typeRoots= -useDefineForClassFields -useUnknownInCatchVariables -verbatimModuleSyntax -verbose -version -watch
        -force -dry -clean -stopBuildOnErrors -checkers= -builders=`,
      dangers: [
        danger(
          writes,
          ...[
            "-outDir=",
            "-outFile=",
            "-out=",
            "-declarationDir=",
            "-tsBuildInfoFile=",
            "-generateTrace=",
            "-generateCpuProfile="
          ],
          ...["-init", "-mapRoot=", "-pprofDir=", "-rootDir=", "-sourceRoot="]
        ),
        danger("reads options from a file", "@*"),
        danger(code, "-plugins=", "-jsxImportSource=")
      ],
      operand: (word, _before, given) =>
        (given.has("-b") || given.has("-build")) && isOutside(word)
          ? elsewhere
          : (word === "false" || word === "null") && [...given].at(-1) !== "-pretty"
            ? "takes the option before it back"
            : undefined,
      value: (option, value) =>
        /^-(?:p|project)$/.test(option) && /^(?:\/|~|.*\.\.(?:\/|$))/.test(value) ? elsewhere : undefined
    },
    synonyms: [
      ["-p", "-project"],
      ["-t", "-target"],
      ["-m", "-module"]
    ]
  },
  {
    names: ["ruff"],
    facts: toolFacts,
    closed: {
      source: "ruff help check, ruff help format, of ruff 0.8",
      everywhere: true,
      options: "-hqsvV --color= --isolated --quiet --silent --verbose --version",
      dangers: [danger(settings, "--config=")],
      subcommands: {
        check: {
          options: `-e -n -w --diff --exclude= --extend-exclude= --extend-ignore= --extend-select= --exit-non-zero-on-fix
            --exit-zero --force-exclude --ignore= --ignore-noqa --no-cache --no-fix --output-format= --per-file-ignores=
            --preview --no-preview --respect-gitignore --no-respect-gitignore --select= --show-files --show-fixes
            --show-settings --show-source --statistics --stdin-filename= --target-version= --watch`,
          dangers: [
            danger(changes, "--fix", "--fix-only", "--unsafe-fixes", "--add-noqa"),
            danger(writes, "-o=", "--output-file=", "--cache-dir="),
            danger(settings, "--extension=", "--line-length=")
          ]
        },
        format: {
          asks: changes,
          options: `-n --check --diff --exclude= --force-exclude --line-length= --no-cache --preview --range= --stdin-filename=
            --target-version=`,
          dangers: [danger(writes, "--cache-dir=")]
        },
        "rule linter version config": {}
      }
    }
  },
  {
    names: ["black"],
    facts: toolFacts,
    closed: {
      source: "black --help, of black 24",
      options: `-hlqSCv -t= --check --color --diff --exclude= --extend-exclude= --force-exclude= --fast --include= --line-length=
        --line-ranges= --no-cache --no-color --preview --pyi --quiet --required-version= --safe --skip-magic-trailing-comma
        --skip-source-first-line --skip-string-normalization --stdin-filename= --target-version= --unstable --verbose --version
        --workers= -W=`,
      dangers: [danger(settings, "--config="), danger("is code that is formatted", "-c=", "--code=")]
    }
  },
  {
    names: ["mypy", "dmypy"],
    facts: toolFacts,
    closed: {
      source: "mypy --help, of mypy 1.13",
      options: `-hvV -m= -p= -c= --allow-redefinition --allow-untyped-globals --always-false= --always-true= --check-untyped-defs
        --disable-error-code= --disallow-any-decorated --disallow-any-explicit --disallow-any-expr --disallow-any-generics
        --disallow-any-unimported --disallow-incomplete-defs --disallow-subclassing-any --disallow-untyped-calls
        --disallow-untyped-decorators --disallow-untyped-defs --enable-error-code= --error-summary --exclude= --explicit-package-bases
        --follow-imports= --follow-untyped-imports --hide-error-codes --ignore-missing-imports --implicit-optional --local-partial-types
        --module= --namespace-packages --no-color-output --no-error-summary --no-implicit-optional --no-implicit-reexport
        --no-incremental --no-pretty --no-site-packages --no-strict-optional --no-warn-no-return --package= --platform= --pretty
        --python-version= --raise-exceptions --show-absolute-path --show-column-numbers --show-error-codes --show-error-context
        --show-error-end --show-traceback --skip-version-check --soft-error-limit= --sqlite-cache --strict --strict-bytes
        --strict-equality --tb --verbose --version --warn-incomplete-stub --warn-redundant-casts --warn-return-any
        --warn-unreachable --warn-unused-configs --warn-unused-ignores --output=`,
      dangers: [
        danger(settings, "--config-file=", "@*"),
        danger("starts a program", "--python-executable="),
        danger("installs packages", "--install-types", "--non-interactive"),
        danger("reads types from elsewhere", "--custom-typeshed-dir=", "--custom-typing-module=", "--shadow-file=="),
        danger(
          writes,
          ...[
            "--cache-dir=",
            "--junit-xml=",
            "--any-exprs-report=",
            "--cobertura-xml-report=",
            "--html-report=",
            "--txt-report="
          ],
          ...[
            "--linecount-report=",
            "--linecoverage-report=",
            "--lineprecision-report=",
            "--xml-report=",
            "--xslt-html-report="
          ],
          ...["--xslt-txt-report=", "--timing-stats=", "--line-checking-stats=", "--cache-map=", "--pdb"]
        )
      ]
    }
  }
]

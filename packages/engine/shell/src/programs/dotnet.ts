import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { installs, projectFacts, starts } from "./sharedFacts.ts"

const settings = "reads other settings or orders"
const property = "sets a property, which can name code that is run"

const dotnetBuild = `-c= -f= -r= -v= -m -nologo --configuration= --framework= --runtime= --verbosity= --no-restore
  --no-build --no-dependencies --no-incremental --nologo --force --interactive --self-contained --no-self-contained
  --os= --arch= -a= --filter= --blame --blame-crash --blame-hang -t --list-tests --tl= --use-current-runtime --ucr
  --sc --version-suffix= --disable-build-servers`
const dotnetDangers = [
  danger(
    "writes elsewhere",
    "-o= --output= --results-directory= --diag= -d= -l= --logger= --artifacts-path= -bl --collect= -g --getProperty"
  ),
  danger(
    property,
    "-p* -property* --property* /p* -m:* -logger:* -dl:* -noAutoResponse -t:* -target:* -restoreProperty*"
  ),
  danger(
    settings,
    "-s= --settings= --source= --configfile= --packages= --test-adapter-path= -e= --environment= --arch-file= @*"
  )
]
/** Returns the reason why an operand does harm, or `undefined`. MSBuild accepts its switches with a slash too. */
const operand = (word: string) =>
  /^[/@]/.test(word) && !/^\/[\w.-]+\//.test(word)
    ? property
    : isOutside(word)
      ? "works in another folder, whose orders then count"
      : undefined

const builds: ClosedList = {
  asks: "starts the project's orders",
  options: dotnetBuild,
  operand,
  dangers: dotnetDangers
}

const commands: ClosedList = {
  source: "dotnet help, of .NET 8",
  style: "words",
  options: "--info --list-sdks --list-runtimes --version",
  dangers: [
    danger(
      "loads code",
      `--additionalprobingpath= --depsfile= --runtimeconfig= --fx-version= --roll-forward= --additional-deps= -d
        --diagnostics`
    )
  ],
  otherwise: "script",
  subcommands: {
    "build test clean restore msbuild publish pack": builds,
    format: {
      asks: "changes files",
      options: `-v= --verify-no-changes --no-restore --severity= --verbosity= --include= --exclude=
        --include-generated --diagnostics=`,
      dangers: [danger("writes a file", "--report= --binarylog=")],
      subcommands: { "whitespace style analyzers": {} }
    },
    list: {
      options: "--include-transitive --outdated --deprecated --vulnerable --framework= --format= --verbosity=",
      before: 0
    },
    sln: { options: "", asks: "changes the solution" },
    "run watch exec fsi dev-certs tool workload nuget remove new store vstest user-secrets sdk build-server reference package":
      starts,
    add: {
      asks: installs.asks ?? "",
      options: "-v= --version= -f= --framework= -n --no-restore --prerelease --interactive",
      dangers: [danger("chooses where packages come from", "-s= --source= --package-directory=")],
      operand: (word) => (isOutside(word) ? "works on another project" : undefined)
    },
    help: {}
  }
}

/** .NET. Source: dotnet help. */
export const dotnet: ReadonlyArray<Program> = [{ names: ["dotnet"], facts: projectFacts, closed: commands }]

import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"
import { projectFacts } from "./sharedFacts.ts"

const settings = "reads other settings or orders"
const elsewhere = "works in another folder, whose orders then count"
const property = "sets a property, which can name code that is run"

/**
 * Returns a check of goals. A goal that a build's own conventions do not know belongs to a plugin, which is fetched and
 * run.
 */
const goal = (goals: RegExp) => (word: string) =>
  goals.test(word) ? undefined : "is not among the goals that are known to build and test"

const maven: ClosedList = {
  source: "mvn --help, of Maven 3.8",
  style: "dashes",
  options: `-am -also-make -amd -also-make-dependents -B -batch-mode -C -strict-checksums -c -lax-checksums -color= -e
    -errors -fae -fail-at-end -ff -fail-fast -fn -fail-never -h -N -non-recursive -nsu -no-snapshot-updates -ntp
    -no-transfer-progress -o -offline -P= -activate-profiles= -pl= -projects= -q -quiet -rf= -resume-from= -T=
    -threads= -U -update-snapshots -v -version -V -show-version -X -debug -DskipTests=? -Dmaven.test.skip=? -Dtest=?
    -Dit.test=? -Dsurefire.failIfNoSpecifiedTests=? -DfailIfNoTests=? -Dstyle.color=? -Dsurefire.useFile=?
    -DtrimStackTrace=? -DskipITs=? -Dverbose=? -Dincludes=?`,
  dangers: [
    danger(
      settings,
      "-f= -file= -s= -settings= -gs= -global-settings= -t= -toolchains= -gt= -global-toolchains= -b= -builder="
    ),
    danger(property, "-D= -D*=?"),
    danger("writes a file", "-l= -log-file="),
    danger("shows a password, sealed", "-emp= -ep= -encrypt-password= -encrypt-master-password=")
  ],
  targets: true,
  operand: goal(
    /^(?:clean|validate|compile|process-(?:test-)?(?:resources|classes|sources)|generate-(?:test-)?(?:resources|sources)|test-compile|test|package|verify|integration-test|dependency:(?:tree|list|resolve|analyze)|help:effective-pom|versions:display-(?:dependency|plugin)-updates)$/
  )
}

const gradle: ClosedList = {
  source: "gradle --help, of Gradle 8",
  style: "dashes",
  options: `-? -h -help -a -no-rebuild -build-cache -no-build-cache -configuration-cache -no-configuration-cache
    -configure-on-demand -console= -continue -no-continue -d -debug -daemon -no-daemon -foreground -i -info -m
    -dry-run -max-workers= -no-parallel -offline -parallel -priority= -profile -q -quiet -rerun-tasks -S
    -full-stacktrace -s -stacktrace -no-scan -status -stop -t -continuous -v -version -V -show-version -w -warn
    -warning-mode= -x= -exclude-task= -tests= -fail-fast -rerun -refresh-dependencies -configuration= -dependency=
    -all -task= -watch-fs -no-watch-fs`,
  dangers: [
    danger(
      settings,
      `-b= -build-file= -c= -settings-file= -I= -init-script= -include-build= -g= -gradle-user-home=
        -project-cache-dir=`
    ),
    danger(elsewhere, "-p= -project-dir="),
    danger(property, "-D= -D*=? -P= -P*=? -system-prop= -project-prop="),
    danger(
      "changes what is trusted",
      `-F= -dependency-verification= -M= -write-verification-metadata= -write-locks -update-locks= -export-keys
        -refresh-keys`
    ),
    danger("sends what it builds to a service", "-scan"),
    danger("starts a debugger", "-debug-jvm -gui")
  ],
  targets: true,
  operand: (word) =>
    /^(?:-|[\w-]*:)*(?:clean|build|buildNeeded|buildDependents|check|test|classes|testClasses|assemble|jar|war|compile\w*|tasks|projects|properties|dependencies|dependencyInsight|help|buildEnvironment|outgoingVariants|javadoc|lint\w*|detekt|ktlintCheck|spotlessCheck|checkstyle\w*|pmd\w*|spotbugs\w*|test\w*|\w+Test|connected\w*|bundle\w*|javaToolchains|model|components)$/.test(
      word
    )
      ? undefined
      : "is not among the tasks that are known to build and test"
}

const writes = "writes a file"
const reads = danger("reads options from a file", "@*")
const compiler = factsOf("gcc(1), clang(1), ld(1)", {
  startsPrograms: "starts the compiler's own programs, and plugins by options",
  writesFiles: "writes what it builds"
})

const javac: ClosedList = {
  source: "javac --help and --help-extra, of JDK 17",
  style: "words",
  options: `-cp= -classpath= --class-path= -d= -deprecation -encoding= -g -g:* -nowarn -parameters -source= --source=
    -target= --target= --release= -verbose -version --version -Werror -Xlint -Xlint:* -Xdiags:* -Xmaxerrs= -Xmaxwarns=
    -proc:none --enable-preview -implicit:* -Xdoclint* --module-source-path= -sourcepath= --source-path= -p=
    --module-path= --module-version= --limit-modules= --add-modules= --add-exports= --add-reads= -help --help-extra -X
    -m= --module=`,
  dangers: [
    danger(
      "loads code",
      `-processor= --processor-path= -processorpath= --processor-module-path= -Xplugin:* -Xbootclasspath*
        --patch-module= --system= -bootclasspath=`
    ),
    danger("passes words on to another program", "-J* -A*"),
    danger(writes, "-s= -h= -Xstdout= -proc:only -proc:full"),
    danger("looks for its files elsewhere", "-extdirs= -endorseddirs= -Djava* --upgrade-module-path="),
    reads
  ],
  value: (option, value) => (option === "-d" && isOutside(value) ? "is written outside of the folder" : undefined),
  operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
}

const java: ClosedList = {
  source: "java --help and -X, of JDK 17",
  style: "words",
  rest: "script",
  options: `-version -showversion --version --show-version -help -h -? --help -X --help-extra -Xmx* -Xms* -Xss* -Xint
    -Xcomp -Xmixed -Xshare:* -Xdiag -ea* -enableassertions* -da* -disableassertions* -esa -dsa -server -client
    -verbose* --enable-preview --dry-run --list-modules --describe-module= -d= --validate-modules -XX:+UseG1GC
    -XX:+UseZGC -XX:+UseSerialGC -XX:+UseParallelGC -XX:MaxRAMPercentage=? -XX:MaxMetaspaceSize=? -XshowSettings*
    -Dfile.encoding=? -Duser.* -Djava.awt.headless=? -Djava.net.preferIPv4Stack=? --source=`,
  dangers: [
    danger(
      "loads code",
      `-javaagent* -agentlib* -agentpath* -Xbootclasspath* --patch-module= --upgrade-module-path= -Xrun* -Xdebug
        --add-modules= -Djava*`
    ),
    danger("names the code that is run", "-cp= -classpath= --class-path= -p= --module-path= -jar= -m= --module= -D*"),
    danger("writes a file, or starts a program on an error", "-XX:* -Xlog* -Xloggc*"),
    danger(
      "opens what modules keep closed",
      "--add-opens= --add-exports= --enable-native-access= --illegal-access=? --add-reads="
    ),
    reads
  ],
  operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
}

/** Programs that build and run for the Java machine. Sources: the manual of each. */
export const jvm: ReadonlyArray<Program> = [
  { names: ["mvn", "mvnw", "mvnd"], facts: projectFacts, closed: maven },
  { names: ["gradle", "gradlew"], facts: projectFacts, closed: gradle },
  { names: ["javac"], facts: compiler, closed: javac },
  {
    names: ["java"],
    facts: factsOf("java(1)", {
      startsPrograms: "runs any code",
      writesFiles: "runs any code, which can write files",
      reachesNetwork: "runs any code, which can reach the network"
    }),
    closed: java
  },
  {
    names: ["jar"],
    facts: factsOf("jar(1)", { writesFiles: "writes archives, and what they hold" }),
    closed: {
      source: "jar --help, of JDK 17",
      options: "-tvf= -f= --list --file= --verbose --version -d --describe-module --validate",
      dangers: [
        danger(
          "writes an archive, or what it holds",
          "-c -u -x -i= --create --update --extract --generate-index= --dir= -C= -m= --manifest="
        ),
        danger("passes words on", "-J="),
        reads
      ],
      operand: (word, before, given) =>
        word.startsWith("@")
          ? "reads options from a file"
          : before.length === 0 && given.size === 0 && !/^[tvf0]+$/.test(word)
            ? "writes an archive, or what it holds"
            : undefined
    }
  }
]

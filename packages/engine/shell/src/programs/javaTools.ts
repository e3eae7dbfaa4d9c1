import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const loads = "loads code, or passes words on"
const writes = "writes a file"
const changes = "changes a running program"
const keeps = "changes keys or the file that keeps them"
const elsewhere = "reaches another machine"

const options = "reads options from a file"
const readsOptions = (word: string) => (word.startsWith("@") ? options : undefined)

const classes = `-cp= -classpath= --class-path= --module-path= --system= --multi-release= -version --version -h -? -help
  --help`
const loaded = danger(loads, "-J* -bootclasspath= --upgrade-module-path=")

const javap: ClosedList = {
  source: "javap -help, of JDK 17",
  style: "words",
  options: `${classes} -v -verbose -l -public -protected -package -p -private -c -s -sysinfo -constants -m= --module=
    -XDdetails`,
  dangers: [loaded],
  operand: (word) => (/^(?!file:|jar:file:)[a-z]+:/i.test(word) ? "is fetched" : readsOptions(word))
}

const jdeps: ClosedList = {
  source: "jdeps --help, of JDK 17",
  style: "words",
  options: `${classes} -s -summary -v -verbose* -apionly --api-only -jdkinternals --jdk-internals -q -quiet -m= --module=
    --check= --list-deps --list-reduced-deps --print-module-deps --ignore-missing-deps -p= -package= --package= -e=
    -regex= --regex= --require= -f= -filter= -filter:* --missing-deps -include= -P -profile -R -recursive --recursive
    --no-recursive -I --inverse -inverse --compile-time --add-modules=`,
  dangers: [loaded, danger(writes, "-dotoutput= --dot-output= --generate-module-info= --generate-open-module=")],
  operand: readsOptions
}

const javadoc: ClosedList = {
  source: "javadoc --help, of JDK 17",
  style: "words",
  options: `${classes} -p= -d= -author -bottom= -breakiterator -charset= -docencoding= -docfilessubdirs -doctitle=
    -encoding= -exclude= -excludedocfilessubdir= -footer= -group== -header= -html5 -keywords -linksource -locale=
    -nocomment -nodeprecated -nodeprecatedlist -nohelp -noindex -nonavbar --no-platform-links -noqualifier= -nosince
    -notimestamp -notree -overview= -package -private -protected -public -quiet -serialwarn -sourcetab= -splitindex
    -subpackages= -tag= -top= -use -verbose -windowtitle= -Werror -Xdoclint* -Xmaxerrs= -Xmaxwarns= -X --help-extra
    --add-modules= --enable-preview --expand-requires= --limit-modules= --module= --module-source-path=
    --override-methods= --release= --show-members= --show-module-contents= --show-packages= --show-types= --since=
    --since-label= --source= -source= --source-path= -sourcepath=`,
  dangers: [
    loaded,
    danger(loads, "-doclet= -docletpath= -taglet= -tagletpath= -extdirs= --allow-script-in-comments"),
    danger("fetches lists of pages", "-link= -linkoffline== --link-platform-properties=")
  ],
  value: (option, text) => (option === "-d" && isOutside(text) ? "is written outside of the folder" : undefined),
  operand: readsOptions
}

/**
 * Returns the reason why a process of another machine, in the notation of `jstat` and `jps`, does harm, or `undefined`.
 */
const remote = (word: string) => (/@|:\/\//.test(word) ? elsewhere : undefined)

/** The diagnostic commands of the Java machine that only show something. */
const shows =
  /^(?:help|Thread\.print|GC\.(?:heap_info|class_histogram|finalizer_info)|VM\.(?:version|flags|command_line|system_properties|uptime|classloaders|classloader_stats|class_hierarchy|metaspace|native_memory|info|dynlibs|events|symboltable|stringtable)|PerfCounter\.print|Compiler\.(?:queue|codecache|codelist)|JFR\.check|ManagementAgent\.status)$/

const keytool: ClosedList = {
  source: "keytool -help, of JDK 17",
  style: "words",
  options: `-list -printcert -printcertreq -printcrl -showinfo -exportcert -export -rfc -v -alias= -keystore= -cacerts
    -storepass= -storepass:env= -storetype= -protected -file= -jarfile= -trustcacerts -tls -help -h -? --help`,
  dangers: [
    danger(
      keeps,
      `-genkeypair -genkey -genseckey -gencert -certreq -importcert -import -importpass -importkeystore -changealias
        -delete -keypasswd -storepasswd -identitydb -selfcert -keyclone`
    ),
    danger(loads, "-J* -providername= -addprovider= -providerclass= -providerpath= -providerarg= -conf="),
    danger(elsewhere, "-sslserver=")
  ],
  value: (option, text, given) =>
    option === "-file" && !["-printcert", "-printcertreq", "-printcrl"].some((reads) => given.has(reads))
      ? writes
      : option === "-keystore" && /^[a-z]{2,}:/i.test(text)
        ? elsewhere
        : undefined,
  operand: readsOptions
}

const jarsigner: ClosedList = {
  source: "jarsigner -help, of JDK 17",
  style: "words",
  options: `-verify -verbose -verbose:* -certs -strict -keystore= -storepass= -storepass:env= -storetype= -protected
    -sectionsonly -internalsf -help -h -? --help`,
  dangers: [
    danger(loads, "-J* -providerName= -addprovider= -providerClass= -providerArg= -altsigner= -altsignerpath= -conf="),
    danger(elsewhere, "-tsa= -tsacert= -revCheck"),
    danger("signs with a key, or writes what is signed", "-signedjar= -sigfile= -keypass= -certchain=")
  ],
  value: (option, text) => (option === "-keystore" && /^[a-z]{2,}:/i.test(text) ? elsewhere : undefined),
  operand: (word, before, given) =>
    before.length === 0 && !given.has("-verify") ? "is signed, and written" : readsOptions(word)
}

const works = factsOf("the manual of each", {
  startsPrograms: "works on other programs of the machine",
  writesFiles: "writes what it makes"
})

const passes = danger(loads, "-J*")

/** Tools of the Java machine other than its compiler. Sources: the help of each. */
export const javaTools: ReadonlyArray<Program> = (
  [
    ["javap", javap],
    ["jdeps", jdeps],
    ["javadoc", javadoc],
    [
      "jps",
      {
        source: "jps(1), of JDK 17",
        options: "-qmlvVh? -help",
        dangers: [danger(loads, "-J=?")],
        operands: { from: 1, reason: elsewhere }
      }
    ],
    [
      "jstat",
      {
        source: "jstat(1), of JDK 17",
        style: "words",
        options: `-class -compiler -gc -gccapacity -gccause -gcnew -gcnewcapacity -gcold -gcoldcapacity -gcmetacapacity
          -gcutil -printcompilation -options -t -h* -? -help`,
        dangers: [passes],
        operand: remote
      }
    ],
    [
      "jstack",
      {
        source: "jstack(1), of JDK 17",
        style: "words",
        options: "-l -e -m -h -? -help",
        dangers: [passes, danger("stops a program that does not answer", "-F")],
        operand: remote
      }
    ],
    [
      "jinfo",
      {
        source: "jinfo(1), of JDK 17",
        style: "words",
        options: "-flag= -flags -sysprops -h -? -help",
        dangers: [passes],
        value: (_option, text) => (/^[+-]|=/.test(text) ? changes : undefined),
        operand: remote
      }
    ],
    [
      "jmap",
      {
        source: "jmap(1), of JDK 17",
        style: "words",
        options: "-clstats -finalizerinfo -histo -histo:live -histo:all -heap -h -? -help",
        dangers: [passes, danger(writes, "-dump* -histo:*"), danger("stops a program that does not answer", "-F")],
        operand: remote
      }
    ],
    [
      "jcmd",
      {
        source: "jcmd(1), of JDK 17",
        style: "words",
        options: "-l -e -all -h -? -help",
        dangers: [passes, danger("takes its orders from a file", "-f=")],
        operand: (word, before) =>
          (before.length === 1 && !shows.test(word)) || /\s/.test(word)
            ? "is an order that does more than it shows"
            : word.startsWith("filename=")
              ? writes
              : undefined
      }
    ],
    ["keytool", keytool],
    ["jarsigner", jarsigner]
  ] as ReadonlyArray<readonly [string, ClosedList]>
).map(([name, closed]) => ({ names: [name], facts: works, closed }))

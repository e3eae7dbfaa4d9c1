import type { ClosedList } from "./ClosedList.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const writes = "writes a file"
const loads = "starts a program, or loads code"
const passes = "passes words on to another program"
const orders = "reads options or orders from a file"
const starts = "starts the project's orders or code"
const elsewhere = "takes its files from elsewhere"
const compiler = factsOf("the manual of each", {
  startsPrograms: "starts the compiler's own programs, and plugins by options",
  writesFiles: "writes what it builds"
})

/**
 * Returns the reason why the name of a compiler's output does harm, or `undefined`. A compiler writes its output in its
 * folder.
 */
const made = (option: string, value: string) =>
  /^-(?:o|-output|d|odir|hidir|outputdir|output-directory|femit-bin|-name)$/.test(option) && isOutside(value)
    ? "is written outside of the folder"
    : undefined

const operand = (word: string) => (word.startsWith("@") ? orders : undefined)

const compiles = (list: ClosedList): ClosedList => ({ style: "words", value: made, operand, ...list })

const ld = compiles({
  value: (option, value) => (option === "-Map" ? writtenTo(value) : made(option, value)),
  source: "ld(1), of binutils 2.40; ld.lld(1), of LLVM 14",
  style: "dashes",
  options: `-o= -output= -e= -entry= -E -export-dynamic -no-export-dynamic -EB -EL -g -h= -soname= -i -r -relocatable -l=
    -l*=? -library= -L= -L*=? -library-path= -m= -M -print-map -n -nmagic -N -omagic -O* -q -emit-relocs -s -strip-all
    -S -strip-debug -t -trace -u= -undefined= -v -V -version -verbose -x -discard-all -X -discard-locals -y=
    -trace-symbol= -z= -start-group -end-group -( -) -as-needed -no-as-needed -Bdynamic -Bstatic -static -Bsymbolic
    -Bsymbolic-functions -shared -pie -no-pie -pic-executable -cref -defsym= -demangle=? -no-demangle
    -no-dynamic-linker -fatal-warnings -no-fatal-warnings -w -no-warnings -gc-sections -no-gc-sections
    -print-gc-sections -print-memory-usage -print-output-format -target-help -no-undefined -allow-multiple-definition
    -allow-shlib-undefined -no-allow-shlib-undefined -whole-archive -no-whole-archive -noinhibit-exec -nostdlib
    -oformat= -relax -no-relax -section-start= -Tbss= -Tdata= -Ttext= -stats -sort-common -sort-section= -unique=?
    -Map= -unresolved-symbols= -warn-common -warn-once -warn-unresolved-symbols -error-unresolved-symbols -wrap=
    -eh-frame-hdr -no-eh-frame-hdr -enable-new-dtags -disable-new-dtags -hash-style= -compress-debug-sections= -build-id=?
    -icf=? -threads=? -color-diagnostics=? -push-state -pop-state -image-base=`,
  dangers: [
    danger(
      loads,
      "-plugin* -audit= -depaudit= -P= -dynamic-linker* -I* -error-handling-script= -load-pass-plugin* -lto-*"
    ),
    danger(writes, "-dependency-file= -out-implib= -base-file= -output-def= -reproduce= -time-trace*"),
    danger(writes, "-print-archive-stats= -why-extract= -opt-remarks* -thinlto-*"),
    danger(orders, "-T= -T* -script= -dT= -default-script= -c= -mri-script= -version-script= -dynamic-list= -R="),
    danger(orders, "-just-symbols= -retain-symbols-file= -export-dynamic-symbol-list= -symbol-ordering-file="),
    danger(elsewhere, "-sysroot= -rpath= -rpath-link= -Y=")
  ]
})

const as = compiles({
  source: "as(1), of binutils 2.40",
  options: `-o= -g -I= -I*=? -L -R -W -Z -v -D -K -f -J -n -w -x --64 --32 --x32 -a=? -al=? -ah=? -ahl=? -aln=? -ahls=?
    -ahln=? -adhln=? -adhlns=? -g* -mcpu=? -march=? -mtune=? -mfpu=? -mabi=? -mfloat-abi=? -mthumb -msyntax=?
    -mmnemonic=? -mnaked-reg -mno-* -O -O0 -O1 -O2 -Os -EB -EL --alternate --compress-debug-sections=? --defsym=
    --debug-prefix-map= --divide --elf-stt-common=? --fatal-warnings --gdwarf-* --gen-debug --gstabs --help
    --keep-locals --listing-cont-lines=? --listing-lhs-width=? --listing-rhs-width=? --no-pad-sections --no-warn
    --reduce-memory-overheads --size-check=? --statistics --strip-local-absolute --target-help --version --warn
    --noexecstack --execstack`,
  value: (option, value) => (/^-a[a-z]*$/.test(option) ? writes : made(option, value)),
  dangers: [danger(writes, "--MD= -MD= --dump-config"), danger(passes, "-Wp,* -Wa,*")]
})

const nasm = compiles({
  source: "nasm(1), of NASM 2.16",
  value: (option, value) => (option === "-l" ? writtenTo(value) : made(option, value)),
  options: `-f= -f* -o= -l= -g -F= -F* -E -e -a -i= -i* -I= -I* -d= -d* -D= -D* -u= -U= -u* -U* -O= -O* -w* -W* -X= -X* -s
    -t -h -hf -v -V --version -M -MG -MP -y --prefix= --postfix= --gprefix= --gpostfix= --reproducible --keep-all
    --no-line --bits=`,
  dangers: [danger(writes, "-Z= -Z* -MD* -MF* -MQ* -MT* -L*"), danger(orders, "-@= -@* -p= -p* -P= -P* --before=")]
})

const nvcc = compiles({
  source: "nvcc --help, of CUDA 12",
  options: `-o= --output-file= -c -dc -dw -dlink -lib -E -M -ptx -cubin -fatbin -cuda -shared -g -G -pg -w -v -h -V -m64
    -I= -I*=? -L= -L*=? -l= -l*=? -D= -D*=? -U= -U* -O= -O* -x= -arch= -code= -gencode= -std= -rdc= -lineinfo
    -maxrregcount= -use_fast_math -dryrun -Werror= -res-usage -src-in-ptx -cudart= -j= -t= --compile --device-c
    --device-link --link --debug --device-debug --generate-line-info --gpu-architecture= --gpu-code= --generate-code=
    --relocatable-device-code= --optimize= --std= --use_fast_math --ftz= --fmad= --prec-div= --prec-sqrt= --verbose
    --version --threads= --resource-usage --expt-relaxed-constexpr --expt-extended-lambda --extended-lambda --dryrun
    --disable-warnings --ptx --cubin --shared --lib --default-stream= --machine= --cudart= --maxrregcount=`,
  value: (option, value) => (option === "--output-file" ? made("-o", value) : made(option, value)),
  dangers: [
    danger(loads, "-run --run -run-args= --run-args= -ccbin= --compiler-bindir= -ldir= --libdevice-directory= -odir="),
    danger(passes, "-Xcompiler= -Xlinker= -Xptxas= -Xarchive= -Xnvlink= --compiler-options= --linker-options="),
    danger(passes, "--ptxas-options= --nvlink-options= --archive-options="),
    danger(orders, "-optf= --options-file= -include= --pre-include="),
    danger(writes, "-keep --keep -keep-dir= --keep-dir= -MD -MMD -MF= --dependency-output= -time= --time= -clean")
  ]
})

const swiftc = compiles({
  source: "swiftc -help, of Swift 5.10",
  options: `-o= -O -Onone -Osize -Ounchecked -g -gnone -c -S -v -h -help --help -version --version -parse -typecheck
    -dump-ast -dump-parse -emit-library -emit-executable -emit-object -emit-assembly -emit-ir -emit-sil -emit-module
    -module-name= -module-link-name= -I= -I* -L= -L* -l* -D= -D* -F= -framework= -target= -target-cpu= -swift-version=
    -enable-testing -enforce-exclusivity=? -whole-module-optimization -wmo -static -static-stdlib
    -static-executable -warnings-as-errors -no-warnings-as-errors -suppress-warnings -parse-as-library -j= -j*
    -num-threads= -print-target-info -strict-concurrency=? -warn-concurrency -enable-bare-slash-regex
    -enable-upcoming-feature= -enable-experimental-feature= -application-extension -color-diagnostics
    -no-color-diagnostics -debug-info-format=? -sanitize=? -driver-print-jobs -###`,
  dangers: [
    danger(passes, "-Xcc= -Xlinker= -Xfrontend= -Xllvm= -Xclang-linker= -Xcxx="),
    danger(
      loads,
      "-load-plugin* -lto-library= -plugin-path= -external-plugin-path= -tools-directory= -use-ld=? -ld-path=?"
    ),
    danger(loads, "-interpret -frontend -repl -driver-mode=? -resource-dir="),
    danger(writes, "-emit-*-path* -emit-dependencies -emit-objc-header* -save-temps -index-store-path= -profile-*"),
    danger(writes, "-module-cache-path= -serialize-diagnostics* -dump-*-path* -stats-output-dir= -trace-stats*"),
    danger(elsewhere, "-sdk= -working-directory= -vfsoverlay= -import-objc-header= -output-file-map=")
  ]
})

const ghc = compiles({
  source: "ghc(1), of GHC 9",
  options: `-o= -O -O0 -O1 -O2 -c -S -C -E -g -w -W -W* -X* -v -v0 -v1 -v2 -v3 -i* -I* -L* -l* -D* -U* -cpp -package=
    -hide-package= -hide-all-packages -main-is= -threaded -rtsopts=? -prof -fprof-auto* -static -dynamic -shared
    -no-link -no-hs-main -fno-code -fforce-recomp -fwarn-* -fno-warn-* -fdiagnostics-* -fdefer-* -fmax-* -fllvm -fasm
    -fhide-source-paths -fkeep-going -fspec* -fexpose-all-unfoldings -fobject-code -j -j1 -j2 -j4 -j8 -? -V --help
    --make --version --numeric-version --info --supported-extensions --show-options --print-libdir -odir= -hidir=
    -outputdir= -dynamic-too -split-sections -Rghc-timing`,
  dangers: [
    danger(loads, "-e= --interactive --run -F -fplugin* -plugin-package* --frontend= -XTemplateHaskell -XQuasiQuotes"),
    danger(loads, "-pgm* -fexternal-interpreter -ghci-script=? -ghci-script -interactive-print=?"),
    danger(passes, "-opt* -with-rtsopts* -framework*"),
    danger(writes, "-M -dep-makefile= -ddump* -dth-dec-file -dumpdir= -stubdir= -tmpdir= -keep-* -fhpc -ohi= -hiedir="),
    danger(elsewhere, "-package-db= -package-env= -clear-package-db -ghcversion-file=")
  ]
})

const ocaml = compiles({
  source: "ocamlc(1), ocamlopt(1), of OCaml 4.13",
  options: `-o= -c -a -g -i -I= -S -v -w= -w* -bin-annot -absname -alert= -annot -color= -config -config-var= -cmi-file=
    -error-style= -for-pack= -function-sections -help --help -impl= -inline= -intf= -intf-suffix= -keep-docs
    -keep-locs -labels -linkall -match-context-rows= -no-alias-deps -no-app-funct -noassert -noautolink -nolabels
    -nopervasives -nostdlib -O2 -O3 -opaque -open= -output-obj -output-complete-obj -p -pack -principal -rectypes
    -safe-string -shared -short-paths -stop-after= -strict-formats -strict-sequence -thread -unboxed-types -unsafe
    -verbose -version -vnum -warn-error= -warn-help -where -with-runtime -without-runtime -nodynlink -custom
    -compat-32 -dtypes -unsafe-string`,
  dangers: [
    danger(loads, "-pp= -ppx= -plugin= -use-runtime= -use-prims= -make-runtime -cc= -vmthread"),
    danger(passes, "-ccopt= -cclib= -dllib= -dllpath= -runtime-variant="),
    danger(orders, "-args= -args0= -init="),
    danger(writes, "-d* -dump-into-file -dprofile -save-ir-after=")
  ]
})

const zigBuilds: ClosedList = {
  style: "words",
  options: `-O= -target= -mcpu= -lc -lc++ -l* -I= -I* -L= -L* -D* -femit-bin=? -fno-emit-bin -fstrip -fno-strip
    -fsingle-threaded -static -dynamic -fPIC -fPIE -fincremental -freference-trace=? --name= --color= --release=?
    --test-filter= --verbose-link --verbose-cc -fsanitize-c -fno-sanitize-c -flto -j*`,
  value: made,
  operand,
  dangers: [
    danger(passes, "-cflags -rcflags -Xlinker= -Wl,* --test-cmd= --test-cmd-bin --script= -T="),
    danger(elsewhere, "--zig-lib-dir= --cache-dir= --global-cache-dir= --sysroot= --libc= --dep= -M*=?"),
    danger(writes, "-femit-* --debug-log= --enable-cache")
  ]
}

const zig: ClosedList = {
  source: "zig help, and the help of each command, of Zig 0.13",
  options: "-h",
  subcommands: {
    "version zen env targets help": { options: "-h" },
    "ast-check": { options: "-ht --color=" },
    fmt: { asks: "changes files", options: "--check --stdin --ast-check --color= --exclude=" },
    "build-exe build-lib build-obj": zigBuilds,
    "test run": { asks: starts, ...zigBuilds },
    build: {
      style: "words",
      asks: starts,
      options: `-h -l -j* --help --list-steps --verbose --summary= --color= -freference-trace=? --release=?
        -Doptimize=? -Dtarget=? -Dcpu=? -Dtest-filter=? --prominent-compile-errors -fincremental --watch --seed=`,
      targets: true,
      dangers: [
        danger(elsewhere, "--build-file= --cache-dir= --global-cache-dir= --zig-lib-dir= --system= --search-prefix="),
        danger(writes, "-p= --prefix= --prefix-lib-dir= --prefix-exe-dir= --prefix-include-dir= --debug-log="),
        danger("fetches packages", "--fetch"),
        danger("sets what the project's orders ask for", "-D*=? --build-runner= --sysroot= --libc= -f*")
      ]
    },
    "cc c++": { isProgram: true },
    "translate-c init init-exe init-lib fetch ar dlltool lib ranlib objcopy rc std reduce libc": { asks: writes }
  }
}

const jvm = `-d= -classpath= -cp= -class-path= -nowarn -Werror -verbose -version -help --help --version -h -deprecation
  -feature -unchecked -encoding= -g -g:* -explain -explaintypes -release= -target:* -language:* -source:* -Xsource:*
  -Xlint* -Xfatal-warnings -W* -Ywarn-* -print -indent -no-indent -new-syntax -old-syntax -uniqid -usejavacp -color=
  -color:* -opt:* -experimental -java-output-version= -include-runtime -jvm-target= -language-version= -api-version=
  -no-stdlib -no-reflect -no-jdk -module-name= -progressive -java-parameters -opt-in=`

const kotlinAndScala = compiles({
  source: "kotlinc -help, of Kotlin 2.0; scalac(1), of Scala 2.11 and 3",
  options: jvm,
  dangers: [
    danger(
      loads,
      "-script* -e= -expression= -Xplugin* -Xscript* -Xresident -P* -J* -toolcp= -jdk-home= -kotlin-home= -D*"
    ),
    danger(elsewhere, "-bootclasspath= -javabootclasspath= -javaextdirs= -extdirs= -sourcepath= -nobootcp"),
    danger("changes files", "-rewrite")
  ]
})

/** Compilers other than gcc and those that read their words like gcc. Sources: the manual of each. */
export const otherCompilers: ReadonlyArray<Program> = [
  { names: ["ld", "gold", "lld"], facts: compiler, closed: ld },
  { names: ["as"], facts: compiler, closed: as },
  { names: ["nasm"], facts: compiler, closed: nasm },
  { names: ["nvcc"], facts: compiler, closed: nvcc },
  { names: ["swiftc"], facts: compiler, closed: swiftc },
  { names: ["ghc"], facts: compiler, closed: ghc },
  { names: ["ocamlc", "ocamlopt"], facts: compiler, closed: ocaml },
  { names: ["zig"], facts: compiler, closed: zig },
  { names: ["kotlinc", "scalac"], facts: compiler, closed: kotlinAndScala }
]

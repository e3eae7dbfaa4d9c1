import type { ClosedList } from "./ClosedList.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const writes = "writes a file"
const loads = "starts a program, or loads a library"
const passes = "passes words on to another program"
const reads = danger("reads options from a file", "@*")
const compiler = factsOf("gcc(1), clang(1), ld(1)", {
  startsPrograms: "starts the compiler's own programs, and plugins by options",
  writesFiles: "writes what it builds"
})

/**
 * Returns the reason why a value of `-o` does harm, or `undefined`. A compiler writes what `-o` names, in its folder.
 */
const outside = (option: string, value: string) =>
  /^-(?:o|-output)$/.test(option) && isOutside(value) ? "is written outside of the folder" : undefined

const gcc: ClosedList = {
  source: "gcc(1), of GCC 12; clang(1), of clang 14",
  style: "words",
  options: `-c -S -E -v -w -g -g0 -g1 -g2 -g3 -ggdb* -gdwarf* -gsplit-dwarf -ansi -pedantic -pedantic-errors -pthread
    -pipe -static -shared -static-libgcc -static-libstdc++ -static-pie -nostdlib -nostdinc -nostartfiles
    -nodefaultlibs -nostdinc++ -rdynamic -pie -no-pie -p -pg -s -H -P -C -CC -M -MM -MG -MP -O -O0 -O1 -O2 -O3 -Os -Oz
    -Og -Ofast -std=? --std=? -x= -D= -D*=? -U= -U* -I= -I*=? -L= -L*=? -l= -l* -iquote= -isystem= -idirafter=
    -include= -imacros= -MT= -MQ= -### -m32 -m64 -march=? -mtune=? -mcpu=? -mfpu=? -mfloat-abi=? -mavx* -msse* -mno-*
    -mthumb -marm -fPIC -fPIE -fpic -fpie -fno-* -fopenmp -flto=? -ffast-math -ffunction-sections -fdata-sections
    -fsanitize=? -fstack-protector* -fvisibility=? -fvisibility-inlines-hidden -fwrapv -fsigned-char -funsigned-char
    -fshort-enums -fcommon -fexceptions -frtti -fstrict-aliasing -fomit-frame-pointer -finline-functions
    -funroll-loops -fsyntax-only -emit-llvm --compile --assemble --preprocess --debug --verbose --optimize=? --output= -fdiagnostics-* -fmax-errors=? -ferror-limit=? -fcolor-diagnostics -fmodules
    -fcoroutines* -fconcepts* -fstandalone-debug -fms-extensions -fblocks -fgnu89-inline -ftrapv -fvectorize
    -ftree-vectorize -fcf-protection* -fstack-clash-protection -fconstexpr-depth=? -ftemplate-depth=? -ftime-report
    -fmerge-constants -fmessage-length=? -fmacro-prefix-map=? -fdebug-prefix-map=? -ffile-prefix-map=? -print-*
    -dumpversion -dumpmachine -dumpfullversion --version --target-help -Weverything -o= -Wall -Wextra -Werror=? -Wno-*
    -Wpedantic -Wshadow* -Wformat* -Wconversion -Wsign-* -Wunused* -Wcast-* -Wstrict-* -Wmissing-* -Wuninitialized
    -Wimplicit* -Wreturn-* -Wundef -Wvla* -Wdouble-promotion -Wnull-* -Wold-* -Wnon-virtual-dtor -Woverloaded-virtual
    -Wuseless-cast -Wduplicated-* -Wlogical-op -Wdeprecated* -Wfloat-* -Wswitch* -Wfatal-errors -Wstack-usage=?
    -Wframe-larger-than=? -Wwrite-strings -Wpointer-* -Wredundant-* -Winline -Wmain -Wparentheses -Wsuggest-*
    -Wthread-safety* -Wunreachable-code* -Wdate-time -Wtrampolines -Wvolatile* -Waddress* -Warray-* -Wstringop-*
    -Wmaybe-* -Wdangling-* -Wrange-loop-* -Wzero-* -Wextra-semi* -Wabi* -Wcomment* -Wignored-* -Wtype-limits
    -Wempty-body -Wenum-* -Wmisleading-*`,
  dangers: [
    danger(
      writes,
      `-MD -MMD -MF= -MF* -MJ= -save-temps* -dump* -fdump-* -fprofile-* -fcoverage-* -fstack-usage -fcallgraph-info*
        -d* -aux-info= -ftest-coverage`
    ),
    danger(
      writes,
      `--coverage -fauto-profile* -fsave-optimization-record* -foptimization-record-file=?
        -fmodules-cache-path=? -ftime-trace*`
    ),
    danger(
      writes,
      "--serialize-diagnostics= -serialize-diagnostics= -emit-ast -index-store-path= -fcrash-diagnostics*"
    ),
    danger(
      loads,
      `-wrapper= -wrapper* -fplugin* -B= -B* -Xclang= -load* -plugin* -specs=? --specs=? -fuse-ld=? --ld-path=?
        -fpass-plugin=? -mllvm=`
    ),
    danger(
      loads,
      `--gcc-toolchain=? -gcc-toolchain --prefix=? -ccc-* -fthinlto* -fmodule-mapper=? -fintegrated-cc1
        -fno-integrated-as -no-integrated-cpp`
    ),
    danger(
      passes,
      "-Wl,* -Wa,* -Wp,* -Xlinker= -Xassembler= -Xpreprocessor= -Xopenmp* -Xcuda* -Xarch* -T= -T* -u= -z="
    ),
    danger(
      "looks for its files elsewhere",
      "--sysroot=? -isysroot= -resource-dir= -ivfsoverlay= -fdirectives-only -working-directory= --config= --config*"
    ),
    reads
  ],
  value: outside,
  operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
}

/** Compilers, and programs that show what compilers make. Sources: the manual of each. */
export const nativeCode: ReadonlyArray<Program> = [
  { names: ["gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "cpp", "gfortran"], facts: compiler, closed: gcc },
  {
    names: ["rustc"],
    facts: compiler,
    closed: {
      source: "rustc --help -v, of Rust 1.80",
      options: `-hvVgO -A= -W= -D= -F= -L= -l= -o= --allow= --warn= --deny= --forbid= --cap-lints= --cfg= --check-cfg=
        --crate-name= --crate-type= --edition= --error-format= --color= --explain= --extern= --json= --print=
        --remap-path-prefix= --test --target= --verbose --version --diagnostic-width=`,
      dangers: [
        danger("sets how code is made, which can name programs and plugins", "-C= --codegen= -Z= --sysroot="),
        danger(writes, "--emit= --out-dir="),
        reads
      ],
      value: (option, value) =>
        option === "--target" && /[./]/.test(value)
          ? "describes a target, and can name programs to start"
          : option === "--print" && value.includes("=")
            ? writes
            : outside(option, value),
      operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
    },
    synonyms: [["-C", "--codegen"]]
  },
  {
    names: ["rustup"],
    facts: factsOf("rustup help", {
      startsPrograms: "starts and installs toolchains",
      writesFiles: "changes which toolchains there are",
      reachesNetwork: "fetches toolchains"
    }),
    closed: {
      source: "rustup help, of rustup 1.27",
      options: "-qv --quiet --verbose --version",
      subcommands: {
        "show doc which": { options: "-v --verbose --path --toolchain=" },
        "toolchain component target": {
          subcommands: {
            list: { options: "-v --verbose --installed --toolchain= -q --quiet" },
            "add install remove uninstall link update": { asks: "changes which programs there are" }
          }
        },
        check: {},
        "default update upgrade install uninstall override set self man completions": {
          asks: "changes which programs there are"
        },
        run: { asks: "starts a program", before: 1, rest: "script" }
      }
    }
  },
  {
    names: ["rustfmt"],
    facts: factsOf("rustfmt --help", {
      writesFiles: "changes files",
      folderDecides: "reads the settings of its folder"
    }),
    closed: {
      source: "rustfmt --help, of rustfmt 1.7",
      options: `-hlqvV --check --color= --edition= --emit= --files-with-diff --list --quiet --verbose --version
        --backup --print-config= --help=`,
      dangers: [danger("reads other settings", "--config-path= --config=")]
    }
  },
  {
    names: ["nm", "objdump", "readelf", "size", "addr2line", "c++filt"],
    closed: {
      source: "nm(1), objdump(1), readelf(1), size(1), addr2line(1), c++filt(1), of binutils 2.40",
      style: "words",
      options: `-a -A -B -C -D -d -e= -e -f -g -G -h -H -i -j= -l -n -o -p -P -r -R -s -S -t -T -u -U -v -V -w -W -W*
        -x -z -I -M= -m= -b= -E* -c -k -L -x= -d* -t* -s* -S* -C* -wK -wN --all-headers --archive-headers --debugging
        --disassemble --disassemble-all --disassemble-zeroes --disassembler-options= --file-headers --full-contents
        --headers --line-numbers --no-show-raw-insn --private-headers --reloc --section= --section-headers --sections
        --segments --program-headers --symbols --syms --dyn-syms --dynamic --dynamic-reloc --dynamic-syms --source
        --start-address= --stop-address= --demangle=? --no-demangle --wide --version --version-info --notes --relocs
        --unwind --arch-specific --histogram --hex-dump= --string-dump= --extern-only --undefined-only --defined-only
        --numeric-sort --size-sort --reverse-sort --print-size --print-file-name --format= --radix= --no-sort
        --special-syms --synthetic --debug-syms --addresses --functions --basenames --inlines --pretty-print --exe=
        --common --totals`,
      dangers: [
        danger("loads code", "--plugin --plugin=? -plugin*"),
        danger("reads further files", "--dwarf-check --debug-dump=follow* --dwarf=follow* -wD -wE"),
        reads
      ],
      operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
    }
  },
  {
    names: ["strip"],
    facts: factsOf("strip(1)", { writesFiles: "changes its operands" }),
    writesTo: "operands",
    closed: {
      source: "strip(1), of Binutils 2.40",
      options: `-sgSdpDUwxXvVM -o= --output-file= -F= -I= -O= -R= -K= -N= --target= --input-target= --output-target= --remove-section=
        --keep-section= --remove-relocations= --strip-all --strip-debug --strip-dwo --strip-unneeded --keep-symbol=
        --merge-notes --no-merge-notes --strip-symbol= --preserve-dates --enable-deterministic-archives
        --disable-deterministic-archives --wildcard --discard-all --discard-locals --keep-section-symbols
        --keep-file-symbols --only-keep-debug --version --verbose --info`,
      dangers: [danger("loads code", "--plugin=")],
      value: (option, value) => (/^-(?:o|-output-file)$/.test(option) ? writtenTo(value) : undefined),
      operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
    }
  },
  {
    names: ["objcopy"],
    facts: factsOf("objcopy(1)", { writesFiles: "changes its operands" }),
    writesTo: "last operand",
    closed: {
      source: "objcopy(1), of Binutils 2.40",
      options: `-SgwxXpDUMvV -I= -O= -F= -B= -j= -R= -K= -N= -G= -L= -W= -b= -i=? --input-target= --output-target= --target=
        --binary-architecture= --only-section= --remove-section= --keep-section= --remove-relocations= --strip-all
        --strip-debug --strip-unneeded --keep-symbol= --strip-symbol= --strip-unneeded-symbol= --keep-global-symbol=
        --localize-hidden --localize-symbol= --globalize-symbol= --weaken-symbol= --weaken --wildcard --discard-all
        --discard-locals --byte= --interleave=? --interleave-width= --preserve-dates --enable-deterministic-archives
        --disable-deterministic-archives --debugging --gap-fill= --pad-to= --set-start= --change-start= --adjust-start=
        --change-addresses= --adjust-vma= --change-section-address= --change-section-lma= --change-section-vma=
        --change-warnings --no-change-warnings --set-section-flags= --set-section-alignment= --add-symbol=
        --rename-section= --long-section-names= --change-leading-char --remove-leading-char --reverse-bytes=
        --srec-len= --srec-forceS3 --redefine-sym= --alt-machine-code= --writable-text --readonly-text --pure --impure
        --prefix-symbols= --prefix-sections= --prefix-alloc-sections= --add-gnu-debuglink= --keep-section-symbols
        --keep-file-symbols --only-keep-debug --strip-dwo --extract-dwo --compress-debug-sections=?
        --decompress-debug-sections --merge-notes --no-merge-notes --verilog-data-width= --version --verbose --info`,
      dangers: [
        danger("writes or takes in a further file", "--dump-section= --split-dwo= --add-section= --update-section="),
        danger("reads names from a file", "--redefine-syms= --keep-symbols= --strip-symbols= --localize-symbols="),
        danger("loads code", "--plugin=")
      ],
      operand: (word) => (word.startsWith("@") ? "reads options from a file" : undefined)
    }
  },
  {
    names: ["ldd"],
    facts: factsOf("ldd(1)", { startsPrograms: "may start the program that it looks at" }),
    closed: {
      source: "ldd(1)",
      options: "-druv --verbose --unused --data-relocs --function-relocs --version",
      operands: { from: 1, reason: "may be started" }
    }
  }
]

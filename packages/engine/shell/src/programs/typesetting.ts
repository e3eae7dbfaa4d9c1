import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  startsPrograms: "starts the scripts of packages and projects",
  writesFiles: "writes what it builds",
  reachesNetwork: "fetches packages",
  folderDecides: "takes orders from the project's files of the folder that it runs in"
})

const settings = "reads other orders or settings"
const loads = "starts a program, or loads code"
const writes = "writes a file"
/** Programs that set and index text, and change sound. Sources: the manual of each. */
export const typesetting: ReadonlyArray<Program> = [
  {
    names: ["asciidoctor"],
    facts,
    closed: {
      source: "asciidoctor --help, of Asciidoctor 2",
      options: `-beqsvwndt -b= -d= --backend= --doctype= --embedded --no-header-footer -s --quiet --verbose --version
        --failure-level= --timings --section-numbers`,
      dangers: [
        danger(loads, "-r= --require= -T= --template-dir= -I= --load-path= -E= --template-engine= --eruby="),
        danger(settings, "-a= --attribute= -B= --base-dir= -S= --safe-mode= --safe -R="),
        danger(writes, "-o= --out-file= -D= --destination-dir=")
      ]
    }
  },
  {
    names: `latexmk pdflatex xelatex lualatex latex tex luatex pdftex xetex etex mf mpost`.split(" "),
    facts,
    closed: {
      source: "latexmk(1), pdftex(1)",
      style: "words",
      options: `-pdf -xelatex=? -lualatex=? -dvi -ps -f -g -silent -quiet -verbose -interaction=? -halt-on-error
        -file-line-error -synctex=? -draftmode -recorder -version -help -C -c -bibtex -no-shell-escape -pdfxe -pdflua
        -deps -diagnostics`,
      dangers: [
        danger(
          loads,
          `-e= -shell-escape -enable-write18 -shell-restricted -pdflatex=? -latex=? -pretex=? -usepretex* -initexmf=
            -ini -fmt=? -progname=? -8bit -output-format=? -translate-file=? -print-type=? -pv -pvc -view=?`
        ),
        danger(settings, "-r= -cnf-line=? -norc -rc* -dir-report* -MSWinBackSlash*"),
        danger(
          writes,
          `-output-directory=? -outdir=? -auxdir=? -jobname=? -cd -aux-directory=? -emulate-aux-dir* -P* -logfilewarn*
            -logfilewarning*`
        )
      ],
      value: (option, value) => (/^-(?:xe|lua)latex$/.test(option) && value !== "" ? loads : undefined),
      operand: (word) => (/^\\|\\(?:input|write|immediate)/.test(word) ? "is an order of TeX" : undefined)
    }
  },
  {
    names: ["dvips"],
    facts,
    closed: {
      source: "dvips(1)",
      style: "words",
      options: `-A -B -E -F -G* -K* -M* -N* -V* -a -f -i -j* -k* -m* -q -r* -s* -v -z -Z -c= -C= -D= -l= -n= -p= -pp= -t=
        -T= -x= -y= -mode= -version -R -R1 -R2 --help --version`,
      dangers: [danger(loads, "-R0 -h* -P* -u*"), danger(writes, "-o*")]
    }
  },
  {
    names: ["ctags"],
    facts,
    closed: {
      source: "ctags(1), of Universal Ctags 5.9",
      options: `-aeNRuVx -n --recurse=? --languages=? --exclude=? --fields=? --kinds-*=? --sort=? --totals=?
        --list-kinds=? --list-languages --list-features --version --verbose=? --append=? --tag-relative=? --links=?
        -h= --langmap=? --map-*=? --extras=? --excmd=?`,
      dangers: [
        danger(
          settings,
          `--options=? --options-maybe=? --optlib-dir=? -L= --langdef=? --regex-*=? --mline-regex-*=? --_*=? -I=
            --config-filename=?`
        ),
        danger(writes, "-f= -o="),
        danger(loads, "--filter=? --filter-terminator=?")
      ]
    }
  },
  {
    names: ["sox", "play", "rec", "soxi"],
    facts,
    closed: {
      source: "sox(1)",
      options: `-qSVnmM -r= -c= -b= -e= -t= -v= -G -D -R --i --version --info --no-show-progress --norm=? -C= -L -B -x
        --combine= --bits= --rate= --channels= --encoding= --volume=`,
      dangers: [danger(settings, "--effects-file= --plot= --temp= --magic")],
      operand: (word) => (/^\||^[a-z]+:\/\//i.test(word) ? "is a program or an address" : undefined),
      value: (option, value) =>
        option === "-t" && /^(?:alsa|pulseaudio|oss|ao)$/.test(value) ? "is a device" : undefined
    }
  }
]

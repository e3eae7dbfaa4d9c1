import type { ClosedList } from "./ClosedList.ts"
import { jqReason } from "./jqReason.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const writes = "writes a file"

const yqReason = (word: string) =>
  /\b(?:load\w*|env|strenv|envsubst|eval|system)\b/.test(word)
    ? "reads the environment or other files, or evaluates what it reads"
    : undefined

const converts = factsOf("ffmpeg(1), ImageMagick(1), pandoc(1), gs(1)", {
  startsPrograms: "starts helpers, or runs what documents and options say",
  writesFiles: "writes what it makes",
  reachesNetwork: "reads and writes addresses"
})

const starts = "starts a program, or loads code"
const orders = "reads options or code from a file"
const pandoc: ClosedList = {
  source: "pandoc(1), of pandoc 2.17 and 3",
  options: `-hiNsv -o= --output= -f= -r= -t= -w= -V= -M= -T= -b= -p --from= --read= --to= --write= --standalone --wrap= --columns=
    --toc --table-of-contents --toc-depth= --number-sections --number-offset= --top-level-division= --ascii
    --strip-comments --no-highlight --highlight-style= --preserve-tabs --tab-stop= --track-changes= --file-scope
    --metadata= --variable= --title-prefix= --id-prefix= --email-obfuscation= --base-header-level=
    --shift-heading-level-by= --default-image-extension= --markdown-headings= --atx-headers --reference-links
    --reference-location= --html-q-tags --section-divs --slide-level= --incremental --dpi= --eol= --ipynb-output=
    --quiet --verbose --fail-if-warnings=? --sandbox --list-input-formats --list-output-formats --list-extensions=?
    --list-highlight-languages --list-highlight-styles --version --mathml --katex --mathjax=? --citeproc -C
    --no-check-certificate --indented-code-classes= --embed-resources --list-tables --figure-caption-position=
    --table-caption-position= --link-images`,
  dangers: [
    danger(starts, "-F= --filter= -L= --lua-filter= --pdf-engine= --pdf-engine-opt= --webtex=? --gladtex"),
    danger(
      orders,
      `-d= --defaults= --template= --data-dir= --metadata-file= -H= --include-in-header= -B= --include-before-body=
        -A= --include-after-body= --reference-doc= --syntax-definition= --csl= --bibliography=`
    ),
    danger(
      orders,
      `--citation-abbreviations= --resource-path= --abbreviations= --epub-metadata= --epub-cover-image=
        --epub-embed-font= -c= --css= --print-default-data-file= -D=`
    ),
    danger(writes, "--extract-media= --log= --self-contained --request-header= --dump-args --trace")
  ],
  value: (option, value) =>
    /^-(?:f|r|t|w|-from|-to|-read|-write)$/.test(option) && /\.lua\b|\//.test(value)
      ? starts
      : /^-(?:o|-output)$/.test(option) && isOutside(value)
        ? writes
        : undefined,
  operand: (word) => (/^[a-z]+:\/\//i.test(word) ? "is fetched" : undefined)
}

/** Programs that show documents and take them apart. Sources: the manual of each. */
export const documents: ReadonlyArray<Program> = [
  {
    names: ["jq", "gojq", "jaq"],
    closed: {
      source: "jq(1), of jq 1.7",
      options: `-abcCehjMnrRsSV --arg== --argjson== --args --jsonargs --ascii-output --binary --build-configuration
        --color-output --compact-output --exit-status --indent= --join-output --monochrome-output --null-input
        --raw-input --raw-output --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab --unbuffered
        --version`,
      dangers: [
        danger("reads a program or modules from files", "-f=", "--from-file=", "-L=", "--library-path="),
        danger("reads a file", "--rawfile==", "--slurpfile==", "--argfile=="),
        danger("reads tests from a file", "--run-tests=")
      ],
      operand: jqReason
    },
    synonyms: [
      ["-r", "--raw-output"],
      ["-f", "--from-file"]
    ]
  },
  {
    names: ["yq"],
    facts: { writesFiles: { reason: "writes a file by -i and -s", source: "the manual of yq" } },
    closed: {
      source: "the manual of yq 4, of Mike Farah",
      options: `-0CehjMnNPrvV -I= -o= -p= --colors --csv-auto-parse --csv-separator= --exit-status --expression=
        --header-preprocess --indent= --input-format= --no-colors --no-doc --null-input --nul-output --output-format=
        --prettyPrint --properties-array-brackets --properties-separator= --string-interpolation --tojson
        --tsv-auto-parse --unwrapScalar=? --verbose --version --xml-attribute-prefix= --xml-content-name=
        --xml-keep-namespace --xml-raw-token --xml-strict-mode`,
      dangers: [
        danger("changes files in place", "-i", "--inplace", "-y"),
        danger("writes files", "-s=", "--split-exp=", "--split-exp-file="),
        danger("reads a program from a file", "-f=", "--from-file=")
      ],
      value: (option, value) => (option === "--expression" ? yqReason(value) : undefined),
      operand: (word, before) =>
        before.length === 0 && /^(?:e|ea|eval|eval-all)$/.test(word) ? undefined : yqReason(word)
    }
  },
  {
    names: ["file"],
    facts: { writesFiles: { reason: "writes a compiled magic file by -C", source: "file(1)" } },
    closed: {
      source: "file(1)",
      options: `-bcdEhiIklLnNprsSv0 -e= -F= -P= --brief --checking-printout --apple --extension --mime --mime-type
        --mime-encoding --keep-going --list --dereference --no-dereference --no-buffer --no-pad --preserve-date
        --print0 --raw --special-files --no-sandbox --separator= --exclude= --exclude-quiet= --parameter= --version`,
      dangers: [
        danger("writes a compiled magic file", "-C", "--compile"),
        danger("reads another magic file", "-m=", "--magic-file="),
        danger("reads the names of files from a file", "-f=", "--files-from="),
        danger("starts the programs that unpack files", "-zZ", "--uncompress", "--uncompress-noreport")
      ]
    }
  },
  {
    names: ["xmllint"],
    facts: {
      writesFiles: { reason: "writes a file by --output", source: "xmllint(1)" },
      reachesNetwork: { reason: "fetches what a document names", source: "xmllint(1)" }
    },
    closed: {
      source: "xmllint(1)",
      style: "dashes",
      options: `-auto -c14n -c14n11 -canonicalxml -compress -copy -debug -debugent -dropdtd -encode= -exc-c14n -format
        -html -htmlout -huge -insert -maxmem= -memory -noblanks -nocdata -nodefdtd -nodefaulttables -noenc
        -nofixup-base-uris -nonet -noout -nowarning -nowrap -nsclean -oldxml10 -oldxml -pattern= -pedantic -pretty=
        -push -quiet -recover -repeat -sax -sax1 -schema= -relaxng= -schematron= -stream -testIO -timing -version
        -walker -xmlout -xpath=`,
      value: (_option, value) => (/^[a-z]+:\/\//i.test(value) ? "is fetched" : undefined),
      operand: (word) => (/^[a-z]+:\/\//i.test(word) ? "is fetched" : undefined),
      dangers: [
        danger(writes, "-output=", "-o="),
        danger("takes orders from standard input, which read and write files", "-shell"),
        danger("loads what the document names", "-noent", "-loaddtd", "-dtdattr", "-valid", "-postvalid", "-xinclude"),
        danger("loads what the document names", "-noxincludenode", "-nofixup-xinclude", "-dtdvalid=", "-dtdvalidfpi="),
        danger("names where documents are loaded from", "-path=", "-catalogs", "-nocatalogs", "-load-trace")
      ]
    }
  },
  {
    names: ["xsltproc"],
    facts: {
      writesFiles: { reason: "writes the files that a stylesheet names", source: "xsltproc(1)" },
      reachesNetwork: { reason: "fetches what a document names", source: "xsltproc(1)" }
    },
    closed: {
      source: "xsltproc(1)",
      style: "dashes",
      options: "-version -verbose -timing -profile -novalid -nonet",
      operand: () => "is a stylesheet or a document, which may write and fetch"
    }
  },
  {
    names: ["mlr"],
    facts: {
      startsPrograms: {
        reason: "starts programs by system, exec, pipes and --prepipe",
        source: "the manual of Miller 6"
      },
      writesFiles: { reason: "writes files by tee, split, redirections and -I", source: "the manual of Miller 6" }
    },
    closed: {
      source: "the manual of Miller 6, Reference: main flag list and verbs",
      style: "words",
      options: `-n -N -C -M -S -A -O -x -q -p -h -a -b -e -i= -f= -g= -k= -c= -r= -nf -nr -t -tr -c -cr --icsv --itsv
        --ijson --ijsonl --inidx --ixtab --idkvp --imd --ocsv --otsv --ojson --ojsonl --onidx --oxtab --odkvp --omd
        --opprint --ipprint --csv --tsv --json --jsonl --nidx --xtab --dkvp --c2t --c2d --c2n --c2j --c2l --c2p --c2b
        --c2x --c2m --t2c --t2j --t2p --j2c --j2t --j2p --j2x --l2j --barred --right --from= --fs= --ps= --rs= --ifs=
        --ofs= --ips= --ops= --irs= --ors= --repifs --implicit-csv-header --headerless-csv-output
        --allow-ragged-csv-input --records-per-batch= --nr-progress-mod= --no-color --key-color= --value-color=
        --ofmt= --version`,
      dangers: [
        danger("starts a program", "--prepipe=", "--prepipex=", "--prepipe-gunzip", "--prepipe-zcat", "--prepipe-bz2"),
        danger("changes files in place", "-I"),
        danger("reads a program or options from a file", "-s=", "--load=", "--mload=")
      ],
      operand: (word) =>
        /^(?:put|filter)$/.test(word)
          ? "runs a program of its own, which may start others and write files"
          : /^(?:tee|split|case|summary-to-file)$/.test(word)
            ? "may write files"
            : undefined
    }
  },
  {
    names: ["strings"],
    closed: {
      source: "strings(1)",
      options: `-afdw0123456789UV -e= -n= -o -s= -t= -T= --all --data --bytes= --radix= --encoding=
        --include-all-whitespace --output-separator= --print-file-name --target= --unicode= --version`,
      dangers: [danger("reads options from a file", "@*")]
    }
  },
  {
    names: ["pandoc"],
    facts: converts,
    closed: pandoc,
    synonyms: [
      ["-o", "--output"],
      ["-f", "-r", "--from", "--read"],
      ["-t", "-w", "--to", "--write"],
      ["-F", "--filter"],
      ["-L", "--lua-filter"]
    ]
  }
]

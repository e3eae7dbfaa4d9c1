import { danger, type Program } from "./Program.ts"

const writes = "writes a file"
const names = "reads the names of files from a file"

/** Programs that read, compare and rearrange text. Sources: the manual page of each, of GNU coreutils unless named. */
export const textTools: ReadonlyArray<Program> = [
  {
    names: ["sort"],
    facts: {
      startsPrograms: { reason: "starts a program by --compress-program", source: "sort(1)" },
      writesFiles: { reason: "writes a file by -o", source: "sort(1)" }
    },
    closed: {
      source: "sort(1), of GNU coreutils 9.1 and later",
      options: `-bdfgiMhnRrVcCmsuz -k= -t= -S= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
        --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort
        --batch-size= --check=? --debug --key= --merge --stable --buffer-size= --field-separator= --parallel= --unique
        --zero-terminated --version`,
      dangers: [
        danger(writes, "-o=", "--output="),
        danger("starts a program", "--compress-program="),
        danger("writes temporary files in another folder", "-T=", "--temporary-directory="),
        danger("reads the names of files from a file", "--files0-from="),
        danger("reads a further file", "--random-source=")
      ]
    },
    synonyms: [
      ["-o", "--output"],
      ["-T", "--temporary-directory"],
      ["-r", "--reverse"],
      ["-n", "--numeric-sort"],
      ["-u", "--unique"]
    ]
  },
  {
    names: ["uniq"],
    facts: { writesFiles: { reason: "writes its second operand", source: "uniq(1)" } },
    closed: {
      source: "uniq(1)",
      options: `-cdDiuz0123456789 -f= -s= -w= --count --repeated --all-repeated=? --skip-fields= --group=? --ignore-case
        --skip-chars= --unique --zero-terminated --check-chars= --version`,
      operands: { from: 2, reason: "is a file that is written" }
    }
  },
  {
    names: ["xxd"],
    facts: { writesFiles: { reason: "writes its second operand", source: "xxd(1)" } },
    closed: {
      source: "xxd(1)",
      style: "words",
      options:
        "-a -b -C -d -e -E -i -p -ps -postscript -plain -r -u -v -c= -cols= -g= -l= -len= -n= -name= -o= -R= -s= -seek=",
      operands: { from: 2, reason: "is a file that is written" }
    }
  },
  {
    names: ["diff", "colordiff"],
    facts: { startsPrograms: { reason: "starts pr by --paginate", source: "diff(1)" } },
    closed: {
      source: "diff(1), of GNU diffutils 3.8",
      options: `-abBcdeEfhHiNnpPqrstTuvwyZ0123456789 -C= -D= -F= -I= -L= -S= -U= -W= -x= -X= --normal --brief
        --report-identical-files --context=? --unified=? --ed --forward-ed --rcs --side-by-side --width= --left-column
        --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize=
        --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file
        --[no-]ignore-file-name-case --exclude= --exclude-from= --starting-file= --from-file= --to-file= --ignore-case
        --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines
        --ignore-matching-lines= --text --strip-trailing-cr --ifdef= --old-group-format= --new-group-format=
        --changed-group-format= --unchanged-group-format= --line-format= --old-line-format= --new-line-format=
        --unchanged-line-format= --minimal --horizon-lines= --speed-large-files --color=? --palette= --version`,
      dangers: [danger("starts pr", "-l", "--paginate")]
    }
  },
  {
    names: ["cmp"],
    closed: {
      source: "cmp(1)",
      options: "-bclsv -i= -n= --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --version"
    }
  },
  {
    names: ["diff3", "sdiff"],
    facts: { startsPrograms: { reason: "starts other programs by options", source: "diff3(1), sdiff(1)" } },
    closed: {
      source: "diff3(1), sdiff(1), of GNU diffutils 3.8",
      options: `-aAbBdeEHilmstvWxX3TZ -I= -L= -w= --show-all --ed --show-overlap --easy-only --overlap-only --merge --text
        --strip-trailing-cr --initial-tab --label= --ignore-case --ignore-tab-expansion --ignore-trailing-space
        --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --width= --left-column
        --suppress-common-lines --expand-tabs --tabsize= --minimal --speed-large-files --version`,
      dangers: [danger("starts a program", "--diff-program="), danger(writes, "-o= --output=")]
    }
  },
  {
    names: ["iconv"],
    facts: { writesFiles: { reason: "writes a file by -o", source: "iconv(1)" } },
    closed: {
      source: "iconv(1)",
      options: "-csl -f= -t= --from-code= --to-code= --list --silent --verbose --version",
      dangers: [danger(writes, "-o=", "--output=")]
    },
    synonyms: [["-o", "--output"]]
  },
  {
    names: ["cat", "gcat"],
    closed: {
      source: "cat(1), gcat(1)",
      options: `-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
        --show-nonprinting --version`
    }
  },
  {
    names: ["head", "ghead", "tail", "gtail"],
    closed: {
      source: "head(1), ghead(1), tail(1), gtail(1)",
      options: `-fFqvz0123456789bkmlr -c= -n= -s= --bytes= --lines= --quiet --silent --verbose --zero-terminated --follow=?
        --retry --max-unchanged-stats= --pid= --sleep-interval= --version`
    },
    synonyms: [
      ["-n", "--lines"],
      ["-c", "--bytes"],
      ["-f", "--follow"]
    ]
  },
  {
    names: ["wc", "gwc"],
    closed: {
      source: "wc(1), gwc(1)",
      options: "-cmlLw --bytes --chars --lines --max-line-length --words --total= --version",
      dangers: [danger(names, "--files0-from=")]
    }
  },
  {
    names: ["cut"],
    closed: {
      source: "cut(1)",
      options: `-nszM -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited
        --output-delimiter= --zero-terminated --version`
    }
  },
  {
    names: ["tr"],
    closed: { source: "tr(1)", options: "-cCdst --complement --delete --squeeze-repeats --truncate-set --version" }
  },
  {
    names: ["nl"],
    closed: {
      source: "nl(1)",
      options: `-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --section-delimiter= --footer-numbering=
        --header-numbering= --line-increment= --join-blank-lines= --number-format= --no-renumber --number-separator=
        --starting-line-number= --number-width= --version`
    }
  },
  {
    names: ["od"],
    closed: {
      source: "od(1)",
      options: `-abcdfilosxv -w=? -A= -j= -N= -S=? -t= --address-radix= --endian= --skip-bytes= --read-bytes= --strings=?
        --format= --output-duplicates --width=? --traditional --version`
    }
  },
  {
    names: ["hexdump", "hd"],
    closed: {
      source: "hexdump(1), hd(1)",
      options: "-bcCdovx -e= -L=? -n= -s= --one-byte-octal --one-byte-char --canonical --skip= --length= --color=?",
      dangers: [danger("reads a format from a file", "-f=", "--format-file=")]
    }
  },
  {
    names: ["paste"],
    closed: { source: "paste(1)", options: "-sz -d= --delimiters= --serial --zero-terminated --version" }
  },
  {
    names: ["join"],
    closed: {
      source: "join(1)",
      options:
        "-iz -a= -e= -j= -o= -t= -v= -1= -2= --ignore-case --check-order --nocheck-order --header --zero-terminated --version"
    }
  },
  {
    names: ["comm"],
    closed: {
      source: "comm(1)",
      options: "-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --version"
    }
  },
  { names: ["fold"], closed: { source: "fold(1)", options: "-bs0123456789 -w= --bytes --spaces --width= --version" } },
  {
    names: ["fmt"],
    closed: {
      source: "fmt(1)",
      options: `-cstu0123456789 -g= -p= -w= --crown-margin --prefix= --split-only --tagged-paragraph --uniform-spacing
        --width= --goal= --version`
    }
  },
  {
    names: ["expand", "unexpand"],
    closed: {
      source: "expand(1), unexpand(1)",
      options: "-ai0123456789 -t= --all --first-only --initial --tabs= --version"
    }
  },
  {
    names: ["tac", "rev"],
    closed: { source: "tac(1), rev(1)", options: "-br -s= --before --regex --separator= --version" }
  },
  {
    names: ["base64", "base32", "basenc"],
    closed: {
      source: "base64(1), base32(1), basenc(1)",
      options: `-diD -w= --decode --ignore-garbage --wrap= --base64 --base64url --base32 --base32hex --base16 --base2msbf
        --base2lsbf --z85 --version`
    }
  },
  {
    names: ["column"],
    closed: {
      source: "column(1)",
      options: `-dejtxL -c= -C= -E= -H= -i= -l= -N= -n= -O= -o= -p= -R= -r= -s= -T= -W= -J --table --separator=
        --output-separator= --columns= --output-width= --table-columns= --table-hide= --table-right= --table-truncate=
        --table-wrap= --table-noextreme= --table-noheadings --table-columns-limit= --table-empty-lines --keep-empty-lines
        --table-name= --table-order= --json --fillrows --tree= --tree-id= --tree-parent= --version`
    }
  },
  {
    names: ["shuf"],
    facts: { writesFiles: { reason: "writes a file by -o", source: "shuf(1)" } },
    closed: {
      source: "shuf(1)",
      options: "-erz -i= -n= --echo --input-range= --head-count= --repeat --zero-terminated --version",
      dangers: [danger(writes, "-o=", "--output="), danger("reads a further file", "--random-source=")]
    }
  },
  {
    names: ["ptx"],
    closed: {
      source: "ptx(1)",
      options: `-AfrtROT -F= -M= -S= -W= -b= -g= -i= -o= -w= --auto-reference --flag-truncation= --macro-name= --format=
        --right-side-refs --sentence-regexp= --word-regexp= --break-file= --ignore-case --gap-size= --ignore-file=
        --only-file= --references --typeset-mode --width= --version`,
      dangers: [danger("writes its second operand", "-G --traditional")]
    }
  }
]

import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const converts = factsOf("gs(1), groff(1), inkscape(1), and the manual of each", {
  startsPrograms: "starts helpers, or runs what documents and options say",
  writesFiles: "writes what it makes",
  reachesNetwork: "reads and writes addresses"
})

const writes = "writes a further file"
const written = "is outside of the folder, where what is made would be written"
const starts = "starts a program, or loads code"
const orders = "reads options or code from a file"
const fetched = "is fetched, or opened by a protocol"
const prints = "is sent to a printer"

const isAddress = (word: string) => /^[a-z][a-z0-9+.-]+:/i.test(word)
const address = (word: string) => (isAddress(word) ? fetched : undefined)

/**
 * Returns the reason why the target to which a program writes does harm, or `undefined`. The target must be a file in
 * the folder, and no program.
 */
const target = (path: string) =>
  /^\||%pipe/.test(path) ? starts : isAddress(path) ? fetched : isOutside(path) ? written : undefined

const targetOf =
  (options: RegExp) =>
  (option: string, value: string): string | undefined =>
    options.test(option) ? target(value) : undefined

const gs: ClosedList = {
  source: "gs(1), of Ghostscript 10",
  style: "words",
  options: `-q -f -v -h -? -help --help --version -r* -g* -o= -sOutputFile=? -sDEVICE=? -sPAPERSIZE=? -sPageList=?
    -sPDFPassword=? -sColorConversionStrategy=? -sProcessColorModel=? -dBATCH -dNOPAUSE -dSAFER -dQUIET -dNODISPLAY
    -dNOPROMPT -dPDFSETTINGS=? -dCompatibilityLevel=? -dFirstPage=? -dLastPage=? -dTextAlphaBits=?
    -dGraphicsAlphaBits=? -dUseCropBox -dUseArtBox -dUseTrimBox -dAutoRotatePages=? -dPDFFitPage -dFitPage
    -dFIXEDMEDIA -dDetectDuplicateImages=? -dCompressFonts=? -dSubsetFonts=? -dEmbedAllFonts=? -dColorImage*
    -dGrayImage* -dMonoImage* -dDownsample* -dAutoFilter* -dEncode* -dJPEGQ=? -dNumRenderingThreads=?
    -dDEVICEWIDTHPOINTS=? -dDEVICEHEIGHTPOINTS=? -dProcessColorModel=? -dPrinted=? -dPDFA=? -dNOCACHE -dFILTERTEXT
    -dFILTERIMAGE -dFILTERVECTOR -dPDFSTOPONERROR -dBackgroundColor=?`,
  dangers: [
    danger("lifts what documents are held to", "-dNOSAFER -dDELAYSAFER -dWRITESYSTEMDICT --permit-*"),
    danger("is code", "-c= -@*"),
    danger(orders, "-I* -P -sFONTPATH=? -sFONTMAP=? -sGenericResourceDir=? -sICCProfilesDir=? -sstdout=?")
  ],
  value: targetOf(/^-(?:o|sOutputFile)$/),
  operand: (word) => (word.startsWith("@") ? orders : /%pipe|^\|/.test(word) ? starts : undefined)
}

const qpdf: ClosedList = {
  source: "qpdf --help=all, of qpdf 11",
  style: "dashes",
  options: `-check -show-npages -show-encryption -show-pages -show-object=? -show-xref -show-linearization
    -check-linearization -is-encrypted -requires-password -with-images -raw-stream-data -filtered-stream-data
    -list-attachments -show-attachment=? -json=? -json-output=? -json-key=? -json-object=? -version -copyright
    -linearize -empty -pages -decrypt -encrypt -rotate=? -split-pages=? -collate=? -overlay -underlay -from=? -to=?
    -repeat=? -password=? -qdf -object-streams=? -compress-streams=? -recompress-flate -compression-level=?
    -stream-data=? -decode-level=? -normalize-content=? -coalesce-contents -deterministic-id -static-id
    -min-version=? -force-version=? -progress -no-warn -warning-exit-0 -verbose -flatten-annotations=?
    -flatten-rotation -generate-appearances -optimize-images -remove-page-labels -preserve-unreferenced
    -allow-weak-crypto -suppress-recovery -keep-files-open=? -print=? -modify=? -extract=? -accessibility=? -annotate=?
    -assemble=? -form=? -modify-other=? -remove-attachment=? -remove-restrictions -no-original-object-ids`,
  dangers: [
    danger("changes files in place", "-replace-input"),
    danger(orders, "-job-json-file=? -update-from-json=? -json-input -password-file=? -copy-encryption=?"),
    danger("takes a further file in", "-add-attachment -copy-attachments-from"),
    danger(writes, "-json-stream-prefix=? -json-stream-data=?")
  ],
  operand: (word, before) =>
    word.startsWith("@")
      ? orders
      : word.startsWith("--")
        ? "is an option behind a list of pages"
        : before.length > 0 && isOutside(word)
          ? written
          : undefined
}

const tesseract: ClosedList = {
  source: "tesseract(1), of Tesseract 5",
  style: "words",
  options: `-l= -c= --dpi= --psm= -psm= --oem= --loglevel= -v --version -h --help --help-extra --help-psm --help-oem
    --list-langs --print-parameters`,
  dangers: [danger(orders, "--tessdata-dir= --user-patterns= --user-words=")],
  value: (option, value) =>
    option === "-c" &&
    !/^(?:preserve_interword_spaces|tessedit_(?:char_(?:white|black)list|create_\w+|pageseg_mode)|user_defined_dpi|load_\w+_dawg|textonly_pdf|hocr_font_info|thresholding_method|page_separator)=/.test(
      value
    )
      ? "sets what may name a file"
      : undefined,
  operand: (word, before) =>
    before.length < 2
      ? before.length === 1
        ? target(word)
        : address(word)
      : /^(?:txt|pdf|hocr|tsv|alto|page|makebox|quiet|digits|get\.images|wordstrbox|lstmbox)$/.test(word)
        ? undefined
        : orders
}

const mediainfo: ClosedList = {
  source: "mediainfo --Help, of MediaInfo 23",
  style: "words",
  options: `-f --Full --full -h --Help --help --Help-Inform --Help-Output --Help-AnOption --Version --version --Output=?
    --output=? --Inform=? --inform=? --Language=? --Info-Parameters --ParseSpeed=? --Details=? --BOM`,
  dangers: [danger(writes, "--LogFile=? --logfile=?")],
  value: (_option, value) => (/file:/i.test(value) ? orders : undefined),
  operand: address
}

const edges = ["header", "footer"]
  .map(
    (edge) => `--${edge}-center= --${edge}-left= --${edge}-right= --${edge}-font-name= --${edge}-font-size=
    --${edge}-line --${edge}-spacing= --no-${edge}-line`
  )
  .join(" ")

const wkhtmltopdf: ClosedList = {
  source: "wkhtmltopdf --extended-help, of wkhtmltopdf 0.12",
  options: `-B= -L= -R= -T= -O= -s= -d= -qglnhHV --collate --no-collate --copies= --dpi= --grayscale --extended-help
    --lowquality --margin-bottom= --margin-left= --margin-right= --margin-top= --orientation= --page-height=
    --page-width= --page-size= --quiet --title= --version --log-level= --image-dpi= --image-quality=
    --no-pdf-compression --outline --no-outline --outline-depth= --background --no-background --encoding= --images
    --no-images --disable-javascript --enable-javascript --javascript-delay= --load-error-handling=
    --load-media-error-handling= --disable-local-file-access --disable-plugins --minimum-font-size= --page-offset=
    --print-media-type --no-print-media-type --disable-smart-shrinking --enable-smart-shrinking
    --disable-external-links --enable-external-links --disable-internal-links --enable-internal-links
    --no-stop-slow-scripts --stop-slow-scripts --viewport-size= --window-status= --zoom= --toc-header-text= ${edges}`,
  dangers: [
    danger("runs a script in the page", "--run-script= --debug-javascript --enable-plugins"),
    danger("lets the page read files", "--enable-local-file-access --allow= --user-style-sheet= --xsl-style-sheet="),
    danger("sends what it is given", "--post== --post-file== --cookie== --custom-header== --username= --password="),
    danger("reaches pages by another way", "-p= --proxy= --bypass-proxy-for= --ssl-crt-path= --ssl-key-path="),
    danger(writes, "--cookie-jar= --cache-dir= --dump-outline="),
    danger(orders, "--read-args-from-stdin --header-html= --footer-html=")
  ],
  operand: (word, before) => (before.length > 0 && isOutside(word) ? written : undefined)
}

const office: ClosedList = {
  source: "libreoffice(1), of LibreOffice 7.4",
  style: "dashes",
  options: `-headless -invisible -norestore -nologo -nolockcheck -nodefault -nofirststartwizard -nosplash -minimized
    -convert-to= -outdir= -infilter=? -convert-images-to= -cat -version -help -h -? -writer -calc -impress -draw -view`,
  dangers: [
    danger("opens a port", "-accept=? -unaccept=?"),
    danger("works with other settings", "-env* -safe-mode -terminate_after_init"),
    danger(prints, "-p -pt= -print-to-file -printer-name="),
    danger("shows or runs what a document's code is", "-script-cat")
  ],
  value: targetOf(/^-outdir$/),
  operand: address
}

const inkscape: ClosedList = {
  source: "inkscape(1), of Inkscape 1.2",
  options: `-CDjlTtSXYWHpzV? -a= -d= -w= -h= -i= -b= -y= -I= -o= -e= --export-filename= --export-png= --export-pdf=
    --export-area-page --export-area-drawing --export-area= --export-area-snap --export-dpi= --export-width=
    --export-height= --export-margin= --export-id= --export-id-only --export-plain-svg --export-png-color-mode=
    --export-png-use-dithering= --export-ps-level= --export-pdf-version= --export-text-to-path --export-type=
    --export-use-hints --export-background= --export-background-opacity= --query-id= --query-all --query-x --query-y
    --query-width --query-height --pipe --pdf-page= --pdf-poppler --convert-dpi-method= --without-gui --version
    --help-all --debug-info --action-list --system-data-directory --user-data-directory`,
  dangers: [
    danger(starts, "--actions= --actions-file= --verb= --shell --export-extension= --export-latex --batch-process"),
    danger("changes files in place", "--export-overwrite --vacuum-defs"),
    danger("opens a window", "-g --with-gui --display=")
  ],
  value: targetOf(/^-(?:[oe]|-export-(?:filename|png|pdf))$/),
  operand: address
}

const macros = /^(?:an|andoc|doc|mdoc|man|m|s|ms|e|me|mm|om|mom|www|pdfmark|pspic|trace|tty-char|ec|en|de|fr|sv)$/
const devices = /^(?:ascii|latin1|utf8|cp1047|ps|pdf|dvi|x?html|lbp|lj4)$/
const unsafe = danger("lets documents start programs and write files", "-U")
const roff: ClosedList = {
  source: "groff(1), troff(1), nroff(1), of groff 1.22",
  options: `-aAbcCeEghijkNpqRsStvVzZ -d= -D= -f= -I= -K= -m= -n= -o= -r= -T= -w= -W= --version`,
  dangers: [
    unsafe,
    danger(prints, "-l -L= -X"),
    danger("passes words to another program, or reads further macros", "-P= -M= -F=")
  ],
  value: (option, value) =>
    (option === "-m" && !macros.test(value)) || (option === "-T" && !devices.test(value)) ? orders : undefined
}

const enscript: ClosedList = {
  source: "enscript(1), of enscript 1.6",
  options: `-123456789BcgGhjkKlOqrRvVzZ -a= -A= -b= -C=? -E=? -f= -F= -H=? -i= -J= -L= -M= -n= -N= -o= -p= -s= -t= -T= -u=?
    -U= -w=? -X= --columns= --pages= --file-align= --header= --no-header --truncate-lines --line-numbers=?
    --highlight=? --font= --header-font= --print-anyway --fancy-header=? --no-job-header --highlight-bars=? --indent=
    --borders --page-prefeed --no-page-prefeed --lineprinter --lines-per-page= --media= --copies= --newline= --output=
    --missing-characters --quiet --silent --landscape --portrait --baselineskip= --title= --tabsize= --underlay=?
    --nup= --verbose=? --version --language=? --encoding= --no-formfeed --color=? --footer= --help-highlight
    --list-media --margins= --mark-wrapped-lines=? --rotate-even-pages --style= --toc --word-wrap`,
  dangers: [
    danger(starts, "-I= --filter= -e=? --escapes=?"),
    danger(prints, "-P= -d= --printer= -m --mail --printer-options="),
    danger("is code for a printer", "-D= -S= --setpagedevice= --statusdict=")
  ],
  value: (option, value) =>
    /^-(?:[op]|-output)$/.test(option)
      ? target(value)
      : /^-(?:[Ew]|-highlight|-language|-style)$/.test(option) && !/^[\w+-]*$/.test(value)
        ? orders
        : undefined
}

const a2ps: ClosedList = {
  source: "a2ps(1), of a2ps 4.14",
  options: `-123456789BcCgijkKmqrRv -A= -a=? -b=? -E=? -f= -l= -L= -M= -n= -o= -t= -T= -u=? -X= --version --guess --which
    --glob --list= --quiet --silent --verbose=? --medium= --landscape --portrait --columns= --rows= --major=
    --file-align= --borders=? --margin=? --line-numbers= --font-size= --lines-per-page= --chars-per-line= --catman
    --tabsize= --non-printable-format= --no-header --header=? --underlay=? --center-title=? --left-title=?
    --right-title=? --left-footer=? --footer=? --right-footer=? --pages=? --truncate-lines=? --interpret=?
    --end-of-line= --encoding= --title= --stdin= --print-anyway=? --toc=? --pretty-print=? --highlight-level=
    --strip-level= --output= --copies= --sides= --page-prefeed --no-page-prefeed`,
  dangers: [
    danger(starts, "-Z --delegate=? --user-option= -D= --define="),
    danger(prints, "-P= -d --printer="),
    danger("is code for a printer, or names it", "-S= --setpagedevice= --statusdict= --prologue= --ppd=?")
  ],
  value: targetOf(/^-(?:o|-output)$/)
}

/** Programs that convert, read and print documents. Sources: the manual of each. */
export const documentTools: ReadonlyArray<Program> = (
  [
    ["gs ghostscript", gs],
    ["qpdf", qpdf],
    ["tesseract", tesseract],
    ["mediainfo", mediainfo],
    ["wkhtmltopdf", wkhtmltopdf],
    ["libreoffice soffice", office],
    ["inkscape", inkscape],
    ["groff troff nroff", roff],
    ["enscript", enscript],
    ["a2ps", a2ps]
  ] as ReadonlyArray<readonly [string, ClosedList]>
).map(([names, closed]) => ({ names: names.split(" "), facts: converts, closed }))

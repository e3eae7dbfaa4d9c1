import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const converts = factsOf("ffmpeg(1), ImageMagick(1), pandoc(1)", {
  startsPrograms: "starts helpers, or runs what documents and options say",
  writesFiles: "writes what it makes",
  reachesNetwork: "reads and writes addresses"
})

const writes = "writes a further file"
const written = "is outside of the folder, where what is made would be written"
const orders = "reads options or code from a file"
const protocol = "is read or written by a protocol, which can reach the network, a pipe or other files"

/**
 * Returns the reason why a name that is no file does harm, or `undefined`: a protocol of ffmpeg, a coder or a pattern
 * of ImageMagick.
 */
const address = (word: string) =>
  /^[a-z][a-z0-9+.]*:(?!\\)/i.test(word) && !/^[A-Za-z]:\\/.test(word) ? protocol : undefined

const ffmpeg: ClosedList = {
  source: "ffmpeg(1), of FFmpeg 5 and later",
  style: "words",
  options: `-i= -y -n -hide_banner -nostdin -stats -nostats -v= -loglevel= -t= -to= -ss= -sseof= -f= -c= -codec=
    -vcodec= -acodec= -scodec= -c:v= -c:a= -c:s= -c:v:0= -c:a:0= -codec:v= -codec:a= -b:v= -b:a= -b= -r= -s= -aspect=
    -vn -an -sn -dn -ar= -ac= -ab= -vol= -q:v= -q:a= -qscale:v= -qscale= -crf= -preset= -tune= -profile:v= -level=
    -pix_fmt= -g= -bf= -movflags= -map= -map_metadata= -map_chapters= -metadata= -metadata:s:v= -metadata:s:a:0=
    -threads= -frames:v= -vframes= -frames= -shortest -loop= -stream_loop= -framerate= -vf= -af= -filter:v= -filter:a=
    -filter_complex= -lavfi= -maxrate= -minrate= -bufsize= -pass= -fps_mode= -vsync= -async= -copyts -start_number=
    -update= -itsoffset= -fflags= -flags= -strict= -max_muxing_queue_size= -avoid_negative_ts= -video_size=
    -pattern_type= -version -formats -codecs -encoders -decoders -filters -h -L -buildconf -protocols -bsfs -pix_fmts
    -layouts -sample_fmts -muxers -demuxers -colors -hwaccels -devices -disposition:v= -tag:v= -bsf:v= -bsf:a=
    -show_format -show_streams -show_entries= -show_frames -show_packets -show_chapters -show_programs -show_error
    -of= -print_format= -output_format= -select_streams= -count_frames -count_packets -pretty -unit -prefix
    -sexagesimal -read_intervals= -show_data -show_private_data -probesize= -analyzeduration= -sections -show_log=
    -show_versions -max_alloc=`,
  dangers: [
    danger(
      orders,
      "-filter_script* -filter_complex_script= -fpre= -vpre= -apre= -spre= -/* -init_hw_device= -sdp_file= -f:lavfi"
    ),
    danger(
      writes,
      `-report -progress= -vstats -vstats_file= -passlogfile* -dump_attachment* -attach= -stats_enc* -o= -enc_stats*
        -mux_stats*`
    ),
    danger(
      "lifts what protocols are held to",
      "-protocol_whitelist= -safe= -allowed_extensions= -protocol_blacklist= -enable_drefs= -use_absolute_path="
    )
  ],
  value: (option, value) =>
    option === "-i" || option === "-f"
      ? option === "-f" &&
        !/^(?:lavfi|tee|concat|dash|hls|sdp|x11grab|alsa|pulse|v4l2|fbdev|kmsgrab|avfoundation|dshow|gdigrab|segment|stream_segment|decklink|jack|openal|oss|sndio|smoothstreaming|hash|framehash)$/.test(
          value
        )
        ? undefined
        : option === "-f"
          ? "names a form that reads or writes further files or devices"
          : address(value)
      : /^-(?:vf|af|lavfi|filter_complex|filter:[va])$/.test(option) &&
          /\b(?:a?movie|lut3d|subtitles|ass|drawtext|frei0r|ladspa|lv2|sendcmd|a?sendcmd|zmq|azmq|metadata|vidstab\w*|libvmaf|dnn\w*|lut1d|haldclut|sofalizer|arnndn|coreimage|opencl|ocv|asegment|psnr|ssim|signature|find_rect|removelogo|curves)\b/.test(
            value
          )
        ? "holds a filter that reads, writes or loads further files"
        : undefined,
  operand: (word) => (isOutside(word) ? written : address(word))
}

const magick: ClosedList = {
  source: "ImageMagick(1), of ImageMagick 6 and 7",
  style: "words",
  options: `-resize= -crop= -quality= -rotate= -flip -flop -strip -scale= -thumbnail= -gravity= -extent= -background=
    -fill= -stroke= -strokewidth= -pointsize= -geometry= -border= -bordercolor= -blur= -gaussian-blur= -sharpen=
    -unsharp= -negate -normalize -auto-orient -auto-level -colorspace= -density= -depth= -alpha= -transparent= -trim
    +repage -repage= -level= -contrast -brightness-contrast= -modulate= -gamma= -monochrome -colors= -type=
    -interlace= -sampling-factor= -append +append -flatten -coalesce -layers= -delay= -loop= -dispose= -composite
    -compose= -tile= -size= -fuzz= -opaque= -threshold= -sepia-tone= -shave= -chop= -splice= -roll= -swirl= -format=
    -verbose -ping -version -list= -quiet -units= -page= -orient= -filter= -interpolate= -limit= -regard-warnings
    -metric= -compress= -posterize= -despeckle -enhance -equalize -edge= -emboss= -charcoal= -annotate== -bench=
    -monitor -identify -moments -unique -precision= -respect-parenthesis -sample= -adaptive-resize= -liquid-rescale=
    -deskew= -separate -combine -channel= -evaluate= -morphology== -convolve= -virtual-pixel= -distort==`,
  dangers: [
    danger(writes, "-write= +write= -debug= -log= -print= -set== -define= -features="),
    danger(
      orders,
      `-script= -mask= -read= -texture= -profile= -map= -remap= -clut -font= -family= -fx= -draw= -path=
        -filter-script= -process= -display= -window= -authenticate= -clip-path= -read-mask= -write-mask=`
    )
  ],
  value: (option, value) =>
    option === "-format" && /%[^%\]]*(?:fx|@|filename)/.test(value) ? orders : /^@/.test(value) ? orders : undefined,
  operand: (word, before) =>
    before.length > 0 && isOutside(word)
      ? written
      : /^@/.test(word)
        ? orders
        : /^(?:png|jpe?g|gif|webp|tiff?|bmp|heic|avif|ico|pdf|xc|canvas|gradient|rgba?|gray):[^/|]*$/i.test(word) ||
            !/^\w+:/.test(word)
          ? undefined
          : protocol
}

const exiftool: ClosedList = {
  source: "exiftool(1), of ExifTool 12",
  style: "words",
  options: `-a -b -c= -coordFormat= -csv -d= -dateFormat= -D -e -ee -E -ex -f -F -fast* -g* -G* -h -H -i= -j -json -l
    -L -lang= -m -n -p- -php -q -qq -r -recurse -s -s1 -s2 -s3 -S -sort -struct -t -T -tab -table -u -U -v* -V -ver
    -w!- -x= -X -xmlFormat -z -zip -ext= -ext+ -progress* -scanForXMP -if0 -charset= -list* -common -time* -Date*=?
    -Image*=? -File*=? -Make=? -Model=? -Exposure*=? -Aperture*=? -ISO=? -Focal*=? -Lens*=? -GPS*=? -Create*=?
    -Modify*=? -Orientation=? -Title=? -Artist=? -Copyright=? -Comment=? -Description=? -Keywords=? -MIME*=? -all=?
    -All=? -EXIF*=? -XMP*=? -IPTC*=? -Software=? -Author=? -Subject=? -Rating=? -Megapixels -Duration -ColorSpace=?
    -BitDepth -Compression=? -PageCount`,
  // A tag with a value is written.
  value: (option) =>
    /^-[A-Za-z]{3,}/.test(option) && !/^-(?:coordFormat|dateFormat|lang|ext|charset)/.test(option)
      ? "changes files"
      : undefined,
  dangers: [
    danger(
      "is an expression in Perl, which can start programs",
      "-if* -p= -config= -use= -api= -userParam= -execute* -ee2"
    ),
    danger(
      "changes files, or writes others",
      `-tagsFromFile= -TagsFromFile= -o= -out= -w* -W* -textOut* -tagOut* -overwrite_original* -delete_original*
        -restore_original -preserve -P -geotag= -geosync=`
    ),
    danger("reads words from a file", "-@= -stay_open= -srcfile= -common_args -efile* -fileNUM*"),
    danger("starts a program", "-k -password=")
  ],
  operand: (word) => (/\|\s*$/.test(word) ? "ends in a pipe, which starts a program" : undefined)
}

const pdf = `-h -v -q -opw= -upw= -f= -l= -enc= -layout -raw -nopgbrk -bbox -htmlmeta -tsv -fixed= -r= -x= -y= -W= -H=
  -eol= -nodiag -png -jpeg -tiff -gray -mono -scale-to= -scale-to-x= -scale-to-y= -singlefile -cropbox -box -meta -js
  -struct -struct-text -isodates -rawdates -dests -listenc -rx= -ry= -e -o -print -help --help -list -colspacing=
  -bbox-layout -jpegopt= -aa= -aaVector= -hide-annotations -progress -subst -loc`

/** Programs that record and convert pictures, sound, video and documents. Sources: the manual of each. */
export const media: ReadonlyArray<Program> = [
  { names: ["ffmpeg", "ffprobe", "ffplay"], facts: converts, closed: ffmpeg },
  {
    names: ["convert", "magick", "mogrify", "identify", "montage", "composite", "compare"],
    facts: converts,
    closed: magick
  },
  {
    names: ["exiftool"],
    facts: factsOf("exiftool(1)", {
      startsPrograms: "runs expressions in Perl, and files with a pipe for a name",
      writesFiles: "changes what it looks at"
    }),
    closed: exiftool
  },
  {
    names: ["pdftotext", "pdfinfo", "pdftoppm", "pdffonts", "pdftocairo", "pdfimages", "pdftohtml"],
    facts: factsOf("the manual page of each", { writesFiles: "writes its second operand" }),
    closed: { source: "the manual page of each, of Poppler 22", style: "words", options: pdf }
  },
  {
    names: ["dot", "neato", "fdp", "circo", "twopi", "sfdp"],
    facts: converts,
    closed: {
      source: "dot(1), of Graphviz 2.43",
      style: "words",
      options: "-T* -G* -N* -E* -K* -V -v -q* -s* -n* -y -x -Lg -LO -? --help",
      dangers: [danger(writes, "-o= -o* -O"), danger(orders, "-l= -l* -c -C -P")]
    }
  },
  {
    names: ["scrot"],
    facts: converts,
    writesTo: "operands",
    closed: {
      source: "scrot(1)",
      options: `-bcfhimopuvz -a= -d= -k=? -l= -M= -n= -q= -t= -C= --border --count --delay= --focused --multidisp
        --pointer --quality= --silent --freeze --autoselect= --version`,
      dangers: [
        danger("starts a program", "-e= --exec= -S= --script="),
        danger("writes elsewhere, or asks another display", "-F= --file= -D= --display= -s=? --select=?")
      ]
    }
  },
  {
    names: ["maim", "grim"],
    facts: converts,
    writesTo: "operands",
    closed: {
      source: "maim(1), grim(1)",
      options: `-hvuqBbcklo -f= -g= -d= -i= -s= -t= -m= --format= --geometry= --delay= --hidecursor --window= --quality=
        --version`,
      dangers: [
        danger("starts a program", "-e= --exec="),
        danger("loads code, or asks another display", "-r= --shader= -x= --xdisplay=")
      ]
    }
  }
]

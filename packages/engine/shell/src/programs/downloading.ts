import { isOutside } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  reachesNetwork: "fetches",
  writesFiles: "writes what it fetches",
  startsPrograms: "starts programs by options"
})

const starts = "starts a program"
const orders = "reads options, credentials or code from a file"
const writes = "writes a file"
const otherWay = "connects in another way than the address says"
const insecure = "trusts any server"
const further = (_word: string, before: ReadonlyArray<string>) =>
  before.length > 0 ? "is a further address" : undefined

/** Programs that fetch large files. Sources: the manual of each. */
export const downloading: ReadonlyArray<Program> = [
  {
    names: ["youtube-dl", "yt-dlp"],
    facts,
    closed: {
      source: "yt-dlp(1), of 2023.03",
      options: `-46chiFIjJkqsSvwx -f= -I= -N= -o= -O= -r= -R= -S= -u= -p= -2= --abort-on-error --add-chapters
        --add-metadata --age-limit= --all-subs --ap-list-mso --ap-mso= --ap-username= --ap-password=
        --audio-format= --audio-multistreams --audio-quality= --break-on-existing --buffer-size= --check-formats
        --concat-playlist= --concurrent-fragments= --console-title --continue --convert-subs= --convert-thumbnails=
        --date= --dateafter= --datebefore= --default-search= --download-sections= --dump-json --dump-single-json
        --dump-user-agent --embed-chapters --embed-metadata --embed-subs --embed-thumbnail --encoding= --extract-audio
        --extractor-descriptions --extractor-retries= --fixup= --[no-]flat-playlist --force-ipv4 --force-ipv6
        --[no-]force-keyframes-at-cuts --format= --format-sort= --format-sort-force --fragment-retries= --geo-bypass
        --geo-bypass-country= --get-description --get-duration --get-filename --get-format --get-id --get-thumbnail
        --get-title --get-url --hls-prefer-native --http-chunk-size= --ignore-config --ignore-errors
        --ignore-no-formats-error --[no-]keep-video --lazy-playlist --limit-rate= --list-extractors --list-formats
        --list-subs --list-thumbnails --[no-]live-from-start --match-filters= --match-filter= --max-downloads=
        --max-filesize= --max-sleep-interval= --merge-output-format= --min-filesize= --min-sleep-interval= --[no-]mtime
        --newline --no-abort-on-error --no-cache-dir --no-call-home --no-colors --no-continue --no-download
        --no-overwrites --no-part --no-playlist --no-progress --no-simulate --no-update --no-warnings --no-exec
        --no-write-subs --output= --output-na-placeholder= --part --password= --playlist-end= --playlist-items=
        --playlist-random --playlist-reverse --playlist-start= --prefer-free-formats --print= --print-traffic
        --progress --quiet --rate-limit= --recode-video= --remove-chapters= --remux-video= --restrict-filenames
        --retries= --retry-sleep= --simulate --skip-download --skip-unavailable-fragments --sleep-interval=
        --sleep-requests= --sleep-subtitles= --socket-timeout= --sponsorblock-mark= --sponsorblock-remove=
        --sub-format= --sub-lang= --sub-langs= --throttled-rate= --trim-filenames= --twofactor= --use-extractors=
        --username= --verbose --version --video-multistreams --video-password= --wait-for-video= --windows-filenames
        --write-auto-subs --write-auto-sub --write-subs --write-sub --write-thumbnail --yes-playlist`,
      value: (option, value) =>
        /^-(?:o|-output)$/.test(option) &&
        (isOutside(value) || !/^(?:[\w .-]*\/)*(?=[^/]*\.%\(ext\)s$)[^/]*%\([^/]*\.%\(ext\)s$|^-$/.test(value))
          ? "names a file that is written"
          : undefined,
      dangers: [
        danger(
          starts,
          `--exec= --exec-before-download= --downloader= --external-downloader= --downloader-args=
            --external-downloader-args= --postprocessor-args= --ppa= --use-postprocessor= --netrc-cmd=
            --ffmpeg-location= --alias== --plugin-dirs=`
        ),
        danger(
          orders,
          `--config-location= --config-locations= -a= --batch-file= --load-info-json= --load-info= --cookies=
            --cookies-from-browser= -n --netrc --netrc-location= --client-certificate= --client-certificate-key=
            --enable-file-urls --extractor-args= --parse-metadata= --replace-in-metadata===`
        ),
        danger(
          writes,
          `-P= --paths= --write-description --write-info-json --write-annotations --write-all-thumbnails --write-pages
            --write-link --write-url-link --write-webloc-link --write-desktop-link --write-comments
            --write-playlist-metafiles --cache-dir= --rm-cache-dir --download-archive= --print-to-file==
            --force-overwrites --force-write-archive --split-chapters --xattrs -U --update --update-to= --mark-watched`
        ),
        danger(otherWay, "--proxy= --geo-verification-proxy= --source-address= --sponsorblock-api="),
        danger(insecure, "--no-check-certificates --no-check-certificate --prefer-insecure --legacy-server-connect")
      ],
      operand: further
    },
    synonyms: [["-o", "--output"]]
  },
  {
    names: ["aria2c"],
    facts,
    closed: {
      source: "aria2c(1), of aria2 1.36",
      options: `-c=? -h=? -j= -k= -m= -n=? -p=? -q=? -R=? -s= -S=? -t= -u= -U= -v -V=? -x= -Z=? --allow-piece-length-change=?
        --always-resume=? --async-dns=? --auto-file-renaming=? --bt-max-peers= --bt-metadata-only=? --bt-stop-timeout=
        --check-certificate=? --check-integrity=? --checksum= --conditional-get=? --connect-timeout=
        --console-log-level= --continue=? --disable-ipv6=? --disk-cache= --download-result= --dry-run=?
        --enable-color=? --enable-dht=? --enable-http-keep-alive=? --file-allocation= --follow-metalink=?
        --follow-torrent=? --ftp-passwd= --ftp-user= --hash-check-only=? --header= --http-accept-gzip=?
        --http-no-cache=? --http-passwd= --http-user= --human-readable=? --lowest-speed-limit= --max-concurrent-downloads=
        --max-connection-per-server= --max-download-limit= --max-file-not-found= --max-overall-download-limit=
        --max-overall-upload-limit= --max-tries= --max-upload-limit= --min-split-size= --min-tls-version= --no-conf=?
        --no-netrc=? --piece-length= --quiet=? --referer= --remote-time=? --retry-wait= --reuse-uri=? --seed-ratio=
        --seed-time= --select-file= --show-console-readout=? --show-files=? --split= --stop= --stream-piece-selector=
        --summary-interval= --timeout= --truncate-console-readout=? --uri-selector= --use-head=? --user-agent= --version`,
      value: (option, value) =>
        (option === "--check-certificate" && value !== "true") || (/^--follow-/.test(option) && value === "true")
          ? "trusts what it fetches"
          : undefined,
      dangers: [
        danger(
          starts,
          `--on-bt-download-complete= --on-download-complete= --on-download-error= --on-download-pause=
            --on-download-start= --on-download-stop=`
        ),
        danger(
          orders,
          `-i= --input-file= --conf-path= --certificate= --private-key= --ca-certificate= --load-cookies= --netrc-path=
            -T= --torrent-file= -M= --metalink-file= --server-stat-if= -P=? --parameterized-uri=?`
        ),
        danger(
          writes,
          `-o= --out= -d= --dir= -l= --log= --save-session= --save-cookies= --server-stat-of= -O= --index-out=
            --allow-overwrite=? --dht-file-path= --dht-file-path6= --bt-save-metadata=? --force-save=?`
        ),
        danger("opens a port, or goes on in the background", "--enable-rpc=? --rpc-listen-all=? -D=? --daemon=?"),
        danger(otherWay, "--all-proxy= --http-proxy= --https-proxy= --ftp-proxy= --interface= --async-dns-server=")
      ],
      operand: further
    },
    synonyms: [
      ["-o", "--out"],
      ["-d", "--dir"]
    ]
  },
  {
    names: ["axel"],
    facts,
    closed: {
      source: "axel(1), of Axel 2.17",
      options: `-46achNqvV -H= -n= -s= -S=? -T= -U= --alternate --header= --ipv4 --ipv6 --max-redirect= --max-speed=
        --no-clobber --no-proxy --num-connections= --quiet --search=? --timeout= --user-agent= --verbose --version`,
      dangers: [danger(writes, "-o= --output="), danger(insecure, "-k --insecure")],
      operand: further
    },
    synonyms: [["-o", "--output"]]
  }
]

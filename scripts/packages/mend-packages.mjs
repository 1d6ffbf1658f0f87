import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What is wrong in a package that its makers have not released a mend for, and matters to money or to staying alive. Each
 * replaces text that must be there as it is written here: a release that changes it stops the installation, so that somebody
 * looks (docs/decisions/046-mended-driver.md).
 * @typedef {{ file: string, why: string, from: string, to: string }} Mend
 */
const version = "3.4.9";

/** @type {readonly Mend[]} */
const mends = [
  {
    file: "connection.js",
    why: "A statement on a connection that has been lost ended the process: it was written to nothing, from a timer.",
    from: `  function execute(q) {
    if (terminated)`,
    to: `  function execute(q) {
    if (!socket)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (terminated)`,
  },
  {
    file: "connection.js",
    why: "A connection that was lost with something left to write never wrote again: each attempt to open it timed out. And what had come of a result stood before the next one's.",
    from: `    socket.removeAllListeners()
    socket = null

    if (initial)
      return reconnect()
`,
    to: `    socket.removeAllListeners()
    socket = chunk = nextWriteTimer = null
    rows = 0

    if (initial) {
      if (performance.now() - tried < options.connect_timeout * 1000) return connectLater()
      errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    }
`,
  },
  {
    file: "connection.js",
    why: "Where a connection was accepted and closed at once it was opened again without a pause, and whoever waited for it waited without end. And what was lost of one that had just been opened was told to whoever had it next.",
    from: `  function connected() {
    try {`,
    to: `  function connectLater() {
    query && queryError(query, Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    closedTime = performance.now()
    options.shared.retries++
    delay = (typeof backoff === 'function' ? backoff(options.shared.retries) : backoff) * 1000
    reconnect()
  }

  function connected() {
    try {`,
  },
  {
    file: "connection.js",
    why: "The same.",
    from: `      initial = query
      reconnect()
`,
    to: `      initial = query
      tried = performance.now()
      reconnect()
`,
  },
  {
    file: "connection.js",
    why: "The same.",
    from: `    , final = null

`,
    to: `    , final = null
    , tried = 0

`,
  },
  {
    file: "connection.js",
    why: "Nobody heard that the types could not be read, which ended the process. Without them the connection is of no use.",
    from: `    \`], [], execute)
    types.forEach`,
    to: `    \`], [], execute).catch(error => (socket && socket.destroy(error), []))
    types.forEach`,
  },
  {
    file: "connection.js",
    why: "The reason why a connection was ended was told to the first statement on the next one too, what was written between a broken connection's error and its end was never answered, and neither was who waited for its end.",
    from: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    to: `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    ended && (ended(), ending = ended = null)
`,
  },
  {
    file: "connection.js",
    why: "A process that was held up for as long as a connection may take to open gave it up when it came to itself, before it had read what had come meanwhile. Its time goes in ten parts, and only while the process is awake.",
    from: `      timer && clearTimeout(timer)
      timer = setTimeout(done, seconds * 1000, arguments)
    }
  }

  function done(args) {
    fn.apply`,
    to: `      timer && clearTimeout(timer)
      parts = 10
      timer = setTimeout(done, seconds * 100, arguments)
    }
  }

  function done(args) {
    if (--parts > 0)
      return timer = setTimeout(done, seconds * 100, args)

    fn.apply`,
  },
  {
    file: "connection.js",
    why: "The same.",
    from: `  let timer
  return {`,
    to: `  let timer
    , parts
  return {`,
  },
  {
    file: "index.js",
    why: "A transaction whose connection was lost went on, on whatever transaction had the connection next, and committed it; what it had queued was never answered.",
    from: `        new Promise((_, reject) => connection.onclose = reject)
`,
    to: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length) queries.shift().reject(e)
          reject(e)
        })
`,
  },
  {
    file: "index.js",
    why: "The same.",
    from: `    let savepoints = 0
      , connection
`,
    to: `    let savepoints = 0
      , lost = null
      , connection
`,
  },
  {
    file: "index.js",
    why: "The same.",
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost) return q.reject(lost)
        c.queue === full`,
  },
];

/**
 * Mends what is installed; where that has been done, nothing.
 * @param {string} root where the packages are
 * @throws {Error} another version, or other text than was looked at
 */
export function mendPackages(root) {
  const driver = join(root, "node_modules", "postgres");
  if (!existsSync(driver)) return;
  const found = JSON.parse(readFileSync(join(driver, "package.json"), "utf8")).version;
  if (found !== version)
    throw new Error(`postgres ${found} is installed, and ${version} is what was mended: ${advice}`);
  for (const folder of ["src", join("cjs", "src")]) {
    for (const file of new Set(mends.map((one) => one.file))) mendFile(join(driver, folder, file), mendsOf(file));
  }
}

const advice = "see whether it still needs scripts/packages/mend-packages.mjs.";
const mendsOf = (/** @type {string} */ file) => mends.filter((one) => one.file === file);

/** @param {string} path @param {readonly Mend[]} these */
function mendFile(path, these) {
  const text = readFileSync(path, "utf8");
  let mended = text;
  for (const { from, to } of these) {
    if (mended.split(to).length === 2) continue;
    if (mended.split(from).length !== 2)
      throw new Error(`${path} is not as it was released: npm ci makes it so; where it still is not, ${advice}`);
    mended = mended.replace(from, () => to);
  }
  if (mended === text) return;
  // Into its place whole, and not into the file itself: that may be a link to one that others share.
  writeFileSync(`${path}.${process.pid}`, mended);
  renameSync(`${path}.${process.pid}`, path);
}

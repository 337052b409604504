// node tools/patch-postgres.mjs [folder of the package]: mends what postgres.js 3.4.9 does when a connection is
// lost. Each edit names what happens without it; test/db/platform/db/driver.test.ts shows it. Goes when upstream has them.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const version = '3.4.9'

const edits = [
  // A statement for a socket that is gone ends the process (porsager/postgres #1154, #1208), or waits for ever.
  {
    file: 'connection.js',
    from: `    if (stream)
      return queryError(`,
    to: `    if (!socket)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

    if (stream)
      return queryError(`,
  },
  {
    file: 'connection.js',
    from: `  function nextWrite(fn) {
`,
    to: `  function nextWrite(fn) {
    if (!socket) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
`,
  },
  // What was under way when a connection closed falls to the next query on it: an error, rows, bytes that were
  // not sent, a timer that never writes again, statements that came between the error and the end of its socket.
  {
    file: 'connection.js',
    from: `    socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    to: `    socket = chunk = nextWriteTimer = null

    // One host has no other to try: its query would wait for as long as the server closes at once.
    if (initial && options.host.length > 1)
      return reconnect()

    ;(query || initial || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
`,
  },
  // Rows that came before an error count as empty ones of the next result.
  {
    file: 'connection.js',
    from: `    result = new Result()
    connectTimer.cancel()
`,
    to: `    result = new Result()
    rows = 0
    connectTimer.cancel()
`,
  },
  // A connection lost while the driver asks for the types of arrays is a rejection that nobody handles.
  {
    file: 'connection.js',
    from: `        return fetchArrayTypes()
`,
    to: `        return fetchArrayTypes().catch(noop)
`,
  },
  // A BEGIN that fills a buffer or a pipeline leaves its connection to others (#823, #1189, #1218).
  {
    file: 'connection.js',
    from: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
    to: `      const flows = write(toBuffer(q))
      return q.options.onexecute
        ? q.options.onexecute(connection)
        : flows && !q.describeFirst && !q.cursorFn && sent.length < max_pipeline
`,
  },
  {
    file: 'connection.js',
    from: `    !query && onopen(connection)
`,
    to: `    !query && !connection.reserved && onopen(connection)
`,
  },
  // A statement that cannot be written fails the one before it, and takes the answer of the one after it.
  {
    file: 'connection.js',
    from: `    } catch (error) {
      sent.length === 0 && write(Sync)
`,
    to: `    } catch (error) {
      if (query !== q) {
        sent.remove(q)
        queryError(q, error)
        return true
      }
      sent.length === 0 && write(Sync)
`,
  },
  // A transaction whose connection was lost goes on with it when it is another's: its ROLLBACK first of all.
  {
    file: 'index.js',
    from: `      , prepare = null

    try {
`,
    to: `      , prepare = null
      , lost = null

    try {
`,
  },
  {
    file: 'index.js',
    from: `        new Promise((_, reject) => connection.onclose = reject)
`,
    to: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })
`,
  },
  {
    file: 'index.js',
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full
`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full
`,
  },
  // Where the client has the option `pipelines`, BEGIN goes with the statements beside it. One that writes waits for
  // its answer: without a transaction it would stand for itself. (These edits touch no line of those above, so that a package that has those takes them too.)
  {
    file: 'index.js',
    from: `    let savepoints = 0
      , connection
`,
    to: `    let savepoints = 0
      , begun = false
      , over = null
      , started
      , connection
`,
  },
  {
    file: 'index.js',
    from: `      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
`,
    to: `      const first = sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute })
          , { resolve, reject } = first
      first.resolve = x => (begun = true, resolve(x))
      first.reject = e => {
        lost = e
        while (queries.length)
          queries.shift().reject(e)
        reject(e)
      }
      const start = new Promise(r => started = r)
      await (sql.options.pipelines ? Promise.race([start, first]) : first)
      lost || move(connection, reserved)
`,
  },
  {
    file: 'index.js',
    from: `      c.reserved = () => queries.length
        ? c.execute(queries.shift())
        : move(c, reserved)
`,
    to: `      c.reserved = () => {
        let flows = true
        while (flows && queries.length)
          flows = c.execute(queries.shift())
        move(c, flows ? reserved : full)
      }
      started()
`,
  },
  {
    file: 'index.js',
    from: `          ? queries.push(q)
`,
    to: `          || queries.length
          || (!begun && !onlyReads(q))
          ? queries.push(q)
`,
  },
  {
    file: 'index.js',
    from: `  function move(c, queue) {
`,
    to: `  function onlyReads(q) {
    return /^\\s*(select|with)\\b/i.test(q.strings[0])
      && !/\\b(insert|delete|merge|(?<!\\bfor )(?<!\\bkey )update)\\b/i.test(q.strings[0])
  }

  function move(c, queue) {
`,
  },
  // COMMIT goes with the last statements, whose answers nobody has waited for: one that failed has made it a ROLLBACK.
  {
    file: 'index.js',
    from: `          : await sql\`commit\`
      }
`,
    to: `          : (await (over = sql\`commit\`)).command === 'COMMIT'
            || (uncaughtError = uncaughtError || Errors.generic('TRANSACTION_ABORTED', 'The transaction was rolled back'))
        if (uncaughtError)
          throw uncaughtError
      }
`,
  },
  {
    file: 'index.js',
    from: `      function handler(q) {
        q.catch(`,
    to: `      function handler(q) {
        if (over && q !== over)
          return q.reject(Errors.generic('TRANSACTION_OVER', 'The transaction has ended'))
        q.catch(`,
  },
  {
    file: 'index.js',
    from: `        throw e instanceof PostgresError && e.code === '25P02' && uncaughtError || e
`,
    to: `        throw [e, e && e.cause].some(x => x instanceof PostgresError && x.code === '25P02') && uncaughtError || e
`,
  },
  // What is written in one turn goes to the socket at once: a write of its own for each kilobyte costs more than the rest.
  {
    file: 'connection.js',
    from: `    if (fn || chunk.length >= 1024)
`,
    to: `    if (fn || chunk.length >= 16384)
`,
  },
  // A statement of a transaction that is tried again comes after what was sent behind it: after the COMMIT, say.
  {
    file: 'connection.js',
    from: `    delete statements[q.signature]
    q.retried = error
`,
    to: `    delete statements[q.signature]
    if (connection.reserved)
      return errored(error)
    q.retried = error
`,
  },
]

/** Names the guards that a package has: `src/platform/db/guards.ts` starts no process on a driver without this name. */
const mark = createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 12)

const markLine = /^ {2}guards: '.*',\n/m
const marked = 'Object.assign(Postgres, {\n'

/** Edits the package where it is not edited yet. Throws one sentence when it is another than the edits are for. */
export function patchPostgres(folder) {
  const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  if (found !== version)
    throw new Error(
      `The guards of tools/patch-postgres.mjs are for postgres ${version}, and ${found} is installed: see which of them it still needs.`,
    )
  // The mark stands in index.js, which comes last: a package that has it has all.
  for (const format of ['src', 'cjs/src'])
    for (const name of ['connection.js', 'index.js']) patchFile(join(folder, format), name)
}

function patchFile(folder, name) {
  const file = join(folder, name)
  const before = readFileSync(file, 'utf8')
  let text = before
  for (const { from, to } of edits.filter((edit) => edit.file === name)) {
    if (text.includes(to)) continue
    const [head, tail, ...others] = text.split(from)
    if (tail === undefined || others.length > 0)
      throw new Error(
        `${file} is not as postgres ${version} has it, and tools/patch-postgres.mjs cannot mend it: install the packages anew.`,
      )
    text = head + to + tail
  }
  if (name === 'index.js')
    text = text.replace(markLine, '').replace(marked, `${marked}  guards: '${mark}',\n`)
  if (text === before) return
  // At once, because another process may be reading it.
  const next = `${file}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.url)))
    patchPostgres(process.argv[2] ?? join(root, 'node_modules/postgres'))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

// Transactions that send BEGIN and COMMIT with the statements beside them, for clients with the option `pipelines`.
/** As those of `lost-connections.mjs`, and made after them. */
export const pipelines = [
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

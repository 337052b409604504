// What postgres.js does wrong when a connection is lost or a statement cannot be written.
/** `from` stands once in `file` of the package, and becomes `to`. */
export const lostConnections = [
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
]

// The baseline of `reads` and `insights`, a separate process: Hono and postgres.js, the same credential check and
// query.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import postgres from 'postgres'
import { createAuthenticator } from '#src/platform/http/auth/authenticate.ts'
import { singleIssuer } from '#src/platform/http/auth/issuers.ts'
import { readConfig } from '#src/main/config/config.ts'

// oxlint-disable-next-line node/no-process-env -- a process of its own
const config = readConfig(process.env)
const sql = postgres(config.DATABASE_URL, { max: config.DATABASE_POOL })
const authenticate = createAuthenticator([singleIssuer(config)])

const app = new Hono()
app.get('/v1/transaction/:id', async (c) => {
  const { tenant, mode } = await authenticate(c.req.header('authorization'))
  const [row] = await sql`select * from bare.transaction
    where id = ${c.req.param('id')} and tenant = ${tenant} and mode = ${mode}`
  if (!row) return c.json({ code: 'not-found' }, 404)
  return c.json({ id: row['id'], createdAt: row['created_at'], ...row['fields'] })
})

app.get('/v1/transaction/:id/insights', async (c) => {
  const { tenant, mode } = await authenticate(c.req.header('authorization'))
  const [row] = await sql`select stored.insights from bare.transaction
    join bare.insights stored on stored.transaction_id = id
    where id = ${c.req.param('id')} and tenant = ${tenant} and mode = ${mode}`
  return row ? c.json(row['insights']) : c.json({ code: 'not-found' }, 404)
})

serve({ fetch: app.fetch, port: config.PORT, hostname: config.HOST })

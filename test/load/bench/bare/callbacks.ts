// The baseline of `callbacks`, a separate process: Hono and postgres.js, the same signature check, and the essential
// statements.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import postgres from 'postgres'
import { readConfig } from '#src/main/config/config.ts'
import { verifyMetaSignature } from '#src/vendors/meta/signature.ts'
import { readBenchAccount, recordReport, type Report } from './two-factor-activities.ts'

type Status = {
  readonly id: string
  readonly status: Report['fact']
  readonly biz_opaque_callback_data: string
}
type Webhook = {
  readonly entry: readonly {
    readonly changes: readonly { readonly value: { readonly statuses: readonly Status[] } }[]
  }[]
}

// oxlint-disable-next-line node/no-process-env -- a process of its own
const config = readConfig(process.env)
const sql = postgres(config.DATABASE_URL, { max: config.DATABASE_POOL })
const secret = readBenchAccount(config.MESSAGING).appSecret

const app = new Hono()
app.post('/hooks/meta', async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer())
  if (!verifyMetaSignature(secret, body, c.req.header('x-hub-signature-256')))
    return c.body(null, 401)
  // Safe because only the bench knows the secret.
  const { entry } = JSON.parse(body.toString()) as Webhook
  const statuses = entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses))
  for (const { id, status: fact, biz_opaque_callback_data: data } of statuses)
    await recordReport(sql, { challengeId: data.slice(4), key: `${id}:${fact}`, fact })
  return c.body(null, 200)
})

serve({ fetch: app.fetch, port: config.PORT, hostname: config.HOST })

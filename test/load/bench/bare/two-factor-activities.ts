// The steps of the bare second factor: the essential statements by postgres.js, and the call to the vendor.
import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

export type TwoFactorActivities = ReturnType<typeof createTwoFactorActivities>

/** A vendor’s report; `option` is that of a reply. `key` is equal for every repetition. */
export type Report = {
  readonly challengeId: string
  readonly key: string
  readonly fact: 'sent' | 'delivered' | 'read' | 'replied'
  readonly option?: number
}

type BenchAccount = Readonly<
  Record<'graphUrl' | 'phoneNumberId' | 'accessToken' | 'appSecret', string>
>

/** The account of the bench’s vendor in the service’s configuration. */
export function readBenchAccount(messaging = '{}'): BenchAccount {
  // Safe because the bench has written it.
  const { accounts } = JSON.parse(messaging) as { accounts?: Record<string, BenchAccount> }
  const [account] = Object.values(accounts ?? {})
  if (!account) throw new Error('there is no account')
  return account
}

/** `messaging`: the service’s configuration, for its Meta account. */
export function createTwoFactorActivities(sql: Sql, messaging: string | undefined) {
  return {
    async openChallenge(id: string): Promise<{ challengeId: string }> {
      const challengeId = randomUUID()
      await sql`insert into bare.challenge (id, transaction_id, created_at, expires_at, phone)
        select ${challengeId}, id, now(), now() + interval '10 minutes', fields->>'digits'
        from bare.transaction where id = ${id}`
      return { challengeId }
    },

    async sendChallenge(challengeId: string): Promise<void> {
      const [row] = await sql<{ phone: string }[]>`
        select phone from bare.challenge where id = ${challengeId}`
      const { graphUrl, phoneNumberId, accessToken } = readBenchAccount(messaging)
      const answered = await fetch(`${graphUrl}/v25.0/${phoneNumberId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(writeMessage(challengeId, row?.phone ?? '')),
      })
      // Safe because the vendor’s server is the bench’s own.
      const { messages } = (await answered.json()) as { messages: { id: string }[] }
      await sql`update bare.challenge set message_id = ${messages[0]?.id ?? null}
        where id = ${challengeId}`
    },

    async recordReport({ challengeId, key, fact, option }: Report): Promise<void> {
      await recordReport(sql, { challengeId, key, fact, ...(option !== undefined && { option }) })
    },
  }
}

const columns = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  read: 'read_at',
  replied: 'replied_at',
} as const

/** Records each event once, in one commit with its fact. */
export async function recordReport(
  sql: Sql,
  { challengeId, key, fact, option }: Report,
): Promise<void> {
  const column = columns[fact]
  await sql.begin((tx) => [
    tx`insert into bare.event (key, received_at) values (${key}, now()) on conflict do nothing`,
    tx`update bare.challenge set ${tx(column)} = least(${tx(column)}, now()),
      reply_option = coalesce(reply_option, ${option ?? null}) where id = ${challengeId}`,
  ])
}

const writeMessage = (challengeId: string, to: string) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'template',
  template: {
    name: 'confirm',
    language: { code: 'pt_BR' },
    components: [1, 2].map((option) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: option - 1,
      parameters: [{ type: 'payload', payload: `${challengeId}.${option}` }],
    })),
  },
  biz_opaque_callback_data: `rid:${challengeId}`,
})

// The events of a transaction that webhooks were sent, and what became of each.
import type { Delivery, Webhook } from '#src/journey/webhooks/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Badge, CodeBlock, Time } from '../../parts/inline.tsx'
import { Empty, Needs, Waiting } from '../../parts/page.tsx'
import { useSandboxWords } from './words.ts'

type Sent = { readonly url: string; readonly delivery: Delivery }
const kinds = { delivered: 'good', failed: 'bad', pending: 'info' } as const

/** Of each webhook the newest hundred are looked through: a transaction of the sandbox is young. */
async function loadSent(id: string): Promise<{ listening: number; sent: Sent[] }> {
  const webhooks = await api.get<Webhook[]>('/v1/webhooks')
  const logs = await Promise.all(
    webhooks.map(async ({ id: webhook, url }) => {
      const path = `/v1/webhooks/${webhook}/deliveries`
      const { deliveries } = await api.get<{ deliveries: Delivery[] }>(path, { limit: 100 })
      return deliveries.flatMap((delivery) =>
        delivery.body?.data['transactionId'] === id ? [{ url, delivery }] : [],
      )
    }),
  )
  const newestFirst = logs.flat().toSorted((a, b) => (a.delivery.id < b.delivery.id ? 1 : -1))
  return { listening: webhooks.length, sent: newestFirst }
}

export function SentEvents({ id }: { id: string }) {
  return (
    <Needs scope="webhooks:write">
      <Listed id={id} />
    </Needs>
  )
}

function Listed({ id }: { id: string }) {
  const words = useSandboxWords()
  const { data, problem } = useQuery(`sandbox-webhooks ${id}`, () => loadSent(id), { every: 5_000 }) // prettier-ignore
  if (!data) return <Waiting problem={problem} />
  if (data.sent.length === 0)
    return (
      <Empty title={data.listening === 0 ? words.noWebhook : words.nothingSent}>
        <a href="/console/webhooks">{words.toWebhooks}</a>
      </Empty>
    )
  return (
    <ul class="sandbox-entries">
      {data.sent.map(({ url, delivery: { id: key, type, status, createdAt, tries, body } }) => (
        <li key={key}>
          <p>
            <strong>{type}</strong> <Badge kind={kinds[status]}>{words.delivery[status]}</Badge>{' '}
            <Time at={createdAt} />
          </p>
          <p class="soft small">
            {[tries.at(-1)?.error ?? tries.at(-1)?.status, url].filter(Boolean).join(' · ')}
          </p>
          <details>
            <summary>{words.body}</summary>
            <CodeBlock label={words.body} text={JSON.stringify(body, null, 2)} />
          </details>
        </li>
      ))}
    </ul>
  )
}

// The calls of a transaction to the tenant's systems; unanswered calls can be answered here by hand.
import type { Delivery, Webhook } from '#src/journey/webhooks/schema.ts'
import { api, stale, useGet, useQuery } from '../../api/query.ts'
import { faultAt, Field, Form, textOf } from '../../parts/form.tsx'
import { Badge, CodeBlock, kindOf, Time } from '../../parts/inline.tsx'
import { Empty, Needs, Waiting } from '../../parts/page.tsx'
import { words } from './words.ts'

type Call = {
  readonly callId: string
  readonly step: string
  readonly round: number
  readonly endpoint: string
  readonly input: Record<string, unknown>
  readonly status: 'open' | 'later' | 'by-hand' | 'ended'
  readonly openedAt: string
}

export function Calls({ id }: { id: string }) {
  const asked = { transactionId: id }
  const { data, problem } = useGet<Call[]>('/v1/sandbox/calls', { asked, every: 3_000 })
  if (!data) return <Waiting problem={problem} />
  if (data.length === 0) return <Empty title={words.noCalls} />
  return (
    <ul class="stack">
      {data.map((call) => (
        <li key={call.callId} class="stack tight">
          <p>
            <strong>{words.calls(call.step, call.endpoint)}</strong>{' '}
            {call.round > 1 && <Badge kind="quiet">{words.round(call.round)}</Badge>}{' '}
            <Badge kind={call.status === 'ended' ? 'quiet' : 'warn'}>
              {words.call[call.status]}
            </Badge>{' '}
            <Time at={call.openedAt} />
          </p>
          <CodeBlock label={words.sent} text={JSON.stringify(call.input, null, 2)} />
          {(call.status === 'by-hand' || call.status === 'later') && <Answer call={call} />}
        </li>
      ))}
    </ul>
  )
}

function Answer({ call: { callId, step } }: { call: Call }) {
  const answer = async (values: FormData) => {
    const result = parse(textOf(values, 'result'))
    if (result === undefined) throw faultAt('result', words.noJson)
    await api.post(`/v1/sandbox/calls/${callId}/answer`, { result })
    stale('/v1')
  }
  const example = '{ "approved": true }'
  return (
    <Form submit={words.answer} run={answer}>
      <Field name="result" kind="textarea" rows={3} label={words.answerOf(step)} value={example} />
    </Form>
  )
}

/** Undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Sent = { readonly url: string; readonly delivery: Delivery }

/** Looks through the newest hundred deliveries of each webhook, enough for a young transaction of the sandbox. */
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

/** The events of a transaction that were sent to webhooks, with the result of each delivery. */
export const SentEvents = ({ id }: { id: string }) => (
  <Needs scope="webhooks:write">
    <Listed id={id} />
  </Needs>
)

function Listed({ id }: { id: string }) {
  const { data, problem } = useQuery(`sandbox-webhooks ${id}`, () => loadSent(id), { every: 5_000 }) // prettier-ignore
  if (!data) return <Waiting problem={problem} />
  if (data.sent.length === 0)
    return (
      <Empty title={data.listening === 0 ? words.noWebhook : words.nothingSent}>
        <a href="/console/webhooks">{words.toWebhooks}</a>
      </Empty>
    )
  return (
    <ul class="stack">
      {data.sent.map(({ url, delivery: { id: key, type, status, createdAt, tries, body } }) => (
        <li key={key} class="stack tight">
          <p>
            <strong>{type}</strong> <Badge kind={kindOf(status)}>{words.delivery[status]}</Badge>{' '}
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

// The deliveries to a webhook, updated live: each with its body and attempts, and a button to send it again.
import { useState } from 'preact/hooks'
import type { Delivery, DeliveryPage } from '#src/journey/webhooks/schema.ts'
import { api, stale, useCursor } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Badge, Code, CodeBlock, kindOf, Time } from '../../parts/inline.tsx'
import { Drawer } from '../../parts/dialog.tsx'
import { Filter } from '../../parts/filter.tsx'
import { Empty, Pairs, Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { states } from '../../words/states.ts'
import { words } from './words.ts'

type Try = Delivery['tries'][number]
function Answer({ one }: { one: Try | undefined }) {
  const { trouble } = states
  if (!one) return <>–</>
  return <span title={one.error}>{one.error ? trouble(one.error) : one.status}</span>
}

export function Deliveries({ path }: { path: string }) {
  const [{ status }, set] = useAddress(['status'])
  const [openId, setOpenId] = useState<string>()
  const log = useCursor(
    `webhook-log ${path} ${status}`,
    async (cursor) => {
      const page = await api.get<DeliveryPage>(`${path}/deliveries`, { status, cursor, limit: 50 })
      return { items: page.deliveries, next: page.next }
    },
    { every: 3_000 },
  )
  const resend = async ({ id }: Delivery) => {
    await api.post(`${path}/deliveries/${id}/resend`)
    notify(words.sentAgain)
    stale('webhook-log')
  }
  const opened = log.rows?.find(({ id }) => id === openId)
  return (
    <Section title={words.log}>
      <Filter
        fields={[{ name: 'status', label: words.state, options: words.delivery }]}
        values={status === undefined ? {} : { status }}
        onChange={set}
      />
      <Table
        caption={words.log}
        {...log}
        keyOf={({ id }) => id}
        empty={<Empty title={words.nothing} />}
        columns={[
          {
            head: words.event,
            cell: (one) => (
              <button type="button" class="link" onClick={() => setOpenId(one.id)}>
                {one.type}
              </button>
            ),
          },
          {
            head: words.state,
            cell: ({ status: now }) => <Badge kind={kindOf(now)}>{words.delivery[now]}</Badge>,
          },
          { head: words.sent, from: 'medium', cell: (one) => <Time at={one.createdAt} /> },
          { head: words.answer, from: 'medium', cell: (one) => <Answer one={one.tries.at(-1)} /> },
          { head: words.tries, align: 'end', from: 'medium', cell: (one) => one.tries.length },
          {
            head: words.next,
            from: 'wide',
            cell: ({ nextTryAt, tries }) =>
              nextTryAt && tries.length > 0 && <Time at={nextTryAt} />,
          },
          {
            head: words.act,
            align: 'end',
            cell: (one) => (
              <ActButton
                kind="quiet"
                act={words.again}
                label={`${words.again}: ${one.type}`}
                run={() => resend(one)}
              />
            ),
          },
        ]}
      />
      {opened && <Opened delivery={opened} onClose={() => setOpenId(undefined)} />}
    </Section>
  )
}

function Opened({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { type, status, eventId, createdAt, tries, body } = delivery
  return (
    <Drawer title={type} onClose={onClose}>
      <Pairs
        items={[
          [
            words.state,
            <Badge key="status" kind={kindOf(status)}>
              {words.delivery[status]}
            </Badge>,
          ],
          [words.sent, <Time key="sent" at={createdAt} exact />],
          ['webhook-id', <Code key="id" text={eventId} copy />],
        ]}
      />
      <h3>{words.tries}</h3>
      <Table
        caption={words.tries}
        rows={tries}
        keyOf={({ at }) => at}
        columns={[
          { head: words.sent, cell: (one) => <Time at={one.at} exact /> },
          { head: words.answer, cell: (one) => <Answer one={one} /> },
          { head: words.took, align: 'end', cell: (one) => `${one.durationMs} ms` },
        ]}
      />
      <h3>{words.body}</h3>
      {body ? (
        <CodeBlock label={words.body} text={JSON.stringify(body, null, 2)} />
      ) : (
        <p class="soft">{words.noBody}</p>
      )}
    </Drawer>
  )
}

// The webhooks of the tenant.
import { useState } from 'preact/hooks'
import type { Webhook as Shown } from '#src/journey/webhooks/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Empty, Needs, Page as Frame } from '../../parts/page.tsx'
import { type NewSecret, SecretOnce } from '../../parts/secrets.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAddress } from '../../shell/address.ts'
import { shellWords } from '../../shell/words.ts'
import { useWords } from '../../words/words.ts'
import { type WebhookFields, WebhookForm } from './form.tsx'
import { statusKinds, Webhook } from './webhook.tsx'
import './webhooks.css'
import { webhookWords } from './words.ts'

export function Page() {
  const words = useWords(webhookWords)
  const name = useWords(shellWords).page.webhooks
  const [{ webhook }, set] = useAddress(['webhook', 'status'])
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewSecret>()
  const make = async ({ description, types, url }: WebhookFields) => {
    const body = { url, ...(description && { description }), ...(types && { types }) }
    setMade(await api.post<NewSecret>('/v1/webhooks', body))
    stale('webhooks')
  }
  return (
    <Frame
      title={name}
      lead={webhook ? <a href="/console/webhooks">{words.back}</a> : words.lead}
      acts={
        !webhook && (
          <Button kind="main" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        )
      }
    >
      <Needs scope="webhooks:write">
        {webhook ? (
          <Webhook id={webhook} onGone={() => set({ webhook: undefined, status: undefined })} />
        ) : (
          <Listed />
        )}
      </Needs>
      {isMaking && <WebhookForm onSave={make} onClose={() => setMaking(false)} />}
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </Frame>
  )
}

function Listed() {
  const words = useWords(webhookWords)
  const { data, problem } = useQuery('webhooks', () => api.get<Shown[]>('/v1/webhooks'), {
    every: 5_000,
  })
  return (
    <Table
      caption={words.lead}
      rows={data}
      problem={problem}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/console/webhooks?webhook=${id}`}
      empty={<Empty title={words.none}>{words.noneLead}</Empty>}
      columns={[
        { head: words.address, cell: ({ url }) => <span class="webhooks-url">{url}</span> },
        {
          head: words.state,
          cell: ({ status }) => <Badge kind={statusKinds[status]}>{words.statuses[status]}</Badge>,
        },
        { head: words.purpose, from: 'medium', cell: (one) => one.description ?? '–' },
        {
          head: words.types,
          from: 'wide',
          cell: ({ types }) => (types ? types.length : words.allTypes),
        },
        { head: words.made, from: 'medium', cell: (one) => <Time at={one.createdAt} /> },
      ]}
    />
  )
}

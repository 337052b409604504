// The systems of the tenant that are called.
import { useState } from 'preact/hooks'
import type { ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useQuery } from '../../api/query.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Needs, Page as Frame } from '../../parts/page.tsx'
import { type NewSecret, SecretOnce } from '../../parts/secrets.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAddress } from '../../shell/address.ts'
import { shellWords } from '../../shell/words.ts'
import { notify } from '../../shell/notices.tsx'
import { useWords } from '../../words/words.ts'
import { Endpoint, isAwaiting, State } from './endpoint.tsx'
import { type EndpointFields, EndpointForm } from './form.tsx'
import { endpointWords } from './words.ts'

export function Page() {
  const words = useWords(endpointWords)
  const name = useWords(shellWords).page.endpoints
  const [{ endpoint }, set] = useAddress(['endpoint'])
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewSecret>()
  const make = async ({ description, ...fields }: EndpointFields) => {
    const body = { ...fields, ...(description && { description }) }
    const answer = await api.post<NewSecret>('/v1/endpoints', body)
    if (isAwaiting(answer)) notify(words.awaits)
    else setMade(answer)
    stale('endpoints')
  }
  return (
    <Frame
      title={endpoint ?? name}
      lead={endpoint ? <a href="/console/endpoints">{words.back}</a> : words.lead}
      acts={
        !endpoint && (
          <Button kind="main" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        )
      }
    >
      <Needs scope="endpoints:write">
        {endpoint ? (
          <Endpoint name={endpoint} onGone={() => set({ endpoint: undefined })} />
        ) : (
          <Listed />
        )}
      </Needs>
      {isMaking && <EndpointForm onSave={make} onClose={() => setMaking(false)} />}
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </Frame>
  )
}

function Listed() {
  const words = useWords(endpointWords)
  const { data, problem } = useQuery('endpoints', () => api.get<ShownEndpoint[]>('/v1/endpoints'), { every: 5_000 }) // prettier-ignore
  return (
    <Table
      caption={words.lead}
      rows={data}
      problem={problem}
      keyOf={({ name }) => name}
      hrefOf={({ name }) => `/console/endpoints?endpoint=${name}`}
      empty={<Empty title={words.none}>{words.noneLead}</Empty>}
      columns={[
        { head: words.name, cell: ({ name }) => name },
        { head: words.state, cell: (one) => <State endpoint={one} /> },
        { head: words.address, from: 'medium', cell: ({ url }) => url },
        { head: words.purpose, from: 'wide', cell: (one) => one.description ?? '–' },
        { head: words.made, from: 'wide', cell: (one) => <Time at={one.createdAt} /> },
      ]}
    />
  )
}

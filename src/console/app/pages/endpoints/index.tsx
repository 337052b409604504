// The tenant's systems that packs call: whether each works, and how it answers a test.
import { useState } from 'preact/hooks'
import type { EndpointTest, ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import type { AuditPage } from '#src/platform/audit/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Field, textOf } from '../../parts/form.tsx'
import { Badge, Code, Cut, kindOf, Time } from '../../parts/inline.tsx'
import { can, session } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { type Kind, Receivers } from '../receivers/receivers.tsx'
import { words } from './words.ts'

export function Page() {
  const kind: Kind<ShownEndpoint> = {
    page: 'endpoints',
    param: 'endpoint',
    words,
    idOf: ({ name }) => name,
    columns: [
      { head: words.name, cell: ({ name }) => name },
      { head: words.state, cell: (row) => <State endpoint={row} /> },
      { head: words.address, from: 'medium', cell: ({ url }) => <Cut text={url} /> },
    ],
    pairs: (row) => [
      [words.state, <State key="state" endpoint={row} />],
      [words.timeout, String(row.timeoutMs)],
      [words.headers, row.headerNames?.join(', ') ?? '–'],
    ],
    nameHint: words.nameHint,
    fields: (now) => <Fields now={now} />,
    read: (values) => ({
      ...(values.has('name') && { name: textOf(values, 'name') }),
      url: textOf(values, 'url'),
      timeoutMs: Number(textOf(values, 'timeoutMs')),
      description: textOf(values, 'description') || null,
      ...(values.has('headers') && { headers: readHeaders(textOf(values, 'headers')) }),
    }),
    acts: (_, path) => <Test path={path} />,
    lead: <Awaiting />,
    hints: { 'in-use': words.inUse },
  }
  return <Receivers kind={kind} />
}

function State({ endpoint: { failingSince, failingCode = '' } }: { endpoint: ShownEndpoint }) {
  const { trouble } = states
  if (!failingSince) return <Badge kind="quiet">{words.works}</Badge>
  return (
    <span title={failingCode}>
      <Badge kind="bad">{words.fails}</Badge> {trouble(failingCode)} · <Time at={failingSince} />
    </span>
  )
}

function Test({ path }: { path: string }) {
  const { trouble } = states
  const [tested, setTested] = useState<EndpointTest>()
  const test = async () => setTested(await api.post(`${path}/test`))
  return (
    <>
      <ActButton kind="main" act={words.test} run={test} />
      <span role="status" title={tested?.code}>
        {tested && (
          <>
            <Badge kind={kindOf(tested.outcome)}>{words.outcome[tested.outcome]}</Badge>{' '}
            {[tested.code && trouble(tested.code), `${tested.durationMs} ms`]
              .filter(Boolean)
              .join(' · ')}
          </>
        )}
      </span>
    </>
  )
}

/** The API never returns headers; an endpoint keeps them unless they are replaced here. */
function Fields({ now }: { now: ShownEndpoint | undefined }) {
  const [setsHeaders, setSetsHeaders] = useState(now === undefined)
  return (
    <>
      <Field
        name="timeoutMs"
        kind="number"
        label={words.timeout}
        value={String(now?.timeoutMs ?? 5_000)}
        min={1_000}
        max={10_000}
        required
      />
      {now && (
        <Field
          name="sets"
          kind="checkbox"
          label={words.setHeaders}
          hint={now.headerNames?.join(', ')}
          checked={setsHeaders}
          onInput={(value) => setSetsHeaders(value === 'on')}
        />
      )}
      {setsHeaders && (
        <Field
          name="headers"
          kind="textarea"
          rows={3}
          label={words.headers}
          hint={words.headersHint}
        />
      )}
    </>
  )
}

/** Lines `name: value`; a line without a colon has a name without a value, which the API refuses with its position. */
const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.trim().toLowerCase(), value.join(':').trim()]
      }),
  )

/** How long the request of a first person waits for a second one. */
const withinMs = 7 * 86_400_000

async function readAwaiting(): Promise<AuditPage['entries']> {
  const query = {
    since: new Date(Date.now() - withinMs).toISOString(),
    order: 'newest',
    limit: 100,
  }
  const of = (action: string) => api.get<AuditPage>('/v1/audit', { ...query, action })
  const [asked, given] = await Promise.all([of('second.asked'), of('second.given')])
  return asked.entries.filter(
    ({ object, time, details }) =>
      String(details?.['for']).startsWith('endpoint.') &&
      !given.entries.some(
        (one) =>
          one.object === object && one.details?.['for'] === details?.['for'] && one.time >= time,
      ),
  )
}

export function Awaiting() {
  const { actor } = session()
  const key = can('audit:read') ? 'endpoints awaiting' : undefined
  const { data = [] } = useQuery(key, readAwaiting, { every: 15_000 })
  return (
    <>
      {data.map(({ id, object = '', time, details, actor: by }) => (
        <p key={id} class="note" data-kind="warn">
          {details?.['for'] === 'endpoint.created' ? words.makingAwaits : words.changeAwaits}{' '}
          <strong>{object}</strong> ·{' '}
          {by.id === actor ? words.you : <Code text={by.id ?? ''} short />} <Time at={time} />
        </p>
      ))}
    </>
  )
}

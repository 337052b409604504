// What a first person has asked of an endpoint and a second one has not yet, as the audit tells it.
import type { AuditPage } from '#src/platform/audit/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Code, Time } from '../../parts/inline.tsx'
import { useSession } from '../../shell/session.ts'
import { useEndpointWords } from './words.ts'

/** As long as a first request waits. */
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
  const words = useEndpointWords()
  const { can, actor } = useSession()
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

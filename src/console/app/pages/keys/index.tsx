// API keys of programs and sessions of people: create, list, end.
import type { SessionEntry } from '#src/platform/sessions/schema.ts'
import { api, stale, useGet } from '../../api/query.ts'
import { AskedButton } from '../../parts/acts.tsx'
import { Badge, Code, Cut, Time } from '../../parts/inline.tsx'
import { Needs, Page as Frame } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { signOut, can } from '../../shell/session.ts'
import { ApiKeys } from './api-keys.tsx'
import { words } from './words.ts'

const places = ['keys', 'sessions'] as const

export function Page() {
  const [{ tab }, set] = useAddress(['tab'])
  const usual = can('keys:write') ? 'keys' : 'sessions'
  const selected = places.find((one) => one === tab) ?? usual
  return (
    <Frame name="keys" lead={words.lead}>
      <Tabs
        label={words.lead}
        selected={selected}
        tabs={words.tabs}
        onSelect={(id) => set({ tab: id === usual ? undefined : id })}
      >
        {selected === 'sessions' ? (
          <Sessions />
        ) : (
          <Needs scope="keys:write">
            <ApiKeys />
          </Needs>
        )}
      </Tabs>
    </Frame>
  )
}

const path = '/v1/sessions'

/** Lists everybody’s sessions if the scope allows it, otherwise only the reader's own. */
export function Sessions() {
  const { data, problem } = useGet<SessionEntry[]>(path, { every: 10_000 })
  const end = async ({ id, isCurrent }: SessionEntry) => {
    if (isCurrent) return signOut()
    await api.delete(`${path}/${id}`)
    notify(words.ended)
    stale(path)
  }
  return (
    <>
      <Table<SessionEntry>
        caption={words.tabs.sessions}
        rows={data}
        problem={problem}
        keyOf={({ id }) => id}
        columns={[
          {
            head: words.who,
            cell: ({ actor, isOwn, isCurrent }) => (
              <>
                {isOwn ? <strong>{words.you}</strong> : <Code text={actor} short />}{' '}
                {isCurrent && <Badge kind="info">{words.here}</Badge>}
              </>
            ),
          },
          { head: words.issuer, from: 'medium', cell: ({ issuer }) => issuer },
          { head: words.scopes, from: 'wide', cell: (one) => <Cut text={one.scopes.join(' ')} /> },
          { head: words.since, cell: (one) => <Time at={one.createdAt} /> },
          { head: words.used, from: 'medium', cell: (one) => <Time at={one.lastUsedAt} /> },
          { head: words.until, from: 'medium', cell: (one) => <Time at={one.expiresAt} /> },
          {
            head: words.acts,
            align: 'end',
            cell: (one) => {
              const verb = one.isCurrent ? words.signOut : words.end
              const whose = one.isOwn ? words.you : one.actor.slice(-12)
              return (
                <AskedButton
                  kind="quiet"
                  title={verb}
                  act={verb}
                  label={`${verb}: ${whose}`}
                  run={() => end(one)}
                >
                  {words.endLead}
                </AskedButton>
              )
            },
          },
        ]}
      />
      {!can('keys:write') && <p class="soft small">{words.ownOnly}</p>}
    </>
  )
}

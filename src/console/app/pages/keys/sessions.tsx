import { useState } from 'preact/hooks'
import type { SessionEntry } from '#src/platform/sessions/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useAct, useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { notify } from '../../shell/notices.tsx'
import { signOut, useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { keyWords } from './words.ts'

/** Of everybody with the scope, otherwise one’s own. */
export function Sessions() {
  const words = useWords(keyWords)
  const { can } = useSession()
  const [ending, setEnding] = useState<SessionEntry>()
  const read = () => api.get<SessionEntry[]>('/v1/sessions')
  const { data, problem, loading } = useQuery('sessions', read, { every: 10_000 })
  const end = useAct(async ({ id, isCurrent }: SessionEntry) => {
    if (isCurrent) return signOut()
    await api.delete(`/v1/sessions/${id}`)
    notify(words.ended)
    stale('sessions')
  })
  return (
    <>
      {!can('keys:write') && <p class="soft">{words.ownOnly}</p>}
      <Table<SessionEntry>
        caption={words.tabs.sessions}
        rows={data ?? []}
        loading={loading}
        problem={problem}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'who',
            head: words.who,
            cell: ({ actor, isOwn, isCurrent }) => (
              <>
                {isOwn ? <strong>{words.you}</strong> : <Code text={actor} short />}{' '}
                {isCurrent && <Badge kind="info">{words.here}</Badge>}
              </>
            ),
          },
          { name: 'issuer', head: words.issuer, from: 'medium', cell: ({ issuer }) => issuer },
          {
            name: 'scopes',
            head: words.scopes,
            from: 'wide',
            cell: ({ scopes }) => <span class="keys-scopes" title={scopes.join(' ')}>{scopes.join(' ')}</span>, // prettier-ignore
          },
          { name: 'since', head: words.since, cell: (one) => <Time at={one.createdAt} /> },
          { name: 'used', head: words.used, from: 'medium', cell: (one) => <Time at={one.lastUsedAt} /> }, // prettier-ignore
          { name: 'until', head: words.until, from: 'medium', cell: (one) => <Time at={one.expiresAt} /> }, // prettier-ignore
          {
            name: 'acts',
            head: words.acts,
            align: 'end',
            cell: (one) => {
              const verb = one.isCurrent ? words.signOut : words.end
              const whose = one.isOwn ? words.you : one.actor.slice(-12)
              return (
                <Button
                  kind="quiet"
                  aria-label={`${verb}: ${whose}`}
                  onClick={() => setEnding(one)}
                >
                  {verb}
                </Button>
              )
            },
          },
        ]}
      />
      {ending && (
        <ConfirmDialog
          title={ending.isCurrent ? words.signOut : words.end}
          act={ending.isCurrent ? words.signOut : words.end}
          busy={end.busy}
          problem={end.problem}
          onConfirm={() => end.act(ending)}
          onClose={() => setEnding(undefined)}
        >
          {words.endLead}
        </ConfirmDialog>
      )}
    </>
  )
}

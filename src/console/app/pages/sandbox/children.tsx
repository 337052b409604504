// The transactions that a list of this one began: all of their links are walked at once.
import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { stale, useAct, useGet } from '../../api/query.ts'
import { Badge, Button } from '../../parts/inline.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { useSession } from '../../shell/session.ts'
import { shortId } from './conversations.ts'
import { useSandboxWords } from './words.ts'

type Walked = {
  readonly transactionId: string
  readonly status: 'done' | 'reviewing' | 'under-way' | 'stuck' | 'over'
}

const kinds = {
  done: 'good',
  reviewing: 'warn',
  'under-way': 'info',
  stuck: 'bad',
  over: 'quiet',
} as const

export function Children({ id }: { id: string }) {
  const words = useSandboxWords()
  const { can } = useSession()
  const [walked, setWalked] = useState<readonly Walked[]>([])
  const { data } = useGet<{ transactions: unknown[] }>(
    can('reports:read') ? '/v1/transactions' : undefined,
    { asked: { parent: id, limit: 1 }, every: 5_000 },
  )
  const walk = useAct(async () => {
    const path = `/v1/sandbox/transactions/${id}/walk-links`
    setWalked((await api.post<{ links: Walked[] }>(path)).links)
    stale('/v1')
  })
  if (!data || data.transactions.length === 0) return null
  return (
    <section class="stack sandbox-children" aria-label={words.children}>
      <h3>{words.children}</h3>
      <p class="acts">
        <Button busy={walk.busy} onClick={() => void walk.act()}>
          {words.walkAll}
        </Button>
      </p>
      {walk.problem && <ProblemNote problem={walk.problem} />}
      <ul aria-live="polite">
        {walked.map(({ transactionId, status }) => (
          <li key={transactionId}>
            <span>
              <a href={`/console/transactions/${transactionId}`}>{shortId(transactionId)}</a>{' '}
              <Badge kind={kinds[status]}>{words.walked[status]}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

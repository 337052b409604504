// The verification link of a transaction: made, opened, and how far its person is.
import { api } from '../../api/client.ts'
import { stale, useGet } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Badge, Code, Time } from '../../parts/inline.tsx'
import { Pairs, ProblemNote } from '../../parts/page.tsx'
import { useStates } from '../../words/states.ts'
import { useSandboxWords } from './words.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../shell/session.ts'
import { shortId } from './conversations.ts'

type Link = {
  readonly link: string
  readonly status: string
  readonly score: number | null
  readonly expiresAt?: string
  readonly reviewPending?: boolean
}

/** `isMade`: to read the link of a transaction that has none would make it. */
export function VerificationLink({ id, isMade }: { id: string; isMade: boolean }) {
  const words = useSandboxWords()
  const states = useStates()
  const path = `/v1/transaction/${id}/lvs`
  const shown = useGet<Link>(isMade ? path : undefined, { every: 3_000 })
  const make = async () => {
    await api.post(path)
    stale('/v1')
  }
  const { link, status, score, expiresAt, reviewPending } = shown.data ?? {}
  return (
    <>
      {link && status && (
        <>
          <p class="acts">
            <a class="button" data-kind="main" href={link} target="_blank" rel="noopener">
              {words.openLink}
            </a>
            <Badge kind={status === 'COMPLETED' ? 'good' : 'info'}>{states.status(status)}</Badge>
            {reviewPending && <Badge kind="warn">{words.waitsForReview}</Badge>}
          </p>
          <Pairs
            items={[
              [words.address, <Code key="code" text={link} copy />],
              [words.score, score ?? '–'],
              [words.expires, expiresAt ? <Time key="time" at={expiresAt} /> : '–'],
            ]}
          />
        </>
      )}
      <p class="acts">
        <ActButton act={link ? words.newLink : words.makeLink} run={make} />
        {link && <span class="soft small">{words.endsOld}</span>}
      </p>
      {shown.problem && <ProblemNote problem={shown.problem} />}
    </>
  )
}

/** The transactions that a list of this one began: all of their links are walked at once. */
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
  const walk = async () => {
    const path = `/v1/sandbox/transactions/${id}/walk-links`
    setWalked((await api.post<{ links: Walked[] }>(path)).links)
    stale('/v1')
  }
  if (!data || data.transactions.length === 0) return null
  return (
    <section class="section stack sandbox-children" aria-label={words.children}>
      <h3>{words.children}</h3>
      <p class="acts">
        <ActButton act={words.walkAll} run={walk} />
      </p>
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

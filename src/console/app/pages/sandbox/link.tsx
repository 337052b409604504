// The verification link of a transaction: creates it, opens it, and shows its person's progress.
import { useState } from 'preact/hooks'
import type { LinkVerification } from '#src/links/lvs/schema.ts'
import { api, stale, useGet } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Badge, Code, kindOf, TransactionLink } from '../../parts/inline.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { can } from '../../shell/session.ts'
import { LinkFacts } from '../transaction/link.tsx'
import { words } from './words.ts'

/** `isMade`: the link is read only if it exists, because reading would create it. */
export function VerificationLink({ id, isMade }: { id: string; isMade: boolean }) {
  const path = `/v1/transaction/${id}/lvs`
  const shown = useGet<LinkVerification>(isMade ? path : undefined, { every: 3_000 })
  const make = async () => {
    await api.post(path)
    stale('/v1')
  }
  const { data: link } = shown
  return (
    <>
      {link && (
        <>
          <p class="acts">
            <a class="button" data-kind="main" href={link.link} target="_blank" rel="noopener">
              {words.openLink}
            </a>
            {link.reviewPending && <Badge kind="warn">{words.waitsForReview}</Badge>}
          </p>
          <p>
            <Code text={link.link} copy />
          </p>
          <LinkFacts of={link} />
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

type Walked = {
  readonly transactionId: string
  readonly status: 'done' | 'reviewing' | 'under-way' | 'stuck' | 'over'
}

/** The transactions that a list of this one created: walks all of their links at once. */
export function Children({ id }: { id: string }) {
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
            <TransactionLink id={transactionId} />{' '}
            <Badge kind={kindOf(status)}>{words.walked[status]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The progress of the person on the verification link. It is loaded only if a link exists, because reading would create
// one.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { LinkVerification } from '#src/links/lvs/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Badge, Copy, kindOf, Time } from '../../parts/inline.tsx'
import { Pairs, ProblemNote, Section } from '../../parts/page.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { words } from './words.ts'

export function Link({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const isMade = entries.some(({ kind }) => kind === 'link-made')
  const key = isMade && can('transactions:write') ? `transaction ${id} link` : undefined
  const load = () => api.get<LinkVerification>(`/v1/transaction/${id}/lvs`)
  const { data, problem } = useQuery(key, load, { every: 5_000 })
  if (key === undefined) return null
  return (
    <Section title={words.link} acts={data && <Copy text={data.link} />}>
      {problem && <ProblemNote problem={problem} />}
      {data && (
        <div class="card">
          <LinkFacts of={data} />
        </div>
      )}
    </Section>
  )
}

/** The person's progress, in total and in each step. */
export function LinkFacts({ of }: { of: LinkVerification }) {
  const { status, score, expirationDate, steps } = of
  const stepOf = ({ step, outcome, reasons = [] }: (typeof steps)[number]) => {
    const said = (
      <>
        <Badge kind={kindOf(outcome)}>{states.status(outcome)}</Badge>{' '}
        <span class="soft small" title={reasons.join(', ')}>
          {reasons.map(states.reason).join(', ')}
        </span>
      </>
    )
    return [step, said] as const
  }
  return (
    <Pairs
      items={[
        [words.state, <Badge kind={kindOf(status)}>{states.status(status)}</Badge>],
        typeof score === 'number' && [words.score, score],
        [words.expires, <Time at={expirationDate} />],
        ...steps.map(stepOf),
      ]}
    />
  )
}

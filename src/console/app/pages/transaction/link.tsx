// The verification link: how far its person is. It is read once there is one, because reading makes the first.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { LinkVerification } from '#src/links/lvs/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Badge, type BadgeKind, Copy, Time } from '../../parts/inline.tsx'
import { Pairs, ProblemNote, Section } from '../../parts/page.tsx'
import { useSession } from '../../shell/session.ts'
import { useStates } from '../../words/states.ts'
import { useTransactionWords } from './words.ts'

const everyMs = 5_000
const kinds: Readonly<Record<string, BadgeKind>> = {
  COMPLETED: 'good',
  EXPIRED: 'warn',
  done: 'good',
  rejected: 'bad',
  review: 'warn',
}

export function Link({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const words = useTransactionWords()
  const states = useStates()
  const { can } = useSession()
  const isMade = entries.some(({ kind }) => kind === 'link-made')
  const key = isMade && can('transactions:write') ? `transaction ${id} link` : undefined
  const load = () => api.get<LinkVerification>(`/v1/transaction/${id}/lvs`)
  const { data, problem } = useQuery(key, load, { every: everyMs })
  if (key === undefined) return null
  return (
    <Section title={words.link} acts={data && <Copy text={data.link} />}>
      {problem && <ProblemNote problem={problem} />}
      {data && (
        <div class="card">
          <Pairs
            items={[
              [
                words.state,
                <Badge kind={kinds[data.status] ?? 'info'}>{states.status(data.status)}</Badge>,
              ],
              [words.score, data.score ?? '–'],
              [words.expires, <Time at={data.expirationDate} />],
              ...data.steps.map(
                ({ step, outcome, reasons = [] }) =>
                  [
                    step,
                    <>
                      <Badge kind={kinds[outcome] ?? 'quiet'}>{states.status(outcome)}</Badge>{' '}
                      <span class="soft small" title={reasons.join(', ')}>
                        {reasons.map(states.reason).join(', ')}
                      </span>
                    </>,
                  ] as const,
              ),
            ]}
          />
        </div>
      )}
    </Section>
  )
}

// The result of a decided review, and the link to a next one.
import type { Review, ReviewDetail } from '#src/packs/reviews/schema.ts'
import { api, stale } from '../../api/query.ts'
import { Outcome, Time } from '../../parts/inline.tsx'
import { AskedButton } from '../../parts/acts.tsx'
import { Pairs, Section } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { reasons } from '../reviews/fact-words.ts'
import { words } from './words.ts'

type Props = { readonly review: ReviewDetail; readonly onDone: () => void }

export function Decided({ review: { id, status, decision, note, people }, onDone }: Props) {
  const { reason } = reasons
  const appeal = async () => {
    await api.post<Review>(`/v1/reviews/${id}/appeal`)
    notify(words.appealed)
    stale('reviews')
    onDone()
  }
  if (!decision)
    return (
      <Section title={words.howEnded}>{words.closed[status as 'superseded'] ?? status}</Section>
    )
  return (
    <Section title={words.howEnded}>
      <div class="card">
        <p>
          <Outcome outcome={decision.outcome} />
        </p>
        <Pairs
          items={[
            [words.reasons, decision.reasons.map(reason).join(', ')],
            [words.when, <Time at={decision.at} exact />],
            [words.by, <span title={decision.by}>{decision.by.slice(0, 8)}</span>],
            [words.people, people],
            note && [words.note, note],
          ]}
        />
        {decision.outcome !== 'again' && (
          <AskedButton kind="plain" title={words.appeal} act={words.appeal} run={appeal}>
            {words.appealLead}
          </AskedButton>
        )}
      </div>
    </Section>
  )
}

// One review: the deciding facts first, then all evidence, and the decision.
import type { ReviewDetail } from '#src/packs/reviews/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Outcome } from '../../parts/inline.tsx'
import { Page as Frame, Waiting } from '../../parts/page.tsx'
import { useGo } from '../../shell/address.ts'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { reasons } from '../reviews/fact-words.ts'
import { Next } from '../reviews/index.tsx'
import { Beside, Pictures, useCompared } from './beside.tsx'
import { Comments } from './comments.tsx'
import { Decided, Decision } from './decision.tsx'
import { Evidence, Related } from './evidence.tsx'
import { Hand } from './hand.tsx'
import { Answers, Children } from './people.tsx'
import { Why } from './why.tsx'
import { words } from './words.ts'
import './review.css'

export function Page({ id }: { id: string }) {
  const go = useGo()
  // The review is read once and after each act, and not at intervals, because each reading writes an audit row.
  const { data, problem, reload } = useQuery(`a-review ${id}`, () =>
    api.get<ReviewDetail>(`/v1/reviews/${encodeURIComponent(id)}`),
  )
  useShortcut('u', words.back, () => go('/console/reviews'))
  if (data) return <Shown key={id} review={data} reload={reload} />
  return (
    <Frame title={words.title}>
      <Waiting problem={problem} />
    </Frame>
  )
}

function Shown({ review, reload }: { review: ReviewDetail; reload: () => void }) {
  const { because } = reasons
  const compared = useCompared(review.transactionId)
  const { status, decision, isYours } = review
  const isOpen = status === 'open'
  const outcome = decision?.outcome ?? status
  const acts = (
    <>
      {isOpen ? <Hand review={review} onChange={reload} /> : <Outcome outcome={outcome} />}
      {!isYours && <Next />}
    </>
  )
  return (
    <Frame title={review.title ?? because(review.because)} acts={acts}>
      <div class="split review">
        <div>
          <Why review={review} compared={compared} />
          <Pictures review={review} />
          <Beside compared={compared} />
          <Answers review={review} />
          <Children review={review} />
          <Evidence review={review} />
          <Related transactionId={review.transactionId} />
        </div>
        <div class="review-done">
          {isOpen ? (
            <Decision review={review} onDone={reload} />
          ) : (
            <Decided review={review} onDone={reload} />
          )}
          <Comments review={review} onChange={reload} />
        </div>
      </div>
    </Frame>
  )
}

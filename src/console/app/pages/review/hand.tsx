// Who has claimed a review: buttons to claim it, extend the time and give it back, with the time left.
import { useEffect, useState } from 'preact/hooks'
import type { ReviewDetail, ReviewPage } from '#src/packs/reviews/schema.ts'
import { api, stale, useGet } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Badge } from '../../parts/inline.tsx'
import { notify } from '../../shell/notices.tsx'
import { words } from './words.ts'

type Props = { readonly review: ReviewDetail; readonly onChange: () => void }

export function Hand({ review, onChange }: Props) {
  return review.isYours ? (
    <Yours review={review} onChange={onChange} />
  ) : (
    <Free review={review} onChange={onChange} />
  )
}

function useClaims({ review, onChange }: Props) {
  const path = `/v1/reviews/${review.id}`
  const settle = () => {
    stale('reviews')
    onChange()
  }
  const settled = (act: string) => api.post(`${path}/${act}`).finally(settle)
  return { claim: () => settled('claim'), release: () => settled('release') }
}

const isRed = 120

function Yours({ review, onChange }: Props) {
  const { claim, release } = useClaims({ review, onChange })
  const left = useSecondsUntil(review.claimedUntil)
  useEffect(() => {
    if (left === 0) onChange()
  }, [left === 0])
  const keep = () => claim().then(() => notify(words.kept))
  return (
    <>
      <span role="timer" aria-label={words.left}>
        <Badge kind={left < isRed ? 'bad' : 'info'}>
          {words.yours(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)}
        </Badge>
      </span>
      <ActButton act={words.keep} shortcut="k" run={keep} />
      <ActButton act={words.giveBack} shortcut="b" run={release} />
    </>
  )
}

function Free({ review, onChange }: Props) {
  const { claim } = useClaims({ review, onChange })
  const { data } = useGet<ReviewPage>('/v1/reviews', { asked: { limit: 1 } })
  const isFree = review.claimedBy === undefined
  return (
    <>
      <Badge kind="quiet">
        {isFree ? words.nobodys : words.othersHands(review.claimedBy?.slice(0, 8) ?? '')}
      </Badge>
      {isFree && data?.mayPick && <ActButton act={words.take} shortcut="c" run={claim} />}
    </>
  )
}

/** In whole seconds, never negative. */
function useSecondsUntil(until: string | undefined): number {
  const read = () => Math.max(0, Math.ceil((Date.parse(until ?? '') - Date.now()) / 1_000))
  const [left, setLeft] = useState(read)
  useEffect(() => {
    setLeft(read())
    const timer = setInterval(() => setLeft(read()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

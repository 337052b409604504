// In whose hands a review is: taken, kept longer, given back, with the time that is left.
import { useEffect, useState } from 'preact/hooks'
import type { ReviewDetail, ReviewPage } from '#src/packs/reviews/schema.ts'
import type { z } from 'zod'
import { api } from '../../api/client.ts'
import { stale, useAct, useGet } from '../../api/query.ts'
import { Badge, Button } from '../../parts/inline.tsx'
import { ProblemNote } from '../../parts/page.tsx'
import { notify } from '../../shell/notices.tsx'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { useReviewWords } from './words.ts'

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
  const claim = useAct(() => api.post(`${path}/claim`).finally(settle))
  const release = useAct(() => api.post(`${path}/release`).finally(settle))
  return { claim, release }
}

const isRed = 120

function Yours({ review, onChange }: Props) {
  const words = useReviewWords()
  const { claim, release } = useClaims({ review, onChange })
  const left = useSecondsUntil(review.claimedUntil)
  useEffect(() => {
    if (left === 0) onChange()
  }, [left === 0])
  const keep = () => void claim.act().then((isDone) => isDone && notify(words.kept))
  useShortcut('k', words.keep, keep)
  useShortcut('b', words.giveBack, () => void release.act())
  const problem = claim.problem ?? release.problem
  return (
    <>
      <span role="timer" aria-label={words.left}>
        <Badge kind={left < isRed ? 'bad' : 'info'}>
          {words.yours(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)}
        </Badge>
      </span>
      <Button busy={claim.busy} onClick={keep}>
        {words.keep} <kbd>k</kbd>
      </Button>
      <Button busy={release.busy} onClick={() => void release.act()}>
        {words.giveBack} <kbd>b</kbd>
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </>
  )
}

function Free({ review, onChange }: Props) {
  const words = useReviewWords()
  const { claim } = useClaims({ review, onChange })
  const { data } = useGet<z.output<typeof ReviewPage>>('/v1/reviews', { asked: { limit: 1 } })
  const isFree = review.claimedBy === undefined
  const mayTake = isFree && data?.mayPick === true
  useShortcut('c', words.take, () => mayTake && void claim.act())
  return (
    <>
      <Badge kind="quiet">
        {isFree ? words.nobodys : words.othersHands(review.claimedBy?.slice(0, 8) ?? '')}
      </Badge>
      {mayTake && (
        <Button busy={claim.busy} onClick={() => void claim.act()}>
          {words.take} <kbd>c</kbd>
        </Button>
      )}
      {claim.problem && <ProblemNote problem={claim.problem} />}
    </>
  )
}

/** Whole seconds, never below 0. */
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

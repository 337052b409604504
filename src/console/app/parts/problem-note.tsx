// Says in the reader's language what went wrong; what the API adds of its own follows as it is.
import type { Problem } from '../api/client.ts'
import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'
import { Loading } from './page.tsx'
import { partWords } from './words.ts'

type Words = (typeof partWords)['pt']

function saySentence(words: Words, { status, scope, retryAfter = 5 }: Problem): string {
  if (status === 0) return words.away
  if (status === 403 && scope !== undefined) return words.lacks(scope)
  if (status === 404) return words.gone
  if (status === 409) return words.conflict
  if (status === 429) return words.busyNow(retryAfter)
  if (status === 503) return words.unavailable
  return status < 500 ? words.invalid : words.failed
}

/** What is said of a field stands at the field, if the form has it. */
export function ProblemNote({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const words = useWords(partWords)
  const { title, detail, errors = [], status, scope } = problem
  const faults = errors.map((one) => [one.pointer, one.detail].filter(Boolean).join(': '))
  // What the sentence says already is not said again in English.
  const isSaid = [0, 404, 429, 503].includes(status) || scope !== undefined
  const more = [detail ?? (isSaid ? undefined : title), ...faults].filter(Boolean)
  return (
    <div class="note" data-kind="bad" role="alert">
      <span>
        {saySentence(words, problem)} {more.length > 0 && <span lang="en">{more.join(' ')}</span>}
      </span>
      {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  )
}

type WaitingProps = { readonly problem: Problem | undefined; readonly reload?: () => void }

/** In the place of what is not there yet. */
export function Waiting({ problem, reload }: WaitingProps) {
  if (!problem) return <Loading />
  return <ProblemNote problem={problem} {...(reload && { onRetry: reload })} />
}

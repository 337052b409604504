// The verification link of a transaction: made, opened, and how far its person is.
import { api } from '../../api/client.ts'
import { stale, useAct, useGet } from '../../api/query.ts'
import { Badge, Button, Code, Time } from '../../parts/inline.tsx'
import { Pairs, ProblemNote } from '../../parts/page.tsx'
import { useStates } from '../../words/states.ts'
import { useSandboxWords } from './words.ts'

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
  const make = useAct(async () => {
    await api.post(path)
    stale('/v1')
  })
  const { link, status, score, expiresAt, reviewPending } = shown.data ?? {}
  const failed = make.problem ?? shown.problem
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
        <Button busy={make.busy} onClick={() => void make.act()}>
          {link ? words.newLink : words.makeLink}
        </Button>
        {link && <span class="soft small">{words.endsOld}</span>}
      </p>
      {failed && <ProblemNote problem={failed} />}
    </>
  )
}

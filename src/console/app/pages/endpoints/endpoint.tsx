// One endpoint: whether it works, what can be done with it, and its secrets.
import { useState } from 'preact/hooks'
import type { EndpointTest, ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useAct, useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Loading, Pairs } from '../../parts/page.tsx'
import { ProblemNote } from '../../parts/problem-note.tsx'
import { type NewSecret, Secrets } from '../../parts/secrets.tsx'
import { Time } from '../../parts/time.tsx'
import { notify } from '../../shell/notices.tsx'
import { useWords } from '../../words/words.ts'
import { type EndpointFields, EndpointForm } from './form.tsx'
import { endpointWords } from './words.ts'

const outcomeKinds = {
  answered: 'good',
  later: 'good',
  again: 'warn',
  trouble: 'bad',
  refused: 'bad',
  unreadable: 'bad',
} as const

/** What an answer says of an act that takes a second person. */
export const isAwaiting = (answer: object): boolean => 'awaiting' in answer

export function Endpoint({ name, onGone }: { name: string; onGone: () => void }) {
  const words = useWords(endpointWords)
  const path = `/v1/endpoints/${name}`
  const [asks, setAsks] = useState<'change' | 'end'>()
  const [tested, setTested] = useState<EndpointTest>()
  const { data, problem } = useQuery(`endpoint ${name}`, () => api.get<ShownEndpoint>(path), { every: 5_000 }) // prettier-ignore
  const test = useAct(async () => setTested(await api.post<EndpointTest>(`${path}/test`)))
  const change = useAct(async ({ description, ...more }: EndpointFields) => {
    const saved = await api.patch<object>(path, { ...more, description: description || null })
    notify(isAwaiting(saved) ? words.awaits : words.saved)
    stale('endpoint')
  })
  const end = useAct(async () => {
    await api.delete(path)
    notify(words.ended)
    stale('endpoints')
  })
  if (!data) return problem ? <ProblemNote problem={problem} /> : <Loading />
  return (
    <>
      <div class="card">
        <Pairs
          items={[
            [words.address, <code key="url">{data.url}</code>],
            [words.state, <State key="state" endpoint={data} />],
            [words.timeout, String(data.timeoutMs)],
            [words.headers, data.headerNames?.join(', ') ?? '–'],
            [words.purpose, data.description ?? '–'],
            [words.made, <Time key="made" at={data.createdAt} />],
          ]}
        />
        <p class="acts">
          <Button kind="main" busy={test.busy} onClick={() => void test.act()}>
            {words.test}
          </Button>
          <Button onClick={() => setAsks('change')}>{words.change}</Button>
          <Button kind="danger" onClick={() => setAsks('end')}>
            {words.end}
          </Button>
        </p>
        <p role="status">
          {tested && (
            <>
              <Badge kind={outcomeKinds[tested.outcome]}>{words.outcome[tested.outcome]}</Badge>{' '}
              {[tested.code, `${tested.durationMs} ms`].filter(Boolean).join(' · ')}
            </>
          )}
        </p>
        {test.problem && <ProblemNote problem={test.problem} />}
      </div>
      <Secrets
        secrets={data.secrets}
        onRotate={async () => {
          const made = await api.post<NewSecret>(`${path}/secrets`)
          stale('endpoint')
          return made
        }}
      />
      {asks === 'change' && (
        <EndpointForm
          now={data}
          busy={change.busy}
          problem={change.problem}
          onClose={() => setAsks(undefined)}
          onSave={(fields) =>
            void change.act(fields).then((isDone) => isDone && setAsks(undefined))
          }
        />
      )}
      {asks === 'end' && (
        <ConfirmDialog
          title={words.end}
          act={words.end}
          busy={end.busy}
          problem={end.problem}
          onClose={() => setAsks(undefined)}
          onConfirm={async () => {
            const isDone = await end.act()
            if (isDone) onGone()
            return isDone
          }}
        >
          <p>
            {words.endLead} <strong>{name}</strong> <code>{data.url}</code>
          </p>
          {end.problem?.code === 'in-use' && <p class="fault">{words.inUse}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}

export function State({ endpoint: { failingSince, failingCode } }: { endpoint: ShownEndpoint }) {
  const words = useWords(endpointWords)
  if (!failingSince) return <Badge kind="quiet">{words.works}</Badge>
  return (
    <span>
      <Badge kind="bad">{words.fails}</Badge> <code>{failingCode}</code> ·{' '}
      <Time at={failingSince} />
    </span>
  )
}

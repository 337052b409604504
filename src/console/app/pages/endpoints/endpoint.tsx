// One endpoint: whether it works, what can be done with it, and its secrets.
import { useState } from 'preact/hooks'
import type { EndpointTest, ShownEndpoint } from '#src/journey/endpoints/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useAct, useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { AskedButton } from '../../parts/dialog.tsx'
import { Pairs } from '../../parts/page.tsx'
import { ProblemNote, Waiting } from '../../parts/problem-note.tsx'
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
  const [isChanging, setChanging] = useState(false)
  const [tested, setTested] = useState<EndpointTest>()
  const { data, problem } = useQuery(`endpoint ${name}`, () => api.get<ShownEndpoint>(path), { every: 5_000 }) // prettier-ignore
  const test = useAct(async () => setTested(await api.post<EndpointTest>(`${path}/test`)))
  const change = async ({ description, ...more }: EndpointFields) => {
    const saved = await api.patch<object>(path, { ...more, description: description || null })
    notify(isAwaiting(saved) ? words.awaits : words.saved)
    stale('endpoint')
  }
  const end = async () => {
    await api.delete(path)
    notify(words.ended)
    stale('endpoints')
    onGone()
  }
  if (!data) return <Waiting problem={problem} />
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
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
          <AskedButton
            title={words.end}
            act={words.end}
            run={end}
            hints={{ 'in-use': words.inUse }}
          >
            {words.endLead} <strong>{name}</strong> <code>{data.url}</code>
          </AskedButton>
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
      {isChanging && <EndpointForm now={data} onSave={change} onClose={() => setChanging(false)} />}
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

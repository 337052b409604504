// One webhook: how it does, what can be done with it, its secrets, and what was sent to it.
import { useState } from 'preact/hooks'
import type { Webhook as Shown } from '#src/journey/webhooks/schema.ts'
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
import { Deliveries } from './deliveries.tsx'
import { type WebhookFields, WebhookForm } from './form.tsx'
import { webhookWords } from './words.ts'

export const statusKinds = { enabled: 'good', failing: 'warn', disabled: 'quiet' } as const

export function Webhook({ id, onGone }: { id: string; onGone: () => void }) {
  const words = useWords(webhookWords)
  const path = `/v1/webhooks/${id}`
  const [isChanging, setChanging] = useState(false)
  const { data, problem } = useQuery(`webhook ${id}`, () => api.get<Shown>(path), { every: 5_000 })
  const then = (text?: string) => {
    stale('webhook')
    if (text) notify(text)
  }
  const test = useAct(() => api.post(`${path}/test`).then(() => then(words.tested)))
  const turn = useAct((enabled: boolean) => api.patch(path, { enabled }).then(() => then()))
  const change = (said: WebhookFields) => api.patch(path, said).then(() => then())
  const end = async () => {
    await api.delete(path)
    notify(words.ended)
    // The list alone: what is gone is not read again.
    stale('webhooks')
    onGone()
  }
  if (!data) return <Waiting problem={problem} />
  const { url, status, types, description, createdAt, failingSince, disabledAt, disabledReason } = data // prettier-ignore
  const isOn = status !== 'disabled'
  const failed = test.problem ?? turn.problem
  return (
    <>
      <div class="card">
        <Pairs
          items={[
            [words.address, <code key="url">{url}</code>],
            [words.state, <Badge key="status" kind={statusKinds[status]}>{words.statuses[status]}</Badge>], // prettier-ignore
            ...(failingSince ? ([[words.failingSince, <Time key="since" at={failingSince} />]] as const) : []), // prettier-ignore
            ...(disabledAt ? ([[words.disabledAt, <span key="off">{disabledReason && words.reason[disabledReason]} · <Time at={disabledAt} /></span>]] as const) : []), // prettier-ignore
            [words.purpose, description ?? '–'],
            [words.types, types?.join(', ') ?? words.allTypes],
            [words.made, <Time key="made" at={createdAt} />],
          ]}
        />
        <p class="acts">
          <Button kind="main" busy={test.busy} onClick={() => void test.act()}>
            {words.test}
          </Button>
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
          <Button busy={turn.busy} onClick={() => void turn.act(!isOn)}>
            {isOn ? words.stop : words.begin}
          </Button>
          <AskedButton title={words.end} act={words.end} run={end}>
            {words.endLead} <code>{url}</code>
          </AskedButton>
        </p>
        {failed && <ProblemNote problem={failed} />}
      </div>
      <Deliveries path={path} />
      <Secrets
        secrets={data.secrets}
        onRotate={async () => {
          const made = await api.post<NewSecret>(`${path}/secrets`)
          stale('webhook')
          return made
        }}
      />
      {isChanging && <WebhookForm now={data} onSave={change} onClose={() => setChanging(false)} />}
    </>
  )
}

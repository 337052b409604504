// The calls of a transaction to systems of the tenant; those that nobody answers are answered here by hand.
import { api } from '../../api/client.ts'
import { stale, useAct, useGet } from '../../api/query.ts'
import { Badge, CodeBlock, Time } from '../../parts/inline.tsx'
import { Field, Form, textOf } from '../../parts/form.tsx'
import { Empty, Waiting } from '../../parts/page.tsx'
import { useSandboxWords } from './words.ts'

type Call = {
  readonly callId: string
  readonly step: string
  readonly endpoint: string
  readonly input: Record<string, unknown>
  readonly status: 'open' | 'later' | 'by-hand' | 'ended'
  readonly openedAt: string
}

export function Calls({ id }: { id: string }) {
  const words = useSandboxWords()
  const asked = { transactionId: id }
  const { data, problem } = useGet<Call[]>('/v1/sandbox/calls', { asked, every: 3_000 })
  if (!data) return <Waiting problem={problem} />
  if (data.length === 0) return <Empty title={words.noCalls} />
  return (
    <ul class="sandbox-entries">
      {data.map((call) => (
        <li key={call.callId}>
          <p>
            <strong>{words.calls(call.step, call.endpoint)}</strong>{' '}
            <Badge kind={call.status === 'ended' ? 'quiet' : 'warn'}>
              {words.call[call.status]}
            </Badge>{' '}
            <Time at={call.openedAt} />
          </p>
          <CodeBlock label={words.sent} text={JSON.stringify(call.input, null, 2)} />
          {(call.status === 'by-hand' || call.status === 'later') && <Answer call={call} />}
        </li>
      ))}
    </ul>
  )
}

function Answer({ call: { callId, step } }: { call: Call }) {
  const words = useSandboxWords()
  const answer = useAct(async (text: string) => {
    const result: unknown = JSON.parse(text)
    await api.post(`/v1/sandbox/calls/${callId}/answer`, { result })
    stale('/v1')
  })
  const isBroken = answer.problem?.code === 'console'
  return (
    <Form
      submit={words.answer}
      busy={answer.busy}
      problem={isBroken ? undefined : answer.problem}
      onSubmit={(values) => void answer.act(textOf(values, 'result'))}
    >
      <Field
        name="result"
        kind="textarea"
        rows={3}
        label={words.answerOf(step)}
        value={'{ "approved": true }'}
        error={isBroken ? words.noJson : answer.problem?.errors?.[0]?.detail}
      />
    </Form>
  )
}

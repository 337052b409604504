// The actions of operators on one transaction, each by its scope; each asks for a confirmation.
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { api, stale } from '../../api/query.ts'
import { AskedButton, FormButton } from '../../parts/acts.tsx'
import { leaveAfterDialog } from '../../parts/dialog.tsx'
import { Field, type FieldProps, textOf } from '../../parts/form.tsx'
import { momentOf } from '../../parts/filter.tsx'
import { type ButtonKind, Code } from '../../parts/inline.tsx'
import { useGo } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { words } from './words.ts'

type Asks = 'reason' | 'until' | 'class' | 'since' | 'outcome' | 'kind'
/** The fields that were filled in; empty ones are left out. */
type Filled = Partial<Record<Asks, string>>

type Done = { readonly receiptId?: string; readonly awaiting?: 'second' } | undefined

type Act = {
  readonly scope: string
  readonly asks: readonly Asks[]
  readonly kind?: ButtonKind
  readonly run: (path: string, filled: Filled) => Promise<Done>
}

const write = 'transactions:write'
const onAgenda = (name: string): Act => ({
  scope: write,
  asks: ['reason'],
  run: (path, { reason }) => api.post(`${path}/agenda/${name}`, { reason }),
})

const acts = {
  'try-now': onAgenda('try-now'),
  pause: onAgenda('pause'),
  resume: onAgenda('resume'),
  'new-link': { scope: write, asks: [], kind: 'plain', run: (path) => api.post(`${path}/lvs`) },
  relationship: {
    scope: write,
    asks: ['class', 'since'],
    run: (path, { class: of, since }) =>
      api.put(`${path}/relationship`, { class: of, endedAt: momentOf(since) }),
  },
  outcome: {
    scope: write,
    asks: ['outcome', 'kind'],
    run: (path, { outcome, kind }) =>
      api.post(`${path}/outcome`, { outcome, ...(outcome === 'fraud' && { kind }) }),
  },
  hold: {
    scope: 'data:hold',
    asks: ['reason', 'until'],
    run: (path, { reason, until }) => api.put(`${path}/hold`, { reason, until: momentOf(until) }),
  },
  lift: { scope: 'data:hold', asks: [], kind: 'plain', run: (path) => api.delete(`${path}/hold`) },
  end: { ...onAgenda('end'), kind: 'danger' },
  erase: { scope: 'data:erase', asks: [], kind: 'danger', run: (path) => api.delete(path) },
} satisfies Record<string, Act>

type ActName = keyof typeof acts

type ActsProps = {
  readonly id: string
  readonly agenda: OpenAgenda
  /** Undefined until it is known, or where the session may not know it. */
  readonly isHeld: boolean | undefined
}

export function Acts({ id, agenda: { tasks, paused }, isHeld }: ActsProps) {
  const remains = tasks.length > 0
  const isOffered: Partial<Record<ActName, boolean>> = {
    'try-now': remains && !paused,
    pause: !paused,
    resume: Boolean(paused),
    hold: isHeld === false,
    lift: isHeld === true,
    end: remains,
    erase: isHeld !== true,
  }
  // Safe because they are the keys of the object above.
  const names = Object.keys(acts) as ActName[]
  const shown = names.filter((name) => isOffered[name] !== false && can(acts[name].scope))
  return (
    <>
      {shown.map((name) => (
        <ActOf key={name} id={id} name={name} />
      ))}
    </>
  )
}

function ActOf({ id, name }: { id: string; name: ActName }) {
  const go = useGo()
  const { asks, run, kind = 'plain' }: Act = acts[name]
  const act = async (values?: FormData) => {
    const filled = asks.flatMap((one) => {
      const text = values ? textOf(values, one) : ''
      return text === '' ? [] : [[one, text] as const]
    })
    const done = await run(`/v1/transaction/${id}`, Object.fromEntries(filled))
    if (done?.receiptId) {
      notify(`${words.erased} ${done.receiptId}`)
      stale('transactions')
      return leaveAfterDialog(() => go('/console/transactions', true))
    }
    notify(done?.awaiting ? words.awaiting : words.did)
    stale(`transaction ${id}`)
  }
  const question = (
    <>
      <p>{words.about[name]}</p>
      <p class="soft">
        <Code text={id} />
      </p>
    </>
  )
  const button = { act: words.act[name], title: words.act[name], kind, run: act }
  if (asks.length === 0) return <AskedButton {...button}>{question}</AskedButton>
  return (
    <FormButton {...button} submit={button.act} lead={question} isFinal={kind === 'danger'}>
      {asks.map((one) => (
        <Field key={one} name={one} {...fieldOf(one)} />
      ))}
    </FormButton>
  )
}

function fieldOf(asked: Asks): Omit<FieldProps, 'name'> {
  const { good, fraud } = words
  const fields = {
    reason: { label: words.why, required: true, maxLength: 500 },
    until: { label: words.until, kind: 'date' },
    since: { label: words.since, kind: 'date' },
    class: { label: words.class, options: words.classes },
    outcome: { label: words.outcome, options: { good, fraud } },
    kind: { label: words.kind, options: { '': '–', ...states.frauds() } },
  } as const
  return fields[asked]
}

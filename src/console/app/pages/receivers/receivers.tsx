// A page for webhooks or endpoints, the tenant's systems that we call: their list, and one of them with its actions.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import { api, stale, useQuery } from '../../api/query.ts'
import { Time } from '../../parts/inline.tsx'
import { AskedButton, FormButton } from '../../parts/acts.tsx'
import { Field } from '../../parts/form.tsx'
import { Empty, Page as Frame, Pairs, Waiting } from '../../parts/page.tsx'
import { type NewSecret, SecretOnce, Secrets } from '../../parts/secrets.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { definePageWords } from '../../words/common.ts'

// prettier-ignore
const shared = definePageWords({
  end: ['Excluir', 'Delete', 'Eliminar'],
  saved: ['Salvo.', 'Saved.', 'Guardado.'],
  awaits: ['Isso pede duas pessoas: nada mudou ainda. Outra pessoa precisa pedir o mesmo.', 'It takes two people: nothing has changed yet. Somebody else must ask for the same.', 'Esto pide dos personas: nada cambió todavía. Otra persona debe pedir lo mismo.'],
})

type Receiver = Pick<Webhook, 'url' | 'createdAt' | 'secrets'> & { readonly description?: string }

export type Kind<Row extends Receiver> = {
  readonly page: 'webhooks' | 'endpoints'
  /** The query parameter that names the open receiver. */
  readonly param: 'webhook' | 'endpoint'
  readonly words: Readonly<
    Record<'lead' | 'none' | 'noneLead' | 'make' | 'urlHint' | 'back' | 'endLead' | 'ended', string>
  >
  readonly idOf: (row: Row) => string
  /** Columns of the list, before the common ones. */
  readonly columns: readonly Column<Row>[]
  /** The rows of one receiver after its address. */
  readonly pairs: (row: Row) => readonly (readonly [string, ComponentChildren])[]
  /** The hint for the name; set if a new receiver gets a name. */
  readonly nameHint?: string
  /** The form fields after the address and the purpose. */
  readonly fields: (now?: Row) => ComponentChildren
  /** The body of a request, from the form. */
  readonly read: (values: FormData) => object
  readonly acts: (row: Row, path: string) => ComponentChildren
  readonly below?: (path: string) => ComponentChildren
  readonly lead?: ComponentChildren
  /** The meaning of a refusal to delete, by its code. */
  readonly hints?: Readonly<Record<string, string>>
}

const everyMs = 5_000
const isAwaiting = (answer: object | undefined): boolean =>
  answer !== undefined && 'awaiting' in answer

export function Receivers<Row extends Receiver>({ kind }: { kind: Kind<Row> }) {
  const { page, param, words } = kind
  const [{ [param]: id }, set] = useAddress(['webhook', 'endpoint', 'status'])
  const [made, setMade] = useState<NewSecret>()
  const make = async (values: FormData) => {
    const filled = Object.entries(kind.read(values)).filter(([, value]) => value !== null)
    const answer = await api.post<NewSecret>(`/v1/${page}`, Object.fromEntries(filled))
    if (isAwaiting(answer)) notify(shared.awaits)
    else setMade(answer)
    stale(page)
  }
  const onGone = () => set({ [param]: undefined, status: undefined })
  return (
    <Frame
      name={page}
      {...(param === 'endpoint' && id && { title: id })}
      lead={id ? <a href={`/console/${page}`}>{words.back}</a> : words.lead}
      acts={!id && <Asked kind={kind} act={words.make} submit={shared.makeIt} run={make} />}
    >
      {kind.lead}
      {id ? <One key={id} kind={kind} id={id} onGone={onGone} /> : <Listed kind={kind} />}
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </Frame>
  )
}

function Listed<Row extends Receiver>({ kind }: { kind: Kind<Row> }) {
  const { page, param, words, idOf, columns } = kind
  const { data, problem } = useQuery(page, () => api.get<Row[]>(`/v1/${page}`), { every: everyMs })
  return (
    <Table
      caption={words.lead}
      rows={data}
      problem={problem}
      keyOf={idOf}
      hrefOf={(row) => `/console/${page}?${param}=${encodeURIComponent(idOf(row))}`}
      empty={<Empty title={words.none}>{words.noneLead}</Empty>}
      columns={[
        ...columns,
        { head: shared.purpose, from: 'medium', cell: (row) => row.description ?? '–' },
        { head: shared.made, from: 'wide', cell: (row) => <Time at={row.createdAt} /> },
      ]}
    />
  )
}

type OneProps<Row extends Receiver> = {
  readonly kind: Kind<Row>
  readonly id: string
  readonly onGone: () => void
}

function One<Row extends Receiver>({ kind, id, onGone }: OneProps<Row>) {
  const { page, param, words, hints = {} } = kind
  const path = `/v1/${page}/${encodeURIComponent(id)}`
  const load = () => api.get<Row>(path)
  const { data: row, problem } = useQuery(`${param} ${id}`, load, { every: everyMs })
  const change = async (values: FormData) => {
    const answer = await api.patch<object | undefined>(path, kind.read(values))
    notify(isAwaiting(answer) ? shared.awaits : shared.saved)
    stale(param)
  }
  const end = async () => {
    await api.delete(path)
    notify(words.ended)
    // Only the list is reloaded, because the deleted receiver no longer exists.
    stale(page)
    onGone()
  }
  const rotate = async () => {
    const made = await api.post<NewSecret>(`${path}/secrets`)
    stale(param)
    return made
  }
  if (!row) return <Waiting problem={problem} />
  return (
    <>
      <div class="card">
        <Pairs
          items={[
            [shared.address, <code key="url">{row.url}</code>],
            ...kind.pairs(row),
            [shared.purpose, row.description ?? '–'],
            [shared.made, <Time key="made" at={row.createdAt} />],
          ]}
        />
        <div class="acts">
          {kind.acts(row, path)}
          <Asked kind={kind} now={row} act={shared.change} submit={shared.save} run={change} />
          <AskedButton title={shared.end} act={shared.end} run={end} hints={hints}>
            {words.endLead} <code>{row.url}</code>
          </AskedButton>
        </div>
      </div>
      {kind.below?.(path)}
      <Secrets secrets={row.secrets} onRotate={rotate} />
    </>
  )
}

type AskedProps<Row extends Receiver> = {
  readonly kind: Kind<Row>
  readonly now?: Row
  readonly act: string
  readonly submit: string
  readonly run: (values: FormData) => Promise<void>
}

function Asked<Row extends Receiver>({ kind, now, ...button }: AskedProps<Row>) {
  const { address, purpose, name } = shared
  const url = { label: address, hint: kind.words.urlHint, value: now?.url, maxLength: 1_000 }
  return (
    <FormButton {...button} kind={now ? 'plain' : 'main'}>
      {kind.nameHint && !now && <Field name="name" label={name} hint={kind.nameHint} required />}
      <Field name="url" kind="url" required {...url} />
      <Field name="description" label={purpose} value={now?.description} maxLength={120} />
      {kind.fields(now)}
    </FormButton>
  )
}

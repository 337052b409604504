import { useState } from 'preact/hooks'
import type { ApiKey } from '#src/platform/api-keys/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useGet } from '../../api/query.ts'
import { Badge, Button, Time } from '../../parts/inline.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/page.tsx'
import { type NewSecret, SecretOnce } from '../../parts/secrets.tsx'
import { Table } from '../../parts/table.tsx'
import { notify } from '../../shell/notices.tsx'
import { useKeyWords } from './words.ts'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { useSession } from '../../shell/session.ts'

const path = '/v1/api-keys'

type Act = { readonly kind: 'rotate' | 'revoke'; readonly key: ApiKey }

const kinds = { good: 'good', ended: 'quiet', revoked: 'bad' } as const

function stateOf({ revokedAt, expiresAt }: ApiKey): keyof typeof kinds {
  if (revokedAt !== undefined) return 'revoked'
  return Date.parse(expiresAt) > Date.now() ? 'good' : 'ended'
}

/** An answer by a repetition has no key any more. */
const secretOf = ({ key }: ApiKey): NewSecret => (key === undefined ? {} : { secret: key })

export function ApiKeys() {
  const words = useKeyWords()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewSecret>()
  const [act, setAct] = useState<Act>()
  const { data, problem } = useGet<ApiKey[]>(path, { every: 10_000 })
  const make = async (fields: KeyFields) => {
    setMade(secretOf(await api.post<ApiKey>(path, fields)))
    stale(path)
  }
  const run = async ({ kind, key }: Act) => {
    if (kind === 'rotate') setMade(secretOf(await api.post<ApiKey>(`${path}/${key.id}/rotation`)))
    else {
      await api.delete(`${path}/${key.id}`)
      notify(words.revoked)
    }
    stale(path)
  }
  const ask = (kind: Act['kind'], key: ApiKey) => (
    <Button
      kind="quiet"
      aria-label={`${words[kind]}: ${key.name}`}
      onClick={() => setAct({ kind, key })}
    >
      {words[kind]}
    </Button>
  )
  return (
    <>
      <div class="keys-acts">
        <Button kind="main" onClick={() => setMaking(true)}>
          {words.make}
        </Button>
      </div>
      <Table<ApiKey>
        caption={words.tabs.keys}
        rows={data}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title={words.none}>{words.noneLead}</Empty>}
        columns={[
          { head: words.name, cell: ({ name }) => name },
          {
            head: words.state,
            cell: (key) => <Badge kind={kinds[stateOf(key)]}>{words.states[stateOf(key)]}</Badge>,
          },
          {
            head: words.scopes,
            from: 'medium',
            cell: ({ scopes }) => <span class="cut soft" title={scopes.join(' ')}>{scopes.join(' ')}</span>, // prettier-ignore
          },
          { head: words.made, from: 'medium', cell: (one) => <Time at={one.createdAt} /> },
          {
            head: words.used,
            from: 'wide',
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : words.never),
          },
          { head: words.ends, from: 'medium', cell: (one) => <Time at={one.expiresAt} /> },
          {
            head: words.acts,
            align: 'end',
            cell: (key) =>
              stateOf(key) === 'good' && (
                <>
                  {ask('rotate', key)}
                  {ask('revoke', key)}
                </>
              ),
          },
        ]}
      />
      {isMaking && <KeyForm onSave={make} onClose={() => setMaking(false)} />}
      {act && (
        <ConfirmDialog
          title={`${words[act.kind]}: ${act.key.name}`}
          act={words[act.kind]}
          run={() => run(act)}
          onClose={() => setAct(undefined)}
        >
          {(act.kind === 'rotate' ? words.rotateLead : words.revokeLead)(act.key.name)}
        </ConfirmDialog>
      )}
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** What a new key is for, what it may do, and for how long. */
export type KeyFields = {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number
}

type FormProps = {
  readonly onSave: (fields: KeyFields) => Promise<void>
  readonly onClose: () => void
}

const lives = [30, 90, 180, 366]
/** The operator’s own credentials alone have it. */
const notForKeys = 'tenants:admin'

export function KeyForm({ onSave, onClose }: FormProps) {
  const words = useKeyWords()
  const { scopes } = useSession()
  const offered = scopes.filter((one) => one !== notForKeys).toSorted()
  const read = (values: FormData): KeyFields => ({
    name: textOf(values, 'name'),
    scopes: offered.filter((one) => values.has(one)),
    expiresInDays: Number(textOf(values, 'expiresInDays')),
  })
  return (
    <FormDialog
      title={words.make}
      submit={words.makeIt}
      run={(values) => onSave(read(values))}
      onClose={onClose}
    >
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        required
        autoFocus
        maxLength={60}
      />
      <Field
        name="expiresInDays"
        kind="select"
        label={words.life}
        value="90"
        options={lives.map((days) => ({ value: String(days), label: words.days(days) }))}
      />
      <fieldset class="keys-choices">
        <legend>{words.scopes}</legend>
        <p class="hint">{words.scopesHint}</p>
        {offered.map((one) => (
          <Field key={one} name={one} kind="checkbox" label={one} />
        ))}
      </fieldset>
    </FormDialog>
  )
}

// The API keys of programs.
import { useState } from 'preact/hooks'
import type { ApiKey } from '#src/platform/api-keys/schema.ts'
import { api, stale, useGet } from '../../api/query.ts'
import { AskedButton, FormButton } from '../../parts/acts.tsx'
import { Badge, Cut, kindOf, Time } from '../../parts/inline.tsx'
import { Empty } from '../../parts/page.tsx'
import { type NewSecret, SecretOnce } from '../../parts/secrets.tsx'
import { Table } from '../../parts/table.tsx'
import { notify } from '../../shell/notices.tsx'
import { words } from './words.ts'
import { Field, textOf } from '../../parts/form.tsx'
import { session } from '../../shell/session.ts'

const path = '/v1/api-keys'

function stateOf({ revokedAt, expiresAt }: ApiKey): 'active' | 'ended' | 'revoked' {
  if (revokedAt !== undefined) return 'revoked'
  return Date.parse(expiresAt) > Date.now() ? 'active' : 'ended'
}

/** The answer to a repeated request contains no key. */
const secretOf = ({ key }: ApiKey): NewSecret => (key === undefined ? {} : { secret: key })

export function ApiKeys() {
  const [made, setMade] = useState<NewSecret>()
  const { data, problem } = useGet<ApiKey[]>(path, { every: 10_000 })
  const make = async (rest: string, fields?: object) => {
    setMade(secretOf(await api.post<ApiKey>(`${path}${rest}`, fields)))
    stale(path)
  }
  const revoke = async ({ id }: ApiKey) => {
    await api.delete(`${path}/${id}`)
    notify(words.revoked)
    stale(path)
  }
  const ask = (kind: 'rotate' | 'revoke', key: ApiKey) => (
    <AskedButton
      kind="quiet"
      act={words[kind]}
      label={`${words[kind]}: ${key.name}`}
      title={`${words[kind]}: ${key.name}`}
      run={() => (kind === 'rotate' ? make(`/${key.id}/rotation`) : revoke(key))}
    >
      {words.leads[kind](key.name)}
    </AskedButton>
  )
  return (
    <>
      <div class="acts end">
        <MakeKey onMake={(fields) => make('', fields)} />
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
            cell: (key) => <Badge kind={kindOf(stateOf(key))}>{words.states[stateOf(key)]}</Badge>,
          },
          {
            head: words.scopes,
            from: 'medium',
            cell: (one) => <Cut text={one.scopes.join(' ')} />,
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
              stateOf(key) === 'active' && (
                <>
                  {ask('rotate', key)}
                  {ask('revoke', key)}
                </>
              ),
          },
        ]}
      />
      {made && <SecretOnce made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

const lives = [30, 90, 180, 366]
/** Only the operator’s own credentials have this scope. */
const notForKeys = 'tenants:admin'

/** The form for a new key: its purpose, its scopes and its life. */
function MakeKey({ onMake }: { onMake: (fields: object) => Promise<void> }) {
  const { scopes } = session()
  const offered = scopes.filter((one) => one !== notForKeys).toSorted()
  const make = (values: FormData) =>
    onMake({
      name: textOf(values, 'name'),
      scopes: offered.filter((one) => values.has(one)),
      expiresInDays: Number(textOf(values, 'expiresInDays')),
    })
  const options = lives.map((days) => ({ value: String(days), label: words.days(days) }))
  return (
    <FormButton kind="main" act={words.make} submit={words.makeIt} run={make}>
      <Field name="name" label={words.name} hint={words.nameHint} required maxLength={60} />
      <Field name="expiresInDays" label={words.life} value="90" options={options} />
      <fieldset class="choices columns">
        <legend>{words.scopes}</legend>
        <p class="hint">{words.scopesHint}</p>
        {offered.map((one) => (
          <Field key={one} name={one} kind="checkbox" label={one} />
        ))}
      </fieldset>
    </FormButton>
  )
}

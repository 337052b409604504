// The webhooks of the tenant: the state of each, and its deliveries.
import type { Webhook } from '#src/journey/webhooks/schema.ts'
import { api, stale, useQuery } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Badge, Cut, kindOf, Time } from '../../parts/inline.tsx'
import { textOf } from '../../parts/form.tsx'
import { notify } from '../../shell/notices.tsx'
import { type Kind, Receivers } from '../receivers/receivers.tsx'
import { Deliveries } from './deliveries.tsx'
import { words } from './words.ts'

export function Page() {
  const kind: Kind<Webhook> = {
    page: 'webhooks',
    param: 'webhook',
    words,
    idOf: ({ id }) => id,
    columns: [
      { head: words.address, cell: ({ url }) => <Cut text={url} /> },
      { head: words.state, cell: (row) => <Status webhook={row} /> },
      { head: words.types, from: 'wide', cell: ({ types }) => types?.length ?? words.allTypes },
    ],
    pairs: (row) => [
      [words.state, <Status key="status" webhook={row} />],
      [words.types, row.types?.join(', ') ?? words.allTypes],
    ],
    fields: (now) => <Types chosen={now?.types ?? []} />,
    read: (values) => ({
      url: textOf(values, 'url'),
      description: textOf(values, 'description') || null,
      types: values.has('types') ? values.getAll('types') : null,
    }),
    acts: (row, path) => <Acts webhook={row} path={path} />,
    below: (path) => <Deliveries path={path} />,
  }
  return <Receivers kind={kind} />
}

function Status({ webhook }: { webhook: Webhook }) {
  const { status, failingSince, disabledAt, disabledReason } = webhook
  const since = disabledAt ?? failingSince
  return (
    <>
      <Badge kind={kindOf(status)}>{words.statuses[status]}</Badge>{' '}
      {disabledReason && `${words.reason[disabledReason]} · `}
      {since && <Time at={since} />}
    </>
  )
}

function Acts({ webhook: { status }, path }: { webhook: Webhook; path: string }) {
  const isOn = status !== 'disabled'
  const test = async () => {
    await api.post(`${path}/test`)
    notify(words.tested)
    stale('webhook')
  }
  const turn = async () => {
    await api.patch(path, { enabled: !isOn })
    stale('webhook')
  }
  return (
    <>
      <ActButton kind="main" act={words.test} run={test} />
      <ActButton act={isOn ? words.stop : words.begin} run={turn} />
    </>
  )
}

/** The space for the types is reserved before they are loaded, so that the page does not jump. */
function Types({ chosen }: { chosen: readonly string[] }) {
  const types = useQuery('event-types', async () => {
    const { webhooks = {} } = await api.get<{ webhooks?: object }>('/openapi.json')
    return Object.keys(webhooks).toSorted()
  })
  return (
    <fieldset class="choices">
      <legend>{words.types}</legend>
      <p class="hint">{words.someTypes}</p>
      <div class="tiles scrolled">
        {types.data?.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              name="types"
              value={type}
              defaultChecked={chosen.includes(type)}
            />{' '}
            {type}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

// The audit: who did, changed or saw what, the newest first, updated live; the filters are in the address.
import type { ComponentChildren } from 'preact'
import type { AuditEntry, AuditPage } from '#src/platform/audit/schema.ts'
import { api, useCursor } from '../../api/query.ts'
import { Drawer } from '../../parts/dialog.tsx'
import { Filter, momentOf } from '../../parts/filter.tsx'
import { Button, Code, Time, TransactionLink } from '../../parts/inline.tsx'
import { Empty, Page as Frame, Pairs } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { session } from '../../shell/session.ts'
import { listActions, sayAction, sayOperation, words } from './words.ts'

const filters = ['action', 'actor', 'object', 'transactionId', 'since', 'until'] as const
type Filters = Partial<Record<(typeof filters)[number], string>>

const size = 50
const isId = /^[\da-f-]{32,}$/

async function read({ since, until, ...equal }: Filters, after: string | undefined) {
  const { entries, next } = await api.get<AuditPage>('/v1/audit', {
    ...equal,
    since: momentOf(since),
    until: momentOf(until, 1),
    order: 'newest',
    limit: size,
    after,
  })
  return { items: entries, next: entries.length < size ? undefined : next }
}

export function Page() {
  const [{ entry, ...given }, set] = useAddress([...filters, 'entry'])
  const log = useCursor(`audit ${JSON.stringify(given)}`, (after) => read(given, after), {
    every: 10_000,
  })
  const opened = log.rows?.find(({ id }) => id === entry)
  const here = (id: string) => `?${new URLSearchParams({ ...given, entry: id })}`
  return (
    <Frame name="audit" lead={words.lead}>
      <Filter
        fields={[
          { name: 'action', label: words.what, options: listActions() },
          { name: 'actor', label: words.who },
          { name: 'object', label: words.object },
          { name: 'transactionId', label: words.transaction },
          { name: 'since', label: words.since, isDate: true },
          { name: 'until', label: words.until, isDate: true },
        ]}
        values={given}
        onChange={set}
      />
      <Table<AuditEntry>
        caption={words.lead}
        {...log}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/audit${here(id)}`}
        empty={<Empty title={words.none}>{words.noneLead}</Empty>}
        columns={[
          { head: words.what, cell: ({ action }) => sayAction(action) },
          { head: words.when, cell: ({ time }) => <Time at={time} /> },
          { head: words.who, cell: ({ actor }) => <Actor actor={actor} /> },
          {
            head: words.object,
            from: 'medium',
            cell: ({ object }) =>
              object &&
              (sayOperation(object) ? (
                <span title={object}>{sayOperation(object)}</span>
              ) : (
                <Code text={object} short={isId.test(object)} />
              )),
          },
          {
            head: words.transaction,
            from: 'medium',
            cell: ({ transactionId }) => transactionId && <TransactionLink id={transactionId} />,
          },
          {
            head: words.details,
            from: 'wide',
            cell: (one) => <span class="cut soft">{sayDetails(one)}</span>,
          },
        ]}
      />
      {opened && <Entry entry={opened} onClose={() => set({ entry: undefined })} onFilter={set} />}
    </Frame>
  )
}

export function Actor({ actor: { kind, id } }: Pick<AuditEntry, 'actor'>) {
  const { actor } = session()
  if (id !== undefined && id === actor) return <strong>{words.you}</strong>
  const isNamed = kind === 'subject' || kind === 'key'
  return (
    <>
      {!(isNamed && id) && words.kinds[kind]}
      {kind === 'key' && `${words.kinds.key} `}
      {id && isNamed && <Code text={id} short />}
    </>
  )
}

const sayDetails = ({ details = {} }: AuditEntry): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ')

type EntryProps = {
  readonly entry: AuditEntry
  readonly onClose: () => void
  readonly onFilter: (patch: Record<string, string | undefined>) => void
}

/** One row of the audit in full; a button at each name filters the rows by that name. */
function Entry({ entry, onClose, onFilter }: EntryProps) {
  const { action, actor, object, transactionId, requestId, mode, time, details = {} } = entry
  const only = (name: string, value: string, shown: ComponentChildren) => (
    <>
      {shown}{' '}
      <Button kind="quiet" onClick={() => onFilter({ [name]: value, entry: undefined })}>
        {words.onlyThis}
      </Button>
    </>
  )
  const way = <TransactionLink id={transactionId ?? ''} />
  const who = (
    <>
      <Actor actor={actor} /> <Code text={actor.id ?? ''} copy />
    </>
  )
  return (
    <Drawer title={sayAction(action)} onClose={onClose}>
      <Pairs
        items={[
          [words.when, <Time at={time} exact />],
          [words.who, actor.id ? only('actor', actor.id, who) : words.kinds[actor.kind]],
          object && [words.object, only('object', object, <>{sayOperation(object)} <Code text={object} copy /></>)], // prettier-ignore
          transactionId && [words.transaction, only('transactionId', transactionId, way)],
          requestId && [words.request, <Code text={requestId} copy />],
          mode && [words.mode, mode],
          [words.code, only('action', action, <Code text={action} />)],
          ...Object.entries(details).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
    </Drawer>
  )
}

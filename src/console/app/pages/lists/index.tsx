// The tenant's deny and allow lists, filtered by the address, with the entries that wait for a second person.
import { api, stale, useCursor } from '../../api/query.ts'
import { Badge, Cut, sayDay, sayExact, Time } from '../../parts/inline.tsx'
import { AskedButton, Opener } from '../../parts/acts.tsx'
import { Filter, type FilterField } from '../../parts/filter.tsx'
import { Empty, Page as Frame } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { AddEntry } from './add.tsx'
import { SearchEntry } from './search.tsx'
import type { Entry, EntryPage, ListName } from './value.ts'
import { words } from './words.ts'

const names = ['list', 'kind', 'role', 'action', 'evidence', 'reference', 'awaiting'] as const
type Name = (typeof names)[number]

export function Page() {
  const [values, set] = useAddress(names)
  const list: ListName = values.list === 'allow' ? 'allow' : 'deny'
  const ofDeny = { role: undefined, action: undefined, awaiting: undefined }
  return (
    <Frame
      name="lists"
      lead={words.lead}
      acts={
        <>
          <Opener act={words.search} shortcut="/">
            {(onClose) => <SearchEntry onClose={onClose} />}
          </Opener>
          <Opener kind="main" act={words.add} shortcut="a">
            {(onClose) => <AddEntry list={list} onClose={onClose} />}
          </Opener>
        </>
      }
    >
      <Tabs
        label={words.lists}
        tabs={{ deny: words.deny, allow: words.allow }}
        selected={list}
        onSelect={(id) => set({ list: id === 'deny' ? undefined : id, ...ofDeny })}
      >
        <Filter fields={listFields(list)} values={values} onChange={set} />
        <Entries list={list} values={values} />
      </Tabs>
    </Frame>
  )
}

type EntriesProps = {
  readonly list: ListName
  readonly values: Partial<Record<Name, string>>
}

function Entries({ list, values: { list: _list, ...filter } }: EntriesProps) {
  // Each look at the list is a row of the audit, so it is not read by itself.
  const entries = useCursor<Entry>(`lists ${list} ${JSON.stringify(filter)}`, async (cursor) => {
    const asked = { ...filter, cursor, limit: 50 }
    const page = await api.get<EntryPage>(`/v1/lists/${list}`, asked)
    return { items: page.entries, next: page.next }
  })
  return (
    <Table
      {...entries}
      caption={words[list]}
      columns={listColumns(list)}
      keyOf={({ id }) => id}
      empty={<Empty title={words.empty}>{words.emptyLead}</Empty>}
    />
  )
}

function listFields(list: ListName): FilterField<Name>[] {
  const { head } = words
  const select = (name: Name & keyof typeof head, some: Readonly<Record<string, string>>) => ({
    name,
    label: head[name],
    options: some,
  })
  const ofDeny = [
    select('role', words.role),
    select('action', words.action),
    select('awaiting', { second: words.awaiting }),
  ]
  return [
    select('kind', words.kind),
    ...(list === 'deny' ? ofDeny : []),
    select('evidence', words.evidence),
    { name: 'reference', label: head.reference },
  ]
}

// prettier-ignore
function listColumns(list: ListName): Column<Entry>[] {
  const { head } = words
  const ofDeny: Column<Entry>[] = [
    { head: head.action, cell: (entry) => <Does entry={entry} /> },
    { head: head.role, from: 'medium', cell: ({ role = 'author' }) => words.role[role] },
  ]
  return [
    { head: head.kind, cell: ({ kind }) => words.kind[kind] },
    ...(list === 'deny' ? ofDeny : []),
    { head: head.evidence, from: 'medium', cell: ({ evidence }) => words.evidence[evidence] },
    { head: head.reference, cell: ({ reference }) => reference && <Cut text={reference} /> },
    { head: head.created, from: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { head: head.expires, from: 'medium', cell: ({ expiresAt }) => <time dateTime={expiresAt} title={sayExact(Date.parse(expiresAt))}>{sayDay(expiresAt.slice(0, 10))}</time> },
    { head: head.acts,
      align: 'end',
      cell: (entry) => (
        <span class="acts end">
          {entry.awaiting && <Opener kind="quiet" act={words.confirm}>{(onClose) => <AddEntry list={list} awaited={entry} onClose={onClose} />}</Opener>}
          <Lift list={list} entry={entry} />
        </span>
      ),
    },
  ]
}

const Does = ({ entry: { action = 'review', awaiting, awaitingUntil } }: { entry: Entry }) => (
  <>
    <Badge kind={action === 'reject' ? 'bad' : 'warn'}>{words.action[action]}</Badge>{' '}
    {awaiting && (
      <span
        class="small toned"
        data-kind="warn"
        title={awaitingUntil && sayExact(Date.parse(awaitingUntil))}
      >
        {words.awaitingUntil}
      </span>
    )}
  </>
)

function Lift({ list, entry }: { list: ListName; entry: Entry }) {
  const lift = async () => {
    await api.delete(`/v1/lists/${list}/${entry.id}`)
    notify(words.lifted)
    stale('lists')
  }
  const what = [words.kind[entry.kind], entry.role && words.role[entry.role], entry.reference]
  return (
    <AskedButton kind="quiet" title={words.liftTitle} act={words.lift} run={lift}>
      {words.liftLead(what.filter(Boolean).join(', '))}
    </AskedButton>
  )
}

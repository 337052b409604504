// The tenant's deny and allow lists: filtered by the address, with the entries that await their second person.
import './lists.css'
import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { stale, useCursor } from '../../api/query.ts'
import { Badge, Button, Time } from '../../parts/inline.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Filter, type FilterField } from '../../parts/filter.tsx'
import { optionsIn } from '../../parts/form.tsx'
import { Empty, Needs, Page as Frame } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { notify } from '../../shell/notices.tsx'
import { useSession } from '../../shell/session.ts'
import { useShortcut } from '../../shell/shortcuts.tsx'
import { useShellWords } from '../../shell/words.ts'
import { AddEntry } from './add.tsx'
import { SearchEntry } from './search.tsx'
import type { Entry, EntryPage, ListName } from './value.ts'
import { useListWords } from './words.ts'

const names = ['list', 'kind', 'role', 'action', 'evidence', 'reference', 'awaiting'] as const
type Name = (typeof names)[number]
type Shown = { readonly kind: 'add' | 'confirm' | 'lift'; readonly entry?: Entry } | { readonly kind: 'search' } // prettier-ignore

const everyMs = 30_000

export function Page() {
  const words = useListWords()
  const shell = useShellWords()
  const { can } = useSession()
  const [shown, setShown] = useState<Shown>()
  const [values, set] = useAddress(names)
  const list: ListName = values.list === 'allow' ? 'allow' : 'deny'
  const close = () => setShown(undefined)
  const mayList = can('lists:write')
  useShortcut('/', words.search, () => mayList && setShown({ kind: 'search' }))
  useShortcut('a', words.add, () => mayList && setShown({ kind: 'add' }))
  return (
    <Frame
      title={shell.page.lists}
      lead={words.lead}
      acts={
        mayList && (
          <>
            <Button onClick={() => setShown({ kind: 'search' })}>
              {words.search} <kbd>/</kbd>
            </Button>
            <Button kind="main" onClick={() => setShown({ kind: 'add' })}>
              {words.add} <kbd>a</kbd>
            </Button>
          </>
        )
      }
    >
      <Needs scope="lists:write">
        <Tabs
          label={words.lists}
          tabs={[
            { id: 'deny', label: words.deny },
            { id: 'allow', label: words.allow },
          ]}
          selected={list}
          onSelect={(id) =>
            set({
              list: id === 'deny' ? undefined : id,
              role: undefined,
              action: undefined,
              awaiting: undefined,
            })
          }
        >
          <Filter fields={useFields(list)} values={values} onChange={set} />
          <Entries list={list} values={values} onShow={setShown} />
        </Tabs>
      </Needs>
      {shown?.kind === 'search' && <SearchEntry onClose={close} />}
      {shown?.kind === 'add' && <AddEntry list={list} onClose={close} />}
      {shown?.kind === 'confirm' && <AddEntry list={list} awaited={shown.entry} onClose={close} />}
      {shown?.kind === 'lift' && shown.entry && (
        <Lift list={list} entry={shown.entry} onClose={close} />
      )}
    </Frame>
  )
}

type EntriesProps = {
  readonly list: ListName
  readonly values: Partial<Record<Name, string>>
  readonly onShow: (shown: Shown) => void
}

function Entries({ list, values: { list: _list, ...filter }, onShow }: EntriesProps) {
  const words = useListWords()
  const entries = useCursor<Entry>(
    `lists ${list} ${JSON.stringify(filter)}`,
    async (cursor) => {
      const asked = { ...filter, cursor, limit: 50 }
      const page = await api.get<EntryPage>(`/v1/lists/${list}`, asked)
      return { items: page.entries, next: page.next }
    },
    { every: everyMs },
  )
  return (
    <Table
      {...entries}
      caption={words[list]}
      columns={useColumns(list, onShow)}
      keyOf={({ id }) => id}
      empty={<Empty title={words.empty}>{words.emptyLead}</Empty>}
    />
  )
}

function useFields(list: ListName): FilterField<Name>[] {
  const words = useListWords()
  const { head } = words
  const select = (name: Name & keyof typeof head, some: Readonly<Record<string, string>>) => ({
    name,
    label: head[name],
    options: optionsIn(some),
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
function useColumns(list: ListName, onShow: (shown: Shown) => void): Column<Entry>[] {
  const words = useListWords()
  const { head } = words
  const ofDeny: Column<Entry>[] = [
    { head: head.action, cell: (entry) => <Does entry={entry} /> },
    { head: head.role, cell: ({ role = 'author' }) => words.role[role] },
  ]
  return [
    { head: head.kind, cell: ({ kind }) => words.kind[kind] },
    ...(list === 'deny' ? ofDeny : []),
    { head: head.evidence, from: 'medium', cell: ({ evidence }) => words.evidence[evidence] },
    { head: head.reference, from: 'medium', cell: ({ reference }) => reference },
    { head: head.created, from: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { head: head.expires, from: 'medium', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    { head: head.acts,
      align: 'end',
      cell: (entry) => (
        <span class="lists-acts">
          {entry.awaiting && <Button kind="quiet" onClick={() => onShow({ kind: 'confirm', entry })}>{words.confirm}</Button>}
          <Button kind="quiet" onClick={() => onShow({ kind: 'lift', entry })}>{words.lift}</Button>
        </span>
      ),
    },
  ]
}

function Does({ entry: { action = 'review', awaiting, awaitingUntil } }: { entry: Entry }) {
  const words = useListWords()
  return (
    <>
      <Badge kind={action === 'reject' ? 'bad' : 'warn'}>{words.action[action]}</Badge>{' '}
      {awaiting && (
        <span class="lists-awaiting">
          {words.awaitingUntil} {awaitingUntil !== undefined && <Time at={awaitingUntil} />}
        </span>
      )}
    </>
  )
}

function Lift({ list, entry, onClose }: { list: ListName; entry: Entry; onClose: () => void }) {
  const words = useListWords()
  const lift = async () => {
    await api.delete(`/v1/lists/${list}/${entry.id}`)
    notify(words.lifted)
    stale('lists')
  }
  const what = [words.kind[entry.kind], entry.role && words.role[entry.role], entry.reference]
  return (
    <ConfirmDialog title={words.liftTitle} act={words.lift} run={lift} onClose={onClose}>
      {words.liftLead(what.filter(Boolean).join(', '))}
    </ConfirmDialog>
  )
}

// The transactions of the tenant: filtered by the address, or found by a text that is never in an address.
import { useState } from 'preact/hooks'
import type { TransactionPage } from '#src/packs/transactions/schema.ts'
import { api, useCursor } from '../../api/query.ts'
import { Filter, type FilterField, momentOf } from '../../parts/filter.tsx'
import { optionsOf } from '../../parts/form.tsx'
import { Empty, Page as Frame } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { states } from '../../words/states.ts'
import { listColumns } from './columns.tsx'
import { keepSearch, recallSearch, Search } from './search.tsx'
import { words } from './words.ts'

const statuses = ['processing', 'partial', 'completed', 'none']
const waitings = ['operator', 'review', 'vendor', 'undelivered', 'engine', 'person', 'client', 'time'] // prettier-ignore
const outcomes = ['approved', 'rejected', 'review', 'cancelled']
const names = ['status', 'waiting', 'outcome', 'review', 'from', 'before'] as const
const searching = ['found'] as const

type Names = (typeof names)[number]

/** Each reading of the list is audited, so it is not reloaded more often than people look at it. */
const every = 20_000

export function Page() {
  const [values, set] = useAddress(names)
  const [{ found }, setFound] = useAddress(searching)
  const [text, setText] = useState(recallSearch)
  const isFound = found !== undefined && text !== ''
  const listed = useCursor(
    isFound ? `transactions found ${found} ${text}` : `transactions ${JSON.stringify(values)}`,
    (cursor) => (isFound ? find(text, cursor) : list(values, cursor)),
    isFound ? {} : { every },
  )
  const search = (sought: string) => {
    keepSearch(sought)
    setText(sought)
    setFound({ found: sought === '' ? undefined : String(Number(found ?? 0) + 1) }, true)
  }
  return (
    <Frame name="transactions">
      <Search text={isFound ? text : ''} isFound={isFound} onSearch={search} />
      {!isFound && <Filter fields={listFields()} values={values} onChange={set} />}
      <Table
        {...listed}
        caption={isFound ? words.found : words.title}
        columns={listColumns()}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/transactions/${id}`}
        empty={<Empty title={words.none}>{isFound && words.noneFound}</Empty>}
      />
    </Frame>
  )
}

function listFields(): readonly FilterField<Names>[] {
  return [
    { name: 'status', label: words.state, options: optionsOf(statuses, states.status) },
    { name: 'waiting', label: words.waits, options: optionsOf(waitings, states.waiting) },
    { name: 'outcome', label: words.outcome, options: optionsOf(outcomes, states.outcome) },
    {
      name: 'review',
      label: words.review,
      options: optionsOf(['open', 'decided', 'none'], (one) =>
        one === 'none' ? words.noReview : states.status(one),
      ),
    },
    { name: 'from', label: words.from, isDate: true },
    { name: 'before', label: words.before, isDate: true },
  ]
}

async function list(
  { status, waiting, outcome, review, from, before }: Partial<Record<Names, string>>,
  cursor: string | undefined,
) {
  const times = { createdAfter: momentOf(from), createdBefore: momentOf(before) }
  const query = { status, waiting, outcome, review, ...times, cursor, limit: 50 }
  const { transactions: items, next } = await api.get<TransactionPage>('/v1/transactions', query)
  return { items, next }
}

async function find(text: string, cursor: string | undefined) {
  const body = { text, limit: 50, ...(cursor && { cursor }) }
  const { transactions: items, next } = await api.post<TransactionPage>(
    '/v1/transactions/search',
    body,
  )
  return { items, next }
}

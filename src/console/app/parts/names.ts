// Who transactions are of, for lists of ids.
import { api } from '../api/client.ts'
import { useQuery } from '../api/query.ts'
import { useSession } from '../shell/session.ts'

type Named = { readonly name?: string }

/** By the ids; without what was erased, and empty for a session that may not read it. Each reading is audited. */
export function useNames(ids: readonly string[]): Readonly<Record<string, string>> {
  const { can } = useSession()
  const isAsked = ids.length > 0 && can('transactions:read')
  const { data } = useQuery(isAsked ? `names ${ids.join(' ')}` : undefined, async () => {
    const read = (id: string) => api.get<Named>(`/v1/transaction/${id}`).catch((): Named => ({}))
    const all = await Promise.all(ids.map(read))
    return Object.fromEntries(all.flatMap(({ name }, at) => (name ? [[ids[at] ?? '', name]] : [])))
  })
  return data ?? {}
}

// The filters and choices of a page in the query of its address, so that Back, reload and a link lose nothing.
import { useLocation } from 'preact-iso'

type Values<Name extends string> = Partial<Record<Name, string>>

/** A change replaces the address, or adds a history entry with `push`. An address never contains personal data. */
export function useAddress<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (patch: Partial<Record<Name, string | undefined>>, push?: boolean) => void] {
  const { path, query, route } = useLocation()
  const values: Values<Name> = {}
  for (const name of names) if (query[name] !== undefined) values[name] = query[name]
  const set = (patch: Partial<Record<Name, string | undefined>>, push = false) => {
    const next = new URLSearchParams(location.search)
    for (const name of names) {
      if (!Object.hasOwn(patch, name)) continue
      const value = patch[name]
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    route(next.size > 0 ? `${path}?${next}` : path, !push)
  }
  return [values, set]
}

/** Returns a function that opens another page. */
export function useGo(): (path: string, isReplacing?: boolean) => void {
  const { route } = useLocation()
  return (path, isReplacing) => route(path, isReplacing)
}

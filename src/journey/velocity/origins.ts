// Groups the transactions of one document by origin: those that share a phone, an e-mail address or a device are one
// person’s own tries. Pure.
import type { ShownTransaction } from './document-history.ts'

const links = ['phone', 'email', 'device'] as const

const linksOf = ({ values }: ShownTransaction): string[] =>
  links.flatMap((kind) => (values[kind] ?? []).map((hash) => `${kind}:${hash}`))

type Origin = { readonly members: readonly ShownTransaction[]; readonly shown: ReadonlySet<string> }

/** Groups of connected transactions, each in exactly one; a transaction that shares nothing is a group of its own. */
export function originsOf(
  transactions: readonly ShownTransaction[],
): (readonly ShownTransaction[])[] {
  let origins: Origin[] = []
  for (const one of transactions) {
    const own = linksOf(one)
    const joined = origins.filter(({ shown }) => own.some((value) => shown.has(value)))
    const merged = {
      members: [...joined.flatMap(({ members }) => members), one],
      shown: new Set([...joined.flatMap(({ shown }) => [...shown]), ...own]),
    }
    origins = [...origins.filter((origin) => !joined.includes(origin)), merged]
  }
  return origins.map(({ members }) => members)
}

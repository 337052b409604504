// Decides which services of tenants' vendors a process offers. A service is left out if its result differs from the one
// stored under its name, because published packs rely on that one.
import { inArray } from 'drizzle-orm'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { CheckAccount, Checking } from '#src/screening/orders/port.ts'
import type { OwnServices } from '#src/screening/wire/own-schema.ts'
import { checkServices } from './table.ts'

type Declared = {
  readonly account: string
  readonly service: string
  readonly result: ValueSchema
}

/** Collects the own services that accounts declare. */
const declaredIn = (accounts: readonly Pick<CheckAccount, 'id' | 'own'>[]): Declared[] =>
  accounts.flatMap(({ id, own = {} }) =>
    Object.entries(own).map(([service, { result }]) => ({ account: id, service, result })),
  )

/** Stores the results of new services, and leaves out accounts whose result differs from the stored one. */
export async function offerOwnServices(
  db: Db,
  checking: Checking,
  log: Pick<Log, 'error'>,
): Promise<{ readonly checking: Checking; readonly own: OwnServices }> {
  const declared = declaredIn(checking.accounts.all())
  const stored = await store(db, declared)
  const refused = declared.filter(({ service, result }) => !isSame(stored.get(service), result))
  for (const { account, service } of refused)
    log.error(
      { account, service },
      'a service has another result than the one that is stored under its name: it is not offered, give it a new name',
    )
  const offered = declared.filter((one) => !refused.includes(one))
  const isRefused = (account: string, service: string) =>
    refused.some((one) => one.account === account && one.service === service)
  const { accounts } = checking
  return {
    own: new Map(offered.map(({ service, result }) => [service, result])),
    checking: {
      ...checking,
      accounts: {
        ...accounts,
        list: (owner, port, service) =>
          accounts.list(owner, port, service).filter(({ id }) => !isRefused(id, service)),
      },
    },
  }
}

async function store(db: Db, declared: readonly Declared[]): Promise<OwnServices> {
  if (declared.length === 0) return new Map()
  const loadedAt = new Date()
  const byName = new Map(declared.map(({ service, result }) => [service, result]))
  const rows = [...byName].map(([name, result]) => ({ name, result, loadedAt }))
  await db.insert(checkServices).values(rows).onConflictDoNothing()
  const stored = await db
    .select()
    .from(checkServices)
    .where(inArray(checkServices.name, [...byName.keys()]))
  return new Map(stored.map(({ name, result }) => [name, result]))
}

/** Ignores the order of fields and their descriptions, because neither changes the values. */
const isSame = (one: ValueSchema | undefined, other: ValueSchema): boolean =>
  one !== undefined && JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))

function ordered(value: unknown, isSchema = true): unknown {
  if (Array.isArray(value)) return value.map((one) => ordered(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([name]) => !isSchema || name !== 'description')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [
      name,
      name === 'required' && isSchema && Array.isArray(one)
        ? one.map(String).toSorted((a, b) => (a < b ? -1 : 1))
        : ordered(one, !(isSchema && name === 'properties')),
    ])
}

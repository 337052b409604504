// Makes sure that the namespace knows our search attributes, and tells which it lacks: the server refuses a start that
// names an unknown one, and a workflow task that writes one fails again and again.
import type { Connection } from '@temporalio/client'
import { searchAttributes } from '#workflows/messages.ts'

const keyword = 2 // temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD

const { tenant, ...others } = searchAttributes
const names = [tenant, ...Object.values(others)].map(({ name }) => name)
/** Attributes that workflows leave out when an operator has not added them; all others are always written. */
const later = [
  searchAttributes.waiting.name,
  searchAttributes.outcome.name,
  searchAttributes.parent.name,
]

export type Attributes = {
  /**
   * The attributes that the namespace lacks, as far as known; until it was asked, all those that workflows can leave
   * out.
   */
  lacking(): readonly string[]
  /** Asks the server once a minute while an attribute is lacking. Never throws. */
  ask(): Promise<void>
}

export const allThere: Attributes = { lacking: () => [], ask: async () => undefined }

/** Adds the missing attributes. Throws where only an operator may do so (Temporal Cloud). */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
): Promise<void> {
  const missing = await listMissing(connection, namespace)
  if (missing.length === 0) return
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
  })
}

type Asking = Pick<Connection, 'operatorService' | 'workflowService'>

export async function listMissing(connection: Asking, namespace: string): Promise<string[]> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace,
    })
    return names.filter((name) => !(name in (customAttributes ?? {})))
  } catch (error) {
    if (!isNotOurs(error)) throw error
    return findUnknown(connection, namespace)
  }
}

/**
 * gRPC status codes: API keys of a namespace may not use the operator service, and some servers have none (Temporal
 * Cloud).
 */
const notOurs = new Set([
  7 /* PERMISSION_DENIED */, 12 /* UNIMPLEMENTED */, 16 /* UNAUTHENTICATED */,
])
const invalidArgument = 3

const codeOf = (error: unknown): unknown => Object(error).code
const isNotOurs = (error: unknown): boolean => notOurs.has(Number(codeOf(error)))

/** The server refuses as invalid a query for an attribute that the namespace lacks. */
async function findUnknown({ workflowService }: Asking, namespace: string): Promise<string[]> {
  const asked = names.map(async (name) => {
    try {
      await workflowService.countWorkflowExecutions({ namespace, query: `${name} = 'none'` })
      return []
    } catch (error) {
      if (codeOf(error) !== invalidArgument) throw error
      return [name]
    }
  })
  return (await Promise.all(asked)).flat()
}

const askAgainMs = 60_000
/** How long servers cache what they know of a namespace. */
const spreadMs = 60_000

/** `list` resolves to the missing attributes; `say` is called with them once. */
export function createAttributes(
  list: () => Promise<readonly string[]>,
  say: (missing: readonly string[]) => void,
  now: () => number = () => performance.now(),
): Attributes {
  let lacking: readonly string[] = later
  let askedAt: number | undefined
  let asking: Promise<void> | undefined
  /** When each attribute was added that had been missing. */
  const addedAt = new Map<string, number>()
  const wasMissing = new Set<string>()

  async function askOnce(): Promise<void> {
    const missing = await list().catch(() => undefined)
    if (!missing) return
    if (askedAt === undefined && missing.length > 0) say(missing)
    askedAt = now()
    for (const name of missing) wasMissing.add(name)
    for (const name of wasMissing)
      if (!missing.includes(name) && !addedAt.has(name)) addedAt.set(name, now())
    const isFresh = (name: string) => now() - (addedAt.get(name) ?? -Infinity) < spreadMs
    lacking = later.filter((name) => missing.includes(name) || isFresh(name))
  }

  return {
    lacking: () => lacking,
    async ask() {
      const isKnown = askedAt !== undefined && now() - askedAt < askAgainMs
      if (lacking.length === 0 || isKnown) return
      asking ??= askOnce().finally(() => (asking = undefined))
      await asking
    },
  }
}

export const attributesOfNamespace = (
  connection: Connection,
  namespace: string,
  say: (missing: readonly string[]) => void,
): Attributes => createAttributes(() => listMissing(connection, namespace), say)

// Makes sure that the namespace knows our search attributes, and says which it does not: to name an unknown one at a
// start refuses it, and to write one fails the workflow's task again and again.
import type { Connection } from '@temporalio/client'
import { searchAttributes } from '#workflows/messages.ts'

const keyword = 2 // temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD

const { tenant, ...others } = searchAttributes
const names = [tenant, ...Object.values(others)].map(({ name }) => name)
/** What workflows do without where an operator has not added it; the others are named always. */
const later = [
  searchAttributes.waiting.name,
  searchAttributes.outcome.name,
  searchAttributes.parent.name,
]

export type Attributes = {
  /** What the namespace lacks, as far as is known; before it was asked all that workflows do without. */
  lacking(): readonly string[]
  /** Asks the server while something is lacking, once a minute. Never throws. */
  ask(): Promise<void>
}

export const allThere: Attributes = { lacking: () => [], ask: async () => undefined }

/** Adds what is missing. Where an operator keeps that right (Temporal Cloud), it throws. */
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

/** Codes of gRPC: keys of a namespace may not ask the operator's service, and some servers have none (Temporal Cloud). */
const notOurs = new Set([
  7 /* PERMISSION_DENIED */, 12 /* UNIMPLEMENTED */, 16 /* UNAUTHENTICATED */,
])
const invalidArgument = 3

const codeOf = (error: unknown): unknown => Object(error).code
const isNotOurs = (error: unknown): boolean => notOurs.has(Number(codeOf(error)))

/** A query that names an attribute which the namespace does not have is refused as invalid. */
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
/** Servers hold what they know of a namespace for so long. */
const spreadMs = 60_000

/** `list` resolves to what is missing; `say` is told of it once. */
export function createAttributes(
  list: () => Promise<readonly string[]>,
  say: (missing: readonly string[]) => void,
  now: () => number = () => performance.now(),
): Attributes {
  let lacking: readonly string[] = later
  let askedAt: number | undefined
  let asking: Promise<void> | undefined
  /** Was missing once, and is there since then. */
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

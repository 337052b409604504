// Reads PostgreSQL’s query plans: which indexes a query uses, and which tables it scans. Plans are meaningful only on
// tables with many rows, after `analyze`.
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Db } from '#src/platform/db/client.ts'

export type Plan = {
  /** The text of the query. */
  readonly query: string
  readonly nodes: readonly string[]
  readonly indexes: readonly string[]
  /** The tables that are scanned sequentially. */
  readonly scanned: readonly string[]
}

type Node = {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

type ExplainRow = { readonly 'QUERY PLAN': readonly [{ readonly Plan: Node }] }

/** The plans of all queries of `work`, with their actual texts and parameters. */
export async function explainAll(
  url: string,
  work: (db: Db) => Promise<unknown>,
): Promise<readonly Plan[]> {
  const asked: { query: string; params: unknown[] }[] = []
  const client = postgres(url, { max: 2, onnotice() {} })
  const logger = {
    logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }),
  }
  try {
    await work(drizzle(client, { logger }))
    const plans: Plan[] = []
    for (const { query, params } of asked) {
      // Safe because the driver has just received these values as parameters.
      const values = params as Parameters<typeof client.unsafe>[1]
      const [row] = await client.unsafe<ExplainRow[]>(`explain (format json) ${query}`, values)
      plans.push(toPlan(query, row))
    }
    return plans
  } finally {
    await client.end()
  }
}

function toPlan(query: string, row: ExplainRow | undefined): Plan {
  if (!row) throw new Error('explain answered nothing')
  const nodes = flatten(row['QUERY PLAN'][0].Plan)
  return {
    query,
    nodes: nodes.map((node) => node['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    scanned: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
    ),
  }
}

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

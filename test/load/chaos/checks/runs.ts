// Checks that every run has ended or waits for an external party, and that the Temporal server and the rows agree on
// it.
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import type { Sql } from 'postgres'
import { workflowId } from '#workflows/messages.ts'

/** A run without work closes within a minute, and the server lists that a little later. */
const restMs = 100_000

export async function findWrongRuns(sql: Sql, temporalAddress: string): Promise<string[]> {
  const connection = await Connection.connect({ address: temporalAddress })
  try {
    const client = new Client({ connection })
    const deadline = Date.now() + restMs
    for (;;) {
      const wrong = await look(sql, client)
      if (wrong.length === 0 || Date.now() > deadline) return wrong
      await wait(1_000)
    }
  } finally {
    await connection.close()
  }
}

async function look(sql: Sql, client: Client): Promise<string[]> {
  const open = new Set<string>()
  const query = `ExecutionStatus = 'Running'`
  for await (const { workflowId: id } of client.workflow.list({ query })) open.add(id)
  const rows = await sql<{ id: string; waits: boolean; armed: boolean; tasks: string }[]>`
    select id, agenda <> '[]' as waits, armed_at is not null as armed,
      (select coalesce(string_agg(task ->> 'task', ', '), '') from jsonb_array_elements(agenda) task) as tasks
    from transaction`
  const known = new Map(rows.map((row) => [workflowId(row.id), row]))
  const nobodys = [...open].filter((id) => id.startsWith(workflowId('')) && !known.get(id)?.waits)
  const without = [...known].filter(([id, { waits }]) => waits && !open.has(id))
  const unarmed = rows.filter(({ waits, armed }) => waits !== armed)
  return [
    ...nobodys.slice(0, shown).map((id) => `${id} is open with nothing left to be done`),
    ...without.slice(0, shown).map(([id, { tasks }]) => `${id} is not open, and has ${tasks}`),
    ...unarmed.slice(0, shown).map(({ id, tasks }) => `${id} counts on a wrong run (${tasks})`),
  ]
}

const shown = 5

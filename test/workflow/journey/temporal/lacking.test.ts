// An upgrade where only an operator may add search attributes: until they are there, workflows run without them.
import { randomUUID } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { expect, inject } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { openStage } from '../agenda/harness.ts'
import { until } from '../../client.ts'
import { searchAttributes } from '#workflows/messages.ts'

const asked = defineKind('lacking-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, { key: 'works', task: 'works', does: 'do it', waits: 'vendor' }),
)
const done = defineKind('lacking-done', 'The task is done, and a client awaited.', (tasks, entry) =>
  open(closeKey(tasks, 'works'), entry, {
    key: 'waits',
    task: 'waits',
    waits: 'client',
    dueAt: entry.at + 3_600_000,
  }),
)
const works = defineTask('works', async (_tx, locked) => {
  append(locked, { kind: done })
})

/** A namespace as the release before has left it. */
async function createNamespace(address: string): Promise<string> {
  const namespace = `lacking-${randomUUID()}`
  const connection = await Connection.connect({ address })
  const workflowExecutionRetentionPeriod = msToTs(86_400_000)
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod,
  })
  await until(() =>
    connection.operatorService
      .addSearchAttributes({ namespace, searchAttributes: { Tenant: 2, Pack: 2, TxStatus: 2 } })
      .catch(() => undefined),
  )
  await connection.close()
  return namespace
}

const test = database.extend('stage', async ({ url }, { onCleanup }) => {
  const namespace = await createNamespace(inject('temporalAddress'))
  const stage = await openStage(url, [works], {}, { namespace })
  await stage.work()
  onCleanup(() => stage.close())
  return stage
})

test('a namespace without the new attributes has its workflows run, and is said to lack them', async ({
  stage,
}) => {
  expect(stage.missing).toEqual(['Waiting', 'Outcome', 'Parent'])
  const id = await stage.create({ kind: asked })
  const described = await until(async () => {
    await stage.sweep()
    const entries = await stage.journal(id)
    return entries.some(({ kind }) => kind === done.name) ? stage.handle(id).describe() : undefined
  })
  expect(described.status.name).toBe('RUNNING')
  const { tenant, waiting, outcome } = searchAttributes
  const shown = [tenant, waiting, outcome].map((key) => described.typedSearchAttributes.get(key))
  expect(shown).toEqual(['acme', undefined, undefined])
})

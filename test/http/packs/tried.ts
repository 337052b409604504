// A pack of one module that a test holds in its hand.
import { randomUUID } from 'node:crypto'
import { open } from '#src/journey/agenda/effects.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { opens, type ModuleRun, waitsFor } from '#src/journey/capabilities/module.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { made } from '#test/db/packs/stage.ts'
import { createTestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { definePack, module } from '#test/support/packs/build.ts'

const filled = defineKind('test-filled', 'A task was opened.', (tasks, entry) =>
  open(tasks, entry, { key: `filled:${entry.seq}`, task: 'test-filled' }),
)

/** The module ends when `sent` has the transaction; `unknown`: this process does not have it. */
export async function openTried(db: Db, kind: 'waits' | 'opens' | 'unknown') {
  const sent = new Set<string>()
  const isThere = async ({ locked }: { locked: Locked }) => sent.has(locked.id)
  const runs: ModuleRun = kind === 'opens' ? opens(async () => {}, isThere) : waitsFor(isThere)
  const own = kind === 'unknown' ? [] : [{ name: 'tried', module: made('tried', runs) }]
  const app = await createTestApp(db, undefined, { offered: [...capabilities, ...own] })
  const name = `tried-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, module({ key: 'tried' }))])
  const id = await createTransaction(app)
  return { app, id, name, path: `/v1/packs/${name}/${id}`, sent, fill }
}

/** Puts so many tasks on an agenda. */
function fill(locked: Locked, count: number): void {
  for (let n = 0; n < count; n += 1) append(locked, { kind: filled, ref: locked.id })
}

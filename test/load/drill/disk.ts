// Fills the database’s disk: writes must be refused, accepted data must be kept, and with free space the service must
// continue.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDisk, lacksSmallDisk, mountDisk } from '#test/load/disk.ts'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { startOwnPostgres } from '#test/support/servers/own-postgres.ts'
import { openStage } from '#test/load/stage.ts'
import { hold, insist, type Part } from './part.ts'

const sizeMb = 220
const triesMax = 4_000

export const disk: Part = {
  name: 'disk',
  proves: 'a full disk of the database refuses what it cannot keep, and loses nothing that it took',
  lacks: async () => lacksSmallDisk(),
  async run(say) {
    await using parts = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'atesta-disk-'))
    parts.defer(() => rm(folder, { recursive: true, force: true }))
    parts.defer(await mountDisk(folder, sizeMb))
    const flags = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB']
    await using stage = await openStage(() => startOwnPostgres(flags, folder))
    const fleet = stage.openFleet()
    const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
    const caller = createCaller(api.url)
    const taken = [await caller.create('before@example.com')]

    const empty = await fillDisk(folder)
    const statuses = await writeUntilRefused(caller, taken)
    const reading = await caller.send('GET', `/v1/transaction/${taken[0]}`).catch(() => undefined)
    say(
      `full: ${taken.length - 1} more were taken, then ${statuses}; a read answers ${reading?.status}`,
    )

    await empty()
    const begun = Date.now()
    // PostgreSQL ends itself when it cannot write its log; an orchestrator would restart it.
    const wasDown = await stage.database.revive()
    const id = await insist(60, () => caller.create('after@example.com'))
    say(
      `with space again it took ${((Date.now() - begun) / 1_000).toFixed(1)} s until the next was taken${wasDown ? '; PostgreSQL had ended and was started' : ''}`,
    )
    await caller.askToken(id)
    await insist(60, async () => hold((await caller.messages(id)).length === 1, 'no message'))
    for (const one of taken)
      hold((await caller.send('GET', `/v1/transaction/${one}`)).status === 200, 'one is lost')
    say(`all ${taken.length} that were taken are there, and a message is sent`)
  },
}

/** Resolves to the first refusal; any other status than 503 is a fault. */
async function writeUntilRefused(caller: Caller, taken: string[]): Promise<string> {
  const person = { documentType: 'CPF', document: '52998224725', name: 'x'.repeat(200) }
  for (let turn = 0; turn < triesMax; turn += 1) {
    const { status, headers, body } = await caller.send('POST', '/v1/transaction', person)
    if (status === 201) taken.push(String(body['id']))
    else {
      hold(status === 503, `a full disk is answered ${status}`)
      return `503 ${String(body['code'])} with Retry-After ${headers.get('retry-after')}`
    }
  }
  throw new Error(`the disk was not full after ${triesMax}`)
}

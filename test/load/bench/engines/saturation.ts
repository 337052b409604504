// Measures the effect on others while ten callers keep the engines busy with selfies, four in each call: all on the
// same two processors, the engines in a process of lower priority.
import { join } from 'node:path'
import { note } from '#src/main/local/note.ts'
import { answerChallenge } from '#test/support/biometrics/selfies.ts'
import { type Client, createClient, untilAnswered } from '#test/load/client.ts'
import { callQuietly } from '#test/load/bench/faults/isolation.ts'
import { createLatencies, p50, p99 } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'

const callers = 10
const p99Ms = 50
/** Three calls in each round: so the 99th percentile rests on some seven of them instead of two. */
const rounds = 240
/** How long a call waits for the engines before it is answered 503. */
const patienceMs = 30_000

export const saturation: Measure = {
  name: 'saturation',
  against:
    'p99: 50 ms; p50 and growth: the same calls just before; selfies: the 30 s that a call waits',
  aims: { 'saturation-p99': 1, 'saturation-selfies-p99': 1 },
  async run(stage) {
    const folder = { IMAGES_FOLDER: join(stage.folder, 'images-saturation') }
    await using service = await startService(stage, folder)
    await service.startEngines()
    const open = (tenant: string) => createClient(service.api.url, { tenant })
    const [quiet, loud] = await Promise.all([open('quiet'), open('loud')])
    await submit(loud) // warms up
    await callQuietly(quiet)

    const alone = await callQuietly(quiet, rounds)
    const { latencies: selfies, clock } = createLatencies()
    let isOver = false
    const keepSubmitting = async () => {
      while (!isOver) await clock('call', () => submit(loud))
    }
    const busy = Promise.all(Array.from({ length: callers }, keepSubmitting))
    const beside = await callQuietly(quiet, rounds).finally(() => (isOver = true))
    await busy
    note(`${selfies.get('call')?.length} submissions, all of them live`)
    const line = (name: string, value: number, baseline: number) =>
      toResult({ name: `saturation${name}`, value, baseline, unit: 'ms', higherIsBetter: false })
    return [
      line('-p50', p50(beside, 'call'), p50(alone, 'call')),
      line('-p99', p99(beside, 'call'), p99Ms),
      line('-p99-growth', p99(beside, 'call'), p99(alone, 'call')),
      line('-selfies-p50', p50(selfies, 'call'), patienceMs),
      line('-selfies-p99', p99(selfies, 'call'), patienceMs),
    ]
  },
}

/** Submits as a careful client, which repeats the request after a 503; rejects unless the result is live. */
async function submit(client: Client): Promise<void> {
  const { id } = await createTransaction(client)
  const path = `/v1/transaction/${id}/facial-biometrics`
  const body = await answerChallenge(await client.call('POST', `${path}/challenge`, 201))
  await untilAnswered('an answer to selfies', async () => {
    const { status, text } = await client.send('POST', `${path}/liveness`, { body })
    if (status === 201 && JSON.parse(text).livenessStatus === 1) return true
    if (status !== 503) throw new Error(`a submission was answered ${status}: ${text}`)
    return undefined
  })
}

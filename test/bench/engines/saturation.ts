// What everybody else feels while ten callers keep the engines busy with selfies, four in each call: on the same two
// processors, the engines in a process of their own below the others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Action } from '#src/biometrics/rules.ts'
import { hashImage } from '#src/devices/event.ts'
import { note } from '#src/local/note.ts'
import { payloadOf, signOnNewDevice } from '#test/unit/devices/phone.ts'
import { type Client, createClient } from '../client.ts'
import { callQuietly } from '../isolation.ts'
import { createLatencies, p50, p99 } from '../load.ts'
import { type Measure, toResult } from '../measure.ts'
import { createTransaction, startService } from '../service.ts'

const callers = 10
const p99Ms = 50
/** How long a call waits for the engines before it is answered 503. */
const patienceMs = 30_000

export const saturation: Measure = {
  name: 'saturation',
  against: 'p99: 50 ms; p50: the same calls just before; selfies: the 30 s that a call waits',
  aims: { 'saturation-p99': 1, 'saturation-selfies-p99': 1 },
  async run(stage) {
    const folder = { IMAGES_FOLDER: join(stage.home, 'images-saturation') }
    await using service = await startService(stage, folder)
    await service.startEngines()
    const open = (tenant: string) => createClient(stage, service.api.url, { tenant })
    const [quiet, loud] = await Promise.all([open('quiet'), open('loud')])
    const pictures = await readPictures()
    await submit(loud, pictures) // warms up
    await callQuietly(quiet)

    const alone = await callQuietly(quiet)
    const { latencies: selfies, clock } = createLatencies()
    let isOver = false
    const keepSubmitting = async () => {
      while (!isOver) await clock('call', () => submit(loud, pictures))
    }
    const busy = Promise.all(Array.from({ length: callers }, keepSubmitting))
    const beside = await callQuietly(quiet).finally(() => (isOver = true))
    await busy
    note(`${selfies.get('call')?.length} submissions, all of them live`)
    const line = (name: string, value: number, baseline: number) =>
      toResult({ name: `saturation${name}`, value, baseline, unit: 'ms', higherIsBetter: false })
    return [
      line('-p50', p50(beside, 'call'), p50(alone, 'call')),
      line('-p99', p99(beside, 'call'), p99Ms),
      line('-selfies-p50', p50(selfies, 'call'), patienceMs),
      line('-selfies-p99', p99(selfies, 'call'), patienceMs),
    ]
  },
}

type Pictures = Readonly<Record<Action, readonly Buffer[]>>

/** Two of each, because the same one twice is suspicious. */
async function readPictures(): Promise<Pictures> {
  const read = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../data/faces', `person-a-${name}.jpg`))
  const front = read('front')
  return {
    front: [front, await sharp(front).jpeg({ quality: 85 }).toBuffer()],
    left: [read('left-18'), read('left-25')],
    right: [read('right-18'), read('right-25')],
  }
}

type Challenge = { readonly nonce: string; readonly actions: readonly Action[] }

/** Rejects unless it is live. */
async function submit(client: Client, pictures: Pictures): Promise<void> {
  const { id } = await createTransaction(client)
  const path = `/v1/transaction/${id}/facial-biometrics`
  const { nonce, actions } = await client.call<Challenge>('POST', `${path}/challenge`, 201)
  const images = actions.map((action, at) => {
    const taken = actions.slice(0, at).filter((one) => one === action).length
    return pictures[action][taken] ?? Buffer.of()
  })
  const signed = { nonce, images: images.map(hashImage), iat: Date.now() / 1_000 }
  const event = await signOnNewDevice(payloadOf(signed))
  const body = { event, images: images.map((bytes) => bytes.toString('base64')) }
  const answer = await client.call<{ livenessStatus: number }>('POST', `${path}/liveness`, 201, {
    body,
  })
  if (answer.livenessStatus !== 1)
    throw new Error(`a submission has the livenessStatus ${answer.livenessStatus}`)
}

// Measures the effect on others while one tenant sends pictures that take long to process, eight at a time: reads of a
// second tenant, documents of a third, and the memory of the processes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import { drawPoison } from '#test/support/biometrics/poison.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { createLatencies, p99 } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { readRssKb, readTreeRssKb } from '#test/load/proc.ts'
import { type Service, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import type { Stage } from '#test/load/stage.ts'

const callers = 8
const documents = 6
const everyMs = 100
const genuine = readFileSync(join(import.meta.dirname, '../../../data/documents/cnh-1.jpg'))

/** The limits, in ms and in MB. */
const most = { reads: 200, document: 10_000, api: 600, engines: 1_000 }

export const poison: Measure = {
  name: 'poison',
  against: 'reads: 200 ms; a document beside: 10 s; memory: 600 MB of the API, 1 GB of the engines',
  aims: {
    'poison-reads-p99': 1,
    'poison-document-slowest': 1,
    'poison-api-memory': 1,
    'poison-engines-memory': 1,
  },
  limitSeconds: 400,
  async run(stage) {
    const folder = { IMAGES_FOLDER: join(stage.folder, 'images-poison') }
    await using service = await startService(stage, folder)
    const engines = await service.startEngines()
    const open = (tenant: string) => createClient(service.api.url, { tenant })
    const [quiet, loud, other] = await Promise.all([open('quiet'), open('loud'), open('other')])
    await recognise(other, genuine) // warms up
    const over = new AbortController()
    const memory = watchMemory(service, engines.pid, over.signal)
    const poisoning = sendPoison(loud, over.signal)
    const { latencies, clock } = createLatencies()
    const reading = keepReading(quiet, clock, over.signal)
    let unread = 0
    try {
      await wait(3_000)
      for (let count = 0; count < documents; count++)
        if (!(await clock('document', () => recognise(other, genuine)))) unread += 1
    } finally {
      over.abort()
      note(await poisoning.catch(String))
      await reading.catch(String)
    }
    const { api, cleaner, engine } = await memory
    note(
      `${documents} documents took ${latencies.get('document')?.map(Math.round).join(', ')} ms; ${unread} were not read`,
    )
    note(`the API's other process: ${Math.round(cleaner)} MB`)
    await restOfQueue(stage)
    const line = (name: string, value: number, baseline: number, unit: string) =>
      toResult({ name: `poison-${name}`, value, baseline, unit, higherIsBetter: false })
    return [
      line('reads-p99', p99(latencies, 'read'), most.reads, 'ms'),
      line('document-slowest', Math.max(...(latencies.get('document') ?? [])), most.document, 'ms'),
      line('api-memory', api, most.api, 'MB'),
      line('engines-memory', engine, most.engines, 'MB'),
    ]
  },
}

/** Rejects unless it is answered; resolves to whether the document was recognised. */
async function recognise(client: Client, bytes: Buffer): Promise<boolean> {
  const { id } = await createTransaction(client)
  const file = { name: 'selfie', bytes }
  const { status, text } = await client.send('POST', `/v1/${id}/redoc`, { file })
  if (status !== 201) throw new Error(`a document was answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text).documentType === 'CNH'
}

/** Sends each picture as a document and as a selfie, repeatedly; resolves to the counts of the answers. */
async function sendPoison(client: Client, ending: AbortSignal): Promise<string> {
  const pictures = await drawPoison()
  const answers = new Map<string, number>()
  let next = 0
  const send = async () => {
    while (!ending.aborted) {
      const { name, bytes } = pictures[next++ % pictures.length] ?? { name: '', bytes: genuine }
      const { id } = await createTransaction(client)
      const { status } =
        next % 3 === 0
          ? await client.send('POST', `/v1/transaction/${id}/facial-biometrics/liveness`, {
              body: { images: [bytes.toString('base64')] },
            })
          : await client.send('POST', `/v1/${id}/redoc`, { file: { name: 'selfie', bytes } })
      const said = `${name} ${status}`
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, send))
  return [...answers].map(([said, count]) => `${count} × ${said}`).join(', ')
}

async function keepReading(
  client: Client,
  clock: <T>(call: string, work: () => Promise<T>) => Promise<T>,
  ending: AbortSignal,
): Promise<void> {
  const { id } = await createTransaction(client)
  while (!ending.aborted) {
    await clock('read', () => client.call('GET', `/v1/transaction/${id}/timeline`, 200))
    await wait(everyMs / 2)
  }
}

/** The greatest memory of the processes, in MB. */
async function watchMemory({ processes }: Service, engines: number, ending: AbortSignal) {
  const seen = { api: 0, cleaner: 0, engine: 0 }
  while (!ending.aborted) {
    const [api, all] = [readRssKb(processes.api) / 1e3, readTreeRssKb(processes.api) / 1e3]
    seen.api = Math.max(seen.api, api)
    seen.cleaner = Math.max(seen.cleaner, all - api)
    seen.engine = Math.max(seen.engine, readRssKb(engines) / 1e3)
    await wait(everyMs)
  }
  return seen
}

/** Open tasks are deleted, because no worker will run them. */
async function restOfQueue({ sql }: Stage): Promise<void> {
  await sql`update transaction set agenda = '[]' where tenant = 'loud'`
}

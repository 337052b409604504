// Histories as files: proto3 JSON, one event a line, without what tells of the machine.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** As `historyToJSON` writes it and `historyFromJSON` reads it. */
export type History = { readonly events: readonly HistoryEvent[] }
export type HistoryEvent = {
  readonly eventId: string
  readonly eventType: string
  readonly [attributes: string]: unknown
}

export const folder = join(import.meta.dirname, 'histories')

/** The names of all recorded histories. */
export const listHistories = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()

/** Safe as far as files are concerned that `record.ts` has written. */
export const readHistory = (name: string): History =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as History

export const writeEvents = ({ events }: History): string =>
  `{"events":[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`

/** Members that name processes, hosts or files, or say nothing to a replay. */
const dropped = new Set([
  'identity',
  'stackTrace',
  'requestId',
  'taskId',
  'historySizeBytes',
  'binaryChecksum',
  'inheritedBuildId',
  'prevAutoResetPoints',
  'workerVersion',
  'meteringMetadata',
  'stickyAttributes',
])

/** The history without what differs from machine to machine; replays as it did. */
export function scrub(history: History): History {
  const text = JSON.stringify(history, (key, value: unknown) => {
    if (key === 'identity') return 'worker'
    return dropped.has(key) ? undefined : isStickyQueue(value) ? normalQueue(value) : value
  })
  // A JSON text of a history is a history.
  return JSON.parse(text) as History
}

type Queue = { readonly name: string; readonly normalName?: string; readonly kind: string }

const isStickyQueue = (value: unknown): value is Queue =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'TASK_QUEUE_KIND_STICKY' // prettier-ignore

/** A worker's own queue is named after its host. */
const normalQueue = ({ normalName = '' }: Queue) => ({
  name: normalName,
  kind: 'TASK_QUEUE_KIND_NORMAL',
})

/** The payloads anywhere inside, decoded; those of no data are left out. */
export function* payloadsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if ('metadata' in value && 'data' in value && typeof value.data === 'string') {
    yield Buffer.from(value.data, 'base64').toString()
  } else {
    for (const inner of Object.values(value)) yield* payloadsOf(inner)
  }
}

/** All objects and texts inside, with the payloads decoded; summaries for people are left out. */
export function* valuesOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return void (yield value)
  if ('metadata' in value && 'data' in value && typeof value.data === 'string')
    return yield* valuesOf(JSON.parse(Buffer.from(value.data, 'base64').toString()))
  yield value
  for (const [key, inner] of Object.entries(value))
    if (key !== 'userMetadata') yield* valuesOf(inner)
}

/** The history with the text in its payloads, and its names, replaced. */
export function alter(history: History, change: (text: string) => string): History {
  const text = JSON.stringify(history, (key, value: unknown) =>
    key === 'data' && typeof value === 'string'
      ? Buffer.from(change(Buffer.from(value, 'base64').toString())).toString('base64')
      : value,
  )
  // Only strings have changed.
  return JSON.parse(change(text)) as History
}

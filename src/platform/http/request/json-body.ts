// Parses a JSON body, or reports its faults with pointers by the schema. A large body is parsed in a worker thread, so
// that other requests do not wait for it.
import { Piscina } from 'piscina'
import type { z } from 'zod'
import { type Fault, Problem } from '#src/platform/errors.ts'
import { mergeFaults } from './faults.ts'
import { pointer } from './pointer.ts'
import { parseSound, type SoundJson } from './sound-json.ts'

/** Bodies of at least this size go to the thread. Handing a smaller one over takes as long as parsing it. */
const largeBytes = 262_144

export type ParsedJson = { value: unknown } | { faults: Fault[] }

export async function parseJson(bytes: Uint8Array, schema: z.ZodType): Promise<ParsedJson> {
  const parsed = bytes.byteLength < largeBytes ? parseSound(bytes) : await parseApart(bytes)
  if ('value' in parsed) return parsed
  const faults = parsed.found.map(({ path, ...fault }) => ({
    pointer: pointer('#', path, schema),
    ...fault,
  }))
  return { faults: mergeFaults(faults) }
}

let pool: Piscina<ReturnType<typeof Piscina.move>, SoundJson> | undefined

/**
 * One thread per process: its queue is bounded by the memory budget of bodies. Its heap takes the largest body as text
 * of two bytes a character, and the values parsed from it.
 */
function openPool() {
  const made: NonNullable<typeof pool> = new Piscina({
    filename: new URL('./sound-json.ts', import.meta.url).href,
    name: parseSound.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  })
  // A thread that dies rejects its task; without a listener its error event would end the process.
  made.on('error', () => undefined)
  return made
}

async function parseApart(bytes: Uint8Array): Promise<SoundJson> {
  try {
    // A copy, because the transferred buffer becomes unusable here and may be larger than the body.
    return await (pool ??= openPool()).run(Piscina.move(bytes.slice()))
  } catch (cause) {
    // The thread ran out of heap.
    const problem = new Problem('busy', { reason: 'json-thread', headers: { 'retry-after': '1' } })
    problem.cause = cause
    throw problem
  }
}

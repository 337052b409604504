// Parses a JSON body, or says what is wrong with it as the schema names it. A large one is parsed in a thread, so that
// nobody else waits for it.
import { Piscina } from 'piscina'
import type { z } from 'zod'
import { type Fault, Problem } from '#src/platform/errors.ts'
import { mergeFaults } from './faults.ts'
import { pointer } from './pointer.ts'
import { parseSound, type SoundJson } from './sound-json.ts'

/** From so many bytes on. Handing a smaller one over costs as much as parsing it. */
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
 * One thread for the process: what waits for it is bounded by what bodies may hold. Its heap takes the largest body as
 * text of two bytes a character, and what is read from it.
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
  // A thread that dies rejects its task; unheard, an error beside it would end the process.
  made.on('error', () => undefined)
  return made
}

async function parseApart(bytes: Uint8Array): Promise<SoundJson> {
  try {
    // A copy, because what is handed over is gone here, and its buffer may have room behind it.
    return await (pool ??= openPool()).run(Piscina.move(bytes.slice()))
  } catch (cause) {
    // It has run out of its heap.
    const problem = new Problem('busy', { reason: 'json-thread', headers: { 'retry-after': '1' } })
    problem.cause = cause
    throw problem
  }
}

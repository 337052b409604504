// A process whose heap is too small says so and ends, by itself; and what docker-compose.yml gives each.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { compileCache } from '#test/support/process.ts'
import { describeLargeHeap, describeSmallHeap } from '#src/platform/heap.ts'

const root = join(import.meta.dirname, '../../../..')

async function run(heapMb: number, file: string, ...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, join(root, file), ...args],
    { env: compileCache(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, errors, code }
}

test('a process whose heap is full says with which tasks, how full, has its death counted against them, and ends with 1, before V8 ends it', async () => {
  const { out, code } = await run(96, 'test/unit/platform/heap/growing.ts', '95')
  const lines = out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines.at(-1)).toMatchObject({ counted: 'task', isGivenUp: true })
  expect(lines.at(-2)).toMatchObject({
    level: 60,
    code: 'heap-full',
    usedMb: expect.any(Number),
    limitMb: expect.any(Number),
    tasks: ['transaction task'],
  })
  expect(code).toBe(1)
})

test('a worker does not start with a heap of 100 MB, and says what it needs', async () => {
  const { errors, code } = await run(100, 'src/main/worker.ts')
  expect(errors).toMatch(/Node's heap has \d+ MB, and a process needs 120: NODE_OPTIONS=/)
  expect(code).toBe(1)
})

test('a heap that may grow beyond its container is said; one without a container, or within three quarters, is not', () => {
  expect(describeSmallHeap(120)).toBeUndefined()
  expect(describeLargeHeap(1_000, 1_024)).toMatch('may take 1000 MB, and the container has 1024')
  expect(describeLargeHeap(768, 1_024)).toBeUndefined()
  expect(describeLargeHeap(4_000, 0)).toBeUndefined()
})

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      mem_limit: z.string().optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

const units = { m: 1, g: 1_024 }
/** What models and pictures take outside of the heap, measured with those that are made to take much (docs/operations.md). */
const modelsMb = 1_000

function toMb(limit: string): number {
  // The default of a variable.
  const [, number, unit = ''] = /(\d+)([mg])\}?$/.exec(limit) ?? []
  return Number(number) * (unit === 'g' ? units.g : units.m)
}

test('every service of docker-compose.yml has a limit; three quarters of it are the heap of Node’s, and that of engines leaves room for models', () => {
  const file = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  const { services } = Compose.parse(parse(file, { merge: true }))
  expect(Object.keys(services).length).toBeGreaterThan(8)
  const heaps = new Map<string, number>()
  for (const [name, { mem_limit: limit, environment = {} }] of Object.entries(services)) {
    expect([name, limit]).toEqual([name, expect.stringMatching(/^(\d+[mg]|\$\{\w+:-\d+[mg]\})$/)])
    const options = environment['NODE_OPTIONS']
    const [, heap] = /^--max-old-space-size=(\d+)$/.exec(String(options)) ?? []
    if (heap === undefined) continue
    heaps.set(name, Number(heap))
    const all = toMb(limit ?? '')
    // Models are not in the heap.
    const most = name === 'engines' ? Math.min(all - modelsMb, all * 0.375) : all * 0.75
    expect([name, Number(heap)]).toEqual([name, most])
  }
  expect([...heaps.keys()].toSorted()).toEqual(['api', 'engines', 'keys', 'migrate', 'worker'])
})

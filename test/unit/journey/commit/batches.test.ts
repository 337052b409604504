// Work that is written together: sizes, turns of tenants, failures, bounds. What is written is held by a gate.
import { expect, test } from 'vitest'
import { createBatches } from '#src/journey/commit/batches.ts'

type Piece = { readonly id: string; readonly tenant: string }

const limits = { size: 16, atOnce: 2, waitingMax: 500, waitMs: 3_000 }

/** Batches whose commits end when the test says so. */
function openScene(changed: Partial<typeof limits> = {}) {
  const commits: {
    readonly ids: string[]
    readonly end: (results?: Map<string, string>) => void
    readonly fail: () => void
  }[] = []
  const alone: string[] = []
  const batches = createBatches<Piece, string>(
    {
      together(pieces) {
        const ids = pieces.map(({ id }) => id)
        const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
        commits.push({
          ids,
          end: (results = new Map(ids.map((id) => [id, 'together']))) => resolve(results),
          fail: () => reject(new Error('one of them fails')),
        })
        return promise
      },
      async alone({ id }) {
        alone.push(id)
        if (id === 'poison') throw new Error('it fails alone too')
        return 'alone'
      },
    },
    { ...limits, ...changed },
  )
  const write = (id: string, tenant = 'acme') => batches.write({ id, tenant })
  return { commits, alone, write }
}

/** Until what a turn of the event loop has begun is begun. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
const numbered = (count: number, name = '') =>
  Array.from({ length: count }, (_, n) => `${name}${n}`)

/** Two commits that are under way, one of each tenant, so that what comes waits. */
async function keepBusy({ write, commits }: ReturnType<typeof openScene>) {
  const first = write('first', 'busy')
  await turn()
  const second = write('second', 'busy')
  await turn()
  expect(commits.map(({ ids }) => ids)).toEqual([['first'], ['second']])
  return { busy: Promise.all([first, second]) }
}

async function endAll({ commits }: ReturnType<typeof openScene>, written: Promise<unknown>[]) {
  const all = Promise.all(written)
  for (let ended = 0; ended < commits.length; await turn())
    for (; ended < commits.length; ended++) commits[ended]?.end()
  await all
}

test('what comes while two commits are under way is written together, sixteen at a time', async () => {
  const scene = openScene()
  const { commits, write } = scene
  const { busy } = await keepBusy(scene)
  const written = numbered(20).map((id) => write(id))
  await turn()
  expect(commits).toHaveLength(2)
  commits[0]?.end()
  await turn()
  expect(commits[2]?.ids).toEqual(numbered(16))
  commits[1]?.end()
  await turn()
  expect(commits[3]?.ids).toEqual(['16', '17', '18', '19'])
  for (const { end } of commits) end()
  expect(new Set([...(await busy), ...(await Promise.all(written))])).toEqual(new Set(['together']))
})

test('of one transaction one piece is under way at a time, in the order in which they came', async () => {
  const { commits, write } = openScene()
  const written = ['a', 'a', 'a', 'b'].map((id) => write(id))
  await turn()
  expect(commits.map(({ ids }) => ids)).toEqual([['a', 'b']])
  commits[0]?.end()
  await turn()
  expect(commits[1]?.ids).toEqual(['a'])
  commits[1]?.end()
  await turn()
  commits[2]?.end()
  expect(await Promise.all(written)).toHaveLength(4)
})

test('tenants take turns: behind a flood of one another waits for one commit', async () => {
  const scene = openScene({ size: 4 })
  const { commits, write } = scene
  await keepBusy(scene)
  const written = [
    ...numbered(40, 'flood').map((id) => write(id, 'loud')),
    ...numbered(2, 'quiet').map((id) => write(id, 'quiet')),
    write('third', 'third'),
  ]
  commits[0]?.end()
  await turn()
  expect(commits[2]?.ids).toEqual(['flood0', 'quiet0', 'third', 'flood1'])
  commits[2]?.end()
  await turn()
  expect(commits[3]?.ids).toEqual(['quiet1', 'flood2', 'flood3', 'flood4'])
  // Else those that still wait are refused in the middle of another test.
  await endAll(scene, written)
})

test('one that fails undoes its commit, and each is then tried alone, where it alone fails', async () => {
  const scene = openScene()
  const { commits, alone, write } = scene
  await keepBusy(scene)
  const written = ['a', 'poison', 'b'].map((id) => write(id))
  commits[0]?.end()
  await turn()
  commits[2]?.fail()
  const results = await Promise.allSettled(written)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(alone).toEqual(['a', 'poison', 'b'])
})

test('what a commit leaves out is written alone, and keeps no place from others meanwhile', async () => {
  const { commits, alone, write } = openScene({ atOnce: 1 })
  const written = ['held', 'free'].map((id) => write(id))
  await turn()
  commits[0]?.end(new Map([['free', 'together']]))
  expect(await Promise.all(written)).toEqual(['alone', 'together'])
  expect(alone).toEqual(['held'])
  void write('next')
  await turn()
  expect(commits[1]?.ids).toEqual(['next'])
})

test('a waiting piece over the limit is refused at once, and one tenant cannot take every place', async () => {
  const scene = openScene({ waitingMax: 10 })
  await keepBusy(scene)
  const { write } = scene
  const unavailable = { code: 'unavailable', headers: { 'retry-after': '1' } }
  const loud = numbered(6).map((id) => write(id, 'loud'))
  await expect(write('seventh', 'loud')).rejects.toMatchObject(unavailable)
  const quiet = numbered(4, 'quiet').map((id) => write(id, 'quiet'))
  await expect(write('last', 'third')).rejects.toMatchObject(unavailable)
  for (let next = 0; next < 4; next++) {
    for (const { end } of scene.commits) end()
    await turn()
  }
  expect(await Promise.all([...loud, ...quiet])).toHaveLength(10)
})

test('a piece that waits too long is refused, and is never written', async () => {
  const scene = openScene({ waitMs: 20 })
  await keepBusy(scene)
  await expect(scene.write('late')).rejects.toMatchObject({ code: 'unavailable' })
  for (const { end } of scene.commits) end()
  await turn()
  expect(scene.commits).toHaveLength(2)
  expect(scene.alone).toEqual([])
})

// The table of lists: what publishers and sources write, who is asked about, and what comes of it, over HTTP against one
// running service, each case as a tenant of its own, eight at a time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { loadLists } from '#src/main/lists/load-lists.ts'
import { test as database } from '#test/db/fixture.ts'
import { ask, type CheckCase, prepare } from './ask.ts'
import { filesOf, startListSources } from './sources.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

type Right = 'hit' | 'doubtful' | 'shown' | 'clean' | 'in-part' | 'uncertain' | 'input-refused'
type Row = CheckCase & {
  readonly right: Right
  readonly also?: readonly Right[]
  readonly counts?: true
  readonly why: string
}

const text = readFileSync(join(import.meta.dirname, '../../../data/listed.jsonl'), 'utf8')
const rows = text
  .trim()
  .split('\n')
  // Safe because the file is ours.
  .map((line) => prepare(JSON.parse(line) as Row))

const test = database.extend('service', { scope: 'file' }, async ({ url, db }, { onCleanup }) => {
  const told = await loadLists(db, filesOf(rows), { version: '1' })
  expect(told.filter(({ isFault }) => isFault)).toEqual([])
  const byId = new Map(rows.map((row) => [row.id, row.list]))
  const sources = await startListSources(rows, (id) => byId.get(id) ?? { format: 'un', entry: '' }) // prettier-ignore
  const service = await startServiceOn(url, { environment: { CHECKS: sources.CHECKS } })
  onCleanup(async () => {
    await service.close()
    await sources.close()
  })
  return service
})

test('who is listed is found, who is not is clean, and what was not asked is neither', async ({
  service,
}) => {
  const wrong = new Map<string, string>()
  const left = rows.values()
  const lane = async () => {
    for (const row of left) {
      const found = await ask(service, row)
      if (!isRight(row, found)) wrong.set(row.id, `${row.why}: ${found}, and not ${row.right}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  expect(Object.fromEntries(wrong)).toEqual({})
})

/** `shown` is no hit: where it is enough that a look is possible, and where nobody must suffer, it is right. */
function isRight({ right, also = [], counts }: Row, found: string): boolean {
  const taken = new Set<string>([right, ...also])
  if (taken.has('clean')) taken.add('shown')
  if (taken.has('doubtful') && !counts) taken.add('shown')
  // Of who was asked about in part nobody says that there was no match.
  if (taken.has('in-part')) taken.add('unsaid')
  return taken.has(found)
}

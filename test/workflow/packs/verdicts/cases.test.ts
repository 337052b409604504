// The table of verdicts: what people, companies, lists, sources and packs bring, over HTTP against one running service,
// each case as a tenant of its own, eight at a time.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import { type Service } from '#test/support/service.ts'
import type { Case } from './play.ts'
import { type Last, playCase } from './steps.ts'
import { startSources, type Tell } from './sources.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

type Right = {
  readonly outcome?: string | readonly string[]
  readonly reason?: string
  readonly not?: string
  readonly publication?: 'refused'
}
type Row = Case & { readonly what: string; readonly right: Right }

const text = readFileSync(join(import.meta.dirname, '../../../data/verdicts.jsonl'), 'utf8')
const rows = text
  .trim()
  .split('\n')
  // Safe because the file is ours.
  .map((line) => JSON.parse(line) as Row)

const test = database.extend(
  'running',
  { scope: 'file' },
  async ({ url }, { onCleanup }): Promise<{ service: Service; tell: Tell }> => {
    const images = mkdtempSync(join(tmpdir(), 'atesta-verdicts-'))
    const sources = await startSources(rows.flatMap(({ id, mode }) => (mode === 'live' ? id : [])))
    const service = await startServiceOn(url, {
      environment: { CHECKS: sources.CHECKS, IMAGES_FOLDER: images, ENGINE_ROOM_TENANT: '40' },
    })
    onCleanup(async () => {
      await service.close()
      await sources.close()
      rmSync(images, { recursive: true })
    })
    return { service, tell: sources.tell }
  },
)

test('each case ends as is right', async ({ running: { service, tell } }) => {
  const wrong = new Map<string, string>()
  const play = async (row: Row) => {
    const last = await playCase(service, row, tell)
    if (!isRight(last, row.right)) wrong.set(row.id, `${row.what}: ${last.outcome} ${last.reason}`)
  }
  const left = rows.filter((row) => !meetsFailure(row)).values()
  const failing = rows.filter(meetsFailure)
  const lane = async (first: readonly Row[]) => {
    for (const row of first) await play(row)
    for (const row of left) await play(row)
  }
  await Promise.all(Array.from({ length: 8 }, (_, at) => lane(at === 0 ? failing : [])))
  expect(Object.fromEntries(wrong)).toEqual({})
})

/** The sandbox's source fails for it: one after the other, so that it is not left alone for all. */
const meetsFailure = ({ given = {} }: Row): boolean =>
  Object.values(given).some((kind) => /00(?:11|26)$/.test(kind))

/** `not` takes whatever has not ended too; `outcome` does not. */
function isRight({ outcome, reason }: Last, right: Right): boolean {
  if (outcome === 'refused') return right.publication === 'refused'
  if (outcome === 'fault') return false
  if (right.not !== undefined) return outcome !== right.not
  const isOne = [right.outcome ?? []].flat().includes(outcome)
  return isOne && (right.reason === undefined || right.reason === reason)
}

// Drawn combinations of what sources answer in live, over HTTP: nobody is approved while one of them has not answered, as
// it is absent, fails, leaves a part out, has searched nothing, is outdated or speaks of somebody else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'
import type { Case, Step } from './play.ts'
import { playCase } from './steps.ts'
import { startSources } from './sources.ts'

type Told = Pick<Step, 'answers' | 'status'>

/** Two cases of the table of verdicts in which each source answers well: a company, and a person in an own pack. */
const perfect = ['v-151', 'v-156']
const drawnOfEach = 20
const seed = 7

const text = readFileSync(join(import.meta.dirname, '../../../data/verdicts.jsonl'), 'utf8')
const table = text
  .trim()
  .split('\n')
  // Safe because the file is ours.
  .map((line) => JSON.parse(line) as Case)
const sound = table.filter(({ id }) => perfect.includes(id))

const answer = (answers: unknown): Told => ({ answers })
const failing: readonly Told[] = [402, 403, 404, 429, 500].map((status) => ({
  answers: {},
  status,
}))
const ofLists = [
  {},
  { matches: null, searched: ['x'] },
  { matches: [], searched: [] },
  { searched: ['x'], version: '2026-11-27' },
  { matches: [], searched: ['x'], updatedAt: '2020-01-01' },
].map(answer)
/** Whatever a register says of a person or a company, less one part of it, or of another. */
const ofRegisters = (answers: object): Told[] => [
  answer({}),
  answer({ ...answers, document: '11144477735' }),
  ...Object.keys(answers)
    .filter((part) => ['name', 'birthdate', 'status'].includes(part))
    .map((part) =>
      answer(Object.fromEntries(Object.entries(answers).filter(([key]) => key !== part))),
    ),
]

/** What the source of a step may say in the place of its answer; undefined: it says nothing. */
const unanswered = ({ service, answers }: Step): fc.Arbitrary<Told | undefined> =>
  fc.constantFrom(
    undefined,
    ...failing,
    ...(service === 'Sanctions' || service === 'Pep' ? ofLists : ofRegisters(answers as object)),
  )

/** The case with one or several of its sources unanswered. */
const drawnOf = (one: Case): Case[] => {
  const sources = [...one.steps.keys()].filter((at) => one.steps[at]?.source)
  const faults = fc
    .subarray(sources, { minLength: 1 })
    .chain((some) =>
      fc.tuple(...some.map((at) => fc.tuple(fc.constant(at), unanswered(one.steps[at] ?? {})))),
    )
  return fc.sample(faults, { numRuns: drawnOfEach, seed }).map((drawn, number) => {
    const told = new Map(drawn)
    const steps = one.steps.flatMap((step, at) => {
      if (!told.has(at)) return step.query ? { ...step, wait: 5 } : step
      const said = told.get(at)
      return said ? { ...step, ...said } : []
    })
    return { ...one, id: `${one.id}-${number}`, steps }
  })
}

test(`of ${sound.length * drawnOfEach} combinations in which a source has not answered none is approved`, async ({
  url,
}) => {
  const cases = [...sound, ...sound.flatMap(drawnOf)]
  const images = mkdtempSync(join(tmpdir(), 'atesta-unanswered-'))
  const sources = await startSources(cases.map(({ id }) => id))
  const service = await startServiceOn(url, {
    environment: { CHECKS: sources.CHECKS, IMAGES_FOLDER: images, ENGINE_ROOM_TENANT: '40' },
  })
  try {
    const approved: string[] = []
    const left = cases.values()
    const lane = async () => {
      for (const one of left) {
        const { outcome } = await playCase(service, one, sources.tell)
        if (outcome === 'approved') approved.push(one.id)
        expect(outcome).not.toBe('fault')
      }
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    expect(approved.toSorted()).toEqual(perfect)
  } finally {
    await service.close()
    await sources.close()
    rmSync(images, { recursive: true })
  }
})

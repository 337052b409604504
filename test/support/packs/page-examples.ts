// The examples of docs/packs.md with their diagrams. `node test/support/packs/page-examples.ts` draws them again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFacts } from '#src/journey/facts/facts.ts'
import { parseText } from '#src/journey/registry/text.ts'
import { capabilities, withOwnServices } from '#src/main/capabilities.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { drawPack, drawRun } from '#src/packs/drawing/draw.ts'
import { checkPublication } from '#src/packs/files/registered.ts'
import { ownScorecards } from '#src/risk/scorecards/built-in/built-in.ts'

const docs = join(import.meta.dirname, '../../../docs')
export const page = readFileSync(join(docs, 'packs.md'), 'utf8')

/** An example as it is in the document; its name is in its first comment. */
export type Example = { readonly name: string; readonly yaml: string }

const examplesIn = (text: string): readonly Example[] =>
  [...text.matchAll(/```yaml\n(.+?)```/gs)].flatMap(([, yaml = '']) => {
    const name = /^# ([a-z0-9-]+)\.yaml$/m.exec(yaml)?.[1]
    return name === undefined ? [] : [{ name, yaml }]
  })

/** In the order of the document, in which they can be published. */
export const examples = examplesIn(page)

/** Of docs/guide/products.md: whole packs with their cases. */
export const products = examplesIn(readFileSync(join(docs, 'guide/products.md'), 'utf8'))

const protection = { type: 'object', properties: { active: { type: 'boolean' } } } as const
const offered = withOwnServices(capabilities, new Map([['OpeningProtection', protection]])).flatMap(
  ({ module }) => module ?? [],
)
const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))

/** Checks each example as for publication. Throws an Error with the faults of an invalid one. */
export async function checkExamples(all = examples): Promise<Pack[]> {
  const packs: Pack[] = []
  for (const { name, yaml } of all) {
    const read = parseText(yaml, false)
    const known = {
      root: async (other: string) => packs.find((one) => one.name === other)?.root,
      hasScorecard: async (card: string) => ownScorecards.some((one) => one.name === card),
    }
    const checked =
      'parsed' in read
        ? await checkPublication(read.parsed.value, name, { offered, facts }, known)
        : read
    if ('faults' in checked) throw new Error(`${name}: ${JSON.stringify(checked.faults)}`)
    // Safe because checkPublication has put the composition there.
    const { root, input } = checked.publication.expanded as Pick<Pack, 'root' | 'input'>
    packs.push({ name, version: 1, root, ...(input && { input }) })
  }
  return packs
}

/** The files of `docs/images/packs` and their contents. */
export async function drawExamples(): Promise<Record<string, string>> {
  const packs = await checkExamples()
  const first = packs[0]
  if (!first) throw new Error('the page has no example')
  return {
    ...Object.fromEntries(packs.map((one) => [`${one.name}.svg`, drawPack(one)])),
    [`${first.name}-run.svg`]: drawRun(first, run),
  }
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second))
const ended = (step: string, from: number, to: number) => ({
  step,
  status: 'completed' as const,
  tries: 0,
  startedAt: at(from),
  endedAt: at(to),
  heldUntil: null,
  failureCode: null,
})

/** A run of the first example: the address is proven, and nothing speaks against the person. */
const run: Parameters<typeof drawRun>[1] = {
  id: 'example',
  status: 'completed',
  stopReason: 'all-proven',
  rounds: {},
  modules: [ended('emailToken', 0, 42), ended('backgroundCheck', 0, 3), ended('score', 42, 42)],
  answers: {
    '/steps/2': true,
    ...Object.fromEntries([0, 1, 2, 3, 4].map((row) => [`/steps/2/rows/${row}`, false])),
  },
  values: {
    '/steps/2/rows/0': ['facts.checks.personDead = false'],
    '/steps/2/rows/1': ['facts.checks.listsAsked = true'],
    '/steps/2/rows/2': ['facts.checks.hit = false'],
    '/steps/2/rows/3': ['facts.email.verifiedByToken = true'],
    '/steps/2/rows/4': ['steps.score.results[0].value = 70'],
  },
}

export const folder = join(docs, 'images/packs')

if (import.meta.main)
  for (const [file, svg] of Object.entries(await drawExamples()))
    writeFileSync(join(folder, file), svg)

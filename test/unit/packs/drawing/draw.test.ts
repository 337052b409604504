// The drawing as text: well-formed, escaped, with one meaning for an eye and for a screen reader.
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ValueSchema } from '#src/journey/values/schema.ts'
import { drawPack, drawRun } from '#src/packs/drawing/draw.ts'
import { toFigure } from '#src/packs/drawing/figure.ts'
import { listSteps } from '#src/packs/drawing/words.ts'
import type { ModuleView, RunView } from '#src/packs/drawing/run-view.ts'
import { module, parallel, sequence, stop, subPack, when } from '#test/support/packs/build.ts'
import { anyPack } from './documents.ts'
import { leastCost } from '#test/support/machine/processor.ts'

const own = {
  face: { key: 'facialBiometrics' },
  score: { key: 'score' },
  token: { key: 'emailToken' },
  check: { key: 'backgroundCheck' },
} as const

const pack = {
  name: 'onboarding',
  version: 3,
  root: sequence(
    parallel(
      module(own.face, { deadlineSeconds: 3_600, retry: { times: 2 } }),
      module(own.check, { fallback: module(own.score) }),
    ),
    when(
      [own.face],
      `facialBiometrics.results[0].reason == "<&'>"`,
      stop('rejected', 'spoof-suspected'),
      module(own.token, { optional: true, deadlineSeconds: 600 }),
    ),
  ),
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second))
const seen = (key: string, status: ModuleView['status'], more: Partial<ModuleView> = {}) => ({
  step: key,
  status,
  tries: 0,
  startedAt: at(0),
  endedAt: at(45),
  heldUntil: null,
  failureCode: null,
  ...more,
})
const run = {
  id: '0198',
  status: 'processing',
  stopReason: null,
  rounds: {},
  answers: { '/steps/1': false },
  modules: [
    seen('facialBiometrics', 'completed', { tries: 1 }),
    seen('backgroundCheck', 'failed', { failureCode: 'deadline' }),
    seen('score', 'completed', { endedAt: at(0) }),
    seen('emailToken', 'processing', { endedAt: null }),
  ],
} satisfies RunView & { id: string; status: string }

/** Its elements, or a failure where it is not well-formed XML. */
function readXml(
  svg: string,
): { name: string; attributes: Record<string, string>; text: string }[] {
  const open: string[] = []
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = []
  const token = /<(\/?)([a-z]+)((?: [a-z-]+="[^"<>]*")*)(\/?)>([^<>]*)/gi
  let end = 0
  for (const found of svg.matchAll(token)) {
    expect(found.index).toBe(end)
    end += found[0].length
    const [, closes, name = '', attributes = '', isEmpty, text = ''] = found
    expect(text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
    if (!isEmpty && !closes) open.push(name)
    expect(closes ? open.pop() : name).toBe(name)
    const pairs = [...attributes.matchAll(/([a-z-]+)="([^"]*)"/gi)].map(
      ([, key = '', value = '']) => [key, value],
    )
    if (!closes) elements.push({ name, attributes: Object.fromEntries(pairs), text })
  }
  expect(end).toBe(svg.length)
  expect(open).toEqual([])
  return elements
}

describe('a drawing', () => {
  test('of any composition is well-formed XML, with ids that are unique', () => {
    fc.assert(
      fc.property(anyPack, (one) => {
        const svg = drawPack(one)
        expect(svg.isWellFormed()).toBe(true)
        // oxlint-disable-next-line no-control-regex -- these are what is looked for
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
        const ids = readXml(svg).flatMap(({ attributes }) => attributes['id'] ?? [])
        expect(ids).toEqual([`${one.name}-${one.version}-t`, `${one.name}-${one.version}-d`])
      }),
      { numRuns: 60 },
    )
  })

  test('names itself, and says in words what it shows', () => {
    const [svg, title, description] = readXml(drawPack(pack))
    expect(svg?.attributes).toMatchObject({
      role: 'img',
      'aria-labelledby': 'onboarding-3-t onboarding-3-d',
    })
    expect(title?.text).toBe('onboarding@3')
    expect(description?.text).toBe(
      'at the same time (up to 3 tries (facialBiometrics (within 1 h)); backgroundCheck, and if that fails score), then if facialBiometrics.results[0].reason == &quot;&lt;&amp;&#39;&gt;&quot;: yes (stop with the outcome rejected, because of spoof-suspected), no (emailToken (optional, within 10 min))',
    )
  })

  test('points from each step to its place in the document', () => {
    const steps = readXml(drawPack(pack)).flatMap(({ attributes }) => attributes['data-step'] ?? [])
    expect([...new Set(steps)].toSorted()).toEqual([
      '/steps/0',
      '/steps/0/steps/0',
      '/steps/0/steps/1',
      '/steps/0/steps/1/fallback',
      '/steps/1',
      '/steps/1/otherwise',
      '/steps/1/run',
    ])
  })

  test('shows first what a run is started with: fields, types and no values, and no step of its own', () => {
    const input: ValueSchema = {
      type: 'object',
      required: ['asked'],
      properties: {
        asked: { type: 'number' },
        product: { type: 'string', enum: ['card', 'overdraft'] },
        holder: { type: 'string', 'x-personal': true },
        day: { type: 'string', format: 'date' },
      },
    }
    const started = { ...pack, input }
    const words =
      'started with asked (number), product (card or overdraft, optional), holder (string, optional, personal), day (string date, optional)'
    const running = { id: 'r', status: 'processing' as const, modules: [], answers: {}, rounds: {}, stopReason: null } // prettier-ignore
    for (const drawn of [drawPack(started), drawRun(started, running)]) {
      const tags = readXml(drawn)
      expect(tags.find(({ name }) => name === 'desc')?.text).toMatch(
        `${words}, then at the same time`,
      )
      const box = tags.filter(({ attributes }) => attributes['class']?.startsWith('node input'))
      expect(box.map(({ attributes }) => attributes['data-step'])).toEqual([undefined])
      expect(drawn).toContain('>asked, product?, holder?, day?</text>')
    }
    const { steps } = listSteps(toFigure(started))
    expect(steps).toMatchObject([
      { pointer: '', words, steps: [] },
      { pointer: '', words: 'one after the other' },
    ])
    expect(drawPack({ ...pack, input: { type: 'object' } })).toContain('started with nothing')
  })

  test('says a whole condition where it writes the beginning of it', () => {
    const titles = readXml(drawPack(pack)).filter(({ name }) => name === 'title')
    expect(titles.map(({ text }) => text)).toContain(
      'if facialBiometrics.results[0].reason == &quot;&lt;&amp;&#39;&gt;&quot;',
    )
  })

  test('holds several in one page when they are told their ids', () => {
    const drawn = drawPack(pack, { id: 'left' }) + drawPack(pack, { id: 'right' })
    const ids = [...drawn.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(4)
  })

  test('of 200 steps ends in bounded time', async () => {
    const many = Array.from({ length: 199 }, (_, index) => module({ key: `m${index}` }))
    const long = { name: 'long', version: 1, root: sequence(...many) }
    drawPack(long)
    expect((await leastCost(() => drawPack(long))).ms).toBeLessThan(50)
  })

  test('shows a pack within with what it holds, or as a box where that is not at hand', () => {
    const basic = { name: 'basic', version: 2, root: module(own.score) }
    expect(drawPack({ ...pack, root: subPack(basic) })).toContain('class="frame heavy"')
    const closed = { kind: 'pack', pack: 'basic', version: 2 } as const
    expect(drawPack({ ...pack, root: closed })).toContain('class="node heavy"')
  })
})

describe('a drawing of a run', () => {
  const svg = drawRun(pack, run)
  const [, , description] = readXml(svg)

  test('marks states by sign and word as well as by colour', () => {
    for (const sign of ['✓ facialBiometrics', '! backgroundCheck', '… emailToken'])
      expect(svg).toContain(`>${sign}</text>`)
    expect(description?.text).toContain(
      'backgroundCheck (deadline, 45 s) failed, and if that fails score (0 s) completed',
    )
    expect(description?.text).toContain('emailToken (since 10:00:00 UTC) processing')
  })

  test('tells how long a module took, and in how many tries', () => {
    expect(svg).toContain('>45 s, try 2</text>')
  })

  test('draws the path that was taken, and what is still to come', () => {
    const paths = [...svg.matchAll(/class="edge ?(taken|untaken)?/g)].map(([, path]) => path)
    expect(new Set(paths)).toEqual(new Set(['taken', 'untaken']))
  })

  test('has no step twice, and none that its pack has not', () => {
    const steps = (text: string) =>
      readXml(text).flatMap(({ attributes }) => attributes['data-step'] ?? [])
    const own = new Set(steps(drawPack(pack)))
    expect(steps(svg).filter((step) => !own.has(step))).toEqual([])
  })
})

describe('without a style sheet', () => {
  test('each shape and text brings its colours as attributes', () => {
    for (const drawn of [drawPack(pack), drawRun(pack, run)]) {
      const shapes = readXml(drawn).filter(({ name }) => /^(?:rect|circle|path|text)$/.test(name))
      expect(shapes.length).toBeGreaterThan(10)
      for (const { attributes } of shapes)
        expect(`${attributes['fill']} ${attributes['stroke'] ?? 'none'}`).toMatch(
          /^(?:#[0-9a-f]{6}|none) (?:#[0-9a-f]{6}|none)$/,
        )
      expect(drawn).not.toContain('var(')
    }
  })

  test('its light colours are a viewer’s that reads none', async () => {
    const picture = sharp(Buffer.from(drawPack(pack).replace(/<style>.*<\/style>/s, '')))
    const { dominant } = await picture.stats()
    expect([dominant.r, dominant.g, dominant.b].every((value) => value > 240)).toBe(true)
  })
})

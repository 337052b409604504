// docs/packs.md: its examples hold, and its pictures are theirs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import {
  checkExamples,
  drawExamples,
  folder,
  page,
  products,
} from '#test/support/packs/page-examples.ts'

test('has an example of every construct, each with a picture of it', async () => {
  const packs = await checkExamples()
  const kinds = packs.flatMap(({ root }) => [...eachStep(root)].map(([, { kind }]) => kind))
  expect([...new Set(kinds)].toSorted()).toEqual(
    ['ask', 'call', 'decide', 'each', 'module', 'pack', 'parallel', 'repeat', 'review', 'sequence', 'stop', 'wait', 'when'], // prettier-ignore
  )
  const shown = [...page.matchAll(/!\[[^\]]+\]\(images\/packs\/([a-z-]+\.svg)\)/g)]
  expect(shown.map(([, file = '']) => file).toSorted()).toEqual(
    Object.keys(await drawExamples()).toSorted(),
  )
})

test('the three products of the guide can be published, and their cases hold', async () => {
  const packs = await checkExamples(products)
  expect(packs.map(({ name }) => name)).toEqual([
    'payout-change',
    'hotel-check-in',
    'account-opening',
  ])
})

test('its pictures are what is drawn now (node test/support/packs/page-examples.ts draws them anew)', async () => {
  for (const [file, svg] of Object.entries(await drawExamples()))
    expect([file, readFileSync(join(folder, file), 'utf8')]).toEqual([file, svg])
})

test('says of every module of the catalogue when it ends and what it brings', () => {
  const rows = page.split('\n').filter((line) => /^\| `[a-zA-Z]+`/.test(line))
  for (const { module } of capabilities) {
    if (!module) continue
    const row = rows.find((line) =>
      line.slice(0, line.indexOf('|', 1)).includes(`\`${module.key}\``),
    )
    expect([module.key, row]).toEqual([module.key, expect.any(String)])
    const last = row?.split('|').at(-2) ?? ''
    const brought = [...last.matchAll(/`([A-Za-z]+)`/g)].map(([, field = '']) => field)
    const seen = Object.keys(module.seen ?? {})
    expect(brought.filter((field) => !seen.includes(field))).toEqual([])
    expect(brought.length).toBeGreaterThan(0)
  }
})

// What the hosted page asks of a camera, as its source has it: a browser that cannot fit a demand opens nothing.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../../../src/links/capture/browser/', import.meta.url)
const sources = globSync('**/*.ts', { cwd: folder })
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')

test('wishes for a side, and demands none: a device with one camera opens that', () => {
  const sides = [...sources.matchAll(/facingMode: (.+?)[,\n]/g)].map(([, side]) => side)
  expect(new Set(sides)).toEqual(new Set(["'user'", "{ ideal: 'environment' }"]))
  // A bare value is a wish (W3C Media Capture, 6.3); these are demands.
  expect(sources).not.toMatch(/(?:exact|min|max):\s*['"\d]|facingMode: \{ exact/)
})

// What a phone loads: the first view and each step but the face stay below 60 kB, compressed.
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadAssets } from '#src/links/capture/assets.ts'
import { makeContext, renderPage } from '#src/links/capture/page/layout.ts'
import { entryPage } from '#src/links/capture/page/plain.ts'

const folder = new URL('../../../../build/capture/', import.meta.url)
const isBuilt = existsSync(new URL('index.json', folder))
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
)

/** The entries with all that they load at once, in bytes of gzip. */
function weigh(...entries: string[]): number {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')),
  )
  const files = new Set<string>()
  const add = (name: string) => {
    const found = manifest[name]
    if (!found || files.has(found.file)) return
    files.add(found.file)
    for (const asset of found.assets) files.add(asset)
    found.imports.forEach(add)
  }
  entries.forEach(add)
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(new URL(file, folder))).length,
    0,
  )
}

describe.skipIf(!isBuilt)('the weight of a page', () => {
  test('the first view is one answer of at most 4 kB, style included', () => {
    const settings = { name: 'Acme', redirectOrigins: [], packName: 'link', lifeMs: 1 }
    const context = makeContext({
      language: 'pt',
      settings,
      assets: loadAssets(),
      isSecure: true,
      base: '/c',
    })
    const { text } = renderPage(context, entryPage(context, 'nonce', { address: '' }))
    // Nothing else is asked for: its style comes with it.
    expect(text).toContain('--button:')
    expect(text.replace('href="data:,"', '')).not.toMatch(
      /<script|<link rel="stylesheet"|\ssrc=|url\(/,
    )
    expect(gzipSync(text).length).toBeLessThan(4_096)
  })

  test.each(['wait.ts', 'handover.ts', 'done.ts', 'document.ts'])(
    'the step of %s stays below 60 kB',
    (entry) => {
      expect(weigh('capture.css', entry)).toBeLessThan(60_000)
    },
  )

  test('the step of the face loads its library and models only when the camera is opened', () => {
    expect(weigh('capture.css', 'face.ts')).toBeLessThan(60_000)
  })
})

// The pages that need no session, in a real browser: they wear the console's head, and axe finds nothing on them.
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import type { withService } from '#test/workflow/fixture.ts'

const pages = [
  ['home', '/', 'h1'],
  ['sign-in', '/console/sign-in', 'h1'],
  ['signed-out', '/console/signed-out', 'h1'],
  ['docs', '/docs', '.scalar-app h1'],
] as const

export function openPages(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the pages without a session', () => {
    for (const [name, path, loaded] of pages)
      test(`${path} is whole in light and dark, on a desk and on a phone`, async ({ service }) => {
        const { page, faults, asked } = await browser.open(`${service.url}${path}`)
        await lookAtPage(page, name, loaded)
        expect(faults).toEqual([])
        expect(askedElsewhere(asked, service.url)).toEqual([])
      })
  })
}

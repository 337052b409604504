// The page of reviews in a real browser on the running service, at the widths of a phone and of a desk.
import { describe, expect } from 'vitest'
import {
  askedElsewhere,
  type FileBrowser,
  findViolations,
  lookAtPage,
} from '#test/support/browser/browser.ts'
import { mintToken } from '#test/support/token.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = {
  tenant: 'reviewers',
  sub: 'ana',
  scope: 'packs:write packs:live reviews:write transactions:read transactions:write images:read',
}
const doubtful = {
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      { kind: 'stop', outcome: 'review', reason: 'list-hit' },
    ],
  },
}

/** Two transactions that wait for a person; their ids. */
async function prepare(client: TestClient): Promise<string[]> {
  const ask = async (method: string, path: string, status: number, body?: object) =>
    client.ask<{ id: string }>(method, path, status, { ...(body && { body }), claims })
  await ask('POST', '/v1/packs/doubtful/versions', 201, doubtful)
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const person = { documentType: 'cpf', document: '52998224725', email: 'ana@example.com' }
    const { id } = await ask('POST', '/v1/transaction', 201, person)
    await ask('GET', `/v1/packs/doubtful/${id}`, 200)
    ids.push(id)
  }
  return ids
}

export function reviewsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the page of reviews', () => {
    test('hands one out and takes its decision, by keyboard alone, on a desk and on a phone', async ({
      client,
      service,
    }) => {
      const [first = ''] = await prepare(client)
      const token = await mintToken(claims)
      const { page, faults, asked } = await browser.open(`${service.url}/reviews#token=${token}`)
      await page.getByText('2 waiting.').waitFor()
      expect(await page.locator('#banner').textContent()).toBe('SANDBOX Tenant reviewers')
      expect(page.url()).toBe(`${service.url}/reviews`)
      await lookAtPage(page, 'reviews-queue')

      await page.keyboard.press('n')
      await page.getByRole('heading', { name: 'A review in your hands' }).waitFor()
      await page.getByRole('region', { name: 'Why it is here' }).getByText('list-hit').waitFor()
      await page.getByText(first).waitFor()
      await page.keyboard.press('t')
      await page.getByRole('row', { name: /^review-opened/ }).waitFor()
      await page.keyboard.press('p')
      await page.getByText('There are none.').waitFor()
      await page.keyboard.press('k')
      await page.keyboard.press('g')
      await page.getByRole('group', { name: 'Done again' }).waitFor()
      await lookAtPage(page, 'reviews-in-hand')

      await page.keyboard.press('a')
      await page.keyboard.press('d')
      await page.getByRole('alert').getByText('Choose a reason').waitFor()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Space')
      await page.getByLabel('Note').focus()
      // Letters are letters while somebody writes.
      await page.keyboard.type('and a d')
      await page.getByRole('button', { name: 'Decide' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 waiting.').waitFor()
      const { outcome, decidedBy } = await client.ask<{ outcome: string; decidedBy: string }>(
        'GET',
        `/v1/packs/doubtful/${first}`,
        200,
        { claims },
      )
      expect([outcome, decidedBy]).toEqual(['approved', 'review'])

      await page.getByText('Decided lately').click()
      await page.getByRole('link', { name: /list hit/ }).click()
      await page.getByRole('region', { name: 'How it ended' }).getByText('and a d').waitFor()
      await lookAtPage(page, 'reviews-decided')
      // Chromium says so of the pictures that there are not.
      expect(faults.filter((one) => !one.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('letters can be switched off', async ({ service }) => {
      const token = await mintToken({ ...claims, tenant: 'nobody' })
      const { page } = await browser.open(`${service.url}/reviews#token=${token}`, { width: 320 })
      await page.getByText('Nothing waits.').waitFor()
      await page.getByText('Keys', { exact: true }).click()
      await page.getByLabel('Letters are short cuts').uncheck()
      await page.keyboard.press('n')
      await page.getByLabel('Letters are short cuts').check()
      await page.keyboard.press('n')
      await page.getByText('There is none for you just now.').waitFor()
    })

    test('without the scope it says which one is missing', async ({ service }) => {
      const token = await mintToken({ tenant: 'reviewers', scope: 'transactions:read' })
      const { page } = await browser.open(`${service.url}/reviews#token=${token}`, { width: 320 })
      await page.getByText('This token lacks the scope for that: reviews:write.').waitFor()
      expect(await findViolations(page)).toEqual([])
    })
  })
}

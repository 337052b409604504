// The console's reviews in a real browser on the running service: by keys alone from the queue to the next review.
import { describe, expect } from 'vitest'
import {
  askedElsewhere,
  type FileBrowser,
  isTooWide,
  lookAtPage,
} from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const scope =
  'packs:write packs:live reviews:write transactions:read transactions:write images:read'
const claims = { tenant: 'reviewers', sub: 'ana', scope }
const doubtful = {
  root: {
    kind: 'sequence',
    steps: [
      { kind: 'module', module: 'score' },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'facts.phones.denied', outcome: 'rejected', reason: 'denied' },
          {
            unless: '!facts.phones.denied && facts.phones.count > 5',
            outcome: 'review',
            reason: 'phone-absent',
          },
          { outcome: 'approved', reason: 'clean' },
        ],
      },
    ],
  },
}

/** Two transactions of one phone that wait for a person; their ids. */
async function prepare(client: TestClient): Promise<string[]> {
  const ask = async (method: string, path: string, status: number, body?: object) =>
    client.ask<{ id: string }>(method, path, status, { ...(body && { body }), claims })
  await ask('POST', '/v1/packs/doubtful/versions', 201, doubtful)
  const ids: string[] = []
  for (const document of ['52998224725', '39053344705']) {
    const phone = { countryCode: 55, areaCode: 11, number: 987650001 }
    const person = { documentType: 'cpf', document, name: 'Ana Souza', phone }
    const { id } = await ask('POST', '/v1/transaction', 201, person)
    await ask('GET', `/v1/packs/doubtful/${id}`, 200)
    ids.push(id)
  }
  return ids
}

export function reviewsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the console’s reviews', () => {
    test('one is handed out, looked at, commented on and decided, and the next one got, by keys alone', async ({
      client,
      service,
    }) => {
      const [first = '', second = ''] = await prepare(client)
      const link = await consoleLink(service, claims)
      const { page, faults, asked } = await browser.open(link, { locale: 'en' })
      await page.goto(`${service.url}/console/reviews`)
      await page.getByText('2 rows').waitFor()
      await lookAtPage(page, 'reviews-queue')

      await page.keyboard.press('n')
      // The deciding fact first: of the two that the row read the one that is not met.
      const why = page.getByRole('region', { name: 'What decided' })
      await why.getByText('phones: 1').waitFor()
      expect(await why.locator('.review-deciding li').allTextContents()).toEqual(['phones: 1'])
      await page.keyboard.press('h')
      await page.getByRole('link', { name: second.slice(-8) }).waitFor()
      await page.keyboard.press('s')
      await page.getByText('verdict.phone-absent').last().waitFor()
      await page.keyboard.press('m')
      await page.keyboard.type('Ask the branch.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Comments (1)' }).waitFor()
      await page.keyboard.press('k')
      await page.getByText('It is yours for 15 more minutes.').waitFor()
      await lookAtPage(page, 'review-in-hand')

      await page.keyboard.press('d')
      await page.getByText('Choose an outcome and one reason').waitFor()
      // A reason and its outcome are one press, and another one moves both.
      await page.keyboard.press('Shift+Digit1')
      await page.getByRole('button', { name: 'Reject: evidence checked (d)' }).waitFor()
      await page.keyboard.press('1')
      await page.getByRole('button', { name: 'Approve: evidence checked (d)' }).waitFor()
      await page.keyboard.press('d')
      await page.getByRole('region', { name: 'How it ended' }).getByText('approved').waitFor()
      const { outcome, decidedBy } = await client.ask<{ outcome: string; decidedBy: string }>(
        'GET',
        `/v1/packs/doubtful/${first}`,
        200,
        { claims },
      )
      expect([outcome, decidedBy]).toEqual(['approved', 'review'])
      await lookAtPage(page, 'review-decided')

      const decided = page.url()
      await page.keyboard.press('n')
      await page.waitForURL((url) => url.href !== decided)
      await page.getByRole('link', { name: second.slice(-8) }).waitFor()
      await page.keyboard.press('b')
      await page.getByText('in nobody’s hands').waitFor()
      await page.keyboard.press('u')
      await page.getByText('1 row', { exact: true }).waitFor()
      // Chromium says so of the pictures that there are not.
      expect(faults.filter((one) => !one.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('filters stand in the address; the old page’s address leads here; without the scope it says which one is missing', async ({
      service,
    }) => {
      const link = await consoleLink(service, { ...claims, tenant: 'nobody' })
      const { page } = await browser.open(link, { locale: 'en', width: 320 })
      await page.goto(`${service.url}/reviews?claimed=mine`)
      await page.getByText('Nothing waits here').waitFor()
      expect(page.url()).toBe(`${service.url}/console/reviews?claimed=mine`)
      await page.getByLabel('Deadline').selectOption('passed')
      expect(page.url()).toBe(`${service.url}/console/reviews?claimed=mine&overdue=true`)
      await page.reload()
      await page.getByText('Nothing waits here').waitFor()
      expect(await page.getByLabel('Deadline').inputValue()).toBe('true')
      expect(await isTooWide(page)).toBe(false)
      const reader = await consoleLink(service, { ...claims, scope: 'transactions:read' })
      await page.goto(reader)
      await page.goto(`${service.url}/console/reviews`)
      await page.getByText('reviews:write').waitFor()
    })
  })
}

// A company whose three partners are verified each by a link of their own, walked to its verdict in a real browser.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  type FileBrowser,
  findViolations,
  isTooWide,
  keepPicture,
  lookAtPage,
} from '#test/support/browser/browser.ts'
import { company, ownersPack, people, type ShownChild } from '#test/support/packs/family.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const scope =
  'packs:write packs:live reports:read reviews:write transactions:read transactions:write images:read'
const claims = { tenant: 'owners', sub: 'ana', scope }
const markup = '<b>Markup</b> & more'
const partner = {
  root: {
    kind: 'sequence',
    steps: [
      {
        kind: 'ask',
        id: 'profile',
        title: { pt: 'Sobre você', en: 'About you' },
        fields: [
          { name: 'job', type: 'text', label: `What do you do? ${markup}`, required: true, max: 80 },
          { name: 'income', type: 'money', label: 'Income a month', required: true, min: 0 },
          { name: 'exposed', type: 'yes-no', label: 'Do you hold a public office?', required: true },
          { name: 'spouse', type: 'cpf', label: 'CPF of your spouse' },
        ],
      },
      {
        kind: 'decide',
        id: 'verdict',
        rows: [
          { if: 'steps.profile.result.exposed', outcome: 'review', reason: 'exposed-person' },
          { outcome: 'approved', reason: 'declared' },
        ],
      },
    ],
  },
} // prettier-ignore

type Run = { readonly outcome?: string; readonly steps: { readonly partners: { readonly results: readonly ShownChild[] } } } // prettier-ignore

/** A company whose partners’ links are there; `read` shows its run. */
async function prepare(client: TestClient) {
  const ask = <T>(method: string, path: string, status: number, body?: object) =>
    client.ask<T>(method, path, status, { ...(body && { body }), claims, headers: { prefer: 'wait=0' } }) // prettier-ignore
  await ask('POST', '/v1/packs/partner/versions', 201, partner)
  const owners = { root: ownersPack('partner@1', { link: true }) }
  await ask('POST', '/v1/packs/owners/versions', 201, owners)
  const sent = { ...company, partners: people }
  const { id } = await ask<{ id: string }>('POST', '/v1/transaction', 201, sent)
  await ask('POST', `/v1/packs/owners/${id}`, 202, {})
  const read = () => ask<Run>('GET', `/v1/packs/owners/${id}`, 200)
  const linksOf = async () => (await read()).steps.partners.results.flatMap(({ link }) => link ?? []) // prettier-ignore
  await expect.poll(async () => (await linksOf()).length, { timeout: 20_000 }).toBe(3)
  const [link = ''] = await linksOf()
  return { id, read, link }
}

/** As narrow as it gets, at 400 %, and on a desk, in the light and in the dark. */
async function lookAtForm(page: Page, name: string): Promise<void> {
  for (const width of [195, 320, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await keepPicture(page, `${name}-${width}-${colorScheme}`)
      const at = [name, width, colorScheme]
      expect([at, await findViolations(page), await isTooWide(page)]).toEqual([at, [], false])
    }
}

/** The first partner answers by hand, and says what somebody has to look at; none of the page’s scripts comes. */
async function answerByHand(browser: FileBrowser, link: string): Promise<void> {
  const { page } = await browser.open('about:blank', { locale: 'en' })
  page.setDefaultTimeout(30_000)
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  )
  await page.goto(link)
  await page.locator('main form button').first().press('Enter')
  await page.locator('form[action$="consent"] button').press('Enter')
  await page.getByText(markup).waitFor()
  await lookAtForm(page, 'partners-form')
  await page.getByLabel('Income a month').fill('8,500.505')
  await page.getByLabel('CPF of your spouse').fill('529.982.247-26')
  const send = page.locator('form[action$="/form"] button').first()
  await send.press('Enter')
  await page.getByText('There is no such CPF').waitFor()
  expect(await page.getByLabel('Income a month').inputValue()).toBe('8,500.505')
  await lookAtForm(page, 'partners-form-wrong')
  await page.getByLabel('What do you do?').fill(markup)
  await page.getByLabel('Income a month').fill('8,500.50')
  await page.getByLabel('CPF of your spouse').fill('111.444.777-35')
  await page.getByLabel('Yes').check()
  await send.press('Enter')
  await page.getByRole('heading', { name: 'Done' }).waitFor()
}

/** In the file that imports it, so that both share a service and a browser. */
export function testPartners(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('a company with three partners', () => {
    test('is walked to a verdict: one by hand without a script, whom somebody looks at with what was answered, the others at once', async ({
      client,
      service,
    }) => {
      const { id, read, link } = await prepare(client)
      await answerByHand(browser, link)
      const opened = await browser.open(await consoleLink(service, claims), { locale: 'en' })
      const { page, faults } = opened
      page.setDefaultTimeout(30_000)
      await page.goto(`${service.url}/console/sandbox?transaction=${id}&tab=link`)
      const walk = page.getByRole('button', { name: 'Walk all links' })
      await walk.press('Enter')
      const walked = page.locator('.sandbox-children li')
      await expect.poll(() => walked.count()).toBe(3)
      await expect.poll(async () => (await read()).steps.partners.results.map(({ status }) => status)).toEqual(['in-review', 'ended', 'ended']) // prettier-ignore

      await page.goto(`${service.url}/console/transactions/${id}`)
      for (const { name } of people) await page.getByRole('link', { name }).waitFor()
      await lookAtPage(page, 'partners-parent')
      await page.goto(`${service.url}/console/reviews`)
      await page.getByText('1 row', { exact: true }).waitFor()
      await page.keyboard.press('n')
      const answers = page.getByRole('region', { name: 'About you' })
      await answers.getByText(markup, { exact: true }).waitFor()
      await answers.getByText('8,500.50').waitFor()
      await lookAtPage(page, 'partners-review')
      await page.keyboard.press('1')
      await page.keyboard.press('d')
      await page.getByRole('region', { name: 'How it ended' }).getByText('approved').waitFor()
      await expect.poll(async () => (await read()).outcome, { timeout: 20_000 }).toBe('approved')
      // Chromium says so of the pictures that there are not.
      expect(faults.filter((one) => !one.includes('404'))).toEqual([])
    })
  })
}

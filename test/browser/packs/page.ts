// The page of packs in a real browser on the running service, at the widths of a phone and of a desk.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  type FileBrowser,
  findViolations,
  isTooWide,
  keepPicture,
} from '#test/support/browser/browser.ts'
import { mintToken } from '#test/support/token.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const step = (module: string, more: object = {}) => ({ kind: 'module', module, ...more })
const gate = (limit: string) => ({
  root: {
    kind: 'sequence',
    steps: [
      step('score', { deadlineSeconds: 30 }),
      {
        kind: 'when',
        of: ['score'],
        condition: `score.results[0].value < ${limit}`,
        run: { kind: 'stop', outcome: 'rejected', reason: 'low-score' },
      },
    ],
  },
  message: 'The first of the tests.',
  cases: [
    {
      name: 'a score of seven',
      results: { score: [{ value: 7 }] },
      expect: limit === '0.0' ? { status: 'completed' } : { outcome: 'rejected' },
    },
  ],
})
const journey = {
  root: {
    kind: 'sequence',
    steps: [
      {
        kind: 'parallel',
        steps: [step('score'), step('emailToken', { optional: true, deadlineSeconds: 600 })],
      },
      {
        kind: 'when',
        of: ['score'],
        condition: 'score.results[0].value < 30.0 && score.moduleStatus == "completed"',
        run: { kind: 'stop', outcome: 'rejected', reason: 'low-score' },
        otherwise: step('phoneConfirmation', { retry: { times: 2 } }),
      },
    ],
  },
}

const claims = { tenant: 'pages', scope: 'packs:write packs:live reports:read audit:read' }

/** Two packs of a tenant, with runs of one that have ended and one that waits. */
async function prepare(client: TestClient) {
  const ask = async (method: string, path: string, status: number, body?: object) =>
    client.ask<{ id: string }>(method, path, status, { ...(body && { body }), claims })
  for (const limit of ['0.0', '1000.0'])
    await ask('POST', '/v1/packs/gate/versions', 201, gate(limit))
  await ask('POST', '/v1/packs/journey/versions', 201, journey)
  await ask('PUT', '/v1/packs/gate/live', 200, {
    version: 2,
    percent: 50,
    shadow: 1,
    message: 'why',
  })
  const person = { documentType: 'cpf', document: '52998224725', email: 'ana@example.com' }
  const create = async () => (await ask('POST', '/v1/transaction', 201, person)).id
  for (let n = 0; n < 4; n += 1) await ask('GET', `/v1/packs/gate/${await create()}`, 200)
  const id = await create()
  await ask('POST', `/v1/packs/journey/${id}`, 202, {})
  return id
}

/** At the width of a desk in the light, then at that of a small phone in the dark. */
async function look(page: Page, name: string): Promise<void> {
  await page.locator('main#view[aria-busy=false] h2').waitFor()
  for (const { size, width, colorScheme } of sizes) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, `packs-${name}-${size}`)
    expect([name, size, await findViolations(page)]).toEqual([name, size, []])
    expect([name, size, await isTooWide(page)]).toEqual([name, size, false])
  }
}

const sizes = [
  { size: 'phone', width: 320, colorScheme: 'dark' },
  { size: 'desk', width: 1280, colorScheme: 'light' },
] as const

export function packsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the page of packs', () => {
    let prepared: Promise<string> | undefined

    test('shows packs, versions, their test cases, their difference and a run, on a desk and on a phone', async ({
      client,
      service,
    }) => {
      const waiting = await (prepared ??= prepare(client))
      const token = await mintToken(claims)
      const { page, faults, asked } = await browser.open(`${service.url}/packs#token=${token}`)
      await page.getByRole('link', { name: 'gate' }).waitFor()
      await page.getByText('What conditions may read').click()
      await page.getByText('facts.liveness.securityCheck == 0.0').waitFor()
      await page.getByLabel('Only those with').fill('liveness')
      await look(page, 'list')
      expect(page.url()).toBe(`${service.url}/packs`)

      await page.getByRole('link', { name: 'gate' }).click()
      await page.getByRole('heading', { name: /^gate, version/ }).waitFor()
      await page.getByText('In words', { exact: true }).click()
      await page.getByText('The same as a table').click()
      const cases = page.getByRole('region', { name: 'Test cases' })
      await cases.getByText('It holds.').waitFor()
      await cases.getByRole('button', { name: 'Run them again' }).click()
      await cases.getByText('a score of seven').waitFor()
      await look(page, 'pack')
      expect(
        await page.evaluate('document.querySelector(".drawing img").naturalWidth'),
      ).toBeGreaterThan(200)

      await page.getByRole('link', { name: /What changed/ }).click()
      await page.getByRole('heading', { name: 'gate, from version 1 to 2' }).waitFor()
      await look(page, 'difference')
      expect(await page.locator('td.removed, td.added').count()).toBe(2)

      await page.goto(`${service.url}/packs#pack=journey&transaction=${waiting}`)
      await page.getByText('since').first().waitFor()
      await look(page, 'run')
      expect(faults).toEqual([])
      expect(
        asked.filter((url) => !url.startsWith(`${service.url}/`) && !/^(data|blob):/.test(url)),
      ).toEqual([])
    })

    test('a backtest is asked for by keyboard alone, and its report is shown', async ({
      client,
      service,
    }) => {
      await (prepared ??= prepare(client))
      const token = await mintToken(claims)
      const { page, faults } = await browser.open(`${service.url}/packs#token=${token}&pack=gate`)
      await page.getByLabel('Only runs of version').focus()
      await page.keyboard.press('End')
      await page.getByLabel('Runs at most').focus()
      await page.keyboard.press('Enter')
      const report = page.getByRole('region', { name: 'Backtest' })
      await report.getByRole('table', { name: /^Outcomes/ }).waitFor({ timeout: 30_000 })
      await look(page, 'backtest')
      expect(await report.getByRole('row', { name: /^Compared/ }).textContent()).toBe('Compared4')
      expect(faults).toEqual([])
    })

    test('a roll-out is confirmed with what it changes, where, and why, and stands in the audit', async ({
      client,
      service,
    }) => {
      await (prepared ??= prepare(client))
      const token = await mintToken(claims)
      const { page, faults } = await browser.open(`${service.url}/packs#token=${token}&pack=gate`)
      const banner = page.locator('#banner')
      expect(await banner.textContent()).toBe('SANDBOX Tenant pages')
      await page.getByText('Change what new runs get').click()
      await page.getByLabel('Percent of new runs').fill('10')
      await page.getByRole('button', { name: 'Roll out' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('SANDBOX Tenant pages').waitFor()
      await dialog.getByText(/^version 2 for 10 % of new runs, the rest what is live/).waitFor()
      await look(page, 'rollout')
      await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
      await page.getByText('Nothing was changed.').waitFor()
      await page.getByRole('button', { name: 'Roll out' }).click()
      // Without a reason nothing goes on.
      await dialog.getByRole('button', { name: 'Roll out' }).click()
      await dialog.getByLabel(/^Why/).fill('A tenth, to begin with.')
      await dialog.getByRole('button', { name: 'Roll out' }).click()
      await page.getByText('Rolled out.').waitFor()
      await page.reload()
      await page.goto(`${service.url}/packs#token=${token}&pack=gate`)
      const audit = page.getByRole('region', { name: 'Who changed it' })
      await audit
        .getByRole('row', { name: /rolled out/ })
        .first()
        .waitFor()
      expect(await audit.getByRole('row').count()).toBeGreaterThanOrEqual(4)
      expect(faults).toEqual([])
    })

    test('without a token, and with one that is not taken, it says so', async ({ service }) => {
      const { page } = await browser.open(`${service.url}/packs`, { width: 320 })
      await page.getByLabel('Token of a tenant').fill('a.b.c')
      await page.getByRole('button', { name: 'Show the packs' }).click()
      await page.getByText('This token is not taken').waitFor()
      expect(await findViolations(page)).toEqual([])
      await keepPicture(page, 'packs-welcome')
    })
  })
}

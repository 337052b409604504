// The pages of packs in a real browser on the running service, at the widths of a phone and of a desk.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  askedElsewhere,
  type FileBrowser,
  findViolations,
  isTooWide,
  keepPicture,
} from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { everyScope } from '#test/support/token.ts'
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

const claims = {
  tenant: 'pages',
  scope:
    'packs:write packs:live reports:read audit:read reviews:write transactions:read transactions:write',
}

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
  await page.locator('.loading').waitFor({ state: 'detached' })
  for (const { size, width, colorScheme } of sizes) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, `packs-${name}-${size}`)
    expect([name, size, await findViolations(page)]).toEqual([name, size, []])
    expect([name, size, await isTooWide(page)]).toEqual([name, size, false])
  }
}

type Listed = { readonly live: readonly { version: number; percent: number }[] }

const sizes = [
  { size: 'phone', width: 320, colorScheme: 'dark' },
  { size: 'desk', width: 1280, colorScheme: 'light' },
] as const

export function packsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the pages of packs', () => {
    let prepared: Promise<string> | undefined
    type Given = {
      readonly client: TestClient
      readonly service: Parameters<typeof consoleLink>[0]
    }

    async function open({ client, service }: Given, path: string) {
      const waiting = await (prepared ??= prepare(client))
      const opened = await browser.open(await consoleLink(service, claims))
      opened.page.setDefaultTimeout(15_000)
      await opened.page.goto(`${service.url}/console/packs${path}`)
      return { ...opened, waiting, url: `${service.url}/console/packs` }
    }

    test('show packs, a version in all of its parts, and a run, on a desk and on a phone', async ({
      client,
      service,
    }) => {
      const { page, faults, asked, waiting, url } = await open({ client, service }, '')
      await page.getByRole('link', { name: 'gate' }).waitFor()
      await page.getByText(/^rejected\s\d/).waitFor()
      await look(page, 'list')

      await page.getByRole('link', { name: 'gate' }).click()
      await page.getByRole('heading', { name: 'gate' }).waitFor()
      const drawing = page.getByRole('img', { name: 'Drawing of gate v2' })
      await drawing.waitFor()
      const isInSight = '(({left,right}) => left >= 0 && right <= innerWidth)(document.querySelector(".pack-drawing img").getBoundingClientRect())' // prettier-ignore
      expect(await page.evaluate(isInSight)).toBe(true)
      await page.getByText('As a list').click()
      await look(page, 'pack')
      for (const [tab, seen] of [
        ['Document', 'score.results[0].value < 1000.0'],
        ['Cases', '1 of 1 cases hold'],
        ['Versions', 'Compare with the previous one'],
        ['Difference', 'The documents, line by line'],
        ['Statistics', 'Runs by day'],
        ['Shadow', 'Compared'],
        ['Runs', 'rejected'],
        ['Audit', 'rolled out'],
      ] as const) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await page.getByRole('tabpanel').getByText(seen).locator('visible=true').first().waitFor()
        await look(page, tab.toLowerCase())
        // What is shown stands in the address.
        await page.reload()
        await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
      }

      await page.goto(`${url}/journey/runs/${waiting}`)
      await page.getByRole('img', { name: 'A run of journey' }).waitFor()
      await look(page, 'run')
      await page.getByRole('button', { name: 'End the run' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End the run' }).click()
      await page.getByText('The run was ended.').waitFor()
      const run = await client.ask<{ outcome: string }>(
        'GET',
        `/v1/packs/journey/${waiting}/run`,
        200,
        { claims },
      )
      expect(run.outcome).toBe('cancelled')
      expect(faults).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('a backtest is begun and its report is shown, with examples that lead to their runs', async ({
      client,
      service,
    }) => {
      const { page, faults } = await open({ client, service }, '/gate?tab=backtests&version=1')
      await page.getByLabel('Only runs of version').selectOption('')
      await page.getByRole('button', { name: 'Start backtest' }).press('Enter')
      await page.getByText('Compared', { exact: true }).first().waitFor()
      await page.getByRole('table', { name: /^Outcomes/ }).waitFor({ timeout: 30_000 })
      await page.getByText('completed').first().waitFor()
      await look(page, 'backtest')
      await page.reload()
      await page.getByText(/^Examples that change/).waitFor()
      await page.locator('.pack-examples a').first().click()
      await page.getByRole('heading', { name: 'A run of gate' }).waitFor()
      await page.getByRole('button', { name: 'Show what it read' }).click()
      const read = page.getByRole('table', { name: 'What each step read' })
      await read.getByText('steps.score.results[0].value = ', { exact: false }).waitFor()
      await look(page, 'run-ended')
      expect(faults).toEqual([])
    })

    test('a roll-out is made by the keyboard alone, and is what new runs get from then on', async ({
      client,
      service,
    }) => {
      const { page, faults, url } = await open({ client, service }, '/gate?version=2')
      await page.getByRole('button', { name: 'Roll out' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Sandbox mode.').waitFor()
      await look(page, 'rollout')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('10')
      await dialog.getByText(/^v2\s10%, the rest/).waitFor()
      // Without a reason nothing goes on: it is asked for.
      await page.keyboard.press('Enter')
      await page.keyboard.type('A tenth, to begin with.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('Rolled out.').waitFor()
      expect(await dialog.count()).toBe(0)
      await page.goto(`${url}/gate?rollout=9`)
      await dialog.getByRole('option', { name: 'There is no version 9', selected: true }).waitFor({ state: 'attached' }) // prettier-ignore
      const { live } = await client.ask<{ live: { version: number; percent: number }[] }>(
        'GET',
        '/v1/packs/gate',
        200,
        { claims },
      )
      expect(live.find(({ version }) => version === 2)?.percent).toBe(10)
      expect(faults).toEqual([])
    })

    test('in the editor a fault stands at its line, and what is mended, tried and published is a version', async ({
      client,
      service,
    }) => {
      const { page, faults, asked } = await open({ client, service }, '/gate/edit?version=2')
      const text = page.getByRole('textbox', { name: 'Document' })
      await page.getByText('No faults in the text.').waitFor()
      await page.getByRole('img', { name: 'Drawing of gate' }).waitFor()
      await look(page, 'editor')
      await text.getByText('outcome: rejected').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('because: x')
      await page.getByText('1 fault').waitFor()
      const fault = page.getByRole('button', { name: /^line \d+ this field is unknown/ })
      expect(await fault.textContent()).toContain('/root/steps/1/run/because')
      await look(page, 'editor-fault')
      expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
      // What was typed outlives a reload.
      await page.reload()
      await page.getByText('This is your draft, kept in this tab.', { exact: false }).waitFor()
      await fault.click()
      await page.locator('.cm-focused').waitFor()
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+End')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await page.getByText('No faults in the text.').waitFor()
      // Completion by the schema.
      await text.getByText('outcome: rejected').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('i')
      await page.getByRole('option', { name: /^id/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.type('d: refused')
      await page.getByText('No faults in the text.').waitFor()
      await page.getByRole('tab', { name: 'Difference' }).click()
      await page.getByText('id: refused').last().waitFor()
      await look(page, 'editor-difference')
      await page.getByRole('tab', { name: 'Test cases' }).last().click()
      await page.getByRole('button', { name: 'Run the cases' }).click()
      await page.getByText('1 of 1 cases hold').waitFor()
      await page.getByRole('tab', { name: 'Backtest' }).click()
      await page.getByLabel('Only runs of version').selectOption('')
      await page.getByRole('button', { name: 'Start backtest' }).click()
      await page.getByRole('heading', { name: 'Backtest: draft' }).waitFor()
      await page.getByRole('table', { name: /^Outcomes/ }).waitFor({ timeout: 30_000 })
      await look(page, 'editor-backtest')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByLabel('Reason').fill('The stop has a name.')
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published as version 3.').waitFor()
      const { versions } = await client.ask<{ versions: { version: number; message?: string }[] }>(
        'GET',
        '/v1/packs/gate',
        200,
        { claims },
      )
      expect(versions.at(-1)).toMatchObject({ version: 3, message: 'The stop has a name.' })
      expect(faults).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
    })

    test('a copy begins with the text of the pack that it is copied from, and one of nobody with none', async ({
      client,
      service,
    }) => {
      const { page, url } = await open({ client, service }, '/other/edit?from=gate')
      const text = page.getByRole('textbox', { name: 'Document' })
      await text.getByText('score.results[0].value', { exact: false }).waitFor()
      await page.goto(`${url}/other/edit?from=nobody`)
      await page.getByText('Nothing here: it does not exist', { exact: false }).waitFor()
    })

    test('test cases that do not fit beside their document are left out by whoever says so, and by nobody else', async ({
      client,
      service,
    }) => {
      const { page } = await open({ client, service }, '/large/edit')
      await page.getByText('No faults in the text.').waitFor()
      const kept = { document: 'root: { kind: module, module: score }\n', cases: `# ${'x'.repeat(140_000)}\ncases: []\n` } // prettier-ignore
      await page.evaluate(`sessionStorage.setItem('pack-draft large', ${JSON.stringify(JSON.stringify(kept))})`) // prettier-ignore
      await page.reload()
      await page.getByText('the cases cannot be run here', { exact: false }).first().waitFor()
      await page.getByRole('img', { name: 'Drawing of large' }).waitFor()
      await look(page, 'editor-without-cases')
      await page.getByRole('button', { name: 'Publish' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('It is large.')
      await look(page, 'publish-without-cases')
      const press = dialog.getByRole('button', { name: 'Publish' })
      const consent = dialog.getByLabel('Publish without the test cases, which do not fit')
      await press.click()
      expect(await consent.evaluate((box) => box.matches(':invalid'))).toBe(true)
      await client.ask('GET', '/v1/packs/large', 404, { claims })
      await consent.check()
      await press.click()
      await page.getByText('Published as version 1.').waitFor()
      const path = '/v1/packs/large/versions/1/source'
      expect(await client.ask('GET', path, 200, { claims })).not.toHaveProperty('cases')
    })

    test('of who publishes by two people the first asks, and the second sees what, agrees or refuses', async ({
      client,
      service,
    }) => {
      const of = (sub: string) => ({ tenant: 'pair', sub, scope: everyScope })
      const by = (sub: string) => (method: string, path: string, status: number, body?: object) =>
        client.ask<Listed>(method, path, status, { ...(body && { body }), claims: of(sub) })
      const body = { packs: { publishing: 'two-people' } }
      await by('ana')('PUT', '/v1/tenants/pair', 201, body)
      // The process that is asked hears of it a moment later.
      await expect
        .poll(async () => JSON.stringify(await by('ana')('GET', '/v1/settings', 200)))
        .toContain('two-people')
      await by('ana')('POST', '/v1/packs/pact/versions', 201, gate('1000.0'))
      const enter = async (sub: string) => {
        const { page } = await browser.open(await consoleLink(service, of(sub)))
        page.setDefaultTimeout(15_000)
        await page.goto(`${service.url}/console/packs/pact`)
        return page
      }
      const first = await enter('ana')
      await first.getByRole('button', { name: 'Roll out' }).click()
      await first.getByRole('dialog').getByLabel('Reason').fill('It has been tried.')
      await first.getByRole('dialog').getByRole('button', { name: 'Roll out' }).click()
      await first.getByText('Awaiting a second person: nothing has changed yet.').waitFor()
      await first.getByText('Another person has to agree.').waitFor()
      await look(first, 'awaiting')

      const second = await enter('bia')
      await second.getByText('ana asks for: v1').waitFor()
      await second.getByText('It has been tried.').first().waitFor()
      await second.getByRole('link', { name: 'the test cases' }).click()
      await second.getByText('1 of 1 cases hold').waitFor()
      await second.getByRole('button', { name: 'Agree' }).click()
      await second.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
      await second.getByText('Rolled out.').waitFor()
      expect((await by('bia')('GET', '/v1/packs/pact', 200)).live).toEqual([
        { version: 1, percent: 100 },
      ])

      await by('ana')('POST', '/v1/packs/pact/versions', 201, gate('10.0'))
      const change = { version: 2, percent: 10, message: 'A tenth.' }
      await by('ana')('PUT', '/v1/packs/pact/live', 202, change)
      await second.reload()
      await second.getByRole('button', { name: 'Refuse' }).click()
      await second.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
      await second.getByText('The request was ended.').waitFor()
      expect(await by('ana')('GET', '/v1/packs/pact', 200)).not.toHaveProperty('awaiting')
    })
  })
}

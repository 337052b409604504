// The pages of transactions in a real browser on the running service: found, looked at, and acted on.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { everyScope } from '#test/support/token.ts'
import { searchAttributes } from '#workflows/messages.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = { tenant: 'finders', sub: 'ana', scope: everyScope }

const askAs =
  (client: TestClient) => async (method: string, path: string, status: number, body?: object) =>
    client.ask<{ id: string }>(method, path, status, { ...(body && { body }), claims })

/** One transaction with a message and an ended pack, and one of somebody else; the id of the first. */
async function prepare(client: TestClient, email: string): Promise<string> {
  const ask = askAs(client)
  const person = { documentType: 'cpf', document: '52998224725', name: 'Ana Procurada', email }
  const { id } = await ask('POST', '/v1/transaction', 201, person)
  await ask('POST', '/v1/transaction', 201, { ...person, email: `${randomUUID()}@example.com` })
  await ask('POST', `/v1/transaction/${id}/emails/tokens`, 201)
  await client.journalWith(id, 'challenge-accepted')
  await ask('GET', `/v1/packs/basic/${id}`, 200)
  return id
}

/** Presses the act, fills in what it asks for, and presses it in the dialog. */
async function doAct(page: Page, name: string, reason?: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  if (reason) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name, exact: true }).click()
}

/** An act that the API took closes its dialog; a notice of an act before says nothing of this one. */
const isDone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

export function transactionsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the pages of transactions', () => {
    test('find one by what was pasted, in no address, and show what happened and what remains', async ({
      client,
      service,
    }) => {
      const email = `ana.${randomUUID()}@example.com`
      const id = await prepare(client, email)
      const { page, faults, asked } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console/transactions`)
      await page.getByText('2 rows').waitFor()
      await lookAtPage(page, 'transactions')

      await page.keyboard.press('/')
      await page.keyboard.type(` ${email} `)
      await page.keyboard.press('Enter')
      await page.getByText('1 row', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 row', { exact: true }).waitFor()
      await page.getByRole('row').getByRole('link').first().focus()
      await page.keyboard.press('Enter')

      const remains = page.getByRole('region', { name: 'What remains' })
      await remains.getByText('expire e-mail token').waitFor()
      await page.getByRole('region', { name: 'Packs' }).getByText('basic 1').waitFor()
      await page.getByRole('region', { name: 'What happened' }).getByText('Pack ended').waitFor()
      expect(await page.content()).not.toContain(email)
      await page.getByRole('button', { name: 'Personal data' }).click()
      await page.getByText(email).waitFor()
      await page.getByRole('button', { name: 'Pictures' }).click()
      await page.getByText('There are no pictures.').waitFor()
      const run = await page.getByRole('link', { name: 'In Temporal' }).getAttribute('href')
      expect(run).toMatch(/^http:\/\/127\.0\.0\.1:8233\/namespaces\/default\/workflows\?query=/)
      expect(run).toContain(id)
      await lookAtPage(page, 'transaction')

      await page.goBack()
      await page.getByText('1 row', { exact: true }).waitFor()
      // Chromium says so of pictures that there are not.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
      expect(asked.filter((url) => url.includes('ana.'))).toEqual([])
    })

    test('do each act on one, to its effect', async ({ client, service }) => {
      const ask = askAs(client)
      const id = await prepare(client, `${randomUUID()}@example.com`)
      const path = `/v1/transaction/${id}`
      const agenda = () => client.ask<object>('GET', `${path}/agenda`, 200, { claims })
      const { page } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console`)
      await page.getByRole('searchbox').fill(id)
      await page.keyboard.press('Enter')

      await doAct(page, 'Pause', 'The bureau is away')
      await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
      expect(await agenda()).toMatchObject({ paused: {}, acts: [{ reason: 'The bureau is away' }] })
      const run = service.client.workflow.getHandle(`transaction/${id}`)
      const waiting = async () =>
        (await run.describe()).typedSearchAttributes.get(searchAttributes.waiting)
      await expect.poll(waiting).toBe('operator')
      await doAct(page, 'Resume', 'It is back')
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
      expect(await agenda()).not.toHaveProperty('paused')
      await doAct(page, 'Try now', 'Somebody waits')
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /E-mail token/ }).click()
      await page.getByText('The one before still counts: nothing was sent.').waitFor()
      await doAct(page, 'New link')
      await page.getByRole('region', { name: 'Link' }).getByText('pending').waitFor()
      await doAct(page, 'Set relationship')
      await isDone(page)
      await doAct(page, 'Report outcome')
      await client.journalWith(id, 'outcome-told')
      await doAct(page, 'End', 'A mistake')
      await client.journalWith(id, 'ended-by-operator')
      await page.getByRole('button', { name: /E-mail token/ }).click()
      await page.getByText('On its way.').waitFor()
      const kinds = (await client.journal(id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'challenge-opened')).toHaveLength(2)

      const acts = (name: string) => page.getByRole('button', { name, exact: true })
      expect(await acts('Lift the hold').count()).toBe(0)
      await doAct(page, 'Hold', 'A court asks')
      await isDone(page)
      await acts('Lift the hold').waitFor()
      expect(await acts('Hold').count()).toBe(0)
      await page.getByTitle('A court asks').getByText('On hold').waitFor()
      await ask('DELETE', path, 409)
      expect(await acts('Erase').count()).toBe(0)
      const { id: other } = await ask('POST', '/v1/transaction', 201, { documentType: 'cpf', document: '52998224725' }) // prettier-ignore
      await page.goto(`${service.url}/console/transactions/${other}`)
      await doAct(page, 'Erase')
      await page.getByText('Erased. Receipt:').waitFor()
      await page.waitForURL(`${service.url}/console/transactions`)
      await page.goBack()
      await page.waitForURL(`${service.url}/console/transactions/${id}`)
      await ask('GET', `/v1/transaction/${other}`, 404)
    })

    test('each of ten acts is three presses from Work and twenty seconds at most', async ({
      client,
      service,
    }) => {
      const [id, other] = [
        await prepare(client, `${randomUUID()}@example.com`),
        await prepare(client, `${randomUUID()}@example.com`),
      ]
      const { page } = await browser.open(await consoleLink(service, claims))
      const main = page.getByRole('main')
      const dialog = page.getByRole('dialog')
      const counted: [act: string, presses: number, seconds: number][] = []
      const count = async (name: string, on: string, reason?: string) => {
        await page.goto(`${service.url}/console`)
        const begun = performance.now()
        let presses = 0
        const press = async (pressed: Promise<void>) => {
          presses += 1
          await pressed
        }
        await page.getByRole('searchbox').fill(on)
        await press(page.keyboard.press('Enter'))
        // Sending again asks nothing; a notice of its own says what became of it.
        const isAsked = name !== 'E-mail token'
        await press(main.getByRole('button', { name, exact: isAsked }).first().click())
        if (reason) await dialog.getByLabel('Reason').fill(reason)
        if (isAsked) await press(dialog.getByRole('button', { name, exact: true }).click())
        await (isAsked ? isDone(page) : page.getByText('nothing was sent').waitFor())
        counted.push([name, presses, (performance.now() - begun) / 1_000])
      }
      await count('E-mail token', id)
      await count('Pause', id, 'The bureau is away')
      await count('Resume', id, 'It is back')
      await count('New link', id)
      await count('Set relationship', id)
      await count('Report outcome', id)
      await count('Hold', id, 'A court asks')
      await count('Lift the hold', id)
      await count('End', id, 'A mistake')
      await count('Erase', other)
      console.info(counted.map(([act, presses, seconds]) => `${act}: ${presses}, ${seconds.toFixed(1)} s`).join('; ')) // prettier-ignore
      expect(counted.filter(([, presses, seconds]) => presses > 3 || seconds > 20)).toEqual([])
    })

    test('offer what the session may do, and say what it may not', async ({ client, service }) => {
      const id = await prepare(client, `${randomUUID()}@example.com`)
      const narrow = { ...claims, scope: 'transactions:read' }
      const { page } = await browser.open(await consoleLink(service, narrow), { width: 320 })
      await page.goto(`${service.url}/console/transactions`)
      await page.getByText('This session lacks the permission for that: reports:read.').waitFor()
      await page.goto(`${service.url}/console/transactions/${id}`)
      await page.getByRole('region', { name: 'What happened' }).waitFor()
      expect(
        await page.getByRole('button', { name: /Pause|Erase|New link|E-mail token/ }).count(),
      ).toBe(0)
      await page.getByRole('button', { name: 'Pictures' }).click()
      await page.getByText('This session lacks the permission for that: images:read.').waitFor()
    })

    test('keep their filters in the address, and lead whoever waits for somebody there', async ({
      client,
      service,
    }) => {
      const id = await prepare(client, `${randomUUID()}@example.com`)
      await askAs(client)('POST', `/v1/transaction/${id}/agenda/pause`, 200, { reason: 'a test' })
      const { page } = await browser.open(await consoleLink(service, claims))
      await page.goto(`${service.url}/console/transactions?status=completed`)
      expect(await page.getByLabel('State').inputValue()).toBe('completed')
      await page.getByLabel('Outcome').selectOption('approved')
      await page.getByText('No transactions').waitFor()
      expect(new URL(page.url()).search).toBe('?status=completed&outcome=approved')
      await page.goto(`${service.url}/console`)
      const queue = page.getByRole('region', { name: 'Waiting for an operator' })
      await queue.getByRole('link', { name: id.slice(-8) }).waitFor()
      await lookAtPage(page, 'work')
      await queue.getByRole('link', { name: id.slice(-8) }).click()
      await page.getByRole('heading', { name: `Transaction …${id.slice(-8)}` }).waitFor()
    })
  })
}

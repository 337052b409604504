// The page of transactions in a real browser on the running service, at the widths of a phone and of a desk.
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { askedElsewhere, type FileBrowser, lookAtPage } from '#test/support/browser/browser.ts'
import { mintToken } from '#test/support/token.ts'
import type { TestClient } from '#test/workflow/client.ts'
import type { withService } from '#test/workflow/fixture.ts'

const claims = {
  tenant: 'finders',
  scope: 'reports:read transactions:read transactions:write images:read',
}
const email = `ana.${randomUUID()}@example.com`

/** One transaction with a message and an ended pack, and one of somebody else; the id of the first. */
async function prepare(client: TestClient): Promise<string> {
  const ask = async (method: string, path: string, status: number, body?: object) =>
    client.ask<{ id: string }>(method, path, status, { ...(body && { body }), claims })
  const person = { documentType: 'cpf', document: '52998224725', name: 'Ana Procurada', email }
  const { id } = await ask('POST', '/v1/transaction', 201, person)
  await ask('POST', '/v1/transaction', 201, { ...person, email: `${randomUUID()}@example.com` })
  await ask('POST', `/v1/transaction/${id}/emails/tokens`, 201)
  await client.journalWith(id, 'challenge-accepted')
  await ask('GET', `/v1/packs/basic/${id}`, 200)
  return id
}

export function transactionsPage(test: ReturnType<typeof withService>, browser: FileBrowser): void {
  describe.skipIf(browser.isMissing)('the page of transactions', () => {
    test('finds one by its person, and shows what happened, what is to be done and its workflow', async ({
      client,
      service,
    }) => {
      const id = await prepare(client)
      const token = await mintToken(claims)
      const { page, faults, asked } = await browser.open(
        `${service.url}/transactions#token=${token}`,
      )
      const found = page.getByRole('region', { name: 'The newest' })
      await found.getByText('2 shown').waitFor()
      expect(page.url()).toBe(`${service.url}/transactions`)
      await page.getByText('Only some of them').click()
      await lookAtPage(page, 'transactions-list')

      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByText('Fill in one of them at least.').waitFor()
      await page.getByLabel('E-mail').fill(email)
      await page.keyboard.press('Enter')
      const one = page.getByRole('region', { name: 'Found' })
      await one.getByText('1 shown').waitFor()
      expect(page.url()).toBe(`${service.url}/transactions`)

      await one.getByRole('link').click()
      await page.getByRole('heading', { name: 'A transaction', exact: true }).waitFor()
      const agenda = page.getByRole('region', { name: 'What is to be done' })
      await agenda.getByText('expire e-mail token').waitFor()
      await page.getByRole('row', { name: /^basic 1 completed/ }).waitFor()
      await page.getByRole('row', { name: /^E-mail token Waiting/ }).waitFor()
      await page.getByRole('row', { name: /^pack-ended/ }).waitFor()
      expect(await page.content()).not.toContain(email)
      await page.getByText('The record of the person').click()
      await page.getByText(email).waitFor()
      await page.getByText('Pictures', { exact: true }).click()
      await page.getByText('There are none.').waitFor()
      const run = await page.getByRole('link', { name: `transaction/${id}` }).getAttribute('href')
      expect(run).toMatch(/^http:\/\/127\.0\.0\.1:8233\/namespaces\/default\/workflows\?query=/)
      await lookAtPage(page, 'transactions-one')
      // Chromium says so of the messages and pictures that there are not.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      expect(askedElsewhere(asked, service.url)).toEqual([])
      expect(asked.filter((url) => url.includes(email))).toEqual([])
    })

    test('without reports:read it still opens one by its id, in state and time it lists what is chosen', async ({
      client,
      service,
    }) => {
      const id = await prepare(client)
      const narrow = await mintToken({ ...claims, scope: 'transactions:read' })
      const { page } = await browser.open(`${service.url}/transactions#token=${narrow}`, {
        width: 320,
      })
      await page.getByText('Lists and search need the scope reports:read.').waitFor()
      await page.getByLabel('By its id').fill(id)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'What happened' }).waitFor()
      await page.getByText('Pictures', { exact: true }).click()
      await page.getByText('This token lacks the scope for that: images:read.').waitFor()

      const token = await mintToken(claims)
      await page.goto(`${service.url}/transactions#token=${token}&status=completed`)
      await page.getByLabel('State of its packs').waitFor()
      expect(await page.getByLabel('State of its packs').inputValue()).toBe('completed')
      await page.getByLabel('Outcome of a pack').fill('approved')
      await page.getByRole('button', { name: 'Show these' }).click()
      await page.getByText('None.', { exact: true }).waitFor()
    })
  })
}

// The sandbox of the console beside the engines: what they have seen in selfies and on a document, and how more of them come in.
import { expect } from 'vitest'
import { findViolations, keepPicture } from '#test/support/browser/browser.ts'
import { answerChallenge, type Challenge } from '#test/support/biometrics/selfies.ts'
import { consoleLink } from '#test/support/sign-in.ts'
import { createTestClient, submitLiveness } from '#test/workflow/client.ts'
import { dataFile, maria, patience, type Stage } from './person.ts'

export function sandbox({ test, browser }: Stage): void {
  test('the sandbox shows a finished liveness and a document that is dropped there, as stored and as read', async ({
    service,
  }) => {
    const client = createTestClient(service)
    const created = await client.ask<{ id: string }>('POST', '/v1/transaction', 201, {
      body: maria,
    })
    const path = `/v1/transaction/${created.id}/facial-biometrics`
    const challenge = await client.ask<Challenge>('POST', `${path}/challenge`, 201)
    const body = await answerChallenge(challenge)
    expect(await submitLiveness(client, created.id, body)).toMatchObject({ livenessStatus: 1 })

    // So high that all of the panel is seen.
    const viewport = { width: 1280, height: 2_000 }
    const { page, faults } = await browser.open(await consoleLink(service), { viewport })
    await page.goto(`${service.url}/console/sandbox?transaction=${created.id}&tab=pictures`)
    const shown = page.getByRole('tabpanel')
    await shown.getByText('Selfie: live').waitFor(patience)
    await page.locator('[data-of=selfie]').setInputFiles(dataFile('documents/cnh-1.jpg'))
    await shown.getByText('MARIA EXEMPLO DA SILVA').first().waitFor(patience)
    await shown
      .getByText(/portrait-verdict:match/)
      .first()
      .waitFor(patience)
    for (const name of [/^Selfie/, /^Document/])
      await shown.getByAltText(name).evaluate('(image) => image.decode()')
    await keepPicture(page, 'sandbox-pictures')
    expect(await findViolations(page)).toEqual([])
    expect(faults).toEqual([])
  })
}

// A person walks a link to its end before a camera, on the engines as they are.
import { expect } from 'vitest'
import { until } from '#test/workflow/client.ts'
import { ownPhone } from './camera.ts'
import { expectContract } from './packs.ts'
import {
  dataFile,
  inspect,
  makeLink,
  patience,
  phone,
  press,
  see,
  type Stage,
  tryAgain,
  untilText,
  untilTitle,
} from './person.ts'
import { person } from './reacting.ts'
import { enterCodes, readConsent } from './walk.ts'

type Verification = { readonly status: string; readonly score: number | null }

export function journey({ test, browser }: Stage): void {
  test('e-mail, phone, document and face complete it on a phone, and every step can be used by everybody', async ({
    service,
  }) => {
    const { id, link, client } = await makeLink(service, 'acme')
    const { page, faults, asked } = await browser.open(link, {
      width: 390,
      ...phone,
      userAgent: ownPhone.userAgent,
      script: person + ownPhone.script,
    })
    await readConsent(page, 'pt')
    await press(page, 'Concordo')

    await untilTitle(page, 'Confirme seu e-mail')
    await press(page, 'Enviar código')
    await see(page, 'pt-3-email')
    await enterCodes(page, 'pt', { id, client })

    await untilTitle(page, 'Confirme seu celular')
    await press(page, 'Por WhatsApp')
    await page.getByText('•••• 5678').waitFor()
    await see(page, 'pt-4-phone')
    const question = await until(async () =>
      (await client.messages(id)).find(({ channel }) => channel === 'whatsapp'),
    )
    await client.ask('POST', `/v1/sandbox/messages/${question.id}/reply`, 202, {
      body: { option: 1 },
    })

    await untilTitle(page, 'Frente do documento')
    await see(page, 'pt-5-document')
    await page.getByLabel('Escolher ou tirar foto').setInputFiles(dataFile('documents/cnh-1.jpg'))
    await page.getByText('Dá para ler todas as letras').waitFor()
    await inspect(page, 'pt-5-document-look')
    await press(page, 'Usar esta foto')
    await untilTitle(page, /Verso/)
    await see(page, 'pt-5-document-back')
    await press(page, 'só tem um lado')

    await untilTitle(page, 'Mostre seu rosto')
    await see(page, 'pt-6-face')
    await tryAgain(async () => {
      const sent = page.waitForEvent('load', patience)
      await press(page, 'Abrir câmera')
      await sent
      return (await untilText(page, /^Pronto!$|^Tentativas restantes/)) === 'Pronto!'
    })
    await see(page, 'pt-7-done')

    expect(faults).toEqual([])
    const { origin } = new URL(link)
    expect(asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([])
    const shown = await client.ask<Verification>('GET', `/v1/transaction/${id}/lvs`, 201)
    expect(shown).toMatchObject({ status: 'COMPLETED', score: 100 })
    const mfaStatus = { smsStatus: 'NotSent', emailStatus: 'Valid', whatsappStatus: 'Replied' }
    const walked = {
      transactionID: id,
      status: 'Done',
      score: 100,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      identifierDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      mfaStatus,
    }
    // The newest comes first; a face that was asked for again stands behind it.
    const live = { 0: expect.objectContaining({ livenessStatus: 1 }) }
    expect(await client.queryPack('whole', id)).toMatchObject({
      status: 'completed',
      transaction: { id },
      score: { moduleStatus: 'completed', results: [{ value: expect.any(Number) }] },
      linkBiometrics: { moduleStatus: 'completed', results: [walked] },
      aiDocs: { moduleStatus: 'completed', results: [{ processStatus: 'Processed', type: 2 }] },
      facialBiometrics: { moduleStatus: 'completed', results: expect.objectContaining(live) },
    })
    await expectContract(client, service, id)
  })
}

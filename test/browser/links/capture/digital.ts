// Somebody who has the document as a file, on a small phone, in each language: what is offered, and what becomes of a file
// that its issuer signed, of one that was changed since, and of one that somebody else signed.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { citizen, makeSigned } from '#test/support/biometrics/file-issuer.ts'
import { revise } from '#test/support/biometrics/signed-pdf.ts'
import { dataFile, inspect, makeLink, openMore, phone, press, see, type Stage, start, untilText, untilTitle } from './person.ts' // prettier-ignore

const pictures = [
  { bytes: readFileSync(dataFile('documents/cnh-1.jpg')), width: 1_600, height: 1_056 },
]
const genuine = await makeSigned({ pictures })
const changed = revise(genuine, '20 0 obj\n<</Type /Page>>')
const stranger = await makeSigned({ pictures }, citizen)

const walks = [
  {
    locale: 'pt-BR',
    words: [/Começar|Continuar neste computador/, 'Concordo'],
    offer: 'Tenho o documento digital (PDF)',
    choose: 'PDF da CNH ou da CIN',
    send: 'Enviar PDF',
    file: genuine,
    ends: { title: 'Pronto!' },
  },
  {
    locale: 'en-GB',
    words: [/Start|Continue on this computer/, 'I agree'],
    offer: 'I have the digital document (PDF)',
    choose: 'PDF of the CNH or CIN',
    send: 'Send PDF',
    file: changed,
    ends: { text: 'Export it again in the app' },
  },
  {
    locale: 'es-419',
    words: [/Empezar|Continuar en esta computadora/, 'Acepto'],
    offer: 'Tengo el documento digital (PDF)',
    choose: 'PDF de la CNH o de la CIN',
    send: 'Enviar PDF',
    file: stranger,
    ends: { text: 'Fotografíe el documento.' },
  },
] as const

export function digitalDocument({ test, browser }: Stage): void {
  test.for(walks)('a document as a PDF is sent on a small phone, in $locale', async ({ locale, words, offer, choose, send, file, ends }, { service }) => {
    const { id, link, client } = await makeLink(service, 'digital')
    const { page, faults } = await browser.open(link, { ...phone, locale, width: 360, viewport: { width: 360, height: 740 } })
    await start(page, [...words])
    const name = `digital-${locale.slice(0, 2)}`
    await openMore(page)
    const offered = page.getByText(offer, { exact: true })
    await offered.waitFor()
    await see(page, `${name}-1-closed`)
    await offered.click()
    await inspect(page, `${name}-2-open`)
    await page.getByLabel(choose).setInputFiles({ name: 'cnh.pdf', mimeType: 'application/pdf', buffer: file })
    await see(page, `${name}-3-chosen`)
    await press(page, send)
    if ('title' in ends) await untilTitle(page, ends.title)
    else await untilText(page, ends.text)
    await inspect(page, `${name}-4-after`)
    const [recognition] = await client.ask<{ assurance: string; result: string }[]>('GET', `/v1/${id}/redoc`, 200)
    expect(recognition).toMatchObject({ assurance: 'title' in ends ? 'signed' : 'picture-only' })
    expect(faults).toEqual([])
  }) // prettier-ignore
}

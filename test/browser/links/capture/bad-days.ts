// What goes wrong before a phone's camera and on its line, and what the page says then.
import { expect } from 'vitest'
import sharp from 'sharp'
import { dayAhead, interrupt, takeCameraAway, withoutCamera } from './camera.ts'
import {
  inspect,
  makeLink,
  patience,
  phone,
  press,
  see,
  type Stage,
  start,
  untilText,
  untilTitle,
} from './person.ts'

export function badDays({ test, browser, camera }: Stage): void {
  test('a still picture before the camera never gets there; one that is taken away is said, and can be opened again', async ({
    service,
  }) => {
    camera.show('person-a-static.mjpeg')
    const { id, link, client } = await makeLink(service, 'faces')
    const { page, faults } = await browser.open(link, { width: 390, ...phone })
    await start(page)
    await untilTitle(page, 'Mostre seu rosto')
    await press(page, 'Abrir câmera')
    const asked = page.locator('#arrow:is([data-to=left], [data-to=right])')
    await asked.waitFor(patience)
    await takeCameraAway(page)
    await untilText(page, 'A câmera está em uso por outro programa')
    await inspect(page, 'face-taken-away')
    await press(page, 'Abrir câmera')
    await asked.waitFor(patience)
    await inspect(page, 'face-asking')
    await untilText(page, 'Vire a cabeça quando a seta aparecer')
    const kinds = (await client.journal(id)).map(({ kind }) => kind)
    expect(kinds).not.toContain('link-step-tried')
    expect(faults).toEqual([])
  })

  test('a call in the middle is said, and it goes on behind it in the same challenge; a browser that never answers kills no button', async ({
    service,
  }) => {
    camera.show('person-a-static.mjpeg')
    const { link } = await makeLink(service, 'faces')
    const { page, faults, asked } = await browser.open(link, { width: 390, ...phone })
    await start(page)
    await untilTitle(page, 'Mostre seu rosto')
    await press(page, 'Abrir câmera')
    const arrow = page.locator('#arrow:is([data-to=left], [data-to=right])')
    await arrow.waitFor(patience)
    await interrupt(page, false)
    await untilText(page, 'A câmera parou')
    await see(page, 'face-interrupted')
    expect(await page.evaluate(`document.getElementById('video').paused`)).toBe(true)
    await interrupt(page, true)
    await arrow.waitFor(patience)
    expect(await page.evaluate(`document.getElementById('video').paused`)).toBe(false)
    expect(asked.filter((url) => url.includes('/step/challenge'))).toHaveLength(1)
    await press(page, 'Fechar câmera')

    await page.evaluate('navigator.mediaDevices.getUserMedia = () => new Promise(() => {})')
    for (let times = 0; times < 2; times++) {
      await press(page, 'Abrir câmera')
      await untilText(page, 'Se o navegador perguntar, permita a câmera')
      await press(page, 'Fechar câmera')
      await page
        .getByRole('button', { name: 'Abrir câmera' })
        .and(page.locator(':enabled'))
        .waitFor()
    }
    expect(faults).toEqual([])
  })

  test('without a camera, or without leave to use it, the page says what to do, in English too', async ({
    service,
  }) => {
    const { link } = await makeLink(service, 'faces')
    const { page, faults } = await browser.open(link, { width: 320, locale: 'en-GB' })
    await start(page, [/Start|Continue on this computer/, 'I agree'])
    await untilTitle(page, 'Show your face')
    for (const [name, said] of [
      ['NotAllowedError', 'The camera was not allowed'],
      ['NotFoundError', 'There is no camera on this device'],
      ['NotReadableError', 'Another program is using the camera'],
      ['TypeError', 'The camera did not open'],
    ] as const) {
      await page.evaluate(withoutCamera(name))
      await press(page, 'Open camera')
      await untilText(page, said)
    }
    await page.getByLabel('Choose or take a picture').waitFor()
    await inspect(page, 'face-320-en')
    expect(faults).toEqual([])
  })

  test('a picture of 40 megapixels is made small, waits for the line though its tab is closed, and arrives once', async ({
    service,
  }) => {
    const { link } = await makeLink(service, 'documents')
    const opened = await browser.open(link, { width: 1280, locale: 'pt-BR', script: dayAhead })
    const { page, faults, asked } = opened
    await untilText(page, 'Banco Amarelo')
    await start(page)
    await untilTitle(page, /Frente/)
    const large = await sharp({
      create: { width: 7_300, height: 5_480, channels: 3, background: '#777' },
    })
      .jpeg({ quality: 40 })
      .toBuffer()
    await page.context().setOffline(true)
    const file = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large }
    await page.getByLabel('Escolher ou tirar foto').setInputFiles(file)
    // An even grey is blurred: that is said, and it is sent when the person wants it.
    await untilText(page, 'fora de foco')
    await inspect(page, 'document-look-blurred')
    await press(page, 'Usar esta foto')
    await untilText(page, 'Sem conexão')
    expect(asked.filter((url) => url.includes('/captures/front/'))).not.toEqual([])
    const home = page.url()
    await page.close()
    await page.context().setOffline(false)

    const again = await page.context().newPage()
    await again.goto(home)
    await untilTitle(again, /Verso/)
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])

    // The computer hands over to a phone; a reload there resumes.
    await press(again, 'Continuar no celular')
    await untilTitle(again, 'Continue no celular')
    await inspect(again, 'handover')
    const address = await again.getByRole('link', { name: /#k=/ }).textContent()
    const mobile = await browser.open(address ?? '', { width: 390, ...phone })
    await untilTitle(mobile.page, /Verso/)
    await mobile.page.reload()
    await untilTitle(mobile.page, /Verso/)
    await untilTitle(again, 'Continuando em outro aparelho')
    await inspect(again, 'moved')
    expect(mobile.faults).toEqual([])
  })
}

// Every step and every way out of one, in English on a desktop, as far as no camera is needed.
import { expect } from 'vitest'
import {
  dataFile,
  inspect,
  follow,
  makeLink,
  openMore,
  press,
  see,
  type Stage,
  untilText,
  untilTitle,
} from './person.ts'
import { enterCodes, readConsent } from './walk.ts'

export function steps({ test, browser }: Stage): void {
  test('every step can be used in English on a desktop, and left', async ({ service }) => {
    const { id, link, client } = await makeLink(service, 'acme')
    const { page, faults } = await browser.open(link, { width: 1280, locale: 'en-GB' })
    await readConsent(page, 'en')
    await press(page, 'I do not agree')
    await untilTitle(page, 'Nothing was sent')
    await see(page, 'en-2-refused')
    await press(page, 'I changed my mind')
    await press(page, 'I agree')

    await untilTitle(page, 'Confirm your e-mail')
    await see(page, 'en-3-email')
    await press(page, 'Send code')
    await enterCodes(page, 'en', { id, client })

    await untilTitle(page, 'Confirm your phone')
    await see(page, 'en-4-phone')
    await press(page, 'By SMS')
    await untilText(page, '•••• 5678')
    await see(page, 'en-4-phone-asked')
    await openMore(page)
    await follow(page, 'I cannot use')
    await see(page, 'en-4-sure')
    await press(page, 'Skip this step')

    await untilTitle(page, /Front/)
    await see(page, 'en-5-document')
    const file = page.getByLabel('Choose or take')
    await file.setInputFiles(dataFile('documents/cnh-1.jpg'))
    // A picture that is not wanted is not sent.
    await page.getByText('Can you read every letter').waitFor()
    await page.keyboard.press('Escape')
    await file.setInputFiles(dataFile('documents/cnh-1.jpg'))
    await press(page, 'Use this picture')
    await untilTitle(page, /Back/)
    await see(page, 'en-5-document-back')
    await press(page, 'Continue on my phone')
    await untilTitle(page, 'Continue on your phone')
    await see(page, 'en-5-handover')
    // Whoever goes back by the browser finds the front taken, and a way to take it again.
    await page.goBack()
    await untilText(page, 'The front has arrived')
    await openMore(page)
    await press(page, 'Take the front again')
    await untilTitle(page, /Front/)
    await openMore(page)
    await follow(page, 'I do not have the document')
    await press(page, 'Skip this step')

    await untilTitle(page, 'Show your face')
    await see(page, 'en-6-face')
    await page.getByRole('button', { name: 'Document: do it now' }).waitFor()
    await inspect(page, 'en-6-left-out')
    await openMore(page)
    await follow(page, 'I cannot take pictures')
    await press(page, 'Skip this step')
    await untilTitle(page, 'Done!')
    await see(page, 'en-7-done')
    expect(faults).toEqual([])
  })
}

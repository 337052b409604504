// A verification link walked as far as it goes without engines: its secrets, its cookie, and a picture that was sent.
import { createHash } from 'node:crypto'
import type { Call } from '#test/support/app.ts'
import { person } from '#test/support/person.ts'
import type { OwnStack } from '#test/support/servers/own-stack.ts'
import { createWalker } from '#test/support/walker.ts'
import type { PrivacyClient } from './client.ts'

/** Stands in the bytes of the picture. */
const written = 'retrato da Quirina, 27 de julho'

export async function driveLink(stack: OwnStack, client: PrivacyClient): Promise<void> {
  const { told, call, create, hasHappened } = client
  const id = await create({})
  const { link } = JSON.parse((await call('GET', `/v1/transaction/${id}/lvs`)).text)
  const path = new URL(link).pathname
  const remember = (text: string | undefined) => {
    if (text === undefined) throw new Error('the page tells no secret')
    told.pageTokens.push(text)
  }
  remember(path.split('/').at(-1))

  // A browser that says where it comes from and who it is, though the page asks it not to.
  const send: Call = (method, to, { body, headers = {} } = {}) =>
    fetch(stack.apiUrl + to, {
      method,
      redirect: 'manual',
      headers: { ...headers, referer: link, 'user-agent': person.name },
      ...((typeof body === 'string' || body instanceof Uint8Array) && { body }),
    })
  const walker = createWalker(send)
  await walker.open(path)
  await walker.press('')
  remember([...walker.cookies.values()].at(-1))
  await walker.press('consent')
  remember(walker.key)
  await walker.press('email-skip')
  await walker.press('phone-skip')

  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(written)])
  told.secrets.push(written)
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const sent = await walker.send('PUT', `/c/step/captures/front/${sha256}`, {
    body: picture,
    headers: { 'content-type': 'image/jpeg', 'x-capture-key': walker.key },
  })
  if (sent.status !== 201) throw new Error(`the picture is answered ${sent.status}`)
  await walker.post('/c/step/handover', { key: walker.key })
  const code = await walker.open('/c/step/handover-code')
  remember(/\/c#k=([\w-]{43})/.exec(code.text)?.[1])
  await walker.open('/c')
  await walker.press('document-skip')
  await walker.press('face-skip')
  await hasHappened(id, 'link-completed')
  await call('GET', path, { headers: { referer: link } })
}

// An official base that is asked about the person: the selfie and the fields go to it by a check.
import { documentPicture, facePicture } from '#test/engines/biometrics/engines/pictures.ts'
import { formOf } from '#test/support/forms.ts'
import type { PrivacyClient } from './client.ts'

const claims = { scope: 'packs:write packs:live' } as const

export async function driveOfficial({ call, create, hasHappened }: PrivacyClient): Promise<void> {
  const id = await create({ services: undefined })
  const at = (path: string) => `/v1/transaction/${id}/${path}`
  const selfie = facePicture('left-10').toString('base64')
  const images = [`data:image/jpeg;name=magic-live.jpg;base64,${selfie}`]
  await call('POST', at('facial-biometrics/liveness'), { body: { images } })
  const form = await formOf('selfie', documentPicture('rg-1'), 'magic-approved.jpg')
  await call('POST', at('redoc'), form)
  const root = { kind: 'module', module: 'officialMatch' }
  await call('POST', '/v1/packs/base-alone/versions', { body: { root }, claims })
  await call('GET', `/v1/packs/base-alone/${id}`)
  await hasHappened(id, 'check-answered')
  await call('GET', `/v1/packs/base-alone/${id}`)
}

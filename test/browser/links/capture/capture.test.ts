// The hosted page in a real browser before a camera, on the running service with its engines. Each of the three costs
// seconds to start: so all that needs them stands in this one file, and its parts beside it.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { useBrowser } from '#test/support/browser/browser.ts'
import { withService } from '#test/workflow/fixture.ts'
import { badDays } from './bad-days.ts'
import { publishTrust } from '#test/support/biometrics/file-issuer.ts'
import { createCamera } from './camera.ts'
import { digitalDocument } from './digital.ts'
import { falsePictures } from './false-pictures.ts'
import { journey } from './journey.ts'
import { slowLines } from './lines.ts'
import { loopingFilm } from './looping.ts'
import { readyPacks } from './packs.ts'
import { sandbox } from './sandbox.ts'
import { clientOrigin } from './sdk/client.ts'
import { sdk } from './sdk/sdk.ts'
import { steps } from './steps.ts'
import { filmStrip, walkLanguages } from './strip.ts'

const link = { redirectOrigins: [clientOrigin], frameOrigins: [clientOrigin] }
const tenants = {
  acme: { link },
  contact: { link: { ...link, pack: 'contact' } },
  faces: { link: { ...link, pack: 'faces' } },
  strip: { brand: 'Banco Exemplo', link: { colour: '#0a6b4d' } },
  digital: { link: { pack: 'digital' } },
  documents: { link: { pack: 'documents', colour: '#ffdd00' }, brand: 'Banco Amarelo' },
}
const trust = await publishTrust()
afterAll(() => trust[Symbol.dispose]())
const test = withService({
  SIGNED_FILES: trust.settings,
  IMAGES_FOLDER: mkdtempSync(join(tmpdir(), 'atesta-images-')),
  TENANTS: JSON.stringify({ tenants }),
})
const camera = createCamera()
const browser = useBrowser({ args: [...camera.args] })

readyPacks({ test })
falsePictures({ test })

describe.skipIf(browser.isMissing)('the hosted page', () => {
  const stage = { test, browser, camera }
  badDays(stage)
  digitalDocument(stage)
  steps(stage)
  journey(stage)
  loopingFilm(stage)
  slowLines(stage)
  filmStrip(stage)
  walkLanguages(stage)
  sandbox(stage)
  sdk(stage)
})

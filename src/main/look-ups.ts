// Whom look-ups ask, as the deployment is configured.
import type { LookUps } from '#src/insights/look-ups/port.ts'
import { createMxLookUp } from '#src/providers/look-ups/mx.ts'
import { createZipLookUp } from '#src/providers/look-ups/zip.ts'
import { sandboxLookUps } from '#src/providers/sandbox/look-ups.ts'
import type { Config } from './config/config.ts'

type Given = Pick<Config, 'CEP_URL' | 'CEP_API'>

export const openLookUps = ({ CEP_URL: cepUrl, CEP_API: api }: Given): LookUps => ({
  sandbox: sandboxLookUps,
  live: {
    mx: createMxLookUp(),
    ...(cepUrl !== undefined && { cep: createZipLookUp({ api, url: cepUrl }) }),
  },
})

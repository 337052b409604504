// Opens the configured accounts of look-ups.
import type { LookUps } from '#src/risk/insights/look-ups/port.ts'
import { createMxLookUp } from '#src/vendors/look-ups/mx.ts'
import { createZipLookUp } from '#src/vendors/look-ups/zip.ts'
import { sandboxLookUps } from '#src/vendors/sandbox/look-ups.ts'
import type { Config } from '#src/main/config/config.ts'

type Given = Pick<Config, 'CEP_URL' | 'CEP_API'>

export const openLookUps = ({ CEP_URL: cepUrl, CEP_API: api }: Given): LookUps => ({
  sandbox: sandboxLookUps,
  live: {
    mx: createMxLookUp(),
    ...(cepUrl !== undefined && { cep: createZipLookUp({ api, url: cepUrl }) }),
  },
})

// Submits a document as a file signed by its issuer: it arrives whole and is checked at once, so nothing is stored in
// between.
import { randomUUID } from 'node:crypto'
import { checkFile } from '#src/biometrics/examinations/documents/signed-file.ts'
import { prepareSubmission, takeSubmission } from '#src/biometrics/examinations/submit.ts'
import { bytesMax, isPdf } from '#src/biometrics/signed-files/envelope.ts'
import type { PageFault } from './actions.ts'
import { hashOf } from './pictures.ts'
import { type Sending, submit } from './send-off.ts'

/** A file of another kind, or one that is too large, does not count as a try. */
export async function sendDigital(sending: Sending, bytes: Uint8Array): Promise<PageFault> {
  const { deps, visit } = sending
  if (!isPdf(bytes) || bytes.length > bytesMax) return 'digitalNoPdf'
  const hash = hashOf(bytes).toString('base64url')
  return submit(sending, 'aiDocs', {
    pictures: 1,
    async prepare() {
      const { verdict: file, pictures: cleaned } = await checkFile(deps, visit.transaction, bytes)
      const sent = {
        kind: 'redoc',
        images: [],
        cleaned,
        fingerprint: [randomUUID(), hash],
      } as const
      const prepared = await prepareSubmission(deps, visit.transaction, sent, () => '#')
      return [{ ...prepared, kind: 'redoc' as const, file }]
    },
    async take({ tx, locked }, [prepared]) {
      if (!prepared) return []
      const input = async () => ({ hash, file: prepared.file })
      return [await takeSubmission({ ...deps, tx, locked }, prepared, input)]
    },
  })
}

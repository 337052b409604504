// Checks a document that arrives as a signed file: its signature is verified before anything opens it, and pages that
// no issuer has signed are never opened. The file itself is not stored.
import { checkSignature } from '#src/biometrics/signed-files/check.ts'
import {
  type SignatureVerdict,
  type SignedKind,
  signedKinds,
  withEnabledKinds,
} from '#src/biometrics/signed-files/rules.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { BiometricsDeps } from '../deps.ts'

export type CheckedFile = {
  readonly verdict: SignatureVerdict
  /** The pictures of the file in the form in which they may be stored, in order; none unless the file is signed. */
  readonly pictures: readonly Uint8Array[]
}

type Asking = Pick<BiometricsDeps, 'tenants' | 'biometrics'>
type Asked = Pick<StoredTransaction, 'tenant' | 'mode'>

/** The kinds whose files are trusted here and now; none when no signer is known. */
export function believedKinds(deps: Asking, transaction: Asked): SignedKind[] {
  const issued = deps.biometrics.signedFiles().issuers.map(({ kind }) => kind)
  return enabledKinds(deps, transaction).filter((kind) => issued.includes(kind))
}

/** The kinds that the tenant has enabled after trying a genuine file. */
export const enabledKinds = (
  { tenants }: Pick<Asking, 'tenants'>,
  { tenant, mode }: Asked,
): readonly SignedKind[] =>
  tenants.of(tenant).biometrics.signedKinds ?? (mode === 'sandbox' ? signedKinds : [])

/**
 * Rejects with `unavailable` when the file cannot be opened now. Signatures are checked by wall time, whatever the
 * transaction's clock says.
 */
export async function checkFile(
  deps: Asking & Pick<BiometricsDeps, 'images'>,
  transaction: Asked,
  file: Uint8Array,
): Promise<CheckedFile> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const checked = checkSignature(bytes, deps.biometrics.signedFiles(), new Date())
  const verdict = withEnabledKinds(checked, enabledKinds(deps, transaction))
  if (verdict.outcome !== 'signed') return { verdict, pictures: [] }
  const opened = await deps.images.open(transaction, file).catch((error: unknown) => {
    if (error instanceof ImageUnreadable) return { reason: 'no-pictures' as const }
    throw error
  })
  if ('pictures' in opened) return { verdict, pictures: opened.pictures }
  return { verdict: { outcome: 'unproven', reason: opened.reason }, pictures: [] }
}

// Fetches the revocation lists that the operator has named; no address that stands in a file is ever asked.
import { readRevocationList, type RevocationList } from '#src/biometrics/signed-files/revocation.ts'

const fetchMs = 60_000
const bytesMax = 64_000_000

/** Undefined: it could not be fetched, or is no list. Throws nothing. */
export async function fetchList(url: string): Promise<RevocationList | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchMs) })
    if (!answer.ok || !answer.body) return undefined
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body) {
      bytes += part.length
      if (bytes > bytesMax) return undefined
      parts.push(part)
    }
    return readRevocationList(Buffer.concat(parts))
  } catch {
    return undefined
  }
}

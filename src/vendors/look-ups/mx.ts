// Looks up whether a domain takes mail, by DNS; no SMTP connection is made.
import { Resolver } from 'node:dns/promises'
import type { MxLookUp } from '#src/risk/insights/look-ups/port.ts'

type Dns = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6' | 'cancel'>

const timeoutMs = 2_000

/** Each look-up has its own resolver, so that it can be cancelled alone. */
export function createMxLookUp(
  open: () => Dns = () => new Resolver({ timeout: timeoutMs, tries: 2 }),
): MxLookUp {
  return async (domain, signal) => {
    const dns = open()
    const cancel = () => dns.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return { found: { takesMail: await takesMail(dns, domain) } }
    } catch (error) {
      return codeOf(error) === 'ENOTFOUND' ? 'absent' : 'failed'
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/**
 * A null MX record refuses mail (RFC 7505); without any MX record the address of the domain accepts it (RFC 5321, 5.1).
 */
async function takesMail(dns: Dns, domain: string): Promise<boolean> {
  const records = await dns.resolveMx(domain).catch(orNone)
  if (records.length > 0)
    return !(records.length === 1 && ['', '.'].includes(records[0]?.exchange ?? ''))
  const [v4, v6] = await Promise.all([
    dns.resolve4(domain).catch(orNone),
    dns.resolve6(domain).catch(orNone),
  ])
  return v4.length + v6.length > 0
}

function orNone(error: unknown): never[] {
  if (codeOf(error) === 'ENODATA') return []
  throw error
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

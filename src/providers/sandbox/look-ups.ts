// What look-ups find in the sandbox: by the value alone, so that a tester sees the same each time.
import type { LookUpAccount } from '#src/insights/look-ups/port.ts'

/** By domain, by the last three digits of a postal code, by the last two of a BIN. */
export const magicLookUps = {
  mx: {
    'no-mx.test': 'takes no mail',
    'unknown.test': 'is not in the DNS',
    'dns-down.test': 'the look-up fails: nothing follows',
  },
  cep: {
    '998': 'is in no register',
    '997': 'belongs to the city `Magia`',
    '996': 'the look-up fails: nothing follows',
  },
  bin: {
    '98': 'was issued in the United States',
    '97': 'is a prepaid card of Brazil',
    '96': 'is a debit card of Brazil',
    '95': 'the look-up fails: nothing follows',
  },
} as const

export const sandboxLookUps: Required<LookUpAccount> = {
  async mx(domain) {
    switch (domain) {
      case 'no-mx.test':
        return { found: { takesMail: false } }
      case 'unknown.test':
        return 'absent'
      case 'dns-down.test':
        return 'failed'
      default:
        return { found: { takesMail: true } }
    }
  },
  async cep(zip) {
    switch (zip.slice(-3)) {
      case '998':
        return 'absent'
      case '997':
        return { found: { city: 'Magia' } }
      case '996':
        return 'failed'
      default:
        return { found: {} }
    }
  },
  async bin(bin) {
    switch (bin.slice(-2)) {
      case '98':
        return { found: { country: 'US', prepaid: false, funding: 'credit' } }
      case '97':
        return { found: { country: 'BR', prepaid: true, funding: 'credit' } }
      case '96':
        return { found: { country: 'BR', prepaid: false, funding: 'debit' } }
      case '95':
        return 'failed'
      default:
        return { found: { country: 'BR', prepaid: false, funding: 'credit' } }
    }
  },
}

// The results of look-ups in the sandbox, which depend on the value alone and so repeat.
import type { LookUpAccount } from '#src/risk/insights/look-ups/port.ts'

/** Chosen by the domain, and by the last three digits of a postal code. */
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
}
